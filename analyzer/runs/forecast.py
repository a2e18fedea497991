"""What an experiment will cost, said before it begins: games and time, from a short pilot on other deals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from analyzer.play.pace import Stopwatch
from analyzer.play.seeding import BLOCK, block_seeds
from analyzer.play.stopping import Goal
from analyzer.play.table import Control, Table

PILOT_BLOCK = 2**40  # far behind every deal that is played: the pilot decides nothing about the run
MOST_PILOT_DEALS = 1024
PILOT_SECONDS = 0.1
ALL_SECONDS = 4.0  # of all pilots together, where there are many


@dataclass(frozen=True)
class Forecast:
    """Games and seconds that a cell is expected to take."""

    games: int
    seconds: float


def forecast(
    table: Table, goal: Goal, seed: int, jobs: int, control: Control, patience: float = PILOT_SECONDS
) -> Forecast:
    """Foresee one cell by a pilot of a few games, more of them while they take hardly any time."""
    cell, deals = table.cell, 1
    rows, seconds = _pilot(table, seed, deals, control)
    while seconds < patience / 4 and deals < MOST_PILOT_DEALS:  # the first games are slow: code is fetched
        deals *= 4
        rows, seconds = _pilot(table, seed, deals, control)
    if rows is None:  # the user has stopped the run
        return Forecast(goal.most, 0.0)
    if cell.is_competitive:
        games = goal.foreseen_games(1.0 / cell.players)
    else:
        wins = int((rows["cause"] == cell.game.causes["WON"]).sum())
        games = goal.foreseen_games((wins + 0.5) / (deals + 1.0))
    return Forecast(games, games * seconds / deals / jobs)


def _pilot(table: Table, seed: int, deals: int, control: Control) -> tuple[Any, float]:
    if control.is_draining:
        return None, math.inf
    watch = Stopwatch()
    rows = table.play(block_seeds(seed, PILOT_BLOCK, deals), PILOT_BLOCK * BLOCK, control)
    return rows, math.inf if rows is None else watch.seconds


def words(forecasts: list[Forecast], finished: int = 0) -> str:
    """Say what is to be expected."""
    games, seconds = sum(item.games for item in forecasts), sum(item.seconds for item in forecasts)
    done = f", of which {finished:,} are there already" if finished else ""
    return f"{len(forecasts)} cells, about {games:,} games{done}; {duration(seconds)} of playing expected"


def duration(seconds: float) -> str:
    """Write a time span in the unit that suits it."""
    for unit, size in (("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2 * size:
            return f"about {seconds / size:.0f} {unit}"
    return f"about {max(seconds, 1.0):.0f} s"
