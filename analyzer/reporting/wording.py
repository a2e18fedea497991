"""How values and texts are written for readers: one place for prose, tables and both renderers."""

import math
import re
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from analyzer.reporting.document import Kind
from analyzer.stats.estimate import BOUND_DECIMALS, Estimate, Significance, decimals

_BLANK = re.compile(r"\s+")
# what has no glyph and can break a file or the direction of the text after it
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_LEFTWARD = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_LEFTWARD_RUN = re.compile(f"{_LEFTWARD}+(?:[ '’-]+{_LEFTWARD}+)*")
_UNFIT = re.compile(r"[^A-Za-z0-9_.-]+")


def clean(text: str) -> str:
    """Tidy a text and isolate right-to-left names, so that they do not reorder the numbers after them."""
    return _LEFTWARD_RUN.sub("\u2068\\g<0>\u2069", tidy(text))


def tidy(text: str) -> str:
    """Put a text on one line, without invisible characters."""
    line = _BLANK.sub(lambda found: found[0] if found[0] in ("\u202f", "\u00a0") else " ", text).strip()
    return _INVISIBLE.sub("", line)


def shortened(value: Any, longest: int) -> Any:
    """Shorten a name, or the names of a list, to what fits beside a figure; anything else is given back."""
    if isinstance(value, list | tuple):
        return type(value)(shortened(item, longest) for item in value)
    if not isinstance(value, str):
        return value
    line = tidy(value)
    if len(line) <= longest:
        return line
    # both ends, and what tells two long names apart that differ in between
    return f"{line[: longest - 18]}…{crc32(line.encode()):08x}…{line[-8:]}"


def wrapped(value: Any, longest: int) -> Any:
    """Break a name into lines between its words; anything but a text is given back."""
    return "\n".join(textwrap.wrap(value, longest, break_long_words=False)) if isinstance(value, str) else value


def halved(value: Any, longest: int) -> Any:
    """Break a name that is too long for a line into two of about the same length, if its words allow."""
    if not isinstance(value, str) or len(value) <= longest:
        return value
    for width in range(len(value) // 2, longest):
        lines = textwrap.wrap(value, width, break_long_words=False)
        if len(lines) <= 2:
            return "\n".join(lines)
    return wrapped(value, longest)


def grid(rows: Iterable[Iterable[str]]) -> str:
    """Write rows of texts that Markdown takes as they are as a table: the head, how columns are aligned, the rest."""
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def stem(name: str) -> str:
    """Make the name of a file or an anchor from any text."""
    return _UNFIT.sub("-", name).strip("-.")[:100] or "unnamed"


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
        p = plain(value)
        common = f"{p:.3f}" if p < 1.0 - SMALLEST_P / 2 else f"> {1.0 - SMALLEST_P}"
        return Written(f"< {SMALLEST_P}" if p < SMALLEST_P else common)
    if kind is Kind.TEXT or isinstance(value, str):
        return Written(text(value))
    return Written(_number(float(plain(value)), kind))


def count(number: int) -> str:
    """Write a whole number in groups of three digits."""
    return f"{int(number):,}".replace(",", GROUPING).replace("-", MINUS)


def counted(number: int, noun: str, plural: str = "") -> str:
    """Write a number of things: 1 variant, 2 variants."""
    return f"{count(number)} {noun if number == 1 else plural or f'{noun}s'}"


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
    if isinstance(value, Estimate | Significance):
        return value.value if isinstance(value, Estimate) else value.p_value
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
    half = estimate.half_width  # or the reach to the side that is bounded
    sides = estimate.value - estimate.low, estimate.high - estimate.value
    width = factor * (half if math.isfinite(half) else min(sides))
    is_exact = width == 0.0 and (factor * estimate.value).is_integer()  # a median of whole numbers, say
    places = 0 if is_exact else decimals(width)
    if kind in (*_SIGNED, Kind.NUMBER) and estimate.excludes(0.0):
        nearest = estimate.low if estimate.low > 0 else estimate.high
        places += round(factor * nearest, places) == 0.0  # an interval that leaves 0 out is not written with it
    ends = (estimate.value, estimate.low, estimate.high)
    value, low, high = (_fixed(factor * x, places, kind in _SIGNED) for x in ends)
    return Written(_with_unit(value, kind), f"[{low}, {high}]")


def _with_unit(number: str, kind: Kind) -> str:
    """Put the unit behind a written number; one point is no points."""
    unit = _UNITS.get(kind, "")
    return number + (unit.removesuffix("s") if number.strip(f"+{MINUS}") == "1" else unit)


def _bound(estimate: Estimate, kind: Kind, factor: float) -> Written:
    """Write a value without end by the end that its interval has, if any."""
    words, bound = ("at least", estimate.low) if estimate.value > 0 else ("at most", estimate.high)
    if math.isinf(bound):
        return Written(NOTHING)
    return Written(f"{words} {_with_unit(_fixed(factor * bound, BOUND_DECIMALS, kind in _SIGNED), kind)}")


def _number(value: float, kind: Kind) -> str:
    if kind in _UNITS:
        return _with_unit(_fixed(100.0 * value, 1, kind is Kind.POINTS), kind)
    if kind is Kind.COUNT or value.is_integer() or abs(value) >= 1000.0:
        return _fixed(value, 0)
    return f"{value:.3g}".replace("-", MINUS) if abs(value) >= 1e-4 else f"{value:.0e}".replace("-", MINUS)


def _fixed(number: float, places: int, sign: bool = False) -> str:
    if math.isnan(number):
        return "n/a"
    if math.isinf(number):
        return "∞" if number > 0 else f"{MINUS}∞"
    digits = f"{abs(number):,.{places}f}".replace(",", GROUPING)
    if not any(digit in digits for digit in "123456789"):
        return digits  # never "-0.0" or "+0.0"
    return (MINUS if number < 0 else "+" if sign else "") + digits


def of_many(difference: Estimate, shrunken: Estimate | None, of: int, kind: Kind) -> str:
    """Write the largest of many changes, and what is left of it: the largest of many is too large on average."""
    amount = write(difference, kind)
    if shrunken is None or shrunken == difference:
        return amount
    return f"{amount} (corrected for being the largest of {of}: {write(shrunken, kind)})"


def at_most(who: str, outcome: str, reach: float, unit: str) -> str:
    """Say how little changes do that cannot be told from none: the ends of intervals that hold together."""
    return f"{who} changes {outcome} by at most ± {reach:.2g} {unit}, for certain."
