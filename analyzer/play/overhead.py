"""Measures what a cluster costs: its throughput against the same number of threads of this process.

Throughput is what counts, but on a machine that others use too it wavers. How much of their time the workers spent
playing does not: the rest is what the cluster costs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from analyzer.cells import Cell, make_cell
from analyzer.play.blocks import OpenBlock
from analyzer.play.pools import Backend, BackendGiven
from analyzer.play.simulation import simulate_cell
from analyzer.play.tasks import Part

SECONDS = 20.0  # of one measurement: at both ends of a run some workers have nothing to do
ROUNDS = 2  # each way, in turn: a machine is not always equally fast
_WARM_UP = 64


@dataclass(frozen=True)
class _Round:
    """One measurement: how long it took, and how much of that the workers were playing."""

    seconds: float
    busy: float
    digest: str


def measure_overhead(
    game: str, backend: Backend, *, policy: str | None = None, players: int | None = None, seconds: float = SECONDS
) -> dict[str, Any]:
    """Play the same deals on a cluster and by threads, in turn; compilation is not counted."""
    cell = make_cell(game, policy=policy, players=players)
    jobs = simulate_cell(cell, games=_WARM_UP, backend=backend).jobs
    games = _games_in(cell, jobs, seconds)
    pairs = [[_measure(cell, games, jobs, where) for where in ("threads", backend)] for _ in range(ROUNDS)]
    assert len({one.digest for pair in pairs for one in pair}) == 1
    here, there = (sum(pair[place].seconds for pair in pairs) for place in (0, 1))
    return {
        "game": cell.game.name,
        "policy": cell.seats[0].label,
        "players": cell.players,
        "jobs": jobs,
        "games": games * ROUNDS,
        "threads_games_per_second": games * ROUNDS / here,
        "cluster_games_per_second": games * ROUNDS / there,
        "share": here / there,
        "shares": [pair[0].seconds / pair[1].seconds for pair in pairs],
        "threads_busy": sum(pair[0].busy for pair in pairs) / ROUNDS,
        "cluster_busy": sum(pair[1].busy for pair in pairs) / ROUNDS,
    }


def _measure(cell: Cell, games: int, jobs: int, where: BackendGiven) -> _Round:
    played: list[float] = []

    def hear(_block: OpenBlock, part: Part) -> None:
        played.append(part.seconds)

    result = simulate_cell(cell, games=games, jobs=jobs, backend=where, on_part=hear)
    return _Round(result.seconds, sum(played) / (result.seconds * jobs), result.summary.digest)


def _games_in(cell: Cell, jobs: int, seconds: float) -> int:
    """Find out how many games take about so long."""
    games = _WARM_UP
    while (result := simulate_cell(cell, games=games, jobs=jobs)).seconds < 1.0:
        games *= 4
    return max(games, round(games * seconds / result.seconds))
