"""Intervals for one proportion, for the difference of two independent ones, and tests of these.

The `*_bounds` functions take counts as scalars or arrays and return the arrays `(low, high)`; the
functions named after a method take one pair of counts and return an `Estimate`.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.checks import FloatArray, check_count, check_level
from analyzer.stats.estimate import Estimate, Significance
from analyzer.stats.special import betaincinv, gammaln, ndtr, normal_quantile

Bounds = tuple[FloatArray, FloatArray]
FEW_EXPECTED = 50.0  # expected wins or losses of the smaller sample up to which the conditional test is used


def wilson(k: float, n: float, level: float = 0.95) -> Estimate:
    """Estimate a proportion from `k` wins in `n` games by Wilson's score interval (1927)."""
    return _one(wilson_bounds, "wilson", k, n, level)


def clopper_pearson(k: float, n: float, level: float = 0.95) -> Estimate:
    """Estimate a proportion by the exact interval, which never covers less than `level` (1934)."""
    return _one(clopper_pearson_bounds, "clopper-pearson", k, n, level)


def newcombe(k1: int, n1: int, k2: int, n2: int, level: float = 0.95) -> Estimate:
    """Estimate `p1 - p2` of two independent samples by Newcombe's square-and-add (1998b, method 10)."""
    first, second = wilson(k1, n1, level), wilson(k2, n2, level)
    if n1 == 0 or n2 == 0:
        return Estimate(math.nan, -1.0, 1.0, level, n1 + n2, "newcombe")
    value = first.value - second.value
    low = value - math.hypot(first.value - first.low, second.high - second.value)
    high = value + math.hypot(first.high - first.value, second.value - second.low)
    return Estimate(value, max(low, -1.0), min(high, 1.0), level, n1 + n2, "newcombe")


def win_share(n: int, total: float, squares: float, level: float = 0.95) -> Estimate:
    """Estimate a mean of values in [0, 1] (shared wins count 1/k) from their sum and sum of squares.

    Wilson's interval at the effective number of games `n p (1 - p) / variance`: fractional wins vary less
    than whole ones. The variance is pulled towards the binomial one with the weight of z**2 games, so
    that a run of equal values has an interval of some width; with whole wins it is Wilson's interval.
    """
    check_level(level)
    check_count("total", total, 0, n)
    if not total * total - 1e-9 * n * n <= n * squares <= n * total * (1 + 1e-12):
        raise ValueError(f"squares must lie in [{total * total / max(n, 1)}, {total}] but got {squares}")
    effective = float(effective_games(n, total, squares, level))
    share = total / n if n else math.nan
    low, high = wilson_bounds(share * effective if n else 0.0, effective, level)
    return Estimate(share, float(low), float(high), level, n, "wilson with effective n")


def effective_games(n: int, total: ArrayLike, squares: ArrayLike, level: float = 0.95) -> FloatArray:
    """Count the games of whole wins that would say as much about a share as `n` games of shared ones."""
    share, second = np.asarray(total, dtype=np.float64) / max(n, 1), np.asarray(squares, dtype=np.float64) / max(n, 1)
    binomial, z2 = share * (1.0 - share), _z(level) ** 2
    is_mixed = binomial > 0.0
    ratio = np.maximum(second - share * share, 0.0) / np.where(is_mixed, binomial, 1.0)
    return np.asarray(n / np.where(is_mixed, (n * ratio + z2) / (n + z2), 1.0))


def wilson_bounds(k: ArrayLike, n: ArrayLike, level: float = 0.95) -> Bounds:
    """Bound proportions by Wilson's score interval; without games the bounds are 0 and 1."""
    wins, games, z2 = *_counts(k, n, level), _z(level) ** 2
    centre = (wins + 0.5 * z2) / (games + z2)
    spread = math.sqrt(z2) / (games + z2) * np.sqrt(wins * (1.0 - _ratio(wins, games)) + 0.25 * z2)
    low = np.where(wins == 0, 0.0, np.maximum(centre - spread, 0.0))
    high = np.where(wins == games, 1.0, np.minimum(centre + spread, 1.0))
    return low, high


