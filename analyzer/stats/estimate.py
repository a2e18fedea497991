"""Carry a number together with its interval, its level and the size of its sample."""

import math
from dataclasses import asdict, dataclass, replace

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
