"""Luck by source: how much of the outcome setup, deck, dice, turn order, the policies and skill decide.

Every deal of a seed is played again with one source of another seed, all else as it was, and once wholly from that
seed. Games that share a source alone say what it decides by itself; games that differ in it alone say what would be
lost without it (Sobol's first-order and total shares). With levels mixed, who sits where is one more source: skill.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.cells import Cell, make_cell
from analyzer.errors import BadInput
from analyzer.games import chances, written
from analyzer.play import seeding, showing, stopping, summary
from analyzer.play.control import BackendGiven, Control, OnGames, Say
from analyzer.stats import Estimate, format_estimate
from analyzer.stats.influence.agreement import agreement, agreement_of_means, interplay, missing, moved, shared
from analyzer.studies.samples import Sample, Sampler
from analyzer.studies.sensitivity.kept import KeptSampler

DEALS = 5_000
LEVELS = ("casual", "good")
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
CHANGED = {1: "larger", -1: "smaller", 0: ""}
_MOST_LINE_UPS = 8


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
                change = CHANGED[moved(old.total, new.total, len(mixed) - 1)]
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
            if old is not None and (change := CHANGED[moved(old.total, source.total, len(pairs))]):
                told += 1
                yield f"From {before.who[0]} to {after.who[0]} the part of {source.words} becomes {change}."
        if not told:
            yield f"From {before.who[0]} to {after.who[0]} no source gains or loses weight that these games could show."


def _percent(share: Estimate) -> str:
    return format_estimate(share, percent=True)


def _round(share: Estimate) -> str:
    return f"{100.0 * share.value:.0f} %"


def luck(
    game: str,
    *,
    players: int | None = None,
    variant: str | None = None,
    sets: written.Sets = (),
    levels: Sequence[str] | str | None = None,
    games: float = DEALS,
    mixed: bool = True,
    seed: int = 0,
    jobs: int | None = None,
    backend: BackendGiven = "threads",
    control: Control | None = None,
    say: Say | None = None,
    on_games: OnGames | None = None,
    out: str | Path | None = None,
    sampler: Sampler | None = None,
) -> Luck:
    """Say how much of the outcome each source of luck decides, by level, and how much skill does.

    Parameters
    ----------
    game, players, variant, sets, seed, jobs, backend
        As for `simulate`.
    levels
        Who plays: levels or policies, a list or a text with commas, the weakest first; by default casual and good.
    games
        Deals; each is played once, once from another seed, and once more for every source.
    mixed
        Whether each level is also mixed with the next one, which tells luck from skill.
    control, say, on_games
        How to end it early, what receives remarks, and what receives the progress.
    out
        Folder that keeps the games; who asks again goes on from there.
    sampler
        What plays, if it is open already: several studies may share one.

    Returns
    -------
    Luck
        With `tables` (each with its `sources`), `words` and `as_dict()`.

    Examples
    --------
    >>> analyzer.luck("islebound", levels="casual,good", games=2000)
    """
    deals, root = stopping.check_games(games), stopping.check_seed(seed)
    if deals < 2:
        raise BadInput("--games: luck by source needs two deals or more")
    named = levels.split(",") if isinstance(levels, str) else list(levels or ())
    cell = make_cell(game, players=players, variant=variant, sets=sets, policy=named[0] if named else None)
    named = named or [level for level in LEVELS if level in cell.game.levels] or [cell.game.recommended]
    tables = _line_ups(cell, named, mixed)
    if sampler is not None:
        return _found(cell, [_play(line_ups, sampler, deals, root) for line_ups in tables], root, sampler)
    with KeptSampler(jobs, backend, control, on_games, say).keep_in(out) as own:
        own.expected = deals * sum(len(cells) * (2 + len(varied(cells))) for _who, cells in tables)
        return _found(cell, [_play(line_ups, own, deals, root) for line_ups in tables], root, own)


_LineUps = tuple[tuple[str, ...], list[Cell]]  # who plays, and the cells of every way to sit


def _line_ups(cell: Cell, levels: Sequence[str], mixed: bool) -> list[_LineUps]:
    """List the tables: each level alone, and each with the next one, in every way to sit."""
    if len(set(levels)) < len(levels):
        raise BadInput(f"--levels {','.join(levels)}: give each once")
    tables: list[_LineUps] = [((level,), [_seated(cell, (level,))]) for level in levels]
    for pair in itertools.pairwise(levels) if mixed else ():
        tables.append((pair, [_seated(cell, seats) for seats in _ways(pair, cell.players)]))
    return tables


def _ways(pair: tuple[str, str], players: int) -> list[tuple[str, ...]]:
    """List who may sit where: all ways, or where these are too many, halves of the table."""
    if 2**players <= _MOST_LINE_UPS:
        return list(itertools.product(pair, repeat=players))
    half = players // 2
    return [(a,) * half + (b,) * (players - half) for a, b in itertools.product(pair, repeat=2)]


def _seated(cell: Cell, levels: tuple[str, ...]) -> Cell:
    return replace(cell.reference, policies=tuple(map(written.read_policy, levels))).make()


def varied(cells: Sequence[Cell]) -> list[str]:
    """List the sources that can make a difference: policies that draw no numbers have none of their own."""
    seats = [seat for cell in cells for seat in cell.seats]
    draws = any(seat.searched is not None or seat.player.policy.traits for seat in seats)
    return [name for name in chances.sources_of(cells[0].game) if draws or name != chances.POLICIES]


def _play(line_ups: _LineUps, sampler: Sampler, deals: int, seed: int) -> Table:
    """Play every deal as it is, from another seed, and with each source from there, and compare."""
    who, cells = line_ups
    elsewhere = seeding.derived_seed(seed, "luck")
    own, other = (_Played([sampler.play(cell, deals, root) for cell in cells]) for root in (seed, elsewhere))
    unknown, taken = own.unknown + other.unknown, {}
    for name in varied(cells):
        frozen = [_frozen(cell, name, elsewhere) for cell in cells]
        once_more = _Played([sampler.play(cell, deals, seed) for cell in frozen])
        unknown, taken[name] = unknown + once_more.unknown, once_more.outcomes
    return compared(who, own.outcomes, other.outcomes, taken, unknown)


def compared(who: tuple[str, ...], own: Any, other: Any, taken: Mapping[str, Any], unknown: int) -> Table:
    """Compare outcomes (line-ups, deals, seats): as they are, from another seed, and with each source from there."""
    crossed, parts, sources = len(own) > 1, [], []
    for name, outcomes in taken.items():
        parts.append(agreement(other, outcomes, crossed=crossed))
        sources.append(Source(name, shared(parts[-1]), missing(agreement(own, outcomes))))
    if crossed:
        parts.append(agreement_of_means(own, other))
        sources.append(Source(SKILL, shared(parts[-1]), missing(agreement(own, own, crossed=True))))
    ordered = sorted(sources, key=lambda source: -source.first.value)
    deals = own.shape[1]
    return Table(who, tuple(ordered), interplay(parts), deals, deals * len(own) * (2 + len(taken)), unknown)


def _frozen(cell: Cell, source: str, seed: int) -> Cell:
    """Give the cell with a source from the deals of another seed."""
    return replace(cell.reference, freeze=chances.Freeze((source,), None, seed)).make()


class _Played:
    """The outcomes of some line-ups: (line-ups, deals, seats), of a team one number for all; games cut off are lost."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        self.outcomes = np.stack([_outcome(sample) for sample in samples])
        self.unknown = sum(int(sample.is_unknown.sum()) for sample in samples)


def _outcome(sample: Sample) -> Any:
    if sample.cell.is_competitive:
        return summary.known_shares(sample.cell, sample.rows)
    return sample.is_won.astype(np.float64)[:, None]


def _found(cell: Cell, tables: Sequence[Table], seed: int, sampler: Sampler) -> Luck:
    first = tables[0].sources[0].name
    elsewhere = seeding.derived_seed(seed, "luck")
    shown = [cell] if first == SKILL else [cell, _frozen(cell, first, elsewhere)]
    commands = tuple(one.reference.replay_command(seed, 0) for one in shown)
    setting, game = cell.setting.name, cell.game
    asked = game.name, game.title, setting, cell.players, cell.is_competitive, seed
    return Luck(*asked, tuple(tables), sampler.seconds, commands)
