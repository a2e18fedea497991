"""Measures how fast games are played: games and decisions per second, on one core and on all."""

from __future__ import annotations

import time
from typing import Any

from analyzer.cells import Cell, make_cell
from analyzer.kernel.jit import cpu_count
from analyzer.play.prepared import PreparedCell
from analyzer.play.seeding import BLOCK, block_seeds
from analyzer.play.simulation import simulate_cell

_WARM_UP = 200
_LEAST_SECONDS = 0.1  # of a quick measurement
_FAR = 2**41  # a block of deals that nobody plays


def measure_game(
    game: str, *, games: int, policy: str | None = None, players: int | None = None
) -> list[dict[str, Any]]:
    """Measure one game on one core and on all cores; compilation is not counted."""
    cell = make_cell(game, policy=policy, players=players)
    simulate_cell(cell, games=_WARM_UP, jobs=1)
    return [measure_cell(cell, games=games, jobs=jobs) for jobs in dict.fromkeys((1, cpu_count()))]


def measure_cell(cell: Cell, *, games: int, jobs: int) -> dict[str, Any]:
    """Measure one cell."""
    cpu = time.process_time()
    result = simulate_cell(cell, games=games, jobs=jobs)
    cpu = time.process_time() - cpu
    decisions = result.summary.measures["decisions"].total
    return {
        "game": cell.game.name,
        "policy": cell.seats[0].label,
        "players": cell.players,
        "jobs": jobs,
        "games": result.games,
        "seconds": result.seconds,
        "games_per_second": result.games / result.seconds,
        "decisions_per_second": decisions / result.seconds,
        "games_per_cpu_second": result.games / cpu,
    }


def decisions_per_second(cell: Cell) -> float:
    """Measure quickly how many decisions one core makes; time that other processes took is not counted."""
    prepared, deals = PreparedCell(cell), 1
    prepared.play(block_seeds(0, _FAR, deals), _FAR * BLOCK)  # the first game is slow: code and tables are fetched
    decisions = seconds = 0.0
    while seconds < _LEAST_SECONDS:
        began = time.thread_time()
        rows = prepared.play(block_seeds(0, _FAR, deals), _FAR * BLOCK)
        seconds, decisions = seconds + time.thread_time() - began, decisions + float(rows["decisions"].sum())
        deals = min(4 * deals, BLOCK)
    return decisions / seconds
