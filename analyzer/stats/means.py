"""Means with t intervals, quantiles, and how long games last."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats import estimate
from analyzer.stats.proportions import wilson_bounds


@dataclass(frozen=True, slots=True)
class Moments:
    """Summarise a sample by its size, sum and sum of squares; summaries of blocks add up.

    Whole-number sums stay Python integers, so that the variance of turns and scores is exact.
    """

    n: int
    total: float
    squares: float

    def __add__(self, other: "Moments") -> "Moments":
        """Merge the summaries of two disjoint samples."""
        return Moments(self.n + other.n, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        """Divide the sum by the size; nan without observations."""
        return self.total / self.n if self.n else math.nan

    @property
    def variance(self) -> float:
        """Estimate the variance with n - 1 degrees of freedom; nan below two observations."""
        if self.n < 2:
            return math.nan
        return max(0.0, (self.n * self.squares - self.total * self.total) / (self.n * (self.n - 1)))


NO_MOMENTS = Moments(0, 0, 0)


def moments(values: ArrayLike) -> Moments:
    """Summarise a vector; sums of whole numbers are exact, others correctly rounded."""
    array = np.asarray(values)
    if array.dtype.kind in "biu":
        whole = array.astype(np.int64)
        return Moments(whole.size, int(whole.sum()), int((whole * whole).sum()))
    vector = estimate.finite_vector("values", array, least=0)
    return Moments(vector.size, math.fsum(vector), math.fsum(vector * vector))


def mean(summary: Moments, level: float = 0.95) -> estimate.Estimate:
    """Estimate a mean by Student's t interval; unbounded below two observations."""
    estimate.check_level(level)
    estimate.check_count("n", summary.n)
    if summary.n < 2:
        return estimate.Estimate(summary.mean, -math.inf, math.inf, level, summary.n, "t")
    error = math.sqrt(summary.variance / summary.n)
    reach = float(estimate.stdtrit(summary.n - 1, 0.5 + 0.5 * level)) * error
    return estimate.Estimate(summary.mean, summary.mean - reach, summary.mean + reach, level, summary.n, "t")


def mean_of(values: ArrayLike, level: float = 0.95) -> estimate.Estimate:
    """Estimate the mean of a vector by Student's t interval."""
    return mean(moments(values), level)


def welch(first: Moments, second: Moments, level: float = 0.95) -> estimate.Estimate:
    """Estimate the difference of two means from independent samples of unequal variance (Welch 1947)."""
    estimate.check_level(level)
    value, least = first.mean - second.mean, min(first.n, second.n)
    if least < 2:
        return estimate.Estimate(value, -math.inf, math.inf, level, least, "welch")
    parts = np.array([sample.variance / sample.n for sample in (first, second)])
    freedom = parts.sum() ** 2 / (parts**2 @ [1.0 / (first.n - 1), 1.0 / (second.n - 1)]) if parts.sum() else math.inf
    reach = float(estimate.stdtrit(freedom, 0.5 + 0.5 * level)) * math.sqrt(parts.sum()) if parts.sum() else 0.0
    return estimate.Estimate(value, value - reach, value + reach, level, first.n + second.n, "welch")


@dataclass(frozen=True)
class Histogram:
    """Hold a sample as increasing `values` with their `counts`."""

    values: estimate.FloatArray
    counts: estimate.IntArray


def histogram(sample: ArrayLike | Mapping[int, int]) -> Histogram:
    """Turn a vector of observations, or a mapping value -> count, into a `Histogram`."""
    if isinstance(sample, Mapping):
        keys = sorted(key for key, count in sample.items() if count)
        counts = np.array([sample[key] for key in keys], dtype=np.int64)
        if (counts < 0).any():
            raise ValueError(f"counts must lie in [0, inf) but got {counts.min()}")
        return Histogram(np.array(keys, dtype=np.float64), counts)
    values, tally = np.unique(estimate.finite_vector("sample", sample, 0), return_counts=True)
    return Histogram(values, tally.astype(np.int64))


