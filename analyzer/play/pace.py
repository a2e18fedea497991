"""How much work to hand out at once: as many deals as take about a second, from what was measured."""

from __future__ import annotations

import time

from analyzer.play.seeding import BLOCK

TASK_SECONDS = 1.0
LEAST_SECONDS = 0.01  # below that, handing out work costs as much as the work


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

    def hear(self, deals: int, seconds: float) -> None:
        """Take note of a finished task."""
        self.rate = deals / max(seconds, 1e-6)

    def task_size(self, left: int, jobs: int) -> int:
        """Say how many of the deals that are left the next task gets; the last ones are shared out evenly."""
        if self.rate is None:
            return 1  # nobody knows yet how long a game takes
        fair = max(-(-left // (2 * jobs)), self.rate * LEAST_SECONDS)
        return max(1, min(int(min(self.rate * TASK_SECONDS, fair)), left, BLOCK))
