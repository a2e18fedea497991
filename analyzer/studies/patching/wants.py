"""What a designer wants of a game, read once from plain words.

positions within 2 points          no turn position wins more than 2 points above or below its fair share
win rate 45% to 55%                of a team; first player: of who begins among rivals
median length 20 to 30             in turns; also mean length, winning score, margin
no component above 3 points        what a seat gains that begins with it, above the mean of the others of its kind

Instead of `A to B` there may be `at least A` or `at most B`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.errors import BadInput, unknown

POSITIONS, COMPONENTS = "positions", "no component"
RATE, FIRST = "win rate", "first player"
MEDIAN, LENGTH, BEST, MARGIN = "median length", "mean length", "winning score", "margin"
DECIDED, STILL = "decided games", 0.05  # wanted of every patch among rivals: so many fewer than now are no patch
SHARES = (RATE, FIRST, POSITIONS, COMPONENTS, DECIDED)  # between 0 and 1, told in points
RANGED = (RATE, FIRST, MEDIAN, LENGTH, BEST, MARGIN)
HOW = "positions within 2 points, win rate 45% to 55%, median length 20 to 30, no component above 3 points"
_NUMBER = r"([+-]?\d+(?:\.\d+)?\s*(?:%|points?)?)"
_POSITIONS = re.compile(rf"positions? within {_NUMBER}(?: of fair)?$")
_COMPONENTS = re.compile(rf"no component above {_NUMBER}$")
_RANGE = re.compile(rf"([a-z ]+?) (?:from |between )?{_NUMBER} (?:to|and) {_NUMBER}(?: turns)?$")
_SIDE = re.compile(rf"([a-z ]+?) (at least|at most|above|below) {_NUMBER}(?: turns)?$")


@dataclass(frozen=True)
class Want:
    """One thing that is wanted: of what, and between which ends; of positions the distance from a fair share."""

    what: str
    low: float
    high: float

    @property
    def is_share(self) -> bool:
        """Tell whether it is told in per cent."""
        return self.what in SHARES

    @property
    def is_of_rivals(self) -> bool:
        """Tell whether only rivals have it."""
        return self.what not in (RATE, MEDIAN, LENGTH)

    def ends(self, players: int) -> tuple[float, float]:
        """Give the ends between which its numbers must lie."""
        fair = 1.0 / players if self.what == POSITIONS else 0.0
        return fair + self.low, fair + self.high

    @property
    def scale(self) -> float:
        """Give a distance that counts as one: from the middle of what is wanted to its end."""
        if self.what == DECIDED:
            return STILL
        if math.isinf(self.low) or math.isinf(self.high):
            limit = abs(self.high if math.isinf(self.low) else self.low)
            return limit or 1.0
        return 0.5 * (self.high - self.low)

    def __str__(self) -> str:
        """Write it as it is read."""
        if self.what == POSITIONS:
            return f"positions within {100 * self.high:g} points"
        if self.what == COMPONENTS:
            return f"no component above {100 * self.high:g} points"
        low, high = (f"{100 * end:g}%" if self.is_share else f"{end:g}" for end in (self.low, self.high))
        if math.isinf(self.low):
            return f"{self.what} at most {high}"
        return f"{self.what} at least {low}" if math.isinf(self.high) else f"{self.what} {low} to {high}"


def still_decided(now: float) -> Want:
    """Want that games go on being won by somebody: where all seats share every win, all positions are even, too."""
    return Want(DECIDED, now - STILL, math.inf)


def read_wants(texts: str | Sequence[str]) -> tuple[Want, ...]:
    """Read all that is wanted; of the same thing once."""
    wants = [read_want(text) for text in ([texts] if isinstance(texts, str) else texts)]
    if not wants:
        raise BadInput(f"--want is missing; for instance: {HOW}")
    named = [want.what for want in wants]
    for name in named:
        if named.count(name) > 1:
            raise BadInput(f"--want {name!r} occurs twice; give each once")
    return tuple(wants)


def read_want(text: str) -> Want:
    """Read one thing that is wanted."""
    plain = " ".join(str(text).lower().split())
    if (found := _POSITIONS.match(plain)) is not None:
        reach = _points(found[1], text)
        return Want(POSITIONS, -reach, reach)
    if (found := _COMPONENTS.match(plain)) is not None:
        return Want(COMPONENTS, -math.inf, _points(found[1], text))
    if (found := _RANGE.match(plain)) is not None:
        name = _known(found[1], text)
        return _checked(Want(name, _number(found[2], name, text), _number(found[3], name, text)), text)
    if (found := _SIDE.match(plain)) is not None:
        name, is_low = _known(found[1], text), found[2] in ("at least", "above")
        end = _number(found[3], name, text)
        return _checked(Want(name, end, math.inf) if is_low else Want(name, -math.inf, end), text)
    raise BadInput(f"--want {text!r}: not understood; write for instance: {HOW}")


def _known(name: str, text: str) -> str:
    if name not in RANGED:
        raise unknown("measure", name, RANGED, where=f"--want {text!r}")
    return name


def _points(number: str, text: str) -> float:
    value = float(number.rstrip("%points ").strip()) / 100.0
    if not 0.0 < value < 1.0:
        raise BadInput(f"--want {text!r}: give more than 0 and fewer than 100 points")
    return value


def _number(number: str, name: str, text: str) -> float:
    bare = float(number.rstrip("%points ").strip())
    is_percent = not number[-1].isdigit() or bare > 1.0
    if name not in SHARES:
        if number.endswith("%"):
            raise BadInput(f"--want {text!r}: {name} is no share; give a number without %")
        return bare
    value = bare / 100.0 if is_percent else bare
    if not 0.0 <= value <= 1.0:
        raise BadInput(f"--want {text!r}: a share lies between 0% and 100%")
    return value


def _checked(want: Want, text: str) -> Want:
    if want.low >= want.high:
        raise BadInput(f"--want {text!r}: the first number must be smaller than the second")
    return want
