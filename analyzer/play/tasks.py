"""What one worker gets and gives back: some deals of a block, as many as take about a second, and their rows."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyzer.games.search.workspace import Workspace
from analyzer.play.control import Control
from analyzer.play.faults import RulesFault, told_rules
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import BLOCK, block_seeds
from analyzer.play.summary import Summary, summarise


@dataclass(frozen=True)
class Granularity:
    """How finely a pool wants its work cut."""

    least_seconds: float = 0.01  # below that, handing out work costs as much as the work
    most_seconds: float = 1.0  # who stops a run, or loses a worker, loses so much
    blocks_ahead: int = 32  # that may be open at once: what waits behind a slow game stays in memory


LOCAL = Granularity()  # for threads and processes of this machine


@dataclass(frozen=True)
class Stopwatch:
    """Measures the time spent playing."""

    began: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.began


@dataclass(eq=False)
class Pace:
    """The measured rate of one worker; it decides how work is cut, never what comes out."""

    rate: float | None = None  # deals per second

    def note(self, deals: int, seconds: float) -> None:
        """Take note of a finished task."""
        self.rate = deals / max(seconds, 1e-6)

    def task_size(self, left: int, jobs: int, granularity: Granularity = LOCAL) -> int:
        """Say how many of the deals that are left the next task gets; the last ones are shared out evenly."""
        if self.rate is None:
            return 1  # nobody knows yet how long a game takes
        fair = max(-(-left // (2 * jobs)), self.rate * granularity.least_seconds)
        return max(1, min(int(min(self.rate * granularity.most_seconds, fair)), left, BLOCK))


@dataclass(frozen=True)
class Task:
    """Some deals of a block that are to be played: from place `first` on."""

    prepared: PreparedCell
    seed: int
    block: int
    first: int
    deals: int
    is_whole: bool = False  # all that is wanted of its block
    keep_rows: bool = True
    expected: float | None = None  # seconds, if anybody knows


@dataclass(frozen=True)
class Part:
    """The games of a task: rows, and for a whole block also its summary."""

    first: int
    deals: int
    rows: Any
    seconds: float = 0.0
    summary: Summary | None = None
    forced: int = 0  # banned answers that were given since nothing else was allowed

    @property
    def last(self) -> int:
        """The place after the last deal."""
        return self.first + self.deals


def play_task(task: Task, control: Control | None = None) -> Part | None:
    """Play some deals; None if there was no time for them."""
    if control is not None and control.is_draining:
        return None
    watch, has_spaces = Stopwatch(), task.prepared.has_spaces
    before = forced_answers(task.prepared.limits) if has_spaces else 0
    seeds = block_seeds(task.seed, task.block)[task.first : task.first + task.deals]
    try:
        rows = task.prepared.play(seeds, task.block * BLOCK + task.first, control)
    except RulesFault as fault:
        raise told_rules(task.prepared.cell.reference, task.seed, fault) from fault
    if rows is None:
        return None
    seconds, forced = watch.seconds, forced_answers(task.prepared.limits) - before if has_spaces else 0
    summary = summarise(task.prepared.cell, rows) if task.is_whole else None
    kept = rows if task.keep_rows or summary is None else None
    return Part(task.first, task.deals, kept, seconds, summary, forced)


def forced_answers(limits: Mapping[int, Workspace]) -> int:
    """Count the banned answers that limited policies have given since nothing else was allowed."""
    return sum(int(space.records["forced"][0]) for space in limits.values())
