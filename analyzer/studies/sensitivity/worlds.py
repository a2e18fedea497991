"""Plausible worlds: all that is assumed of a game is drawn anew together, each value from its range."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.cells import Cell, CellReference
from analyzer.errors import BadInput
from analyzer.games.ranges import Plausible, plausible_values
from analyzer.games.written import Changes
from analyzer.stats.influence.flips import latin_hypercube

TRIES = 500  # for each world: what breaks a check of the game is drawn again
Possible = Callable[[Changes], str | None]  # says what is wrong with a world, if anything is


@dataclass(frozen=True)
class World:
    """One plausible world: what is changed in it."""

    number: int  # 1, 2, …; 0 is the world as it is assumed
    changes: Changes
    places: tuple[int, ...] = ()  # of its values among those of each range


@dataclass(frozen=True)
class Worlds:
    """All worlds that are played, and what they vary."""

    varied: tuple[Plausible, ...]
    held: tuple[Plausible, ...]  # assumed, but no range says what else
    drawn: tuple[World, ...]
    rejected: int  # drawn again, since a check of the game refused them
    reasons: tuple[tuple[str, int], ...]  # of that, the most common first

    def column(self, number: int) -> Any:
        """Give the places of a value in its range, by world."""
        return np.array([world.places[number] for world in self.drawn])


def draw_worlds(
    varied: Sequence[Plausible], n: int, seed: int, possible: Possible, held: Iterable[Plausible]
) -> Worlds:
    """Draw worlds by a Latin hypercube: every value takes each place of its range as often as any other."""
    lots = np.random.default_rng(np.random.PCG64(seed))
    plan = latin_hypercube(n, max(len(varied), 1), lots)
    drawn, refused = [], Counter[str]()
    for number in range(1, n + 1):
        world = _world(varied, number, plan[number - 1])
        while (problem := possible(world.changes)) is not None:
            refused[problem] += 1
            if refused.total() > TRIES * n:
                raise BadInput(f"no plausible world of {TRIES} passes the checks of the game: {problem}")
            world = _world(varied, number, lots.random(len(varied)))
        drawn.append(world)
    return Worlds(tuple(varied), tuple(held), tuple(drawn), refused.total(), tuple(refused.most_common()))


def _world(varied: Sequence[Plausible], number: int, lots: Any) -> World:
    places = tuple(int(lot * len(one.values)) for one, lot in zip(varied, lots, strict=False))
    changes = {one.name: one.values[place] for one, place in zip(varied, places, strict=False)}
    return World(number, changes, places)


def assumed_in(cells: Sequence[Cell]) -> tuple[list[Plausible], list[Plausible]]:
    """List what may vary in some cells, and what is assumed and stays; what a cell sets itself is no assumption."""
    game = cells[0].game
    known = plausible_values(game.switches, game.components)
    own = {name for cell in cells for name in (*cell.reference.changes, *cell.reference.variant.changes)}
    own |= {one.name for cell in cells for one in game.switches if cell.setting.values[one.name] != one.default}
    asked = [one for one in known if one.name not in own and _matters(one, cells)]
    return [one for one in asked if one.is_varied], [one for one in asked if not one.is_varied]


def _matters(one: Plausible, cells: Sequence[Cell]) -> bool:
    switch = cells[0].game.switch_by_name.get(one.name)
    return switch is None or any(switch.matters(cell.setting.values) for cell in cells)


def problem_of(references: Sequence[CellReference]) -> str | None:
    """Say what is wrong with some cells, if anything is: the first part of what the checks of the game say."""
    try:
        for reference in references:
            reference.make()
    except BadInput as problem:
        return str(problem).partition(": ")[2] or str(problem)
    return None
