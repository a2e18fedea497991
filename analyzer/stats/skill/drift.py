"""How a group's dial moves from its first play to its last: a straight line over the plays, both ends unknown.

Both ends are weighed on a coarse grid of sights, each pair as likely as any other before the plays. With fewer than 30
plays nothing is said: an honest log then often seems to move.
"""

import math
from dataclasses import dataclass

import numpy as np

from analyzer.stats.estimate import Estimate, FloatArray, IntArray, check_level
from analyzer.stats.skill.checks import Plays

FEWEST = 30  # plays
PLACES = 46  # sights that are tried for each end
BEYOND = 2.0  # times the length of the log: so far the line is followed
METHOD = "straight line over the plays"
EVEN = 0.5


@dataclass(frozen=True)
class Drift:
    """Hold the dial at the first and at the last play, their difference, and when a cell becomes an even game."""

    first: Estimate
    last: Estimate
    change: Estimate
    even_after: Estimate | None  # plays; None if the change is not certain, or the cell is even nowhere

    @property
    def is_certain(self) -> bool:
        """Tell whether the dial moves for certain."""
        return self.change.excludes(0.0)


def drift(places: FloatArray, rates: FloatArray, log: Plays, cell: int, level: float = 0.95) -> Drift | None:
    """Estimate how the dial moves, and after how many plays half of the games of `cell` are won; None if too few.

    `rates` (cells, draws, places) are drawn curves; the line is weighed with their means.
    """
    middle = rates.mean(axis=1)
    chances = middle[log.cell]
    each = log.wins[:, None] * np.log(chances) + (log.plays - log.wins)[:, None] * np.log1p(-chances)
    return moved(places, each, log.plays, middle[cell], level)


def moved(
    places: FloatArray, each: FloatArray, plays: IntArray, curve: FloatArray | None = None, level: float = 0.95
) -> Drift | None:
    """Do the same from how likely every row is at every sight: logs of shape (rows, places), the plays of each row.

    `curve` holds the win rates of the cell whose even game is looked for, if there is one.
    """
    check_level(level)
    total = int(plays.sum())
    if total < FEWEST:
        return None
    ends = np.linspace(places[0], places[-1], PLACES)
    first, last = (grid.ravel() for grid in np.meshgrid(ends, ends, indexing="ij"))
    weights = _weights(places, each, plays, first, last)
    start, end, change = (_estimate(values, weights, level, total) for values in (first, last, last - first))
    if curve is None or not change.excludes(0.0):
        return Drift(start, end, change, None)
    return Drift(start, end, change, _even(places, curve, first, last, weights, total, level))


def _weights(places: FloatArray, each: FloatArray, plays: IntArray, first: FloatArray, last: FloatArray) -> FloatArray:
    """Weigh every pair of ends by the plays."""
    passed, total = np.cumsum(plays) - 0.5 * (plays + 1), int(plays.sum())
    logs = np.zeros(len(first))
    for part, row in zip(passed / max(total - 1, 1), each, strict=True):
        logs += np.interp(first + part * (last - first), places, row)
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum())


def _even(
    places: FloatArray,
    curve: FloatArray,
    first: FloatArray,
    last: FloatArray,
    weights: FloatArray,
    plays: int,
    level: float,
) -> Estimate | None:
    """Estimate the play at which the line passes the sight of an even game: infinite where it never does, or late."""
    if not curve[0] < EVEN < curve[-1]:
        return None
    even = float(np.interp(EVEN, curve, places))
    slope = (last - first) / max(plays - 1, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        when = np.where(first >= even, 0.0, np.where(slope > 0.0, (even - first) / slope, np.inf))
    when = np.where(when > BEYOND * plays, np.inf, when)
    found = _estimate(when, weights, level, plays)
    return None if math.isinf(found.low) else found


def _estimate(values: FloatArray, weights: FloatArray, level: float, plays: int) -> Estimate:
    """Give the median of weighted values, with the interval that leaves out equally much on both sides."""
    order = np.argsort(values, kind="stable")
    passed = np.cumsum(weights[order])
    places = np.searchsorted(passed, [0.5, 0.5 - 0.5 * level, 0.5 + 0.5 * level])
    value, low, high = values[order][np.minimum(places, len(values) - 1)].tolist()
    return Estimate(value, low, high, level, plays, METHOD)
