"""The mixture of policies that nobody beats: the weights whose best newcomer wins least, by linear programming.

Where policies are equal, several mixtures are equally safe. The weights are then those of the middle of all of them,
and their intervals reach over all of them: policies that are exactly equal may have any part.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats import estimate

METHOD = "linear programming, deals resampled"
DIGITS = 9  # what lies behind is rounding of the solver
SLACK = 1e-9  # by which a mixture may be less safe than the safest
ENDS = 7  # digits of weights where the safest share has some slack
TIED = 1e-6  # difference of weights from which on several mixtures are said to be equally safe


@dataclass(frozen=True)
class Mixture:
    """Hold the weights of the policies, and the share of the best newcomer against that field."""

    weights: tuple[estimate.Estimate, ...]
    best_reply: estimate.Estimate

    @property
    def is_certain(self) -> bool:
        """Tell whether some policy has a part in the mixture for certain."""
        return any(weight.low > 0.0 for weight in self.weights)


def safest_weights(shares: ArrayLike) -> tuple[estimate.FloatArray, float]:
    """Find the weights whose best newcomer wins least, and what it wins."""
    matrix = _checked(shares)
    size = len(matrix)
    # variables: the weights, and the bound on every newcomer's share, which is made small
    found = _solved(matrix, np.append(np.zeros(size), 1.0), None)[:size]
    weights = np.abs(np.round(found, DIGITS))
    return weights, round(float((matrix @ weights).max()), DIGITS)


def equally_safe(shares: ArrayLike) -> tuple[estimate.FloatArray, estimate.FloatArray, estimate.FloatArray]:
    """Find the least and the largest weight of every policy in mixtures as safe as the safest, and their middle."""
    matrix = _checked(shares)
    best, size = safest_weights(matrix)[1] + SLACK, len(matrix)
    rows = np.hstack([np.eye(size), np.zeros((size, 1))])
    low, high = (np.abs(np.round([_solved(matrix, s * row, best)[:size] for row in rows], ENDS)) for s in (1.0, -1.0))
    most = high.diagonal()
    return low.diagonal(), most, high[most > TIED].mean(axis=0)


def _checked(shares: ArrayLike) -> estimate.FloatArray:
    matrix = np.asarray(shares, dtype=np.float64)
    estimate.check_shape("shares", matrix, (len(matrix), len(matrix)))
    if not np.isfinite(matrix).all():
        raise ValueError("shares must be finite: every policy must have met every other")
    return matrix


def _solved(matrix: estimate.FloatArray, goal: estimate.FloatArray, most: float | None) -> estimate.FloatArray:
    """Find the weights of the least goal, with the bound on every newcomer's share behind them (at most `most`)."""
    from scipy.optimize import linprog  # loaded when needed, as in `special`

    size = len(matrix)
    below = np.hstack([matrix, -np.ones((size, 1))])
    whole = np.append(np.ones(size), 0.0)[None, :]
    limits = [(0.0, 1.0)] * size + [(None, most)]
    return np.asarray(linprog(goal, below, np.zeros(size), whole, [1.0], limits, method="highs").x)


def mixture_by_deal(
    sums: ArrayLike,
    deals: ArrayLike,
    seed: int,
    *,
    unknown: ArrayLike | None = None,
    fair: float = 0.5,
    resamples: int = 200,
    level: float = 0.95,
) -> Mixture:
    """Find the safest mixture with intervals from resampled groups of deals.

    `sums` (groups, policies, policies) adds up the shares over the deals of each group, with unknown games lost;
    `deals` (groups) counts these, and `unknown` (as `sums`) is what the shares would gain if these games were won; the
    mixture itself counts them as won in part, by the `fair` share. Weights jump where policies are nearly equal, so
    their intervals say which mixtures other deals could have given: the percentiles, or, if games are unknown, all that
    was found with these games given at random to one side or the other. The best newcomer wins least if all newcomers
    lose their unknown games, and most if they win them.
    """
    table, counts = np.asarray(sums, dtype=np.float64), np.asarray(deals, dtype=np.float64)
    estimate.check_shape("deals", counts, (len(table),))
    estimate.check_count("groups", len(table), 20)
    estimate.check_count("resamples", resamples, 100)
    estimate.check_level(level)
    room = np.zeros_like(table) if unknown is None else np.asarray(unknown, dtype=np.float64)
    estimate.check_shape("unknown", room, table.shape)
    played = _Played(table, room, counts)
    middle = played.shares(np.ones(len(table)), fair)
    least, most, weights = equally_safe(middle)
    is_tied = bool((most - least > TIED).any())
    rng = np.random.default_rng(seed)
    times = rng.multinomial(len(table), np.full(len(table), 1.0 / len(table)), size=resamples).astype(np.float64)
    again = [played.again(row, rng, is_tied) for row in times]
    tail = 0.0 if room.any() else 0.5 - 0.5 * level
    low, high = (np.quantile([pair[i] for pair in again], q, axis=0) for i, q in ((0, tail), (1, 1.0 - tail)))
    values = [*weights.tolist(), safest_weights(middle)[1]]
    n, ends = int(counts.sum()), zip(values, low.tolist(), high.tolist(), strict=True)
    *found, reply = (estimate.Estimate(v, min(a, v), max(b, v), level, n, METHOD) for v, a, b in ends)
    return Mixture(tuple(found), reply)


@dataclass(frozen=True)
class _Played:
    """What was won in groups of deals, and what unknown games would add."""

    table: estimate.FloatArray
    room: estimate.FloatArray
    counts: estimate.FloatArray

    def shares(self, times: estimate.FloatArray, part: float | estimate.FloatArray) -> estimate.FloatArray:
        """Give the mean shares of resampled deals, with a part of the unknown games won."""
        sums = np.tensordot(times, self.table, 1) + part * np.tensordot(times, self.room, 1)
        return np.asarray(sums / (times @ self.counts))

    def again(
        self, times: estimate.FloatArray, rng: np.random.Generator, is_tied: bool
    ) -> tuple[estimate.FloatArray, estimate.FloatArray]:
        """Find the least and the largest weights of resampled deals, and last what the best newcomer wins."""
        is_open = bool(self.room.any())
        part = rng.integers(0, 2, self.table.shape[1:]).astype(np.float64) if is_open else 0.0
        weights, reply = safest_weights(self.shares(times, part))
        least, most = equally_safe(self.shares(times, part))[:2] if is_tied else (weights, weights)
        replies = [safest_weights(self.shares(times, end))[1] for end in (0.0, 1.0)] if is_open else [reply, reply]
        return np.append(least, replies[0]), np.append(most, replies[1])
