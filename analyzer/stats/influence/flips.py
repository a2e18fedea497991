"""What moves a number over many worlds, and where it crosses zero: regressions on what differs between the worlds."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.borrowing import spread_of
from analyzer.stats.estimate import Estimate, FloatArray, IntArray, check_level, ndtr, normal_quantile, stdtrit
from analyzer.stats.proportions import clopper_pearson

ONE, JOINT, BOUNDS = "regression on one value", "regression, Fieller", "empirical Bayes, bootstrap"
RESAMPLES = 200
_LEAST_ERROR = 1e-12


def swing(values: ArrayLike, margins: ArrayLike, low: float, high: float, level: float = 0.95) -> Estimate:
    """Estimate how far a number moves while a value goes from one end of its range to the other, all else varying."""
    check_level(level)
    x, y = (np.asarray(array, dtype=np.float64) for array in (values, margins))
    spread = float(((x - x.mean()) ** 2).sum())
    if x.size < 3 or spread == 0.0:
        return Estimate(0.0, -np.inf, np.inf, level, x.size, ONE)
    slope = float(((x - x.mean()) * (y - y.mean())).sum()) / spread
    rest = y - y.mean() - slope * (x - x.mean())
    error = float(np.sqrt((rest**2).sum() / (x.size - 2) / spread))
    half = float(stdtrit(x.size - 2, 0.5 + level / 2.0)) * error
    return Estimate(slope, slope - half, slope + half, level, x.size, ONE).shifted(0.0, high - low)


@dataclass(frozen=True)
class Bounded:
    """A number in many worlds, with its errors, and the ends between which it should lie."""

    values: FloatArray
    errors: FloatArray
    low: float
    high: float

    @classmethod
    def of(cls, found: Sequence[Estimate], low: float, high: float) -> "Bounded":
        """Take estimates, one for each world."""
        widths = np.array([(item.high - item.low) / 2.0 / normal_quantile(0.5 + item.level / 2.0) for item in found])
        errors = np.where(np.isfinite(widths), np.maximum(widths, _LEAST_ERROR), 1.0 / _LEAST_ERROR)
        return cls(np.array([item.value for item in found]), errors, low, high)

    def chances(self, chosen: IntArray | None = None) -> FloatArray:
        """Give the chance of each world that the number lies inside, as far as all of them together tell.

        The worlds borrow strength from each other (empirical Bayes): numbers that scatter no more than their errors
        are taken for one.
        """
        values, errors = (self.values, self.errors) if chosen is None else (self.values[chosen], self.errors[chosen])
        centre, spread = spread_of(values, errors)
        kept = spread / (spread + errors**2)
        middle, error = centre + kept * (values - centre), np.maximum(errors * np.sqrt(kept), _LEAST_ERROR)
        return np.asarray(ndtr((self.high - middle) / error) - ndtr((self.low - middle) / error))


def holding(checks: Sequence[Bounded], level: float = 0.95) -> tuple[Estimate, FloatArray]:
    """Estimate in what share of all worlds every check lies inside, and the chance of each world.

    The interval is that of the bootstrap over worlds, and no narrower than the exact one of as many worlds.
    """
    n = len(checks[0].values)
    chances = np.min([check.chances() for check in checks], axis=0)
    lots = np.random.default_rng(np.random.PCG64(n))
    again = []
    for _ in range(RESAMPLES):
        chosen = lots.integers(0, n, n)
        again.append(float(np.min([check.chances(chosen) for check in checks], axis=0).mean()))
    value = float(chances.mean())
    low, high = (float(np.quantile(again, end)) for end in (0.5 - level / 2.0, 0.5 + level / 2.0))
    exact = clopper_pearson(round(value * n), n, level)
    return Estimate(value, min(low, exact.low, value), max(high, exact.high, value), level, n, BOUNDS), chances


@dataclass(frozen=True)
class Plane:
    """A number as a plane over what differs between worlds; each column counts from what is assumed."""

    columns: FloatArray  # (worlds, values)
    margins: FloatArray

    @cached_property
    def _design(self) -> FloatArray:
        return np.column_stack([np.ones(len(self.margins)), self.columns])

    @cached_property
    def freedom(self) -> int:
        """Count the worlds that are left to judge the deviations by."""
        return len(self.margins) - int(np.linalg.matrix_rank(self._design))

    @cached_property
    def _weights(self) -> FloatArray:
        found: FloatArray = np.linalg.pinv(self._design) @ self.margins
        return found

    @cached_property
    def _covariance(self) -> FloatArray:
        rest = self.margins - self._design @ self._weights
        found: FloatArray = np.linalg.pinv(self._design.T @ self._design) * float((rest**2).sum()) / self.freedom
        return found

    def at(self, column: int, value: float, level: float = 0.95) -> Estimate:
        """Estimate the number where one value is so far from what is assumed, and all others are as assumed."""
        place = np.zeros(self._design.shape[1])
        place[0], place[1 + column] = 1.0, value
        middle, error = float(place @ self._weights), float(np.sqrt(place @ self._covariance @ place))
        half = self._quantile(level) * error
        return Estimate(middle, middle - half, middle + half, level, len(self.margins), JOINT)

    def crossing(self, column: int, level: float = 0.95) -> Estimate | None:
        """Estimate how far from what is assumed the number is zero; None if it may never be."""
        start, slope = float(self._weights[0]), float(self._weights[1 + column])
        chosen = [0, 1 + column]
        (s00, s01), (_, s11) = self._covariance[np.ix_(chosen, chosen)]
        square = self._quantile(level) ** 2
        a, b, c = slope**2 - square * s11, start * slope - square * s01, start**2 - square * s00
        if a <= 0.0 or b * b - a * c < 0.0:
            return None
        low, high = (float((-b + sign * np.sqrt(b * b - a * c)) / a) for sign in (-1.0, 1.0))
        return Estimate(-start / slope, low, high, level, len(self.margins), JOINT)

    def _quantile(self, level: float) -> float:
        check_level(level)
        return float(stdtrit(self.freedom, 0.5 + level / 2.0))


def latin_hypercube(n: int, values: int, lots: np.random.Generator) -> FloatArray:
    """Draw `n` rows of numbers from 0 to 1: each column has one in each of `n` equal parts (McKay et al. 1979)."""
    from scipy.stats import qmc

    return np.asarray(qmc.LatinHypercube(d=values, rng=lots).random(n))
