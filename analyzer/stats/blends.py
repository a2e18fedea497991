"""Several win rates as one number: their weighted mean, or the weighted mean of their log odds.

All rates are measured on the same deals, so a deal is one observation: its value is the weighted sum of what it does to
each rate. For log odds that is the influence of the deal, (won - p) / (p (1 - p)) (the delta method).
"""

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri, stdtrit

from analyzer.stats.checks import FloatArray, check_level, check_shape
from analyzer.stats.estimate import Estimate
from analyzer.stats.means import Moments


def blended_rate(rates: ArrayLike, weights: ArrayLike) -> float:
    """Give the weighted mean of some rates."""
    return float(np.asarray(weights, dtype=np.float64) @ np.asarray(rates, dtype=np.float64))


def blended_log_odds(rates: ArrayLike, weights: ArrayLike, deals: float) -> float:
    """Give the weighted mean of the log odds; half a win and half a loss are added, so that all are finite."""
    wins = np.asarray(rates, dtype=np.float64) * deals
    return blended_rate(np.log(wins + 0.5) - np.log(deals - wins + 0.5), weights)


def log_odds_gap(first: ArrayLike, second: ArrayLike, weights: ArrayLike, level: float = 0.95) -> Estimate:
    """Estimate by how much the blended log odds of the first exceed those of the second, on the same deals.

    `first` and `second` (rates, deals) hold what each deal was worth, from 0 to 1.
    """
    check_level(level)
    a, b = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    check_shape("second", b, a.shape)
    deals = a.shape[1]
    value = blended_log_odds(a.mean(axis=1), weights, deals) - blended_log_odds(b.mean(axis=1), weights, deals)
    influence = np.asarray(weights, dtype=np.float64) @ (_influence(a) - _influence(b))
    error = float(influence.std(ddof=1)) / math.sqrt(deals) if deals > 1 else math.inf
    reach = float(ndtri(0.5 + 0.5 * level)) * error
    return Estimate(value, value - reach, value + reach, level, deals, "log odds, delta method")


def _influence(values: FloatArray) -> FloatArray:
    deals = values.shape[1]
    rates = (values.sum(axis=1, keepdims=True) + 0.5) / (deals + 1.0)
    return np.asarray((values - rates) / (rates * (1.0 - rates)))


def welch(first: Moments, second: Moments, level: float = 0.95) -> Estimate:
    """Estimate the difference of two means from independent samples of unequal variance (Welch 1947)."""
    check_level(level)
    value, least = first.mean - second.mean, min(first.n, second.n)
    if least < 2:
        return Estimate(value, -math.inf, math.inf, level, least, "welch")
    parts = np.array([sample.variance / sample.n for sample in (first, second)])
    freedom = parts.sum() ** 2 / (parts**2 @ [1.0 / (first.n - 1), 1.0 / (second.n - 1)]) if parts.sum() else math.inf
    reach = float(stdtrit(freedom, 0.5 + 0.5 * level)) * math.sqrt(parts.sum()) if parts.sum() else 0.0
    return Estimate(value, value - reach, value + reach, level, first.n + second.n, "welch")
