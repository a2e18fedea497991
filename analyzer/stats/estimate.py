"""A number with its interval, level and sample size; many at once; checks of arguments; special functions."""

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

MAX_DECIMALS = 12
BOUND_DECIMALS = 2  # of a one-sided bound, which has no width to take them from


@dataclass(frozen=True, slots=True)
class Estimate:
    """Hold a value with its interval `[low, high]` at `level` in (0, 1), from `n` observations.

    `is_sparse` marks what rests on a cell with fewer than ten wins or losses; the method says so too.
    """

    value: float
    low: float
    high: float
    level: float
    n: int
    method: str
    is_sparse: bool = False

    def __repr__(self) -> str:
        """Show it in one line."""
        return f"<Estimate: {format_estimate(self)}, level {self.level:g}, n {self.n}, {self.method}>"

    @property
    def half_width(self) -> float:
        """Halve the length of the interval."""
        return (self.high - self.low) / 2.0

    @property
    def reach(self) -> float:
        """Give the distance from 0 to the further end of the interval."""
        return max(abs(self.low), abs(self.high))

    @property
    def is_one_sided(self) -> bool:
        """Tell whether only one end of the interval is a bound."""
        return math.isinf(self.low) != math.isinf(self.high)

    def excludes(self, value: float) -> bool:
        """Tell whether `value` lies outside the interval."""
        return value < self.low or value > self.high

    def shifted(self, offset: float = 0.0, factor: float = 1.0) -> "Estimate":
        """Map the estimate through `offset + factor * x`; a negative factor swaps the bounds."""
        low, high = sorted((offset + factor * self.low, offset + factor * self.high))
        return replace(self, value=offset + factor * self.value, low=low, high=high)

    def as_dict(self) -> dict[str, float | int | str]:
        """List the fields by name, unrounded; that few wins were seen stands in the method."""
        fields = asdict(self)
        del fields["is_sparse"]
        return fields


@dataclass(frozen=True, slots=True)
class Significance:
    """Hold the result of a test: `p_value`, its `statistic`, and the `n` observations it rests on."""

    p_value: float
    statistic: float
    n: int
    method: str

    def as_dict(self) -> dict[str, float | int | str]:
        """List the fields by name, unrounded."""
        return asdict(self)


def decimals(half_width: float) -> int:
    """Choose the decimals that show a number to the first significant digit of its half-width."""
    if math.isnan(half_width) or half_width < 0.0:
        raise ValueError(f"half_width must lie in [0, inf] but got {half_width}")
    if half_width == 0.0:
        return MAX_DECIMALS // 4
    if math.isinf(half_width):
        return 0
    return min(MAX_DECIMALS, max(0, -math.floor(math.log10(half_width))))


def format_estimate(estimate: Estimate, *, percent: bool = False) -> str:
    """Write `value [low, high]` with the digits its half-width supports, as fraction or percent.

    Where the value is infinite only the bound is written.
    """
    factor, unit = (100.0, " %") if percent else (1.0, "")
    if math.isinf(estimate.value):
        bound, words = (estimate.low, "at least") if estimate.value > 0 else (estimate.high, "at most")
        if math.isinf(bound):
            return "n/a"
        return f"{words} {_fixed(factor * bound, BOUND_DECIMALS)}{unit}"
    places = decimals(factor * estimate.half_width)
    value, low, high = (_fixed(factor * x, places) for x in (estimate.value, estimate.low, estimate.high))
    return f"{value}{unit} [{low}, {high}]"


def short_share(estimate: Estimate) -> str:
    """Write a share as `value±half-width` in percent, where there is no room for both ends."""
    half = 100.0 * estimate.half_width
    places = decimals(half)
    return f"{_fixed(100.0 * estimate.value, places)}±{_fixed(half, places)}"


def _fixed(number: float, places: int) -> str:
    if math.isnan(number):
        return "n/a"
    text = f"{number:.{places}f}"
    return text.removeprefix("-") if float(text) == 0.0 else text  # never "-0.0"


FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


def check_level(level: float, name: str = "level") -> None:
    """Require a confidence level, or another probability, strictly between 0 and 1."""
    if not 0.0 < level < 1.0:
        raise ValueError(f"{name} must lie in (0, 1) but got {level}")


