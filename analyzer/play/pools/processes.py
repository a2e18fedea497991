"""Tasks played by worker processes, each in a thread that another one watches, so that a stuck policy is named."""

import contextlib
import os
import queue
import signal
import threading
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, wait
from functools import lru_cache
from typing import Any

from analyzer.cells import CellReference
from analyzer.errors import PolicyFault
from analyzer.play.control import Control, Say, Watchdog, answer_limit
from analyzer.play.pools.choosing import AT_ONCE, LOOK_SECONDS, WorkerLost
from analyzer.play.prepared import PreparedCell
from analyzer.play.tasks import LOCAL, Part, Task, play_task

_PARENT_SECONDS = 0.5  # how often a worker looks whether the main process is still there


class Processes:
    """Worker processes of joblib's loky."""

    can_stop = False
    granularity = LOCAL

    def __init__(self, jobs: int, say: Say) -> None:
        from joblib.externals.loky import get_reusable_executor

        self.jobs = self.threads_here = jobs
        self.say = say
        self.answer_limit = answer_limit()
        self.told: set[str] = set()  # of which policies was said that they are slow
        self.executor = get_reusable_executor(max_workers=jobs, timeout=60, initializer=_serve, initargs=(os.getpid(),))

    def has_room(self, under_way: int) -> bool:
        """Tell whether a worker may soon be idle."""
        return under_way < AT_ONCE * self.jobs

    def submit(self, task: Task, _control: Control) -> Any:
        """Send a task to a worker."""
        self._tell(task.prepared.plain_policies)
        return self.executor.submit(play_elsewhere, self.answer_limit, *_written(task))

    def _tell(self, plain: list[str]) -> None:
        for name in plain:
            if name not in self.told:
                self.told.add(name)
                self.say(f"policy {name!r} is plain Python: it is hundreds of times slower than a compiled one")

    def finished(self, futures: Sequence[Any]) -> list[Any]:
        """List the futures that have come to an end."""
        return list(wait(futures, LOOK_SECONDS, FIRST_COMPLETED).done)

    def result(self, future: Any) -> Part | None:
        """Fetch what a worker sent; tell of a dead worker in one message."""
        try:
            part: Part | None = future.result()
            return part
        except CancelledError:
            return None
        except Exception as problem:
            if type(problem).__name__ in ("TerminatedWorkerError", "BrokenProcessPool"):
                text = str(problem).strip().splitlines()[0]
                raise WorkerLost(
                    f"a worker died ({text}); finished blocks are saved; run the same command to resume"
                ) from problem
            raise

    def close(self) -> None:
        """End the workers at once, also those that are still starting."""
        for pid in list(self.executor._processes or {}):  # loky itself asks `pgrep` first, which is slow
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        self.executor.shutdown(wait=False, kill_workers=True)


def play_elsewhere(limit: float, reference: CellReference, *what: Any) -> Part | None:
    """Play some deals in a worker, which makes the cell by itself; no policy may think longer than the limit."""
    return play_watched(Task(_prepared(reference), *what), limit)


@lru_cache(maxsize=64)
def _prepared(reference: CellReference) -> PreparedCell:
    return PreparedCell(reference.make())


def _written(task: Task) -> tuple[Any, ...]:
    reference = task.prepared.cell.reference
    return reference, task.seed, task.block, task.first, task.deals, task.is_whole, task.keep_rows


def _serve(parent: int) -> None:
    """Begin as a worker: Ctrl-C is for the main process, and a worker ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_without, args=(parent,), daemon=True).start()


def _end_without(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_PARENT_SECONDS)
    os._exit(WorkerLost.exit_code)


CHECK_SECONDS = 0.5

_own = threading.local()  # the second thread of every thread that waits


class _TaskThread(threading.Thread):
    """A thread that plays one task after the other; it ends with its process, which would wait for an executor's."""

    def __init__(self) -> None:
        super().__init__(name="tasks", daemon=True)
        self.tasks: queue.SimpleQueue[tuple[Task, Control]] = queue.SimpleQueue()
        self.done: queue.SimpleQueue[Any] = queue.SimpleQueue()  # parts, or what was raised
        self.start()

    def run(self) -> None:
        """Play whatever comes."""
        while True:
            try:
                self.done.put(play_task(*self.tasks.get()))
            except Exception as problem:  # whoever waits raises it
                self.done.put(problem)


def play_watched(task: Task, limit: float) -> Part | None:
    """Play a task; a policy that thinks longer than the limit about one question is a fault (0: no limit)."""
    if not limit:
        return play_task(task)
    if not hasattr(_own, "thread"):
        _own.thread = _TaskThread()
    control, watchdog = Control(), Watchdog(limit)
    _own.thread.tasks.put((task, control))
    while True:
        try:
            return _opened(_own.thread.done.get(timeout=min(CHECK_SECONDS, limit / 4)))
        except queue.Empty:
            words = watchdog.check(list(control.under_way), time.monotonic())
        if words is not None:
            del _own.thread  # it cannot be stopped; the next task gets another one
            raise PolicyFault(words)


def _opened(found: Any) -> Part | None:
    if isinstance(found, Exception):
        raise found
    part: Part | None = found
    return part
