"""Samples to learn from: lessons played in many cells, and what was noted, put together in a fixed order."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.cells import Cell
from analyzer.games.values import lessons as teaching
from analyzer.games.values import spaces
from analyzer.play import prepared, seeding

_TRIALS = 64  # games that tell how many questions a game has
_FAR = 1 << 30  # a moment that no game reaches


@dataclass(frozen=True)
class Samples:
    """What was noted: positions in groups, each with its label."""

    tables: Any
    things: Any
    starts: Any  # where the things of a sample begin
    labels: Any
    ratings: Any  # what the policy thinks of the plan that led there
    groups: Any  # where the samples of a group begin
    mix: float = 0.0  # what of the ratings stands in the sum already while the network learns

    @property
    def arrays(self) -> tuple[Any, ...]:
        """The samples as training takes them."""
        return self.tables, self.things, self.starts, self.labels, self.mix * self.ratings

    def __len__(self) -> int:
        """Count the groups."""
        return len(self.groups) - 1


def joined(parts: Sequence[Samples]) -> Samples:
    """Put samples together."""
    return Samples(
        np.concatenate([part.tables for part in parts]),
        np.concatenate([part.things for part in parts]),
        _chained([part.starts for part in parts]),
        np.concatenate([part.labels for part in parts]),
        np.concatenate([part.ratings for part in parts]),
        _chained([part.groups for part in parts]),
        parts[0].mix,
    )


def _chained(offsets: Sequence[Any]) -> Any:
    ends = np.cumsum([0, *(part[-1] for part in offsets)])
    return np.concatenate([[0], *(part[1:] + end for part, end in zip(offsets, ends, strict=False))])


class Lessons:
    """The lessons of one cell; every thread has a place of its own."""

    def __init__(self, cell: Cell) -> None:
        self.cell = cell
        self.prepared = prepared.PreparedCell(cell)
        self.policy = cell.seats[0].policy
        _, self.collector, _ = spaces.learner_of(cell.game, self.policy)
        self._own = threading.local()
        self.horizon = self._usual_length()

    def _place(self) -> Any:
        if not hasattr(self._own, "lesson"):
            bench = self.prepared.bench()
            self._own.lesson, self._own.rows = spaces.make_lesson(self.cell.game, self.policy, bench)
        return self._own.lesson

    def _usual_length(self) -> int:
        """Count the questions of a usual game."""
        counts = np.zeros(_TRIALS, np.int64)
        self._collect(seeding.block_seeds(0, 0, _TRIALS), teaching.Mode.OUTCOMES, _FAR, counts)
        return max(1, round(float(counts.mean())))

    def collect(self, seeds: Any, mode: teaching.Mode) -> Samples:
        """Play a lesson on every deal."""
        return self._collect(seeds, mode, self.horizon, np.zeros(len(seeds), np.int64))

    def _collect(self, seeds: Any, mode: teaching.Mode, horizon: int, counts: Any) -> Samples:
        features, each = (
            self.cell.game.features,
            teaching.KEPT if mode == teaching.Mode.ADVANTAGES else teaching.LATER + 1,
        )
        most = len(seeds) * each
        tables, things = np.zeros(most, features.table), np.zeros(most * features.most_things, features.thing)
        starts, labels = np.zeros(most + 1, np.int64), np.zeros(most)
        ratings, groups = np.zeros(most), np.zeros(most + 1, np.int64)
        samples = tables, things, starts, labels
        n = self.collector(
            self.prepared.rules, self._place(), seeds, int(mode), horizon, samples, ratings, groups, counts
        )
        end = int(groups[n])
        last = int(starts[end])
        parts = tables[:end], things[:last], starts[: end + 1], labels[:end], ratings[:end], groups[: n + 1]
        return Samples(*parts, features.trains_with)


@dataclass
class School:
    """The cells of a training, and what each weighs."""

    lessons: Sequence[Lessons]
    weights: Sequence[float]
    jobs: int = 1

    def collect(self, root: int, number: int, n_lessons: int, mode: teaching.Mode) -> Samples:
        """Play the lessons of one chunk, shared out by weight; the same for every number of jobs."""
        tasks = []
        for case, (cell, weight) in enumerate(zip(self.lessons, self.weights, strict=True)):
            seed, left = seeding.derived_seed(root, f"case {case}"), round(weight * n_lessons)
            n_blocks = -(-max(left, 1) // seeding.BLOCK)
            for block in range(n_blocks):
                n = min(left, seeding.BLOCK)
                left -= n
                if n > 0:
                    tasks.append((cell, seeding.block_seeds(seed, number * n_blocks + block, n)))
        with ThreadPoolExecutor(self.jobs) as pool:
            return joined(list(pool.map(lambda task: task[0].collect(task[1], mode), tasks)))
