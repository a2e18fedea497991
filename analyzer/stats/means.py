"""Means and their differences with t intervals, from arrays or from mergeable summaries of blocks."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.checks import check_count, check_level, finite_vector
from analyzer.stats.estimate import Estimate
from analyzer.stats.special import stdtrit


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
    vector = finite_vector("values", array, least=0)
    return Moments(vector.size, math.fsum(vector), math.fsum(vector * vector))


def mean(summary: Moments, level: float = 0.95) -> Estimate:
    """Estimate a mean by Student's t interval; unbounded below two observations."""
    check_level(level)
    check_count("n", summary.n)
    if summary.n < 2:
        return Estimate(summary.mean, -math.inf, math.inf, level, summary.n, "t")
    error = math.sqrt(summary.variance / summary.n)
    return _t_interval(summary.mean, error, summary.n - 1, summary.n, level, "t")


def mean_of(values: ArrayLike, level: float = 0.95) -> Estimate:
    """Estimate the mean of a vector by Student's t interval."""
    return mean(moments(values), level)


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


def _t_interval(value: float, error: float, freedom: float, n: int, level: float, method: str) -> Estimate:
    reach = float(stdtrit(freedom, 0.5 + 0.5 * level)) * error
    return Estimate(value, value - reach, value + reach, level, n, method)
