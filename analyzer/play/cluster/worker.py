"""What a worker does: it sends its fingerprint, unpacks cells, plays deals, and answers in plain data.

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

_MOST_CELLS = 256
_cells: OrderedDict[str, PreparedCell] = OrderedDict()
_making = threading.Lock()  # threads of one worker that need the same cell: one makes it, the others wait


def dask_setup(_worker: Any) -> None:
    """Ignore Ctrl-C in a worker that the main process has started: that process ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def send_fingerprint() -> dict[str, str]:
    """Tell what this worker plays with."""
    from analyzer.play.cluster.fingerprint import own_fingerprint

    return own_fingerprint()


def play_batch(batch: dict[str, Any]) -> dict[str, Any]:
    """Play the tasks of a batch, unless this worker plays other games than the main process."""
    from analyzer.errors import BadInput, PolicyFault
    from analyzer.play.cluster.fingerprint import digest_of, own_fingerprint

    fingerprint = own_fingerprint()
    if digest_of(fingerprint) != batch["fingerprint"]:
        return {"refused": fingerprint}
    try:
        return _played(batch)
    except (BadInput, PolicyFault) as problem:  # sent as text: nothing but plain data travels
        return {"problem": str(problem), "exit_code": problem.exit_code}
    except Exception as problem:
        return {"problem": f"{type(problem).__name__}: {problem}"}


def _played(batch: dict[str, Any]) -> dict[str, Any]:
    from analyzer.play.cluster.batches import write_part
    from analyzer.play.tasks import Task
    from analyzer.play.watched import play_watched

    made: list[list[Any]] = []
    parts = []
    for place, *what in batch["tasks"]:
        prepared = _prepared_cell(batch["packages"][place], made)
        part = play_watched(Task(prepared, *what), batch["answer_limit"])
        assert part is not None  # nobody tells a worker to stop within a task
        parts.append(write_part(prepared.cell, part))
    return {"parts": parts, "made": made}


def _prepared_cell(package: dict[str, Any], made: list[list[Any]]) -> PreparedCell:
    """Make a cell ready to play, or take it as it was made before; note what was compiled for it."""
    key = json.dumps([package["cell"], package["digest"]])
    with _making:
        if key not in _cells:
            _cells[key], functions, seconds = _make(package)
            made.append([package["digest"] if package["files"] else "", functions, seconds])
        _cells.move_to_end(key)
        while len(_cells) > _MOST_CELLS:
            _cells.popitem(last=False)
        return _cells[key]


def _make(package: dict[str, Any]) -> tuple[PreparedCell, int, float]:
    from analyzer.kernel.announcing import counting_compilation
    from analyzer.play.cluster.packages import unpack
    from analyzer.play.pace import Stopwatch
    from analyzer.play.prepared import PreparedCell

    watch = Stopwatch()
    with counting_compilation() as compiled:
        prepared = PreparedCell(unpack(package).make())
    return prepared, compiled.functions, watch.seconds
