"""Statements about games that can be played again: what is claimed, where it is said, and how it is tested.

A claim is about a number: a measure of a cell, or the difference of two cells on the same deals. It is confirmed if the
number's interval lies inside of what is claimed, refuted if it lies outside, and open otherwise: more deals would tell.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from analyzer.analysis.shares import Shares, difference_of_shares, share_of
from analyzer.cells import CellReference, make_cell, make_seats
from analyzer.errors import BadInput
from analyzer.games.written import WrittenPolicy, read_policy
from analyzer.runs.specs.design import plan_cell
from analyzer.stats import Estimate, estimate, means, paired, proportions
from analyzer.studies.arenas import line_ups, only_one
from analyzer.studies.calibration.found import estimate_document
from analyzer.studies.samples import FIRST, RATE, Sample, Sampler

NEAR, ABOVE, BELOW = "near", "above", "below"
DIFFERENCE, CORRELATION = "difference", "correlation"
ORDER, LOWEST, HIGHEST = "order", "lowest", "highest"
SINGLE = (NEAR, ABOVE, BELOW)  # of one cell each, as many as there are
VALUED = (*SINGLE, DIFFERENCE, CORRELATION)  # which a number is claimed of
KINDS = (*VALUED, ORDER, LOWEST, HIGHEST)
SHARE = "share"  # of the wins of one policy among others, at every seat in turn
CONFIRMED, REFUTED, UNSETTLED = "confirmed", "refuted", "open"
LEVEL = 0.95  # of a whole file: of twenty files of true claims at most one has a claim refuted
QUICK_PART, QUICK_LEAST = 20, 200


@dataclass(frozen=True)
class ClaimedCell:
    """A cell of a claim; with a field its policy sits at every seat in turn among it."""

    reference: CellReference
    field: WrittenPolicy | None = None

    @property
    def label(self) -> str:
        """Name the cell."""
        among = f" among {self.field}" if self.field else ""
        return f"{self.reference.describe()}, {self.reference.policy}{among}"

    def line_up(self) -> list[CellReference]:
        """List the cells that are played for it."""
        if not self.field:
            return [self.reference]
        return line_ups(self.reference, only_one(self.reference.policies), self.field)


@dataclass(frozen=True)
class Claim:
    """A statement, where it is made, and how it is tested: in every context with the cells of that context."""

    id: str
    says: str
    where: tuple[str, ...]
    kind: str
    measure: str
    contexts: tuple[tuple[ClaimedCell, ...], ...]
    deals: int
    seed: int
    tolerance: float
    value: float | None = None
    is_certain: bool = False  # it says "for certain": open is not enough
    quote: str = ""  # words that must stand where it is said
    quick: int | None = None  # deals of the quick version, if it says so; 0: it has none

    def deals_of(self, is_quick: bool) -> int:
        """Tell how many deals are played of every cell."""
        if not is_quick:
            return self.deals
        return min(self.deals, max(QUICK_LEAST, self.deals // QUICK_PART)) if self.quick is None else self.quick


@dataclass(frozen=True)
class Check:
    """One number of a claim, what is allowed for it, and the verdict."""

    what: str
    found: Estimate
    low: float
    high: float

    @property
    def verdict(self) -> str:
        """Say whether the number is confirmed, refuted or open."""
        if self.found.low > self.high or self.found.high < self.low:
            return REFUTED
        return CONFIRMED if self.low <= self.found.low and self.found.high <= self.high else UNSETTLED

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data; a side that is not bounded has no number."""
        allowed = [None if math.isinf(end) else end for end in (self.low, self.high)]
        return {"what": self.what, **estimate_document(self.found), "allowed": allowed, "verdict": self.verdict}


@dataclass(frozen=True)
class Verdict:
    """What became of a claim."""

    claim: Claim
    checks: tuple[Check, ...]
    is_quick: bool

    @property
    def word(self) -> str:
        """Give the worst verdict of all its numbers."""
        found = {check.verdict for check in self.checks}
        return next(word for word in (REFUTED, UNSETTLED, CONFIRMED) if word in found)

    @property
    def holds(self) -> bool:
        """Tell whether the claim may stand; what it calls certain must be confirmed, in a full run."""
        if self.word == UNSETTLED:
            return self.is_quick or not self.claim.is_certain
        return self.word == CONFIRMED

    @property
    def worst(self) -> Check:
        """The number that decided."""
        return next(check for check in self.checks if check.verdict == self.word)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        claim = self.claim
        return {
            "id": claim.id,
            "says": claim.says,
            "where": list(claim.where),
            "kind": claim.kind,
            "measure": claim.measure,
            "seed": claim.seed,
            "verdict": self.word,
            "holds": self.holds,
            "checks": [check.as_dict() for check in self.checks],
        }


