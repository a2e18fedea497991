"""The two stages of training: outcomes of games, then advantages of plans on common worlds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from analyzer.games.values import declared, files
from analyzer.games.values.lessons import Mode
from analyzer.kernel.nets import network, training
from analyzer.play import seeding
from analyzer.stats import Estimate, means
from analyzer.studies.learning.samples import Samples, School


@dataclass(frozen=True)
class Stage:
    """One stage: what is learned from, and how fast."""

    name: str
    mode: Mode
    lessons: int  # in all
    chunk: int  # lessons that are played before the network learns from them
    batch: int  # groups of one step
    level: float
    advantage: float
    rate: float  # of the first step; it falls to a tenth

    @property
    def chunks(self) -> int:
        """Count the chunks; one more is held out."""
        return max(1, -(-self.lessons // self.chunk))


def outcomes(lessons: int) -> Stage:
    """Learn from outcomes."""
    return Stage("outcomes", Mode.OUTCOMES, lessons, min(16384, max(lessons, 1)), 128, 1.0, 0.0, 0.002)


def advantages(lessons: int) -> Stage:
    """Learn from advantages."""
    return Stage("advantages", Mode.ADVANTAGES, lessons, min(4096, max(lessons, 1)), 16, 0.5, 2.0, 0.001)


@dataclass
class Training:
    """A network on its way."""

    features: declared.Features
    learner: Any

    @classmethod
    def begun(cls, features: declared.Features, seed: int) -> Training:
        """Begin with small random weights."""
        learner = np.zeros(1, training.learner_layout(features.thing, features.table, features.most_things))
        learner["net"] = network.new_weights(features.thing, features.table, seeding.derived_seed(seed, "weights"))
        return cls(features, learner)

    @property
    def weights(self) -> Any:
        """The weights as they are, as an array of one record."""
        return self.learner["net"][0].copy()

    def study(self, samples: Samples, stage: Stage, done: float, order: Any) -> None:
        """Go once through samples; `done` is the share of the stage that lies behind."""
        rate = stage.rate * (1.0 - 0.9 * done)
        training.study_samples(
            self.learner, training.rows_of(self.learner), samples.arrays, samples.groups, order,
            stage.batch, stage.level, stage.advantage, rate, rate,
        )  # fmt: skip

    def judge(self, samples: Samples) -> Any:
        """Give the log odds of all samples."""
        odds = np.zeros(len(samples.labels))
        training.judge_samples(self.learner, samples.arrays, odds)
        return odds


def log_loss(odds: Any, labels: Any) -> Estimate:
    """Measure how well log odds foretell labels: the mean log loss, smaller is better."""
    losses = np.logaddexp(0.0, odds) - labels * odds
    return means.mean_of(losses)


def gain(odds: Any, samples: Samples) -> Estimate:
    """Measure what the plan that values choose was worth more than the one rated best, which stands first."""
    starts, scores = samples.groups, odds + files.MIX * samples.ratings
    chosen = [first + int(np.argmax(scores[first:last])) for first, last in pairwise(starts)]
    return means.mean_of(samples.labels[chosen] - samples.labels[starts[:-1]])


OnChunk = Callable[[Stage, int, Estimate], None]


def run_stage(
    net: Training, school: School, stage: Stage, seed: int, first: int = 0, on_chunk: OnChunk | None = None
) -> None:
    """Train chunk after chunk, from one on; tell what the network does on a chunk that it never learns from."""
    root = seeding.derived_seed(seed, stage.name)
    held_out = school.collect(root, 0, stage.chunk, stage.mode)
    for number in range(first, stage.chunks):
        samples = school.collect(root, number + 1, stage.chunk, stage.mode)
        order = np.random.Generator(np.random.Philox([root % 2**63, number])).permutation(len(samples))
        net.study(samples, stage, number / stage.chunks, order)
        if on_chunk is not None:
            on_chunk(stage, number, measured(net, held_out, stage))


def measured(net: Training, held_out: Samples, stage: Stage) -> Estimate:
    """Measure a network on samples that it never learned from."""
    odds = net.judge(held_out)
    return gain(odds, held_out) if stage.mode == Mode.ADVANTAGES else log_loss(odds, held_out.labels)