def clopper_pearson_bounds(k: ArrayLike, n: ArrayLike, level: float = 0.95) -> Bounds:
    """Bound proportions by inverting the two one-sided binomial tests."""
    wins, games = _counts(k, n, level)
    tail = 0.5 * (1.0 - level)
    power = math.log(tail) / np.maximum(games, 1.0)  # without losses, or without wins, a bound is a power of the tail
    low = np.where(wins == 0, 0.0, np.exp(power))
    high = np.where(wins == games, 1.0, -np.expm1(power))
    mixed = (wins > 0) & (wins < games)
    if not mixed.any():
        return low, high
    k, losses = np.where(mixed, wins, 1.0), np.where(mixed, games - wins, 1.0)
    exact = betaincinv(k, losses + 1.0, tail), betaincinv(k + 1.0, losses, 1.0 - tail)
    return np.where(mixed, exact[0], low), np.where(mixed, exact[1], high)


def _one(bounds: Callable[..., Bounds], method: str, k: float, n: float, level: float) -> Estimate:
    low, high = bounds(k, n, level)
    return Estimate(k / n if n else math.nan, float(low), float(high), level, int(n), method)


def _counts(k: ArrayLike, n: ArrayLike, level: float) -> Bounds:
    check_level(level)
    wins, games = np.asarray(k, dtype=np.float64), np.asarray(n, dtype=np.float64)
    if not ((wins >= 0) & (wins <= games)).all():
        raise ValueError(f"k must lie in [0, n] but got k={k!r}, n={n!r}")
    return wins, games


def _ratio(wins: FloatArray, games: FloatArray) -> FloatArray:
    return wins / np.where(games > 0, games, 1.0)


def _z(level: float) -> float:
    return normal_quantile(0.5 + 0.5 * level)


def compare_proportions(k1: int, n1: int, k2: int, n2: int) -> Significance:
    """Test `p1 = p2`: by the mid-p of Fisher's test if few wins or losses are expected, else by the score."""
    for k, n in ((k1, n1), (k2, n2)):
        check_count("k", k, 0, n)
    wins, games = k1 + k2, n1 + n2
    fewest = min(n1, n2) * min(wins, games - wins) / max(games, 1)
    return fisher_mid_p(k1, n1, k2, n2) if fewest <= FEW_EXPECTED else pooled_score(k1, n1, k2, n2)


def pooled_score(k1: int, n1: int, k2: int, n2: int) -> Significance:
    """Test `p1 = p2` by the difference over its pooled standard error (two-sided normal)."""
    games = n1 + n2
    pooled = (k1 + k2) / games
    error = math.sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2))
    z = (k1 / n1 - k2 / n2) / error if error else 0.0
    return Significance(float(2 * ndtr(-abs(z))), z, games, "pooled score")


def fisher_mid_p(k1: int, n1: int, k2: int, n2: int) -> Significance:
    """Test `p1 = p2` given the total of wins; tables as likely as the observed one count half."""
    table, log_weight = _hypergeometric(k1 + k2, n1, n2)
    weight = np.exp(log_weight - log_weight.max())
    weight /= weight.sum()
    own = weight[table == k1][0]
    rarer = weight[weight < own * (1 - 1e-9)].sum()
    tied = weight[np.abs(weight - own) <= own * 1e-9].sum()
    return Significance(float(min(1.0, rarer + 0.5 * tied)), float(k1), n1 + n2, "fisher mid-p")


def _hypergeometric(wins: int, n1: int, n2: int) -> tuple[FloatArray, FloatArray]:
    table = np.arange(max(0, wins - n2), min(wins, n1) + 1, dtype=np.float64)
    return table, _log_choose(n1, table) + _log_choose(n2, wins - table)


def _log_choose(n: int, k: FloatArray) -> FloatArray:
    return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1))
