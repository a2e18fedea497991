"""Luck by source: how much of the outcome setup, deck, dice, turn order, the policies and skill decide.

Every deal of a seed is played again with one source of another seed, all else as it was, and once wholly from that
seed. Games that share a source alone say what it decides by itself; games that differ in it alone say what would be
lost without it (Sobol's first-order and total shares). With levels mixed, who sits where is one more source: skill.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.cells import Cell, make_cell
from analyzer.errors import BadInput
from analyzer.games import chances, written
from analyzer.play import seeding, stopping, summary
from analyzer.play.control import BackendGiven, Control, OnGames, Say
from analyzer.stats.influence.agreement import agreement, agreement_of_means, interplay, missing, shared
from analyzer.studies.luck_found import SKILL, Luck, Source, Table
from analyzer.studies.samples import Sample, Sampler
from analyzer.studies.sensitivity.kept import KeptSampler

DEALS = 5_000
LEVELS = ("casual", "good")
_MOST_LINE_UPS = 8


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
