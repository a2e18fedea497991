"""Quantiles of turns and scores, from arrays or from histograms, and how long games last.

A survival curve takes histograms over turns: entry t counts the games that ended in turn t, or were cut off (censored)
in turn t. A game cut off in turn t was still at risk in turn t. Give all ends as events: wins are no censored losses.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.checks import (
    FloatArray,
    IntArray,
    check_count,
    check_level,
    check_probability,
    check_shape,
    count_vector,
    finite_vector,
)
from analyzer.stats.estimate import Estimate
from analyzer.stats.proportions import wilson_bounds
from analyzer.stats.special import bdtr, ndtri


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
    # scipy.stats.quantile_test gives the same ends from single games: of a million it takes 100 times as long
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


@dataclass(frozen=True)
class Curve:
    """Hold a step function over turns 0, 1, …: value after each turn, pointwise interval, games at risk."""

    value: FloatArray
    low: FloatArray
    high: FloatArray
    error: FloatArray
    at_risk: IntArray
    level: float
    n: int
    method: str

    def at(self, turn: int) -> Estimate:
        """Read the curve after `turn`."""
        check_count("turn", turn, 0, self.value.size - 1)
        value, low, high = (float(x[turn]) for x in (self.value, self.low, self.high))
        return Estimate(value, low, high, self.level, self.n, self.method)


def kaplan_meier(ended: ArrayLike, censored: ArrayLike, level: float = 0.95) -> Curve:
    """Estimate the share of games still going after each turn (Kaplan, Meier 1958).

    The standard error is Greenwood's; log-log intervals (Kalbfleisch, Prentice 1980) stay inside [0, 1]. While the
    curve is still at 1, or already at 0, where they would have no width, the open side is Wilson's bound for the games
    not cut off so far.
    """
    # scipy.stats.ecdf has no width at 1 and nan at 0, and takes single games: of a million 1,000 times as long
    check_level(level)
    events, cut = _histograms(ended, censored)
    risk = _at_risk(events + cut)
    value = _product_limit(events, risk)
    error = np.asarray(value * np.sqrt(np.cumsum(_divide(events, risk * (risk - events)))), dtype=np.float64)
    low, high = _bands(value, error, _known(risk, cut), level)
    return Curve(value, low, high, error, risk, level, int(risk[0]), "kaplan-meier log-log")


def _bands(value: FloatArray, error: FloatArray, known: IntArray, level: float) -> tuple[FloatArray, FloatArray]:
    inside = (value > 1e-12) & (value < 1.0 - 1e-12) & (error > 0.0)  # sums leave rounding errors at the ends
    low, high = _log_log(np.where(inside, value, 0.5), error, float(ndtri(0.5 + 0.5 * level)))
    end_low, end_high = wilson_bounds(np.round(np.clip(value, 0.0, 1.0)) * known, known, level)
    return np.where(inside, low, np.minimum(end_low, value)), np.where(inside, high, np.maximum(end_high, value))


def _log_log(value: FloatArray, error: FloatArray, z: float) -> tuple[FloatArray, FloatArray]:
    reach = np.exp(np.minimum(z * error / (value * -np.log(value)), 700.0))
    return value**reach, value ** (1.0 / reach)


def _known(risk: IntArray, cut: IntArray) -> IntArray:
    return np.asarray(np.maximum(risk[0] - np.cumsum(cut), 1))


def _histograms(ended: ArrayLike, censored: ArrayLike) -> tuple[IntArray, IntArray]:
    events, cut = count_vector("ended", ended), count_vector("censored", censored)
    check_shape("censored", cut, events.shape)
    check_count("games", int(events.sum() + cut.sum()), 1)
    return events, cut


def _product_limit(events: IntArray, risk: IntArray) -> FloatArray:
    return np.asarray(np.cumprod(1.0 - events / np.maximum(risk, 1)), dtype=np.float64)


def _at_risk(leaving: IntArray) -> IntArray:
    return np.asarray(np.cumsum(leaving[::-1])[::-1], dtype=np.int64)


def _divide(top: IntArray, bottom: IntArray) -> FloatArray:
    return np.where(bottom > 0, top / np.maximum(bottom, 1), 0.0)
