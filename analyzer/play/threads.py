"""Tasks played by threads of this process: the kernels hold no lock."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any

from analyzer.errors import BadInput
from analyzer.play.control import Control
from analyzer.play.pace import LOCAL
from analyzer.play.pools import AT_ONCE, LOOK_SECONDS
from analyzer.play.tasks import Part, Task, play_task


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
        plain = task.prepared.plain_policies if self.jobs > 1 else []
        if plain:
            raise BadInput(
                f"policy {plain[0]!r} is plain Python, which only one thread at a time can play; "
                "use --backend processes for all cores, or --jobs 1"
            )
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
