"""What a worker does: it says who it is, unpacks cells, plays deals, and answers in plain data.

Scheduler and workers find these functions by their names, so this module imports only what every process has at hand.
"""

from __future__ import annotations

import json
import signal
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyzer.play.prepared import PreparedCell

_MOST_TABLES = 256
_tables: OrderedDict[str, PreparedCell] = OrderedDict()
_making = threading.Lock()  # threads of one worker that need the same cell: one makes it, the others wait


def dask_setup(_worker: Any) -> None:
    """Begin as a worker that a leader has started: Ctrl-C is heard by the leader."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def introduce() -> dict[str, str]:
    """Say what this worker plays with."""
    from analyzer.play.cluster.census import own_census

    return own_census()


def play_letter(letter: dict[str, Any]) -> dict[str, Any]:
    """Play the tasks of a letter, unless this worker plays other games than its leader."""
    from analyzer.errors import BadInput, PolicyFault
    from analyzer.play.cluster.census import mark_of, own_census

    census = own_census()
    if mark_of(census) != letter["census"]:
        return {"refused": census}
    try:
        return _played(letter)
    except (BadInput, PolicyFault) as problem:  # goes to the leader as text: nothing but plain data travels
        return {"problem": str(problem), "exit_code": problem.exit_code}
    except Exception as problem:
        return {"problem": f"{type(problem).__name__}: {problem}"}


def _played(letter: dict[str, Any]) -> dict[str, Any]:
    from analyzer.play.cluster.letters import write_part
    from analyzer.play.tasks import Task
    from analyzer.play.watched import play_watched

    made: list[list[Any]] = []
    parts = []
    for place, *what in letter["tasks"]:
        prepared = _table(letter["parcels"][place], made)
        part = play_watched(Task(prepared, *what), letter["patience"])
        assert part is not None  # nobody tells a worker to stop within a task
        parts.append(write_part(prepared.cell, part))
    return {"parts": parts, "made": made}


def _table(parcel: dict[str, Any], made: list[list[Any]]) -> PreparedCell:
    """Make a cell ready to play, or take it as it was made before; note what was compiled for it."""
    key = json.dumps([parcel["cell"], parcel["digest"]])
    with _making:
        if key not in _tables:
            _tables[key], functions, seconds = _make(parcel)
            made.append([parcel["digest"] if parcel["files"] else "", functions, seconds])
        _tables.move_to_end(key)
        while len(_tables) > _MOST_TABLES:
            _tables.popitem(last=False)
        return _tables[key]


def _make(parcel: dict[str, Any]) -> tuple[PreparedCell, int, float]:
    from analyzer.kernel.announcing import counting_compilation
    from analyzer.play.cluster.parcels import unpack
    from analyzer.play.pace import Stopwatch
    from analyzer.play.prepared import PreparedCell

    watch = Stopwatch()
    with counting_compilation() as compiled:
        prepared = PreparedCell(unpack(parcel).make())
    return prepared, compiled.functions, watch.seconds
