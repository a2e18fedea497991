"""How values are written for readers: one place for prose, tables and both renderers.

Estimates are rounded to the first digit of their half-width; one that is infinite is written as the bound that it has.
Negative numbers have a true minus sign, whole numbers
are grouped by narrow spaces, and a value that is not there is a dash.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from analyzer.reporting.document import Kind
from analyzer.stats.estimate import BOUND_DECIMALS, Estimate, Significance, decimals

NOTHING = "–"
GROUPING = "\u202f"  # narrow no-break space: no comma that some readers take for a decimal one
MINUS = "\u2212"
SMALLEST_P = 0.001
_UNITS = {Kind.PERCENT: " %", Kind.POINTS: " points"}
_SIGNED = (Kind.POINTS, Kind.CHANGE)


class Written(NamedTuple):
    """A value in words: the value itself, and its interval in brackets where it has one."""

    value: str
    interval: str = ""


def write(value: Any, kind: Kind = Kind.TEXT) -> str:
    """Write a value as `value [low, high]`, or alone if it has no interval."""
    return " ".join(part for part in written(value, kind) if part)


def written(value: Any, kind: Kind = Kind.TEXT) -> Written:
    """Write a value and its interval apart, for renderers that set them differently."""
    if is_missing(value):
        return Written(NOTHING)
    if isinstance(value, Estimate):
        return _estimate(value, kind)
    if kind is Kind.P_VALUE:
        return Written(_p_value(plain(value)))
    if kind is Kind.TEXT or isinstance(value, str):
        return Written(text(value))
    return Written(_number(float(plain(value)), kind))


def count(number: int) -> str:
    """Write a whole number in groups of three digits."""
    return f"{int(number):,}".replace(",", GROUPING).replace("-", MINUS)


def text(value: Any) -> str:
    """Write anything that is no measured number: names, switches, lists."""
    value = plain(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(text(item) for item in value) or NOTHING
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # a table with gaps turns whole numbers into floats
    return str(value)


def several(names: Sequence[str], link: str = "and") -> str:
    """Join names as a sentence does: a, b and c."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {link} {names[-1]}"


def upper_first(sentence: str) -> str:
    """Begin a sentence with a capital, and leave all else as it is."""
    return f"{sentence[:1].upper()}{sentence[1:]}"


def plain(value: Any) -> Any:
    """Take the bare number out of an estimate, a test or a numpy scalar; give anything else back."""
    if isinstance(value, Estimate):
        return value.value
    if isinstance(value, Significance):
        return value.p_value
    return value.item() if isinstance(value, np.generic) else value


def is_missing(value: Any) -> bool:
    """Tell whether there is nothing to write: None, NaN or a missing value of pandas."""
    bare = plain(value)
    if bare is None or isinstance(bare, str | list | tuple):
        return bare is None
    return bool(bare != bare) if isinstance(bare, float) else str(bare) == "<NA>"


def _estimate(estimate: Estimate, kind: Kind) -> Written:
    factor = 100.0 if kind in _UNITS else 1.0
    if math.isinf(estimate.value):
        return _bound(estimate, kind, factor)
    if math.isnan(estimate.half_width):
        return Written(_number(estimate.value, kind))
    width = factor * _width(estimate)
    is_exact = width == 0.0 and (factor * estimate.value).is_integer()  # a median of whole numbers, say
    places = 0 if is_exact else decimals(width)
    if kind in (*_SIGNED, Kind.NUMBER) and estimate.excludes(0.0):
        places += _is_rounded_to_zero(factor * estimate.low, factor * estimate.high, places)
    ends = (estimate.value, estimate.low, estimate.high)
    value, low, high = (_fixed(factor * x, places, kind in _SIGNED) for x in ends)
    return Written(_with_unit(value, kind), f"[{low}, {high}]")


def _with_unit(number: str, kind: Kind) -> str:
    """Put the unit behind a written number; one point is no points."""
    unit = _UNITS.get(kind, "")
    return number + (unit.removesuffix("s") if number.strip(f"+{MINUS}") == "1" else unit)


def _is_rounded_to_zero(low: float, high: float, places: int) -> bool:
    """Tell whether the end next to 0 of an interval that leaves 0 out would be written as 0."""
    return round(low if low > 0 else high, places) == 0.0


def _bound(estimate: Estimate, kind: Kind, factor: float) -> Written:
    """Write a value without end by the end that its interval has, if any."""
    words, bound = ("at least", estimate.low) if estimate.value > 0 else ("at most", estimate.high)
    if math.isinf(bound):
        return Written(NOTHING)
    return Written(f"{words} {_with_unit(_fixed(factor * bound, BOUND_DECIMALS, kind in _SIGNED), kind)}")


def _width(estimate: Estimate) -> float:
    """Give half the width of an interval, or its reach to the side that is bounded."""
    if not estimate.is_one_sided:
        return estimate.half_width
    return estimate.value - estimate.low if math.isinf(estimate.high) else estimate.high - estimate.value


def _number(value: float, kind: Kind) -> str:
    if kind in _UNITS:
        return _with_unit(_fixed(100.0 * value, 1, kind is Kind.POINTS), kind)
    if kind is Kind.COUNT or value.is_integer() or abs(value) >= 1000.0:
        return _fixed(value, 0)
    return f"{value:.3g}".replace("-", MINUS) if abs(value) >= 1e-4 else f"{value:.0e}".replace("-", MINUS)


def _p_value(value: float) -> str:
    if value < SMALLEST_P:
        return f"< {SMALLEST_P}"
    return f"{value:.3f}" if value < 1.0 - SMALLEST_P / 2 else f"> {1.0 - SMALLEST_P}"


def _fixed(number: float, places: int, sign: bool = False) -> str:
    if math.isnan(number):
        return "n/a"
    if math.isinf(number):
        return "∞" if number > 0 else f"{MINUS}∞"
    digits = f"{abs(number):,.{places}f}".replace(",", GROUPING)
    if not any(digit in digits for digit in "123456789"):
        return digits  # never "-0.0" or "+0.0"
    return (MINUS if number < 0 else "+" if sign else "") + digits