def check_count(name: str, value: float, least: int = 0, most: float = np.inf) -> None:
    """Require a number of at least `least` and at most `most`."""
    if not least <= value <= most:
        raise ValueError(f"{name} must lie in [{least}, {most}] but got {value}")


def check_positive(name: str, value: float) -> None:
    """Require a finite number above 0."""
    if not 0.0 < value < np.inf:
        raise ValueError(f"{name} must lie in (0, inf) but got {value}")


def check_shape(name: str, values: NDArray[Any], shape: tuple[int, ...]) -> None:
    """Require an array of the given shape."""
    if values.shape != shape:
        raise ValueError(f"{name} must have shape {shape} but got {values.shape}")


def finite_vector(name: str, values: ArrayLike, least: int = 1) -> FloatArray:
    """Turn `values` into a finite float vector of at least `least` entries, or refuse."""
    vector = np.asarray(values, dtype=np.float64)
    if vector.ndim != 1 or vector.size < least or not np.isfinite(vector).all():
        raise ValueError(f"{name} must be a finite vector of length in [{least}, inf) but got {vector!r}")
    return vector


def count_vector(name: str, values: ArrayLike) -> IntArray:
    """Turn `values` into a vector of counts in [0, inf), or refuse."""
    vector = np.asarray(values)
    if vector.ndim != 1 or vector.size == 0:
        raise ValueError(f"{name} must be a vector of length in [1, inf) but got shape {vector.shape}")
    counts = vector.astype(np.int64)
    if (counts != vector).any() or (counts < 0).any():
        raise ValueError(f"{name} must hold whole numbers in [0, inf) but got {vector!r}")
    return counts


def holm(p_values: ArrayLike) -> FloatArray:
    """Adjust p-values to control the chance of any false rejection (Holm 1979)."""
    p = finite_vector("p_values", p_values)
    if (p < 0).any() or (p > 1).any():
        raise ValueError(f"p_values must lie in [0, 1] but got {p.min()} to {p.max()}")
    order = np.argsort(p, kind="stable")
    steps = p[order] * np.arange(p.size, 0, -1)
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted


def bonferroni_level(level: float, comparisons: int) -> float:
    """Give the level of each interval so that all hold together at `level`, under any dependence."""
    check_level(level)
    check_count("comparisons", comparisons, 1)
    return 1.0 - (1.0 - level) / comparisons


def sidak_level(level: float, comparisons: int) -> float:
    """Give the level of each interval so that all hold together at `level`, if independent (Šidák 1967).

    Also conservative for two-sided intervals of jointly normal estimates, hence for ladders on common deals.
    """
    check_level(level)
    check_count("comparisons", comparisons, 1)
    return float(level ** (1.0 / comparisons))


STEPS = 60  # halves an interval of length 1 down to 1e-18, below the spacing of doubles near 1


def _function(name: str) -> Any:
    def call(*arguments: Any) -> Any:
        return getattr(import_module("scipy.special"), name)(*arguments)

    call.__name__ = name
    return call


bdtr = _function("bdtr")
betaincinv = _function("betaincinv")
betaln = _function("betaln")
chdtrc = _function("chdtrc")
chndtr = _function("chndtr")
chndtrinc = _function("chndtrinc")
gammaln = _function("gammaln")
lambertw = _function("lambertw")
ndtr = _function("ndtr")
ndtri = _function("ndtri")
stdtrit = _function("stdtrit")
xlog1py = _function("xlog1py")
xlogy = _function("xlogy")


def normal_quantile(chance: float) -> float:
    """Give the quantile of the standard normal distribution, without scipy."""
    return NormalDist().inv_cdf(chance)


def bisect(is_left: Callable[[FloatArray], NDArray[np.bool_]], left: FloatArray, right: FloatArray) -> FloatArray:
    """Find per entry the point where `is_left` changes from true to false between `left` and `right`."""
    # scipy's elementwise.find_root takes 1.6 times as long, and gives nan where an end is the root (Tango's of 5 in 5)
    left, right = np.array(left, dtype=np.float64), np.array(right, dtype=np.float64)
    for _ in range(STEPS):
        middle = 0.5 * (left + right)
        on_left = np.asarray(is_left(middle), dtype=bool)
        left = np.where(on_left, middle, left)
        right = np.where(on_left, right, middle)
    return 0.5 * (left + right)
