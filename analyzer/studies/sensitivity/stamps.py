"""What becomes of a claim over all worlds: its stamp, what moves it most, and where it flips."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from analyzer.games.ranges import Plausible
from analyzer.stats import Estimate, estimate, format_estimate
from analyzer.stats.influence.flips import Bounded, Plane, holding, swing
from analyzer.studies.calibration.found import estimate_document
from analyzer.studies.claims import CONFIRMED, CORRELATION, REFUTED, SHARE, SINGLE, Check, Claim, Verdict
from analyzer.studies.samples import FIRST, RATE
from analyzer.studies.sensitivity.worlds import Worlds

STABLE, FLIPS, OPEN = "stable", "flips", "open"
LEAST_WORLDS = 8  # for a regression
SHOWN = 10  # values that move a claim most
_PER_VALUE = 8  # worlds for each value whose part is told from the others
LEVEL = 0.95


@dataclass(frozen=True)
class Outcome:
    """A claim in one world: the number that fits least, the verdict, and how likely the claim holds."""

    world: int
    verdict: str  # for certain, with all worlds together
    worst: Check
    chance: float  # that it holds, as far as all worlds together tell
    command: str = ""  # that plays a deal of it

    @property
    def is_inside(self) -> bool:
        """Tell whether the claim rather holds."""
        return self.chance >= 0.5


@dataclass(frozen=True)
class Mover:
    """What moves a claim: how far, while it goes from one end of its range to the other."""

    name: str  # with the reading, where there is no order: end_trigger=colour
    told: str  # what it may be
    swing: Estimate
    flip: Estimate | None = None  # the value where the claim flips, all else as assumed
    is_above: bool = True  # it flips above that value, or below

    @property
    def words(self) -> str:
        """Say where the claim flips."""
        if self.flip is None:
            return ""
        if "=" in self.name:
            return f"where {self.name}"
        return f"where {self.name} {'exceeds' if self.is_above else 'falls below'} {format_estimate(self.flip)}"

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        is_number = self.flip is not None and "=" not in self.name
        flip = estimate_document(self.flip) if is_number and self.flip is not None else None
        side = None if flip is None else "above" if self.is_above else "below"
        return {
            "name": self.name,
            "plausible": self.told,
            "swing": estimate_document(self.swing),
            "flips_at": flip,
            "flips": side,
            "words": self.words,
        }


@dataclass(frozen=True)
class Stamp:
    """A claim over all worlds."""

    claim: Claim
    as_assumed: Verdict
    share: Estimate  # of all plausible worlds, in which it holds
    outcomes: tuple[Outcome, ...]
    movers: tuple[Mover, ...]  # the one that moves it most first
    deals: int  # of every cell in every world
    games: int
    worlds: Worlds = field(repr=False)

    @property
    def counts(self) -> dict[str, int]:
        """Count the worlds: where it rather holds, and where the verdict is certain."""
        inside = sum(outcome.is_inside for outcome in self.outcomes)
        words = [outcome.verdict for outcome in self.outcomes]
        return {"holds": inside, "for_certain": words.count(CONFIRMED), "flips_for_certain": words.count(REFUTED)}

    @property
    def verdict(self) -> str:
        """Say whether it holds in every world, flips somewhere for certain, or neither can be said."""
        counts, n = self.counts, len(self.outcomes)
        crosses = any(mover.flip is not None for mover in self.movers)
        if counts["flips_for_certain"] or crosses:
            return FLIPS
        return STABLE if counts["holds"] == n else OPEN

    @property
    def outside(self) -> list[Outcome]:
        """List the worlds where the claim rather does not hold, the most certain first."""
        return sorted((one for one in self.outcomes if not one.is_inside), key=lambda one: one.chance)

    @property
    def smallest_effect(self) -> float:
        """Give how far inside or outside a number must lie to be told, in a typical world."""
        return float(np.median([outcome.worst.found.half_width for outcome in self.outcomes]))

    @property
    def in_points(self) -> bool:
        """Tell whether the claimed number is a share of games, so that what moves it counts in points."""
        return self.claim.measure in (RATE, FIRST, SHARE) and self.claim.kind != CORRELATION

    def moved(self, mover: Mover) -> str:
        """Write how far a value moves the claim."""
        return (
            f"{format_estimate(mover.swing.shifted(factor=100.0))} points"
            if self.in_points
            else format_estimate(mover.swing)
        )

    @property
    def words(self) -> str:
        """Say it in one line."""
        counts, n = self.counts, len(self.outcomes)
        share = format_estimate(self.share, percent=True)
        text = f"holds in {counts['holds']} of {n} worlds (of all such worlds {share})"
        flips = [mover.words for mover in self.movers if mover.flip is not None][:2]
        if self.verdict == FLIPS:
            text += f"; {counts['flips_for_certain']} flip for certain" if counts["flips_for_certain"] else ""
            text += f"; flips {' or '.join(flips)}" if flips else ""
        return text

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "id": self.claim.id,
            "says": self.claim.says,
            "in_points": self.in_points,
            "is_single": self.claim.kind in SINGLE,
            "as_assumed": self.as_assumed.word,
            "verdict": self.verdict,
            "words": self.words,
            "worlds": len(self.outcomes),
            **self.counts,
            "share": estimate_document(self.share),
            "deals": self.deals,
            "games": self.games,
            "smallest_effect": self.smallest_effect,
            "who": sorted({cell.reference.policy for cells in self.claim.contexts for cell in cells}),
            "varied": len(self.worlds.varied),
            "held": [one.name for one in self.worlds.held],
            "rejected": self.worlds.rejected,
            "movers": [mover.as_dict() for mover in self.movers],
            "outside": [_outside(outcome) for outcome in self.outside],
        }


def _outside(outcome: Outcome) -> dict[str, Any]:
    return {
        "world": outcome.world,
        "chance": outcome.chance,
        "verdict": outcome.verdict,
        "what": outcome.worst.what,
        "found": estimate_document(outcome.worst.found),
        "command": outcome.command,
    }


def chances_of(verdicts: Sequence[Verdict]) -> tuple[Estimate, list[float]]:
    """Estimate in what share of all worlds a claim holds, and how likely in each of these."""
    checks = [list(several) for several in zip(*(verdict.checks for verdict in verdicts), strict=True)]
    asked = [Bounded.of([check.found for check in several], several[0].low, several[0].high) for several in checks]
    share, chances = holding(asked)
    return share, chances.tolist()


def margin_of(check: Check) -> float:
    """Give how far a number lies inside of what is allowed; below 0 it lies outside."""
    return min(check.found.value - check.low, check.high - check.found.value)


@dataclass(frozen=True)
class _Column:
    """What differs between worlds, as a number: a value, or whether one reading is taken."""

    one: Plausible
    name: str
    numbers: Any  # by world, counted from what is assumed
    low: float
    high: float
    start: float  # what is assumed


def _columns(worlds: Worlds) -> list[_Column]:
    found = []
    for number, one in enumerate(worlds.varied):
        places = worlds.column(number)
        if one.numbers is not None:
            numbers = np.array(one.numbers)
            start = 0.0 if isinstance(one.default, str) else float(one.default)
            found.append(_Column(one, one.name, numbers[places] - start, numbers.min(), numbers.max(), start))
            continue
        for place, value in enumerate(one.values):
            if value != one.default:
                found.append(_Column(one, f"{one.name}={value}", (places == place) * 1.0, 0.0, 1.0, 0.0))
    return [column for column in found if np.ptp(column.numbers) > 0]


@dataclass(frozen=True)
class Numbers:
    """The number of a claim in every world, and between which ends it should lie."""

    found: Any
    low: float
    high: float

    @classmethod
    def of(cls, verdicts: Sequence[Verdict]) -> Numbers:
        """Take the number of a claim; of one with several, how far the one that fits least lies inside."""
        first = verdicts[0].checks
        if len(first) == 1:
            return cls(np.array([one.checks[0].found.value for one in verdicts]), first[0].low, first[0].high)
        return cls(np.array([min(map(margin_of, one.checks)) for one in verdicts]), 0.0, math.inf)

    @property
    def ends(self) -> list[float]:
        """List the ends that there are."""
        return [end for end in (self.low, self.high) if math.isfinite(end)]


def movers_of(worlds: Worlds, numbers: Numbers) -> tuple[Mover, ...]:
    """Find what moves a claim most; the intervals of all swings hold together."""
    columns = _columns(worlds)
    if not columns or len(numbers.found) < LEAST_WORLDS or not np.ptp(numbers.found) > 0:
        return ()
    level = estimate.bonferroni_level(LEVEL, len(columns))
    swings = [swing(column.numbers, numbers.found, column.low, column.high, level) for column in columns]
    order = sorted(range(len(columns)), key=lambda place: -abs(swings[place].value))
    told = order[: max(1, min(len(numbers.found) // _PER_VALUE, len(columns)))]
    design = np.column_stack([columns[place].numbers for place in told])
    moving = [(number, place) for number, place in enumerate(told) if swings[place].excludes(0.0)]
    flips = {place: _flip(design, numbers, number, columns[place]) for number, place in moving}
    return tuple(_mover(columns[place], swings[place], flips.get(place)) for place in order[:SHOWN])


def _mover(column: _Column, moved: Estimate, flip: Estimate | None) -> Mover:
    return Mover(column.name, column.one.told, moved, flip, flip is None or flip.value > column.start)


def _flip(design: Any, numbers: Numbers, number: int, column: _Column) -> Estimate | None:
    """Find where a claim flips while one value moves and all others are as assumed; None where it does not."""
    planes = [Plane(design, numbers.found - end) for end in numbers.ends]
    signs = [1.0 if end == numbers.low else -1.0 for end in numbers.ends]  # below 0: outside
    starts = [sign * plane.at(number, 0.0).value for plane, sign in zip(planes, signs, strict=True)]
    if min(starts) < 0.0:  # it does not hold as it is assumed
        return None
    if column.one.numbers is None:
        taken = [plane.at(number, 1.0) for plane in planes]
        ends = [found.high if sign > 0 else -found.low for found, sign in zip(taken, signs, strict=True)]
        return next((found for found, end in zip(taken, ends, strict=True) if end < 0.0), None)
    crossings = [found.shifted(column.start) for plane in planes if (found := plane.crossing(number)) is not None]
    inside = [at for at in crossings if column.low <= at.value <= column.high]
    return min(inside, key=lambda at: abs(at.value - column.start), default=None)
