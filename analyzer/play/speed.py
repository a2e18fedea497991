"""Measures how fast games are played: games and decisions per second, on one core and on all."""

from __future__ import annotations

import time
from typing import Any

from analyzer.cells import Cell, make_cell
from analyzer.kernel.jit import cpu_count
from analyzer.play.simulation import simulate_cell

_WARM_UP = 200


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
