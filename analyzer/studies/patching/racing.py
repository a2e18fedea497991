"""Races patches: all play a few common deals, the better ones more, until a few are left."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from analyzer.games.written import Changes
from analyzer.play import seeding
from analyzer.studies.patching.judging import fit_of, values_of
from analyzer.studies.patching.observing import Quantity, Scene, Seen

LEAST_DEALS = 100
KEPT = 3  # of so many goes one on
CLOSE = 0.25  # outside by so little, in halves of what is allowed, may be inside
LEVEL = 0.99  # of the intervals that say which components surely break a want


@dataclass
class Runner:
    """A patch in a race, and what was seen of it."""

    changes: Changes
    size: float
    seen: Seen = field(default_factory=Seen)

    def value(self, quantity: Quantity) -> float:
        """Give one number."""
        return self.seen.value(quantity)


@dataclass
class Race:
    """Rounds of a race, each on deals of its own that all patches share."""

    scene: Scene
    seed: int
    name: str
    rounds: int = 0

    def run(self, runners: list[Runner], games: int, finalists: int) -> list[Runner]:
        """Race until so many are left; a round takes its part of the games."""
        n_rounds = 1 + max(0, math.ceil(math.log(max(len(runners), 1) / finalists, KEPT)))
        for _ in range(n_rounds):
            self.round(runners, games // n_rounds)
            if len(runners) > finalists:
                runners = best(runners, self.scene, max(finalists, math.ceil(len(runners) / KEPT)))
        return runners

    def round(self, runners: Sequence[Runner], games: int) -> None:
        """Play one round."""
        self.rounds += 1
        seed = seeding.derived_seed(self.seed, f"{self.name} {self.rounds}")
        for runner in runners:
            deals = deals_of(games, self.scene.cells_each(runner.changes) * len(runners))
            runner.seen = runner.seen.joined(self.scene.look(runner.changes, deals, seed))


def deals_of(games: int, cells: int) -> int:
    """Share games out among cells."""
    return max(LEAST_DEALS, games // max(cells, 1))


def best(runners: Sequence[Runner], scene: Scene, n: int) -> list[Runner]:
    """Choose who goes on: by turns who lies least outside, or most inside, and the smallest of those inside."""
    fits = [fit_of(values_of(runner.seen), scene) for runner in runners]
    by_fit = sorted(range(len(runners)), key=lambda number: (*fits[number], runners[number].size))
    inside = [number for number in by_fit if fits[number][0] == 0.0]
    by_size = sorted(inside, key=lambda number: (len(runners[number].changes), runners[number].size))
    chosen: dict[int, None] = {}
    for place in range(len(runners)):
        for order in (by_fit, by_size):
            if place < len(order) and len(chosen) < n:
                chosen[order[place]] = None
    return [runners[number] for number in chosen]


def promising(runners: Sequence[Runner], scene: Scene) -> list[Runner]:
    """Leave out what lies clearly outside, where something lies inside."""
    losses = [fit_of(values_of(runner.seen), scene)[0] for runner in runners]
    limit = CLOSE if min(losses) == 0.0 else max(losses)
    return [runner for runner, loss in zip(runners, losses, strict=True) if loss <= limit]
