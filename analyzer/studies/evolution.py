"""The search itself: CMA-ES (Hansen 2016) over steps of knobs, from the start outwards.

The evolution draws from a stream of its own and hears nothing but values, so that told the same values again it asks
for the same candidates again: that is how a search resumes where it stopped.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import cma
import numpy as np

from analyzer.games.written import WrittenPolicy
from analyzer.studies.knob_space import KnobSpace

Judge = Callable[[int, list[WrittenPolicy]], list[float]]  # (generation, candidates): what each is worth


@dataclass(frozen=True)
class Evolved:
    """Where a search ended: the middle of its candidates, and how far they still spread, in steps."""

    middle: tuple[float, ...]
    spread: tuple[float, ...]


def default_population(knobs: int) -> int:
    """Choose how many candidates a generation has: the rule of CMA-ES, and six at least."""
    return max(6, 4 + int(3 * math.log(knobs)))


def evolve(space: KnobSpace, seed: int, population: int, generations: int, judge: Judge) -> Evolved:
    """Search for so many generations."""
    draws = np.random.default_rng(seed)
    options = {
        "popsize": population,
        "randn": lambda *shape: draws.standard_normal(shape),
        "seed": math.nan,  # nothing is drawn from the global stream
        "bounds": _bounds(space),
        "verbose": -9,
        "verb_log": 0,
    }
    search = cma.CMAEvolutionStrategy(np.zeros(len(space.knobs)), 1.0, options)
    for generation in range(generations):
        asked = search.ask()
        values = judge(generation, [space.candidate(steps) for steps in asked])
        search.tell(asked, [-value for value in values])
    middle, spread = search.result.xfavorite, search.result.stds
    return Evolved(tuple(float(x) for x in middle), tuple(float(x) for x in spread))


def _bounds(space: KnobSpace) -> list[list[float | None] | None]:
    ends = ([knob.bounds[side] for knob in space.knobs] for side in (0, 1))
    return [None if all(map(math.isinf, line)) else [None if math.isinf(x) else x for x in line] for line in ends]
