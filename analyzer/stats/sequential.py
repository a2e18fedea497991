"""Intervals that stay valid however often one looks.

The mixture martingale of a candidate probability p after k wins in n games is

    M_n(p) = B(cp + k, c(1-p) + n - k) / B(cp, c(1-p)) / (p^k (1-p)^(n-k)),

a likelihood ratio averaged over a Beta law centred at p with the weight of c games. By Ville's inequality
it exceeds 1/(1 - level) at any time with probability at most 1 - level if p is true, so the set of
p below that line covers at all times at once (Robbins 1970; Howard, Ramdas, McAuliffe, Sekhon 2021, section
3.2). The concentration c only says at which n the interval is tightest; any c fixed beforehand is valid.

Shares of the wins are means of values in [0, 1]: theirs is the predictable plug-in empirical Bernstein sequence of
Waudby-Smith and Ramdas (2024, theorem 2), run over blocks. The bet and the centre used in a block come from earlier
blocks only, so sums and sums of squares per block are enough and the guarantee stays exact.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.checks import (
    FloatArray,
    check_count,
    check_level,
    check_shape,
    count_vector,
    finite_vector,
)
from analyzer.stats.estimate import Estimate
from analyzer.stats.special import betaln, bisect, lambertw, xlog1py, xlogy

DEFAULT_TUNING = 10_000  # games at which the interval is tightest unless a plan says otherwise
LARGEST_BET = 0.5
SHARE_METHOD = "empirical Bernstein confidence sequence"


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


def share_sequence(
    n: ArrayLike, total: ArrayLike, squares: ArrayLike, level: float = 0.95, tuned_for: int = DEFAULT_TUNING
) -> Estimate:
    """Estimate the mean of values in [0, 1] from counts, sums and sums of squares per block."""
    low, high = share_bounds(n, total, squares, level, tuned_for)
    games = int(np.sum(n))
    value = float(np.sum(total)) / games if games else math.nan
    return Estimate(value, float(low[-1]), float(high[-1]), level, games, SHARE_METHOD)


def share_bounds(
    n: ArrayLike, total: ArrayLike, squares: ArrayLike, level: float = 0.95, tuned_for: int = DEFAULT_TUNING
) -> tuple[FloatArray, FloatArray]:
    """Bound the mean of values in [0, 1] after each block; the inputs are per block, not cumulative."""
    check_level(level)
    check_count("tuned_for", tuned_for, 1)
    games, sums, powers = _blocks(n, total, squares)
    bet, centre = _bets(games, sums, powers, level, tuned_for)
    scatter = np.maximum(powers - 2 * centre * sums + games * centre**2, 0.0)
    stake = np.cumsum(bet * games)
    middle = np.cumsum(bet * sums) / np.maximum(stake, 1e-300)
    cost = math.log(2.0 / (1.0 - level)) + np.cumsum(scatter * (-np.log1p(-bet) - bet))
    reach = cost / np.maximum(stake, 1e-300)
    return np.clip(middle - reach, 0.0, 1.0), np.clip(middle + reach, 0.0, 1.0)


def _blocks(n: ArrayLike, total: ArrayLike, squares: ArrayLike) -> tuple[FloatArray, FloatArray, FloatArray]:
    games = count_vector("n", n).astype(np.float64)
    sums, powers = finite_vector("total", total), finite_vector("squares", squares)
    check_shape("total", sums, games.shape)
    check_shape("squares", powers, games.shape)
    if (sums < 0).any() or (sums > games).any() or (powers > sums * (1 + 1e-12)).any():
        raise ValueError(f"values must lie in [0, 1] but got block sums up to {sums.max()}")
    return games, sums, powers


def _bets(
    games: FloatArray, sums: FloatArray, powers: FloatArray, level: float, tuned_for: int
) -> tuple[FloatArray, FloatArray]:
    # one imagined game of mean 1/2 and variance 1/4 starts the plug-in estimates
    before = np.cumsum(games) - games + 1.0
    centre = (np.cumsum(sums) - sums + 0.5) / before
    second = (np.cumsum(powers) - powers + 0.5) / before
    variance = np.maximum(second - centre**2, 0.25 / before)
    horizon = np.maximum(np.cumsum(games), tuned_for)
    bet = np.sqrt(2.0 * math.log(2.0 / (1.0 - level)) / (variance * horizon))
    return np.minimum(bet, LARGEST_BET), centre
