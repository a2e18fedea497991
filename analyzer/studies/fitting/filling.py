"""Plays what a grid lacks: a cell at every sight, all seats alike, each on deals of its own."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.cells import Cell, make_cell, read_seat
from analyzer.errors import BadInput, Interrupted
from analyzer.games.interface import Game
from analyzer.games.written import FALLIBLE, short_number
from analyzer.play.seeding import derived_seed
from analyzer.studies.fitting.grid import SIGHTS, Counted, Grid, Place
from analyzer.studies.samples import Sample, Sampler

GAMES = 2_400  # of a cell at each sight: two points
SEED = 0


@dataclass(frozen=True)
class Case:
    """A variant with a number of players, as it is written and as the grid names it."""

    written: str
    place: Place
    is_competitive: bool


def fallible(policy: str, sight: float) -> str:
    """Write a policy that notices its options with some chance."""
    return f"{FALLIBLE}({policy},sight={short_number(sight)})"


def check_policy(game: Game, policy: str) -> str:
    """Give the label of a policy around which the dial can be put."""
    read_seat(game, fallible(policy, SIGHTS[0]))
    return read_seat(game, policy).label


def identity_of(game: Game, policy: str) -> str:
    """Hash what makes a policy play as it does; a knob at 0 counts as none, so that a new one changes nothing."""
    own = json.dumps(_without_zeros(read_seat(game, fallible(policy, SIGHTS[0])).identity), sort_keys=True)
    return hashlib.sha256(own.encode()).hexdigest()[:16]


def _without_zeros(part: Any) -> Any:
    if isinstance(part, dict):
        return {name: value for name, value in part.items() if value != 0.0}
    return [_without_zeros(item) for item in part] if isinstance(part, list) else part


def make_case(game: Game, variant: str, players: int) -> Case:
    """Find what a log or a user means by a variant and a number of players."""
    cell = make_cell(game.name, players=players, variant=variant)
    name, own = cell.setting.name, cell.reference.variant.file
    if own:  # another file may have the same name
        content = json.dumps(dict(cell.setting.values), sort_keys=True)
        name = f"{name}#{hashlib.sha256(content.encode()).hexdigest()[:6]}"
    return Case(variant, (name, players), cell.is_competitive)


def named_cases(game: Game, players: Iterable[int], *, is_competitive: bool) -> list[Case]:
    """List the named variants that can be played by so many, of one kind."""
    found = []
    for count in players:
        for variant in game.variants:
            try:
                case = make_case(game, variant, count)
            except BadInput:
                continue  # this variant is not for so many players
            if case.is_competitive == is_competitive:
                found.append(case)
    return found


def fill(grid: Grid, cases: Sequence[Case], games: int, sampler: Sampler) -> None:
    """Play the rows that a grid lacks for some cases; every row is kept when it is finished."""
    written = {case.place: case.written for case in cases}
    lacking = grid.lacks(written, games)
    sampler.expected = games * len(lacking)
    for key in lacking:
        variant, players, sight = key
        deals = grid.wanted(key, games)
        text = fallible(grid.policy, sight)
        cell = make_cell(grid.game, players=players, variant=written[variant, players], policy=text)
        seed = derived_seed(SEED, f"fit {variant} {players} {short_number(sight)}")
        grid.add(key, counted(cell, _played(grid, cell, deals, seed, sampler)))


def _played(grid: Grid, cell: Cell, games: int, seed: int, sampler: Sampler) -> Sample:
    try:
        return sampler.play(cell, games, seed)
    except Interrupted as problem:
        raise Interrupted(f"interrupted; what is finished is kept in {grid.file}; run it again to go on") from problem


def counted(cell: Cell, sample: Sample) -> Counted:
    """Count the games of a cell; of rivals also the means of the winning score and of the length."""
    unknown = sample.is_unknown
    wins = 0 if cell.is_competitive else int(sample.is_won.sum())
    if not cell.is_competitive:
        return Counted(sample.deals, int(unknown.sum()), wins)
    rows = sample.rows[~unknown]
    if len(rows) < 2:
        raise BadInput(f"{cell!r}: nearly no game has an outcome, so there is no mean of scores")
    score, turns = winning_scores(rows, cell.players), rows["turns"].astype(np.float64)
    moments = (score.mean(), score.std(ddof=1), turns.mean(), turns.std(ddof=1))
    return Counted(sample.deals, int(unknown.sum()), 0, *map(float, moments))


def winning_scores(rows: Any, players: int) -> Any:
    """Give the score of the seat that won, or of the first that shared the win."""
    winner = rows["share"][:, :players].argmax(axis=1)
    return rows["score"][np.arange(len(rows)), winner].astype(np.float64)
