"""Where tasks are played: threads of this process, worker processes, or the workers of a Dask cluster."""

import contextlib
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any, Protocol

from analyzer.errors import MachineTrouble
from analyzer.play.control import Backend, BackendGiven, Control, Say
from analyzer.play.tasks import LOCAL, Granularity, Part, Task, play_task

LOOK_SECONDS = 0.1  # how often a waiting pool looks up: Ctrl-C is heard then
AT_ONCE = 2  # tasks per worker: one that is played, one that waits for it


class WorkerLost(MachineTrouble):
    """A worker or the scheduler is gone; what was finished is kept."""


class Pool(Protocol):
    """Where tasks are played; `close` leaves what is still under way."""

    can_stop: bool  # whether a task under way hears of `Control.stop`

    @property
    def granularity(self) -> Granularity:
        """How finely it wants its work cut."""

    @property
    def jobs(self) -> int:
        """How many tasks are played at once."""

    @property
    def threads_here(self) -> int:
        """How many threads of this process may be busy with what no worker does."""

    def has_room(self, under_way: int, /) -> bool:
        """Tell whether to hand over another task, with so many under way."""

    def submit(self, task: Task, control: Control, /) -> Any:
        """Begin a task when there is room; return its future."""

    def finished(self, futures: Sequence[Any], /) -> list[Any]:
        """Wait a little while; list the futures that have come to an end."""

    def result(self, future: Any, /) -> Part | None:
        """Fetch a finished part; None if it was left."""

    def close(self) -> None:
        """Free what the pool holds."""


@contextlib.contextmanager
def opened(backend: BackendGiven, jobs: int, control: Control | None = None, say: Say | None = None) -> Iterator[Pool]:
    """Open a pool by the name of its backend, and close it at the end."""
    chosen = Backend(backend) if isinstance(backend, str) else backend
    pool = _make(chosen, jobs, control or Control(), say or (lambda _text: None))
    try:
        yield pool
    finally:
        pool.close()


def _make(backend: Backend, jobs: int, control: Control, say: Say) -> Pool:
    if backend.name == "threads":
        return Threads(jobs)
    if backend.name == "processes":
        from analyzer.play.pools.processes import Processes

        return Processes(jobs, say)
    from analyzer.play.pools.cluster.pool import open_cluster

    return open_cluster(backend, jobs, control, say)


class Threads:
    """Threads of this process."""

    can_stop = True
    granularity = LOCAL

    def __init__(self, jobs: int) -> None:
        self.jobs = self.threads_here = jobs
        self.executor = ThreadPoolExecutor(jobs)

    def has_room(self, under_way: int) -> bool:
        """Tell whether a thread may soon be idle."""
        return under_way < AT_ONCE * self.jobs

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
