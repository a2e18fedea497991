"""Quantiles and distributions of turns and scores, from arrays or from histograms; bootstrap for the rest."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import bdtr

from analyzer.stats.checks import (
    FloatArray,
    IntArray,
    check_count,
    check_level,
    check_probability,
    finite_vector,
)
from analyzer.stats.estimate import Estimate
from analyzer.stats.proportions import wilson

Statistic = Callable[[FloatArray, FloatArray], float]


@dataclass(frozen=True)
class Histogram:
    """Hold a sample as increasing `values` with their `counts`."""

    values: FloatArray
    counts: IntArray

    @property
    def n(self) -> int:
        """Count the observations."""
        return int(self.counts.sum())


def histogram(sample: ArrayLike | Mapping[int, int]) -> Histogram:
    """Turn a vector of observations, or a mapping value -> count, into a `Histogram`."""
    if isinstance(sample, Mapping):
        keys = sorted(key for key, count in sample.items() if count)
        counts = np.array([sample[key] for key in keys], dtype=np.int64)
        if (counts < 0).any():
            raise ValueError(f"counts must lie in [0, inf) but got {counts.min()}")
        return Histogram(np.array(keys, dtype=np.float64), counts)
    values, tally = np.unique(finite_vector("sample", sample, 0), return_counts=True)
    return Histogram(values, tally.astype(np.int64))


def quantile(sample: ArrayLike | Mapping[int, int] | Histogram, q: float, level: float = 0.95) -> Estimate:
    """Estimate the q-quantile (smallest value with at least a share q at or below it).

    The interval between two order statistics covers at least `level` for any distribution (Conover 1999,
    section 3.2); a side without a suitable order statistic is unbounded.
    """
    check_level(level)
    check_probability("q", q)
    data = sample if isinstance(sample, Histogram) else histogram(sample)
    n = data.n
    if n == 0:
        return Estimate(math.nan, -math.inf, math.inf, level, 0, "order statistics")
    tail = 0.5 * (1.0 - level)
    below, above = _binomial_quantile(tail, n, q), _binomial_quantile(1.0 - tail, n, q) + 1
    low = _ranked(data, below) if below >= 1 else -math.inf
    high = _ranked(data, above) if above <= n else math.inf
    value = _ranked(data, max(1, math.ceil(n * q - 1e-9)))
    return Estimate(value, low, high, level, n, "order statistics")


def frequencies(sample: Histogram, level: float = 0.95) -> list[tuple[float, Estimate]]:
    """Estimate the share of each value by Wilson's interval."""
    pairs = zip(sample.values, sample.counts, strict=True)
    return [(float(value), wilson(int(count), sample.n, level)) for value, count in pairs]


def distribution_band(sample: Histogram, level: float = 0.95) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Give the cumulative shares at `sample.values` with a simultaneous band (Massart 1990)."""
    check_level(level)
    check_count("n", sample.n, 1)
    shares = np.cumsum(sample.counts) / sample.n
    reach = math.sqrt(math.log(2.0 / (1.0 - level)) / (2.0 * sample.n))
    return shares, np.clip(shares - reach, 0.0, 1.0), np.clip(shares + reach, 0.0, 1.0)


def bootstrap(
    sample: ArrayLike | Mapping[int, int] | Histogram,
    statistic: Statistic,
    seed: int,
    level: float = 0.95,
    resamples: int = 2_000,
) -> Estimate:
    """Estimate any `statistic(values, counts)` by the percentile bootstrap (Efron 1979), seeded.

    Counts are resampled, not observations, so a histogram of millions of games costs as much as a small one.
    """
    check_level(level)
    check_count("resamples", resamples, 100)
    data = sample if isinstance(sample, Histogram) else histogram(sample)
    check_count("n", data.n, 1)
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(data.n, data.counts / data.n, size=resamples)
    again = [statistic(data.values, counts) for counts in drawn]
    low, high = np.quantile(again, [0.5 - 0.5 * level, 0.5 + 0.5 * level])
    value = statistic(data.values, data.counts.astype(np.float64))
    return Estimate(float(value), float(low), float(high), level, data.n, "percentile bootstrap")


def _ranked(data: Histogram, rank: int) -> float:
    """Give the order statistic of a rank counted from 1."""
    return float(data.values[np.searchsorted(np.cumsum(data.counts), rank)])


def _binomial_quantile(share: float, n: int, q: float) -> int:
    """Give the smallest k with P(Binomial(n, q) <= k) >= share."""
    low, high = -1, n
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if bdtr(middle, n, q) >= share else (middle, high)
    return high
