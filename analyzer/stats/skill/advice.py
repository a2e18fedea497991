"""What to play next: the cell whose plays narrow the dial most, as the posterior itself expects.

For every cell all numbers of wins in some more plays are gone through, each with the chance that the posterior gives
it; the width is four standard deviations of the dial (about that of its 95 % interval), and its mean over the outcomes
is what to expect.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from analyzer.stats.estimate import FloatArray, check_count
from analyzer.stats.skill.posterior import Posterior

WIDTH = 4.0  # standard deviations
MOST = 320  # more plays that are looked at


@dataclass(frozen=True)
class Advice:
    """Hold the expected width of the dial's interval after some more plays of each cell, and the width now."""

    now: float
    plays: int
    widths: FloatArray

    @property
    def best(self) -> int:
        """Give the number of the cell that narrows the dial most."""
        return int(np.argmin(self.widths))


def advice(found: Posterior, rates: FloatArray, plays: int = 1) -> Advice:
    """Expect the width after more plays of each cell; `rates` (cells, places) are the curves, middle ones if drawn."""
    check_count("plays", plays, 1, MOST)
    return Advice(WIDTH * found.deviation, plays, expected_widths(found.places, found.chances, rates, plays))


def expected_widths(places: FloatArray, chances: FloatArray, rates: FloatArray, plays: int = 1) -> FloatArray:
    """Give for every cell the expected width of the dial's interval after some more plays of it."""
    return widths_of(places, chances, outcomes_of(rates, plays))


def outcomes_of(rates: FloatArray, plays: int) -> FloatArray:
    """Give the chance of each number of wins in some plays of each cell, of shape (outcomes, cells, places)."""
    from scipy.stats import binom  # loaded when needed

    return np.asarray(binom.pmf(np.arange(plays + 1)[:, None, None], plays, rates[None]))


def widths_of(places: FloatArray, chances: FloatArray, outcomes: FloatArray) -> FloatArray:
    """Give for every cell the expected width of the dial's interval, from the chances of outcomes at every sight."""
    joint = outcomes * chances  # outcomes, cells, places
    weight = joint.sum(axis=2)
    safe = np.where(weight > 0.0, weight, 1.0)
    mean = joint @ places / safe
    spread = np.maximum(joint @ places**2 / safe - mean**2, 0.0)
    return np.asarray(WIDTH * (weight * np.sqrt(spread)).sum(axis=0))


def plays_to_halve(found: Posterior, rates: FloatArray) -> int | None:
    """Give a number of more plays of one cell after which the width is halved, by doubling; None if above the most."""
    return halved(found, lambda plays: outcomes_of(rates[None, :], plays))


def halved(found: Posterior, outcomes: Callable[[int], FloatArray]) -> int | None:
    """Do the same, where `outcomes` gives the chances of the outcomes of so many plays of one cell."""
    goal = 0.5 * WIDTH * found.deviation
    plays = 5
    while plays <= MOST:
        if widths_of(found.places, found.chances, outcomes(plays))[0] <= goal:
            return plays
        plays *= 2
    return None
