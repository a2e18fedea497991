"""The mixture that nobody beats: which policies a field must be drawn from so that no newcomer wins much there.

`shares[i, j]` is what one policy i wins at a table where all other seats are played by j. A field draws its policy with
some weights, anew for every game; the safest weights make the share of the best newcomer as small as it can be. With
two players this is the optimal strategy of the matrix game (von Neumann 1928), found by linear programming.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.checks import FloatArray, check_count, check_level, check_shape
from analyzer.stats.estimate import Estimate

METHOD = "linear programming, deals resampled"
DIGITS = 9  # what lies behind is rounding of the solver


@dataclass(frozen=True)
class Mixture:
    """Hold the weights of the policies, and the share of the best newcomer against that field."""

    weights: tuple[Estimate, ...]
    best_reply: Estimate


def safest_weights(shares: ArrayLike) -> tuple[FloatArray, float]:
    """Find the weights whose best newcomer wins least, and what it wins."""
    from scipy.optimize import linprog  # loaded when needed, as in `special`

    matrix = np.asarray(shares, dtype=np.float64)
    size = len(matrix)
    check_shape("shares", matrix, (size, size))
    if not np.isfinite(matrix).all():
        raise ValueError("shares must be finite: every policy must have met every other")
    # variables: the weights, and the bound on every newcomer's share, which is made small
    below = np.hstack([matrix, -np.ones((size, 1))])
    whole = np.append(np.ones(size), 0.0)[None, :]
    goal = np.append(np.zeros(size), 1.0)
    found = linprog(goal, below, np.zeros(size), whole, [1.0], [(0.0, 1.0)] * size + [(None, None)], method="highs")
    weights = np.abs(np.round(found.x[:size], DIGITS))
    return weights, round(float((matrix @ weights).max()), DIGITS)


def mixture_by_deal(
    sums: ArrayLike, deals: ArrayLike, seed: int, *, resamples: int = 200, level: float = 0.95
) -> Mixture:
    """Find the safest mixture with percentile intervals from resampled groups of deals.

    `sums` (groups, policies, policies) adds up the shares over the deals of each group, `deals` (groups) counts these.
    Weights jump where policies are nearly equal, so their intervals say which mixtures other deals could have given.
    """
    table, counts = np.asarray(sums, dtype=np.float64), np.asarray(deals, dtype=np.float64)
    check_shape("deals", counts, (len(table),))
    check_count("groups", len(table), 20)
    check_count("resamples", resamples, 100)
    check_level(level)
    weights, best = safest_weights(table.sum(axis=0) / counts.sum())
    times = np.random.default_rng(seed).multinomial(len(table), np.full(len(table), 1.0 / len(table)), size=resamples)
    again = [safest_weights(np.tensordot(row, table, 1) / (row @ counts)) for row in times.astype(np.float64)]
    n, ends = int(counts.sum()), (0.5 - 0.5 * level, 0.5 + 0.5 * level)
    low, high = np.quantile([np.append(found, reply) for found, reply in again], ends, axis=0)
    values = zip([*weights.tolist(), best], low.tolist(), high.tolist(), strict=True)
    *found, reply = (Estimate(value, least, most, level, n, METHOD) for value, least, most in values)
    return Mixture(tuple(found), reply)
