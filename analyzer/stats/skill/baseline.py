"""Whether the dial foretells plays better than plain counting: every variant is left out once, and then foretold.

The model foretells the wins of the left-out variant by the posterior of all other plays. Plain counting has no plays of
that variant; it takes the win rate of the others together (Beta posterior, half a win and half a loss before them).
The score is the log of the chance that each gave to the wins which came, divided by the plays.
"""

import math
from dataclasses import dataclass

import numpy as np

from analyzer.stats.estimate import Estimate, FloatArray, IntArray, betaln, gammaln
from analyzer.stats.skill.checks import foretold, surprise
from analyzer.stats.skill.posterior import Posterior, log_likelihood, posterior_of

METHOD = "left-out variants, normal over variants"


@dataclass(frozen=True)
class LeftOut:
    """Hold what was said of a variant from the plays of the others: log chances of its wins, and how surprising."""

    cell: int
    plays: int
    wins: int
    model: float
    plain: float
    p_value: float

    @property
    def gain(self) -> float:
        """Give by how much the model's log chance exceeds that of plain counting."""
        return self.model - self.plain


def left_out(
    places: FloatArray, rates: FloatArray, wins: IntArray, plays: IntArray, prior: FloatArray, parts: IntArray
) -> list[LeftOut]:
    """Foretell every cell from the plays of all cells of other parts (`parts` numbers the variant of each cell)."""
    found = []
    for cell in np.flatnonzero(plays):
        kept = (parts != parts[cell]) & (plays > 0)
        if kept.any():
            likelihood = log_likelihood(rates[kept], wins[kept], plays[kept])
            others = posterior_of(places, likelihood, prior, int(plays[kept].sum()))
            found.append(_one(int(cell), others, rates[cell], wins, plays, kept))
    return found


def _one(cell: int, others: Posterior, rates: FloatArray, wins: IntArray, plays: IntArray, kept: IntArray) -> LeftOut:
    won, played = int(wins[cell]), int(plays[cell])
    model = math.log(max(float(foretold(others, rates, played)[won]), 1e-300))
    plain = _plain(won, played, int(wins[kept].sum()), int(plays[kept].sum()))
    return LeftOut(cell, played, won, model, plain, surprise(others, rates, won, played))


def _plain(wins: int, plays: int, other_wins: int, other_plays: int) -> float:
    """Give the log chance of the wins by the Beta-binomial distribution."""
    a, b = other_wins + 0.5, other_plays - other_wins + 0.5
    ways = gammaln(plays + 1) - gammaln(wins + 1) - gammaln(plays - wins + 1)
    return float(ways + betaln(wins + a, plays - wins + b) - betaln(a, b))


def gain(found: list[LeftOut], level: float = 0.95) -> Estimate | None:
    """Estimate the gain of a left-out cell over plain counting; None with fewer than two.

    The interval takes the cells as a sample of those that might have been played (Student's t).
    """
    from scipy.stats import t  # loaded when needed

    gains = np.array([item.gain for item in found])
    if len(gains) < 2:
        return None
    reach = float(t.ppf(0.5 + 0.5 * level, len(gains) - 1)) * float(gains.std(ddof=1)) / math.sqrt(len(gains))
    value = float(gains.mean())
    return Estimate(value, value - reach, value + reach, level, len(gains), METHOD)
