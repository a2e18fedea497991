"""Runs that stop when every pair in question is decided: what is seen of the pairs, and who plays on.

All cells that still matter play up to the next planned look, then all of their pairs are looked at together: the result
is the same for any number of workers, and a run that was interrupted goes on as if nothing had happened.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import BadInput
from analyzer.runs.specs.forecast import Couple, Pilot, questions_of
from analyzer.runs.specs.spec import DECIDED
from analyzer.runs.stored.manifest_file import Manifest
from analyzer.stats.deciding import DecisionRule, Verdict, expected_deals
from analyzer.stats.estimate import Estimate
from analyzer.stats.joint import outcomes_of
from analyzer.stats.paired import pairs_in

Bits = NDArray[np.uint8]  # one for each deal (np.packbits)


def rule_of(manifest: Manifest) -> DecisionRule:
    """Give the rule of a run that stops when all is decided; refuse one that has nothing to decide."""
    asked, couples = manifest.experiment, questions_of(manifest)
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


def decider_of(manifest: Manifest) -> Decider:
    """Make what decides a run that stops when all is decided."""
    return Decider(rule_of(manifest), questions_of(manifest))


def _first(parts: Sequence[Bits], deals: int) -> Bits:
    """Take the bits of the first deals."""
    joined: Bits = np.concatenate(parts)
    return joined[: -(-deals // 8)]
