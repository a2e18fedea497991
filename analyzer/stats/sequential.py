"""Intervals that stay valid however often one looks, and rules for when to stop.

The mixture martingale of a candidate probability p after k wins in n games is

    M_n(p) = B(cp + k, c(1-p) + n - k) / B(cp, c(1-p)) / (p^k (1-p)^(n-k)),

a likelihood ratio averaged over a Beta law centred at p with the weight of c games. By Ville's inequality
it exceeds 1/(1 - level) at any time with probability at most 1 - level if p is true, so the set of
p below that line covers at all times at once (Robbins 1970; Howard, Ramdas, McAuliffe, Sekhon 2021, section
3.2). The concentration c only says at which n the interval is tightest; any c fixed beforehand is valid.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.checks import FloatArray, check_count, check_level, check_positive, check_probability
from analyzer.stats.estimate import Estimate
from analyzer.stats.proportions import wilson
from analyzer.stats.roots import bisect
from analyzer.stats.special import betaln, lambertw, xlog1py, xlogy

DEFAULT_TUNING = 10_000  # games at which the interval is tightest unless a plan says otherwise
MOST_GAMES = 10**12


def bernoulli_sequence(wins: int, n: int, level: float = 0.95, tuned_for: int = DEFAULT_TUNING) -> Estimate:
    """Estimate a proportion by the anytime-valid interval after one of many looks.

    `tuned_for` is the number of games at which it should be tightest; it must not depend on the outcomes.
    """
    check_count("wins", wins, 0, n)
    low, high = bernoulli_bounds([wins], [n], level, tuned_for)
    value = wins / n if n else math.nan
    return Estimate(value, float(low[0]), float(high[0]), level, n, "beta-binomial confidence sequence")


def bernoulli_bounds(
    wins: ArrayLike, n: ArrayLike, level: float = 0.95, tuned_for: int = DEFAULT_TUNING
) -> tuple[FloatArray, FloatArray]:
    """Bound a proportion after each of many looks; `wins` and `n` are cumulative counts."""
    weight = concentration(tuned_for, level)
    k, games = np.asarray(wins, dtype=np.float64), np.asarray(n, dtype=np.float64)
    if not ((k >= 0) & (k <= games)).all():
        raise ValueError(f"wins must lie in [0, n] but got {k} of {games}")
    value, line = k / np.maximum(games, 1.0), -math.log1p(-level)
    low = bisect(lambda p: log_mixture(k, games, p, weight) > line, np.zeros_like(value), value)
    high = bisect(lambda p: log_mixture(k, games, p, weight) <= line, value, np.ones_like(value))
    # where even the end is not rejected, the bisection has run into it
    return np.where(low < 1e-15, 0.0, low), np.where((high > 1 - 1e-15) | (games == 0), 1.0, high)


def log_mixture(k: FloatArray, n: FloatArray, p: FloatArray, weight: float) -> FloatArray:
    """Compute log M_n(p), the log of the mixture martingale of the module's docstring."""
    a, b = np.maximum(weight * p, 1e-300), np.maximum(weight * (1.0 - p), 1e-300)
    mixed = betaln(a + k, b + n - k) - betaln(a, b)
    return np.asarray(mixed - xlogy(k, p) - xlog1py(n - k, -p))


def concentration(tuned_for: int, level: float = 0.95) -> float:
    """Give the weight c that makes the interval about tightest after `tuned_for` games.

    The normal-mixture optimum of Howard et al. 2021 (proposition 3), which the beta mixture approaches.
    """
    check_level(level)
    check_count("tuned_for", tuned_for, 1)
    miss = 1.0 - level
    return float(tuned_for / (-lambertw(-miss * miss / math.e, -1).real - 1.0))


def first_narrow(low: ArrayLike, high: ArrayLike, half_width: float) -> int | None:
    """Find after how many looks an interval first has `half_width` or less, or None.

    For any sequence of bounds in block order: of wins, of seat shares, of paired differences.
    """
    narrow = (np.asarray(high) - np.asarray(low)) / 2 <= half_width
    return int(np.argmax(narrow)) + 1 if narrow.any() else None


@dataclass(frozen=True, slots=True)
class StoppingRule:
    """Stop when the anytime-valid interval is at most `half_width` to each side, or at `max_games`.

    `tuned_for` is fixed before the first game (see `plan_games`).
    """

    half_width: float
    max_games: int
    level: float = 0.95
    tuned_for: int = DEFAULT_TUNING

    def __post_init__(self) -> None:
        """Refuse widths and sizes that make no rule."""
        check_positive("half_width", self.half_width)
        check_count("max_games", self.max_games, 1)
        concentration(self.tuned_for, self.level)

    def estimate(self, wins: int, n: int) -> Estimate:
        """Estimate the proportion after `n` games."""
        return bernoulli_sequence(wins, n, self.level, self.tuned_for)

    def is_done(self, wins: int, n: int) -> bool:
        """Tell whether to stop after `n` games of the contiguous prefix of blocks."""
        return n >= self.max_games or self.estimate(wins, n).half_width <= self.half_width

    def first_stop(self, block_wins: ArrayLike, block_games: ArrayLike) -> int | None:
        """Find how many leading blocks are enough, or None; counts are per block, in block order."""
        wins, n = np.cumsum(block_wins), np.cumsum(block_games)
        low, high = bernoulli_bounds(wins, n, self.level, self.tuned_for)
        # the maximum is enough whatever the width
        return first_narrow(np.where(n >= self.max_games, high, low), high, self.half_width)


def plan_games(half_width: float, p: float = 0.5, level: float = 0.95) -> int:
    """Foresee the games until the anytime-valid interval has `half_width`, if the win rate is `p`.

    The interval is taken as tuned for that number; 0.5 is the worst case.
    """
    check_probability("p", p)
    check_positive("half_width", half_width)
    check_level(level)

    def half(n: int) -> float:
        low, high = bernoulli_bounds([p * n], [n], level, n)
        return float(high[0] - low[0]) / 2

    return _smallest(half, half_width)


def fixed_games(half_width: float, p: float = 0.5, level: float = 0.95) -> int:
    """Give the games at which Wilson's interval has `half_width`, if their number is fixed beforehand."""
    check_probability("p", p)
    check_positive("half_width", half_width)
    return _smallest(lambda n: wilson(p * n, n, level).half_width, half_width)


def _smallest(half_width_at: Callable[[int], float], wanted: float) -> int:
    low, high = 0, 1
    while half_width_at(high) > wanted:
        low, high = high, 2 * high
        if high > MOST_GAMES:
            raise ValueError(f"half_width must be reachable within {MOST_GAMES} games but got {wanted}")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if half_width_at(middle) > wanted else (low, middle)
    return high