def quantile(sample: ArrayLike | Mapping[int, int] | Histogram, q: float, level: float = 0.95) -> estimate.Estimate:
    """Estimate the q-quantile (smallest value with at least a share q at or below it).

    The interval between two order statistics covers at least `level` for any distribution (Conover 1999,
    section 3.2); a side without a suitable order statistic is unbounded.
    """
    # scipy.stats.quantile_test gives the same ends from single games: of a million it takes 100 times as long
    estimate.check_level(level)
    estimate.check_level(q, "q")
    data = sample if isinstance(sample, Histogram) else histogram(sample)
    n = int(data.counts.sum())
    if n == 0:
        return estimate.Estimate(math.nan, -math.inf, math.inf, level, 0, "order statistics")
    tail = 0.5 * (1.0 - level)
    below, above = _binomial_quantile(tail, n, q), _binomial_quantile(1.0 - tail, n, q) + 1
    ranks = (max(1, math.ceil(n * q - 1e-9)), max(below, 1), min(above, n))  # counted from 1
    value, low, high = (float(x) for x in data.values[np.searchsorted(np.cumsum(data.counts), ranks)])
    low, high = low if below >= 1 else -math.inf, high if above <= n else math.inf
    return estimate.Estimate(value, low, high, level, n, "order statistics")


def _binomial_quantile(share: float, n: int, q: float) -> int:
    """Give the smallest k with P(Binomial(n, q) <= k) >= share."""
    low, high = -1, n
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if estimate.bdtr(middle, n, q) >= share else (middle, high)
    return high


@dataclass(frozen=True)
class Curve:
    """Hold a step function over turns 0, 1, …: value after each turn, pointwise interval, games at risk."""

    value: estimate.FloatArray
    low: estimate.FloatArray
    high: estimate.FloatArray
    error: estimate.FloatArray
    at_risk: estimate.IntArray
    level: float
    n: int
    method: str

    def at(self, turn: int) -> estimate.Estimate:
        """Read the curve after `turn`."""
        estimate.check_count("turn", turn, 0, self.value.size - 1)
        value, low, high = (float(x[turn]) for x in (self.value, self.low, self.high))
        return estimate.Estimate(value, low, high, self.level, self.n, self.method)


def kaplan_meier(ended: ArrayLike, censored: ArrayLike, level: float = 0.95) -> Curve:
    """Estimate the share of games still going after each turn (Kaplan, Meier 1958).

    The standard error is Greenwood's; log-log intervals (Kalbfleisch, Prentice 1980) stay inside [0, 1]. While the
    curve is still at 1, or already at 0, where they would have no width, the open side is Wilson's bound for the games
    not cut off so far.
    """
    # scipy.stats.ecdf has no width at 1 and nan at 0, and takes single games: of a million 1,000 times as long
    estimate.check_level(level)
    events, cut = estimate.count_vector("ended", ended), estimate.count_vector("censored", censored)
    estimate.check_shape("censored", cut, events.shape)
    estimate.check_count("games", int(events.sum() + cut.sum()), 1)
    risk = np.asarray(np.cumsum((events + cut)[::-1])[::-1], dtype=np.int64)
    value = np.asarray(np.cumprod(1.0 - events / np.maximum(risk, 1)), dtype=np.float64)
    room = risk * (risk - events)
    hazard = np.where(room > 0, events / np.maximum(room, 1), 0.0)
    error = np.asarray(value * np.sqrt(np.cumsum(hazard)), dtype=np.float64)
    low, high = _bands(value, error, np.asarray(np.maximum(risk[0] - np.cumsum(cut), 1)), level)
    return Curve(value, low, high, error, risk, level, int(risk[0]), "kaplan-meier log-log")


def _bands(
    value: estimate.FloatArray, error: estimate.FloatArray, known: estimate.IntArray, level: float
) -> tuple[estimate.FloatArray, estimate.FloatArray]:
    inside = (value > 1e-12) & (value < 1.0 - 1e-12) & (error > 0.0)  # sums leave rounding errors at the ends
    middle, z = np.where(inside, value, 0.5), float(estimate.ndtri(0.5 + 0.5 * level))
    reach = np.exp(np.minimum(z * error / (middle * -np.log(middle)), 700.0))
    low, high = middle**reach, middle ** (1.0 / reach)
    end_low, end_high = wilson_bounds(np.round(np.clip(value, 0.0, 1.0)) * known, known, level)
    return np.where(inside, low, np.minimum(end_low, value)), np.where(inside, high, np.maximum(end_high, value))
