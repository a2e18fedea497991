"""Where tasks are played: threads of this process, worker processes, or the workers of a Dask cluster."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, ThreadPoolExecutor, wait
from functools import lru_cache
from typing import Any, Protocol

from analyzer.cells import CellReference
from analyzer.errors import AnalyzerError, BadInput, unknown
from analyzer.play.orphans import end_with_leader
from analyzer.play.table import Control, Table
from analyzer.play.tasks import Part, Task, play_task

BACKENDS = ("threads", "processes", "dask")
LOOK_SECONDS = 0.1  # how often a waiting leader looks up: Ctrl-C is heard then


class WorkerLost(AnalyzerError):
    """A worker process died; what was finished is kept."""

    exit_code = 3


class Pool(Protocol):
    """Where tasks are played; `close` leaves what is still under way."""

    jobs: int
    can_stop: bool  # whether a task under way hears of `Control.stop`

    def submit(self, task: Task, control: Control, /) -> Any:
        """Begin a task when there is room; return its future."""

    def finished(self, futures: Sequence[Any], /) -> list[Any]:
        """Wait a little while; list the futures that have come to an end."""

    def result(self, future: Any, /) -> Part | None:
        """Fetch a finished part; None if it was left."""

    def close(self) -> None:
        """Free what the pool holds."""


@contextlib.contextmanager
def opened(backend: str, jobs: int, scheduler: str | None = None) -> Iterator[Pool]:
    """Open a pool by the name of its backend, and close it at the end."""
    if backend not in BACKENDS:
        raise unknown("backend", backend, BACKENDS)
    if scheduler is not None and backend != "dask":
        raise BadInput(f"--scheduler {scheduler}: only the backend dask has a scheduler, not {backend}")
    makers: dict[str, Callable[[int], Pool]] = {"threads": Threads, "processes": Processes}
    pool = makers[backend](jobs) if backend in makers else Dask(jobs, scheduler)
    try:
        yield pool
    finally:
        pool.close()


class Threads:
    """Threads of this process; the kernels hold no lock."""

    can_stop = True

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.executor = ThreadPoolExecutor(jobs)

    def submit(self, task: Task, control: Control) -> Any:
        """Begin a task on the next free thread."""
        return self.executor.submit(play_task, task, control)

    def finished(self, futures: Sequence[Any]) -> list[Any]:
        """List the futures that have come to an end."""
        return list(wait(futures, LOOK_SECONDS, FIRST_COMPLETED).done)

    def result(self, future: Any) -> Part | None:
        """Fetch a finished part."""
        part: Part | None = None if future.cancelled() else future.result()
        return part

    def close(self) -> None:
        """Let the threads end by themselves."""
        self.executor.shutdown(wait=False, cancel_futures=True)


class Processes:
    """Worker processes of joblib's loky."""

    can_stop = False

    def __init__(self, jobs: int) -> None:
        from joblib.externals.loky import get_reusable_executor

        self.jobs = jobs
        self.executor = get_reusable_executor(max_workers=jobs, timeout=60, initializer=_begin_work)

    def submit(self, task: Task, _control: Control) -> Any:
        """Send a task to a worker."""
        return self.executor.submit(play_elsewhere, *_letter(task))

    def finished(self, futures: Sequence[Any]) -> list[Any]:
        """List the futures that have come to an end."""
        return list(wait(futures, LOOK_SECONDS, FIRST_COMPLETED).done)

    def result(self, future: Any) -> Part | None:
        """Fetch a finished part."""
        return _part_of(future)

    def close(self) -> None:
        """End the workers at once, also those that are still starting."""
        for pid in list(self.executor._processes or {}):  # loky itself asks `pgrep` first, which is slow
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        self.executor.shutdown(wait=False, kill_workers=True)


class Dask:
    """The workers of a Dask cluster: at an address, or started here."""

    can_stop = False

    def __init__(self, jobs: int, scheduler: str | None) -> None:
        if importlib.util.find_spec("distributed") is None:
            raise BadInput("backend dask needs the packages dask and distributed: pip install 'analyzer[dask]'")
        from distributed import Client  # type: ignore[import-not-found]  # an optional extra

        self.jobs = jobs
        try:
            self.client = Client(scheduler or None, **({} if scheduler else _local(jobs)))
        except (OSError, ValueError, TypeError) as problem:
            raise BadInput(f"--scheduler {scheduler}: no Dask scheduler answers there: {problem}") from problem

    def submit(self, task: Task, _control: Control) -> Any:
        """Send a task to the cluster."""
        return self.client.submit(play_elsewhere, *_letter(task), pure=False)

    def finished(self, futures: Sequence[Any]) -> list[Any]:
        """List the futures that have come to an end."""
        until = time.monotonic() + LOOK_SECONDS
        while not (done := [future for future in futures if future.done()]) and time.monotonic() < until:
            time.sleep(0.005)
        return done

    def result(self, future: Any) -> Part | None:
        """Fetch a finished part."""
        return _part_of(future)

    def close(self) -> None:
        """Leave the cluster."""
        self.client.close(timeout=10)


def play_elsewhere(
    reference: CellReference, seed: int, block: int, first: int, deals: int, is_whole: bool, keep_rows: bool
) -> Part | None:
    """Play some deals in a worker, which makes the cell by itself."""
    return play_task(Task(_table(reference), seed, block, first, deals, is_whole, keep_rows))


@lru_cache(maxsize=64)
def _table(reference: CellReference) -> Table:
    return Table(reference.make())


def _letter(task: Task) -> tuple[Any, ...]:
    reference = task.table.cell.reference
    return reference, task.seed, task.block, task.first, task.deals, task.is_whole, task.keep_rows


def _begin_work() -> None:
    end_with_leader()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is heard by the process that leads


def _local(jobs: int) -> dict[str, Any]:
    return {"n_workers": jobs, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}


def _part_of(future: Any) -> Part | None:
    """Fetch what a worker sent; tell of a dead worker in one message."""
    try:
        part: Part | None = future.result()
        return part
    except CancelledError:
        return None
    except Exception as problem:
        if type(problem).__name__ in ("TerminatedWorkerError", "BrokenProcessPool", "KilledWorker"):
            text = str(problem).strip().splitlines()[0]
            raise WorkerLost(f"a worker died ({text}); finished blocks are kept, run again to go on") from problem
        raise
