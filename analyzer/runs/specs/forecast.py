"""Forecasts what an experiment will cost before it begins: games and time, from a short pilot on other deals."""

import math
from dataclasses import dataclass
from typing import Any

from analyzer.play.control import Control
from analyzer.play.faults import RulesFault
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import BLOCK, block_seeds
from analyzer.play.stopping import Goal
from analyzer.play.tasks import Stopwatch

PILOT_BLOCK = 2**40  # far beyond every deal that is played: the pilot decides nothing about the run
MOST_PILOT_DEALS = 1024
PILOT_SECONDS = 0.1
ALL_SECONDS = 4.0  # of all pilots together, where there are many
_UNITS = (("hours", 3600.0), ("minutes", 60.0))  # of what takes at least two of them


@dataclass(frozen=True)
class Forecast:
    """Games and seconds that a cell is expected to take."""

    games: int
    seconds: float


def forecast(
    prepared: PreparedCell, goal: Goal, seed: int, jobs: int, control: Control, pilot_seconds: float = PILOT_SECONDS
) -> Forecast:
    """Forecast one cell from a pilot of a few games, or more while they take hardly any time."""
    cell, deals = prepared.cell, 1
    rows, seconds = _pilot(prepared, seed, deals, control)
    while seconds < pilot_seconds / 4 and deals < MOST_PILOT_DEALS:  # the first games are slow: code is fetched
        deals *= 4
        rows, seconds = _pilot(prepared, seed, deals, control)
    if rows is None:  # the user has stopped the run
        return Forecast(goal.most, 0.0)
    if cell.is_competitive:
        games = goal.foreseen_games(1.0 / cell.players)
    else:
        wins = int((rows["cause"] == cell.game.causes["WON"]).sum())
        games = goal.foreseen_games((wins + 0.5) / (deals + 1.0))
    return Forecast(games, games * seconds / deals / jobs)


def _pilot(prepared: PreparedCell, seed: int, deals: int, control: Control) -> tuple[Any, float]:
    if control.is_draining:
        return None, math.inf
    watch = Stopwatch()
    try:
        rows = prepared.play(block_seeds(seed, PILOT_BLOCK, deals), PILOT_BLOCK * BLOCK, control)
    except RulesFault:  # told of a deal that can be replayed, when the run comes to one
        return None, math.inf
    return rows, math.inf if rows is None else watch.seconds


def words(forecasts: list[Forecast], finished: int = 0) -> str:
    """Say what to expect."""
    games, seconds = sum(item.games for item in forecasts), sum(item.seconds for item in forecasts)
    done = f", {finished:,} of them already played" if finished else ""
    unit, size = next((own for own in _UNITS if seconds >= 2 * own[1]), ("s", 1.0))
    time = f"about {max(seconds / size, 1.0):.0f} {unit}"
    return f"{len(forecasts)} cells, about {games:,} games{done}; expected time: {time}"
