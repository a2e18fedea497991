"""Where blocks are played: threads of this process, worker processes, or the workers of a Dask cluster."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import signal
from functools import lru_cache
from typing import Any

from analyzer.cells import CellReference
from analyzer.errors import AnalyzerError, BadInput, unknown
from analyzer.play.blocks import Block, Control, Pool, Table, Task, Threads, play_task

BACKENDS = ("threads", "processes", "dask")


class WorkerLost(AnalyzerError):
    """A worker process died; what was finished is kept."""

    exit_code = 3


def open_pool(backend: str, jobs: int, scheduler: str | None = None) -> Pool:
    """Make a pool by the name of its backend."""
    if backend not in BACKENDS:
        raise unknown("backend", backend, BACKENDS)
    if scheduler is not None and backend != "dask":
        raise BadInput(f"--scheduler {scheduler}: only the backend dask has a scheduler, not {backend}")
    if backend == "dask":
        return Dask(jobs, scheduler)
    return Threads(jobs) if backend == "threads" else Processes(jobs)


class Processes:
    """Worker processes of joblib's loky."""

    can_stop = False

    def __init__(self, jobs: int) -> None:
        from joblib.externals.loky import get_reusable_executor

        self.jobs = jobs
        self.executor = get_reusable_executor(max_workers=jobs, timeout=60, initializer=_ignore_interrupts)

    def submit(self, task: Task, _control: Control) -> Any:
        """Send a block to a worker."""
        return _Watched(self.executor.submit(play_elsewhere, *_letter(task)))

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
        """Send a block to the cluster."""
        return _Watched(self.client.submit(play_elsewhere, *_letter(task), pure=False))

    def close(self) -> None:
        """Leave the cluster."""
        self.client.close(timeout=10)


def play_elsewhere(reference: CellReference, seed: int, number: int, size: int, keep_rows: bool) -> Block | None:
    """Play a block in a worker, which makes the cell by itself."""
    return play_task(Task(_table(reference), seed, number, size, keep_rows))


@lru_cache(maxsize=64)
def _table(reference: CellReference) -> Table:
    return Table(reference.make())


def _letter(task: Task) -> tuple[Any, ...]:
    return task.table.reference, task.seed, task.number, task.size, task.keep_rows


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is heard by the process that leads


def _local(jobs: int) -> dict[str, Any]:
    return {"n_workers": jobs, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}


class _Watched:
    """A future that tells of a dead worker in one message."""

    def __init__(self, future: Any) -> None:
        self.future = future

    def result(self, timeout: float) -> Any:
        """Wait a while for the block."""
        try:
            return self.future.result(timeout=timeout)
        except (AnalyzerError, TimeoutError):
            raise
        except Exception as problem:
            if type(problem).__name__ in ("TerminatedWorkerError", "BrokenProcessPool", "KilledWorker"):
                text = str(problem).strip().splitlines()[0]
                raise WorkerLost(f"a worker died ({text}); finished blocks are kept, run again to go on") from problem
            raise

    def cancel(self) -> None:
        """Give the block up."""
        self.future.cancel()
