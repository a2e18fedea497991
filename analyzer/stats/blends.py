"""Several rates or means as one number: their weighted mean, that of their log odds, or how far they are from a want.

All are measured on the same deals, so a deal is one observation: its value is the weighted sum of what it does to
each rate. For log odds that is the influence of the deal, (won - p) / (p (1 - p)) (the delta method).

A distance is the root of the mean square of what the means miss. Its interval follows from those of the means, all of
which hold together: no distance changes by more than its point moves (the triangle inequality), so it holds even where
all wants are met. Two settings on common deals are compared by their mean squares, and what the squares of the errors
add is counted in.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats import estimate
from analyzer.stats.estimate import Estimate, FloatArray, bonferroni_level, check_count, check_level, check_shape

Samples = Sequence[FloatArray]  # for every want the values of the first deals


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
    influence = np.asarray(weights, dtype=np.float64) @ (_log_odds_influence(a) - _log_odds_influence(b))
    error = float(influence.std(ddof=1)) / math.sqrt(deals) if deals > 1 else math.inf
    reach = float(estimate.ndtri(0.5 + 0.5 * level)) * error
    return Estimate(value, value - reach, value + reach, level, deals, "log odds, delta method")


def _log_odds_influence(values: FloatArray) -> FloatArray:
    deals = values.shape[1]
    rates = (values.sum(axis=1, keepdims=True) + 0.5) / (deals + 1.0)
    return np.asarray((values - rates) / (rates * (1.0 - rates)))


def distance(samples: Samples, wanted: Sequence[float], level: float = 0.95) -> Estimate:
    """Estimate the root of the mean square of what the means miss."""
    check_level(level)
    misses, errors = _misses(samples, wanted)
    value = math.sqrt(max(_mean_square(misses, errors), 0.0))
    z = estimate.normal_quantile(0.5 + 0.5 * bonferroni_level(level, len(wanted)))
    reach, raw = z * math.sqrt(float((errors**2).mean())), math.sqrt(float((misses**2).mean()))
    low, high = max(raw - reach, 0.0), raw + reach
    return Estimate(min(max(value, low), high), low, high, level, _fewest(samples), "distance, triangle inequality")


def square_gap(first: Samples, second: Samples, wanted: Sequence[float], level: float = 0.95) -> Estimate:
    """Estimate by how much the mean square of the first exceeds that of the second, on common deals."""
    check_level(level)
    parts = [_misses(samples, wanted) for samples in (first, second)]
    value = _mean_square(*parts[0]) - _mean_square(*parts[1])
    slopes = [2.0 * misses / len(wanted) for misses, _ in parts]
    size = max(len(sample) for sample in (*first, *second))
    influence = _influence(first, slopes[0], size) - _influence(second, slopes[1], size)
    curved = sum(2.0 * float((errors**4).sum()) for _, errors in parts) / len(wanted) ** 2
    reach = estimate.normal_quantile(0.5 + 0.5 * level) * math.sqrt(float((influence**2).sum()) + curved)
    n = min(_fewest(first), _fewest(second))
    return Estimate(value, value - reach, value + reach, level, n, "mean squares, delta method")


def _misses(samples: Samples, wanted: Sequence[float]) -> tuple[FloatArray, FloatArray]:
    check_count("samples", len(samples), len(wanted), len(wanted))
    means = np.array([float(np.nanmean(sample)) for sample in samples])
    errors = np.array([_error(sample) for sample in samples])
    return means - np.asarray(wanted, dtype=np.float64), errors


def _error(sample: FloatArray) -> float:
    """Give the standard error of a mean; one win and one loss more keep it above 0 where all deals are alike."""
    known = sample[~np.isnan(sample)]
    spread = float(known.var()) * known.size + 0.25
    return math.sqrt(spread) / max(known.size, 1)


def _mean_square(misses: FloatArray, errors: FloatArray) -> float:
    return float((misses**2 - errors**2).mean())


def _influence(samples: Samples, slopes: FloatArray, size: int) -> FloatArray:
    total = np.zeros(size)
    for sample, slope in zip(samples, slopes, strict=True):
        has_value = ~np.isnan(sample)
        total[: len(sample)] += slope * np.where(has_value, sample - np.nanmean(sample), 0.0) / has_value.sum()
    return total


def _fewest(samples: Samples) -> int:
    return min(len(sample) for sample in samples)