class Judge:
    """Plays the cells of claims, each once, and judges; `claims` is how many there are in their file."""

    def __init__(self, sampler: Sampler, claims: int, is_quick: bool = False) -> None:
        self.sampler = sampler
        self.level = estimate.bonferroni_level(LEVEL, claims)
        self.is_quick = is_quick
        self.played: dict[tuple[str, int, int], Sample] = {}

    def judge(self, claim: Claim) -> Verdict:
        """Play a claim and judge every number of it; all of them hold together, with those of all other claims."""
        compared = [_comparisons(claim.kind, len(cells)) for cells in claim.contexts]
        level = estimate.bonferroni_level(self.level, sum(map(len, compared)))
        checks = []
        for cells, pairs in zip(claim.contexts, compared, strict=True):
            values = [self._values(claim, cell) for cell in cells]
            checks += [_check(claim, cells, values, pair, level) for pair in pairs]
        return Verdict(claim, tuple(checks), self.is_quick)

    def _values(self, claim: Claim, cell: ClaimedCell) -> Shares:
        deals = claim.deals_of(self.is_quick)
        samples = [self._sample(reference, deals, claim.seed) for reference in cell.line_up()]
        if not cell.field:
            return _measured(samples[0], claim)
        shares = [_seat_share(sample, seat) for seat, sample in enumerate(samples)]
        low, high = (np.mean([getattr(share, end) for share in shares], axis=0) for end in ("low", "high"))
        return Shares(low, high)

    def _sample(self, reference: CellReference, deals: int, seed: int) -> Sample:
        cell = reference.make()
        key = plan_cell(cell.game, reference).id, deals, seed
        if key not in self.played:
            self.played[key] = self.sampler.play(cell, deals, seed)
        return self.played[key]


def _measured(sample: Sample, claim: Claim) -> Shares:
    if claim.measure not in sample.measures:
        known = ", ".join(sample.measures)
        raise BadInput(f"claim {claim.id!r}: measure = {claim.measure!r} is not measured here; allowed: {known}")
    return sample.measures[claim.measure]


def _seat_share(sample: Sample, seat: int) -> Shares:
    shares = sample.rows["share"][:, seat]
    known, unknown = (shares * ~sample.is_unknown), sample.is_unknown
    return Shares(known, known + 1.0 * unknown)


def _comparisons(kind: str, cells: int) -> list[tuple[int, int | None]]:
    """List what is looked at: single cells, or pairs of which the first should be ahead."""
    if kind in SINGLE:
        return [(number, None) for number in range(cells)]
    if kind in (ORDER, DIFFERENCE, CORRELATION):
        return list(pairwise(range(cells)))
    return [(0, other) if kind == HIGHEST else (other, 0) for other in range(1, cells)]


def _check(
    claim: Claim, cells: Sequence[ClaimedCell], values: Sequence[Shares], pair: tuple[int, int | None], level: float
) -> Check:
    first, second = pair
    low, high = _allowed(claim)
    if second is None:
        return Check(cells[first].label, _mean(values[first], claim.measure, level), low, high)
    a, b = values[first], values[second]
    if claim.kind == CORRELATION:
        return Check(
            f"{cells[first].label} with {cells[second].label}", paired.correlation(a.low, b.low, level), low, high
        )
    return Check(f"{cells[first].label} minus {cells[second].label}", _difference(a, b, claim, level), low, high)


def _difference(a: Shares, b: Shares, claim: Claim, level: float) -> Estimate:
    """Estimate the difference on the same deals; of wins by Tango's interval, which needs no deal that differs."""
    if claim.measure != RATE:
        return difference_of_shares(a, b, level)
    won, won_b = (np.packbits(values.low > 0.0) for values in (a, b))
    cut, cut_b = (np.packbits(values.high > values.low) for values in (a, b))
    return paired.tango_bounded(paired.count_bounded(won, won_b, cut, cut_b, a.deals), level)


def _allowed(claim: Claim) -> tuple[float, float]:
    """Give the ends between which the number must lie."""
    value, tolerance = claim.value or 0.0, claim.tolerance
    if claim.kind in (NEAR, DIFFERENCE, CORRELATION):
        return value - tolerance, value + tolerance
    return (-math.inf, value + tolerance) if claim.kind == BELOW else (value - tolerance, math.inf)


def _mean(values: Shares, measure: str, level: float) -> Estimate:
    if measure == RATE:
        return _rate(int(values.low.sum()), int((values.high - values.low).sum()), values.deals, level)
    return share_of(values, level) if measure in (FIRST, SHARE) else means.mean_of(values.low, level)


def _rate(wins: int, unknown: int, deals: int, level: float) -> Estimate:
    """Estimate a win rate by the exact interval: what a file of claims promises must not hang on an approximation."""
    low, high = (proportions.clopper_pearson(count, deals, level) for count in (wins, wins + unknown))
    return replace(low, value=wins / max(deals - unknown, 1), high=high.high)


def claimed_cell(game: str, given: Mapping[str, Any], field: str) -> ClaimedCell:
    """Make a cell of a claim from what is written of it."""
    cell = make_cell(
        game,
        players=given.get("players"),
        variant=given.get("variant"),
        sets=given.get("set", ()),
        policy=given.get("policy"),
    )
    text = str(given.get("field", field))
    own = read_policy(text) if text else None
    if own is not None:
        make_seats(cell.game, (own,), cell.players)
        if not cell.is_competitive:
            raise BadInput(f"field = {text!r}: all seats of {cell.setting.name} win or lose together")
    return ClaimedCell(cell.reference, own)
