"""What goes to a worker, what it does with it, and what comes back: plain data and names in both directions."""

from __future__ import annotations

import json
import signal
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.cells import Cell
from analyzer.play.pools.cluster.packages import Package
from analyzer.play.summary import read_line, write_line
from analyzer.play.tasks import Part, Task

if TYPE_CHECKING:
    from analyzer.play.prepared import PreparedCell


# {"fingerprint": digest, "answer_limit": seconds, "packages": […], "tasks": [[place of its package, seed, …], …]}
Written = dict[str, Any]
# {"parts": […], "made": […]}, {"refused": fingerprint} or {"problem": text, "exit_code": code}
Answer = dict[str, Any]


@dataclass(eq=False)
class Promise:
    """A task that was handed over: its part, once it is there."""

    task: Task
    part: Part | None = None
    is_left: bool = False

    def cancel(self) -> None:
        """Cancel it."""
        self.is_left = True


@dataclass(eq=False)
class TaskBatch:
    """Tasks that go to a worker together: about as many as take some seconds."""

    promises: list[Promise] = field(default_factory=list)
    seconds: float = 0.0  # expected
    size: int = 0  # bytes of rows
    lost: list[str] = field(default_factory=list)  # workers that did not answer

    def add(self, promise: Promise) -> None:
        """Put one more task in."""
        task = promise.task
        self.promises.append(promise)
        self.seconds += float("inf") if task.expected is None else task.expected
        self.size += task.deals * task.prepared.cell.game.record.itemsize if _keeps_rows(task) else 0

    @property
    def is_wanted(self) -> bool:
        """Tell whether anybody still waits for one of its tasks."""
        return any(not promise.is_left for promise in self.promises)

    def describe(self) -> str:
        """Name what is in it, for a message."""
        first, last = self.promises[0].task, self.promises[-1].task
        more = f" to {_place(last)}" if len(self.promises) > 1 else ""
        return f"{_place(first)}{more}"


def _place(task: Task) -> str:
    cell = task.prepared.cell.reference.describe()
    return f"deals {task.first}-{task.first + task.deals - 1} of block {task.block}, {cell}"


def _keeps_rows(task: Task) -> bool:
    return task.keep_rows or not task.is_whole


def write_batch(tasks: Sequence[Task], packages: Sequence[Package], fingerprint: str, answer_limit: float) -> Written:
    """Write a batch; a package that several tasks need is in it once."""
    kept = list({id(package): package for package in packages}.values())
    places = {id(package): place for place, package in enumerate(kept)}
    lines = [
        [places[id(package)], task.seed, task.block, task.first, task.deals, task.is_whole, task.keep_rows]
        for task, package in zip(tasks, packages, strict=True)
    ]
    return {"fingerprint": fingerprint, "answer_limit": answer_limit, "packages": kept, "tasks": lines}


def write_part(cell: Cell, part: Part) -> dict[str, Any]:
    """Write a part: rows as bytes, a summary as the line that is stored of it."""
    line = None if part.summary is None else _plain(write_line(cell, part.summary))
    rows = None if part.rows is None else part.rows.tobytes()
    numbers = {"first": part.first, "deals": part.deals, "seconds": part.seconds, "forced": part.forced}
    return {**numbers, "rows": rows, "summary": line}


def read_part(cell: Cell, written: dict[str, Any]) -> Part:
    """Read a part."""
    rows = None if written["rows"] is None else np.frombuffer(written["rows"], cell.game.record).copy()
    summary = None if written["summary"] is None else read_line(cell, written["summary"])
    return Part(written["first"], written["deals"], rows, written["seconds"], summary, written["forced"])


def _plain(line: dict[str, Any]) -> dict[str, Any]:
    return {name: value.item() if isinstance(value, np.generic) else value for name, value in line.items()}


_MOST_CELLS = 256
_cells: OrderedDict[str, PreparedCell] = OrderedDict()
_making = threading.Lock()  # threads of one worker that need the same cell: one makes it, the others wait


def dask_setup(_worker: Any) -> None:
    """Ignore Ctrl-C in a worker that the main process has started: that process ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def send_fingerprint() -> dict[str, str]:
    """Tell what this worker plays with."""
    from analyzer.play.pools.cluster.workers import own_fingerprint

    return own_fingerprint()


def play_batch(batch: dict[str, Any]) -> dict[str, Any]:
    """Play the tasks of a batch, unless this worker plays other games than the main process."""
    from analyzer.errors import BadInput, PolicyFault
    from analyzer.play.pools.cluster.workers import digest_of, own_fingerprint

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
    from analyzer.play.pools.processes import play_watched
    from analyzer.play.tasks import Task

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
    from analyzer.kernel.compiler.announcing import counting_compilation
    from analyzer.play.pools.cluster.packages import unpack
    from analyzer.play.prepared import PreparedCell
    from analyzer.play.tasks import Stopwatch

    watch = Stopwatch()
    with counting_compilation() as compiled:
        prepared = PreparedCell(unpack(package).make())
    return prepared, compiled.functions, watch.seconds
