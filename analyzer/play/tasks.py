"""What one worker gets and gives back: some deals of a block, and their rows.

A block of 4,096 deals is the unit of storage, digest and looking; a task is as much of it as takes about a
second, or some seconds where it has to travel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from analyzer.play.control import Control
from analyzer.play.pace import Stopwatch
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import BLOCK, block_seeds
from analyzer.play.summary import Summary, summarise


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

    @property
    def last(self) -> int:
        """The place after the last deal."""
        return self.first + self.deals


def play_task(task: Task, control: Control | None = None) -> Part | None:
    """Play some deals; None if there was no time for them."""
    if control is not None and control.is_draining:
        return None
    watch = Stopwatch()
    seeds = block_seeds(task.seed, task.block)[task.first : task.first + task.deals]
    rows = task.prepared.play(seeds, task.block * BLOCK + task.first, control)
    if rows is None:
        return None
    seconds = watch.seconds
    summary = summarise(task.prepared.cell, rows) if task.is_whole else None
    kept = rows if task.keep_rows or summary is None else None
    return Part(task.first, task.deals, kept, seconds, summary)
