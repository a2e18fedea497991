"""Where tasks are played: threads of this process, worker processes, or the workers of a Dask cluster."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from analyzer.errors import BadInput, MachineTrouble, unknown
from analyzer.play.control import Control
from analyzer.play.pace import Granularity
from analyzer.play.tasks import Part, Task

BACKENDS = ("threads", "processes", "dask")
LOOK_SECONDS = 0.1  # how often a waiting pool looks up: Ctrl-C is heard then
AT_ONCE = 2  # tasks per worker: one that is played, one that waits for it

Say = Callable[[str], None]


class WorkerLost(MachineTrouble):
    """A worker or the scheduler is gone; what was finished is kept."""


@dataclass(frozen=True)
class Backend:
    """Where games are played, as a user says it: a name, and for Dask where the scheduler is."""

    name: str = "threads"
    scheduler: str | None = None
    scheduler_file: str | Path | None = None

    def __post_init__(self) -> None:
        """Reject a combination that makes no sense."""
        if self.name not in BACKENDS:
            raise unknown("backend", self.name, BACKENDS)
        given = {"--scheduler": self.scheduler, "--scheduler-file": self.scheduler_file}
        for option, value in given.items():
            if value is not None and self.name != "dask":
                raise BadInput(f"{option} {value}: only the backend dask has a scheduler, not {self.name}")
        if None not in given.values():
            raise BadInput(f"--scheduler {self.scheduler} and --scheduler-file {self.scheduler_file}: give one of them")


BackendGiven = str | Backend


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
        from analyzer.play.threads import Threads

        return Threads(jobs)
    if backend.name == "processes":
        from analyzer.play.processes import Processes

        return Processes(jobs, say)
    from analyzer.play.cluster.pool import open_cluster

    return open_cluster(backend, jobs, control, say)
