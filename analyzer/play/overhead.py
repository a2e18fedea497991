"""Measures what a cluster costs: its throughput against the same number of threads of this process."""

from __future__ import annotations

from typing import Any

from analyzer.cells import Cell, make_cell
from analyzer.play.pools import Backend
from analyzer.play.simulation import Simulation, simulate_cell

SECONDS = 20.0  # of one measurement: at both ends of a run some workers have nothing to do
ROUNDS = 2  # each way, in turn: a machine is not always equally fast
_WARM_UP = 64


def measure_overhead(
    game: str, backend: Backend, *, policy: str | None = None, players: int | None = None, seconds: float = SECONDS
) -> dict[str, Any]:
    """Play the same deals on a cluster and by threads, in turn; compilation is not counted."""
    cell = make_cell(game, policy=policy, players=players)
    jobs = simulate_cell(cell, games=_WARM_UP, backend=backend).jobs
    games = _games_in(cell, jobs, seconds)
    rounds = [[_played(cell, games, jobs, where) for where in ("threads", backend)] for _ in range(ROUNDS)]
    here, there = (sum(pair[place].seconds for pair in rounds) for place in (0, 1))
    assert len({result.summary.digest for pair in rounds for result in pair}) == 1
    return {
        "game": cell.game.name,
        "policy": cell.seats[0].label,
        "players": cell.players,
        "jobs": jobs,
        "games": games * ROUNDS,
        "threads_games_per_second": games * ROUNDS / here,
        "cluster_games_per_second": games * ROUNDS / there,
        "share": here / there,
        "shares": [pair[0].seconds / pair[1].seconds for pair in rounds],
    }


def _played(cell: Cell, games: int, jobs: int, where: str | Backend) -> Simulation:
    return simulate_cell(cell, games=games, jobs=jobs, backend=where)


def _games_in(cell: Cell, jobs: int, seconds: float) -> int:
    """Find out how many games take about so long."""
    games = _WARM_UP
    while (result := simulate_cell(cell, games=games, jobs=jobs)).seconds < 1.0:
        games *= 4
    return max(games, round(games * seconds / result.seconds))
