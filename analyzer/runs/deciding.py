"""Runs that stop when every pair in question is decided: the pairs, what is seen of them, and who plays on.

All cells that still matter play up to the next planned look, then all of their pairs are looked at together: the result
is the same for any number of workers, and a run that was interrupted goes on as if nothing had happened.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import BadInput
from analyzer.runs.specs.forecast import Pilot
from analyzer.runs.specs.spec import DECIDED
from analyzer.runs.stored.manifest_file import CellEntry, Manifest
from analyzer.stats.deciding import DecisionRule, Verdict, expected_deals, smallest_difference
from analyzer.stats.estimate import Estimate
from analyzer.stats.joint import outcomes_of
from analyzer.stats.paired import pairs_in

MOST_ARMS = 50  # cells of a case up to which each is compared with each; of more, each with the first one
Couple = tuple[str, str]  # names of two cells
Bits = NDArray[np.uint8]  # one for each deal (np.packbits)


def questions_of(manifest: Manifest) -> list[Couple]:
    """List the pairs of cells in question: what the same players play, or else who plays the same.

    What is set alone is compared with the same cell without it. Cells with a number of deals of their own, and those
    in which players compete, are in no question.
    """
    entries = [entry for entry in manifest.cells if entry.deals is None and not entry.is_competitive]
    alone = set(manifest.experiment.alone)
    apart = [entry for entry in entries if _is_alone(entry, alone)]
    others = [entry for entry in entries if not _is_alone(entry, alone)]
    if apart:
        return [(entry.cell, other.cell) for entry in apart for other in others if _is_without(entry, other)]
    settings = _couples(others, lambda entry: (entry.players, *entry.policies))
    return settings or _couples(others, lambda entry: (entry.players, entry.setting))


def _is_alone(entry: CellEntry, alone: Collection[str]) -> bool:
    return bool(entry.changes) and list(entry.changes)[-1] in alone


def _is_without(entry: CellEntry, other: CellEntry) -> bool:
    """Tell whether another cell is the same without what was set last."""
    rest = list(entry.changes.items())[:-1]
    same = entry.variant == other.variant and entry.players == other.players and entry.policies == other.policies
    return same and rest == list(other.changes.items())


def _couples(entries: Iterable[CellEntry], key: Any) -> list[Couple]:
    groups: dict[Any, list[str]] = {}
    for entry in entries:
        groups.setdefault(key(entry), []).append(entry.cell)
    return [couple for cells in groups.values() for couple in _within(cells)]


def _within(cells: Sequence[str]) -> Iterable[Couple]:
    return combinations(cells, 2) if len(cells) <= MOST_ARMS else ((cell, cells[0]) for cell in cells[1:])


def rule_of(manifest: Manifest) -> DecisionRule | None:
    """Give the rule by which a run decides; None if it does not stop so."""
    asked = manifest.experiment
    if asked.until != DECIDED:
        return None
    couples = questions_of(manifest)
    if not couples:
        raise BadInput(
            f'until = "{DECIDED}": no pair to decide; give two or more variants, settings or policies of a team'
        )
    return DecisionRule(len(couples), asked.most_deals, asked.margin)


@dataclass
class Decider:
    """The pairs of a run, what was seen of their cells, and what is decided."""

    rule: DecisionRule
    couples: list[Couple]
    verdicts: dict[Couple, Verdict] = field(default_factory=dict)
    differences: dict[Couple, Estimate] = field(default_factory=dict)  # at the look that decided, or the last one
    won: dict[str, list[Bits]] = field(default_factory=dict)
    unknown: dict[str, list[Bits]] = field(default_factory=dict)
    looked: int = 0  # looks so far

    @property
    def left(self) -> tuple[int, ...]:
        """The looks that are still to come."""
        return self.rule.looks[self.looked :]

    @property
    def open(self) -> list[Couple]:
        """The pairs that are not decided."""
        return [couple for couple in self.couples if couple not in self.verdicts]

    def wants(self, cell: str) -> bool:
        """Tell whether a cell is in a pair that is not decided."""
        return any(cell in couple for couple in self.open)

    def is_asked(self, cell: str) -> bool:
        """Tell whether a cell is in any pair."""
        return any(cell in couple for couple in self.couples)

    def add(self, cell: str, won: Bits, unknown: Bits) -> None:
        """Take the outcomes of further deals of a cell, in their order."""
        self.won.setdefault(cell, []).append(won)
        self.unknown.setdefault(cell, []).append(unknown)

    def look(self) -> None:
        """Look at all open pairs, after as many deals as the next look has."""
        deals, couples = self.left[0], self.open
        self.looked += 1
        cells = list(dict.fromkeys(cell for couple in couples for cell in couple))
        won, unknown = ([_first(found[cell], deals) for cell in cells] for found in (self.won, self.unknown))
        outcomes, place = outcomes_of(won, [deals] * len(cells), unknown), {cell: i for i, cell in enumerate(cells)}
        tables = [pairs_in(outcomes, place[first], place[second]) for first, second in couples]
        for couple, difference in zip(couples, self.rule.differences(tables), strict=True):
            verdict, self.differences[couple] = self.rule.verdict(difference), difference
            if verdict is not Verdict.OPEN:
                self.verdicts[couple] = verdict

    def recall(self, games: Mapping[str, int]) -> None:
        """Look again as often as the stored games allow."""
        while self.left and self.open and all(games[cell] >= self.left[0] for pair in self.open for cell in pair):
            self.look()

    def foreseen(self, pilots: Sequence[Pilot], cells: Sequence[str]) -> Iterator[Pilot]:
        """Give pilots the games that their cells are expected to take until all their pairs are decided."""
        tried = {cell: (pilot.wins, pilot.tried) for cell, pilot in zip(cells, pilots, strict=True)}
        expected = expected_deals(self.rule, self.open, {cell: tried[cell] for cell in cells if self.wants(cell)})
        for cell, pilot in zip(cells, pilots, strict=True):
            is_asked = self.is_asked(cell)
            yield replace(pilot, games=max(expected.get(cell, 0), pilot.played)) if is_asked else pilot

    def words(self) -> str:
        """Say what is decided, and how."""
        rule, looks = self.rule, len(self.rule.looks)
        looked = f"looks after {rule.looks[0]:,} to {rule.most:,} deals ({looks} at most)"
        return (
            f"until decided: {_pairs(len(self.couples))}, told apart or equal within ±{100 * rule.margin:g} points; "
            f"{looked}, all statements of all looks together at {100 * rule.level:g} %"
        )

    def news(self) -> str:
        """Say how many pairs are decided after the last look."""
        counts = {verdict: list(self.verdicts.values()).count(verdict) for verdict in Verdict}
        return (
            f"after {self.rule.looks[self.looked - 1]:,} deals: {_pairs(counts[Verdict.APART])} told apart, "
            f"{counts[Verdict.EQUAL]} equal, {len(self.open)} open"
        )


def _pairs(count: int) -> str:
    return f"{count} pair{'' if count == 1 else 's'}"


def decider_of(manifest: Manifest) -> Decider | None:
    """Make what decides a run; None if it does not stop so."""
    rule = rule_of(manifest)
    return None if rule is None else Decider(rule, questions_of(manifest))


def can_show(manifest: Manifest) -> list[str]:
    """Say before a run what each number of deals that is fixed beforehand can show."""
    fixed = manifest.experiment.deals
    pairs = max(len(questions_of(manifest)), 1)
    sizes = {entry.deals or fixed for entry in manifest.cells}
    return [showable(deals, pairs) for deals in sorted(size for size in sizes if size is not None)]


def showable(deals: int, pairs: int) -> str:
    """Say which differences of two win rates a number of common deals can show."""
    one, all_of_them = (100 * smallest_difference(deals, comparisons) for comparisons in (1, pairs))
    together = f" ({all_of_them:.2g} where all {pairs} pairs must hold together)" if pairs > 1 else ""
    chance = "with four chances in five, at win rates near 50 %"
    return f"what {deals:,} deals can show: differences of {one:.2g} points and more{together}, {chance}"


def _first(parts: Sequence[Bits], deals: int) -> Bits:
    """Take the bits of the first deals."""
    joined: Bits = np.concatenate(parts)
    return joined[: -(-deals // 8)]
