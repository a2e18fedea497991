"""Quantiles of turns and scores, from arrays or from histograms."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.checks import (
    FloatArray,
    IntArray,
    check_level,
    check_probability,
    finite_vector,
)
from analyzer.stats.estimate import Estimate
from analyzer.stats.special import bdtr


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
