"""How much work to hand out at once: as many deals as take a given time, from the measured rate."""

from __future__ import annotations

import time
from dataclasses import dataclass

from analyzer.play.seeding import BLOCK


@dataclass(frozen=True)
class Granularity:
    """How finely a pool wants its work cut."""

    least_seconds: float = 0.01  # below that, handing out work costs as much as the work
    most_seconds: float = 1.0  # who stops a run, or loses a worker, loses so much
    blocks_ahead: int = 32  # that may be open at once: what waits behind a slow game stays in memory


LOCAL = Granularity()  # for threads and processes of this machine


class Stopwatch:
    """Measures the time spent playing."""

    def __init__(self) -> None:
        self.began = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.began


class Pace:
    """The measured rate of one worker; it decides how work is cut, never what comes out."""

    def __init__(self) -> None:
        self.rate: float | None = None  # deals per second

    def note(self, deals: int, seconds: float) -> None:
        """Take note of a finished task."""
        self.rate = deals / max(seconds, 1e-6)

    def task_size(self, left: int, jobs: int, granularity: Granularity = LOCAL) -> int:
        """Say how many of the deals that are left the next task gets; the last ones are shared out evenly."""
        if self.rate is None:
            return 1  # nobody knows yet how long a game takes
        fair = max(-(-left // (2 * jobs)), self.rate * granularity.least_seconds)
        return max(1, min(int(min(self.rate * granularity.most_seconds, fair)), left, BLOCK))

    def expected(self, deals: int) -> float | None:
        """Foresee the seconds that some deals take; None if nobody knows yet."""
        return None if self.rate is None else deals / self.rate
