"""What luck by source found, and its words: which source decides how much, level by level."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from analyzer.games import chances
from analyzer.play import showing
from analyzer.stats import Estimate, estimate, format_estimate

SKILL = "skill"
WORDS = {
    "turn-order": "the turn order",
    "setup": "the setup",
    "deck": "the deck",
    "dice": "the dice",
    "wind": "the wind",
    chances.POLICIES: "chance within the policies",
    SKILL: "skill (who sits where)",
}
MUCH = 0.2  # of the outcome, below which a source alone is not named in the answer
LEVEL = 0.95


@dataclass(frozen=True)
class Source:
    """One source of luck: what it decides by itself, and together with all others."""

    name: str
    first: Estimate
    total: Estimate

    @property
    def words(self) -> str:
        """Name it in a sentence."""
        return WORDS.get(self.name, f"the {self.name}")

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"source": self.name, "first_order": self.first.as_dict(), "total": self.total.as_dict()}


@dataclass(frozen=True)
class Table:
    """Who played, and what decided their games."""

    who: tuple[str, ...]  # one level at all seats, or two at the seats in every way
    sources: tuple[Source, ...]  # the one that decides most first
    interplay: Estimate
    deals: int
    games: int
    unknown: int  # games that were cut off: nobody's win

    @property
    def title(self) -> str:
        """Say who played."""
        return f"all {self.who[0]}" if len(self.who) == 1 else f"{' and '.join(self.who)} mixed"

    def source(self, name: str) -> Source | None:
        """Find a source by its name."""
        return next((source for source in self.sources if source.name == name), None)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        counts = {"deals": self.deals, "games": self.games, "unknown": self.unknown}
        sources = [source.as_dict() for source in self.sources]
        return {"who": list(self.who), **counts, "sources": sources, "interplay": self.interplay.as_dict()}


@dataclass(frozen=True)
class Luck(showing.Drawn):
    """Luck by source, for every level and for levels mixed."""

    game: str
    title: str
    variant: str
    players: int
    is_competitive: bool
    seed: int
    tables: tuple[Table, ...]
    seconds: float
    commands: tuple[str, ...] = field(default=(), repr=False)  # that replay a deal: as it was, and with a source anew

    @property
    def words(self) -> str:
        """Say in sentences what decides, by level."""
        return " ".join(self.sentences)

    @property
    def sentences(self) -> list[str]:
        """Say what decides, a sentence for every table, and what changes between levels."""
        return [*map(self._sentence, self.tables), *self._trends()]

    @property
    def answer(self) -> str:
        """Say in one sentence how much skill decides, or, of one level, what of luck does."""
        mixed = next((table for table in self.tables if len(table.who) > 1), None)
        if mixed is not None and (skill := mixed.source(SKILL)) is not None:
            alone, luck_alone = (_round(share) for share in (skill.first, skill.total.shifted(1.0, -1.0)))
            who = " and ".join(mixed.who)
            return f"Between {who} players skill alone decides {alone} of {self._what}, luck alone {luck_alone}."
        table = self.tables[0]
        top = table.sources[0]
        if top.first.value < MUCH:
            least = "no source of luck alone decides much of"
            return f"Among {table.who[0]} players {least} {self._what}: their interplay does."
        return f"Among {table.who[0]} players {top.words} alone decides {_round(top.first)} of {self._what}."

    @property
    def _what(self) -> str:
        return "who wins" if self.is_competitive else "whether the team wins"

    def _sentence(self, table: Table) -> str:
        where = f"In {self.title} with {showing.players_words(self.players)}"
        top, what = table.sources[0], self._what
        if len(table.who) > 1:
            skill = next(source for source in table.sources if source.name == SKILL)
            luck_alone = skill.total.shifted(1.0, -1.0)
            return (
                f"{where}, {table.title}, {_percent(skill.first)} of {what} comes from skill alone and "
                f"{_percent(luck_alone)} from luck alone; the rest is how they meet."
            )
        others = [f"from {source.words} {_percent(source.first)}" for source in table.sources[1:]]
        first = f"{_percent(top.first)} of {what} comes from {top.words} alone"
        return f"{where}, {table.title}, {'; '.join([first, *others])}."

    def _trends(self) -> Iterator[str]:
        """Compare each level with the next, and skill among the weaker with skill among the better."""
        yield from trends([table for table in self.tables if len(table.who) == 1])
        mixed = [table for table in self.tables if len(table.who) > 1]
        for before, after in itertools.pairwise(mixed):
            old, new = before.source(SKILL), after.source(SKILL)
            if old is not None and new is not None:
                change = _change(old.total, new.total, len(mixed) - 1)
                than = f"{change} than" if change else "not different, as far as these games tell, from that"
                yield f"The part of skill between {' and '.join(after.who)} players is {than} between " + (
                    f"{' and '.join(before.who)} ones."
                )

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `luck --json`."""
        return {
            "game": self.game,
            "title": self.title,
            "variant": self.variant,
            "players": self.players,
            "seed": self.seed,
            "answer": self.answer,
            "sentences": self.sentences,
            "words": self.words,
            "tables": [table.as_dict() for table in self.tables],
            "commands": list(self.commands),
            "seconds": self.seconds,
        }


def trends(tables: Sequence[Table]) -> Iterator[str]:
    """Say what matters more and what less as players get better, level by level; or that nothing is shown."""
    pairs = [
        (one, source)
        for one, other in itertools.pairwise(tables)
        for source in other.sources
        if one.source(source.name)
    ]
    for before, after in itertools.pairwise(tables):
        told = 0
        for source in after.sources:
            old = before.source(source.name)
            if old is not None and (change := _change(old.total, source.total, len(pairs))):
                told += 1
                yield f"From {before.who[0]} to {after.who[0]} the part of {source.words} becomes {change}."
        if not told:
            yield f"From {before.who[0]} to {after.who[0]} no source gains or loses weight that these games could show."


def _percent(share: Estimate) -> str:
    return format_estimate(share, percent=True)


def _round(share: Estimate) -> str:
    return f"{100.0 * share.value:.0f} %"


def _change(before: Estimate, after: Estimate, together: int) -> str:
    """Say whether a share became larger or smaller, with so many said together; nothing if these games cannot tell."""
    gap = after.value - before.value
    usual, wide = (
        estimate.normal_quantile((1.0 + level) / 2.0) for level in (LEVEL, estimate.bonferroni_level(LEVEL, together))
    )
    half = np.hypot(before.half_width, after.half_width) * wide / usual
    return "" if abs(gap) <= half else "larger" if gap > 0 else "smaller"
