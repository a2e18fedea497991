"""Measures how fast games are played: per second, on one core and on all, and what a cluster costs."""

import time
from dataclasses import dataclass
from typing import Any

from analyzer.cells import Cell, make_cell
from analyzer.kernel.jit import cpu_count
from analyzer.play import seeding, simulation
from analyzer.play.blocks import OpenBlock
from analyzer.play.control import Backend, BackendGiven, Control
from analyzer.play.prepared import PreparedCell
from analyzer.play.tasks import Part

_WARM_UP = 200
_LEAST_SECONDS = 0.1  # of a quick measurement

Measured = dict[str, Any]


def measure_game(game: str, *, games: int, policy: str | None = None, players: int | None = None) -> list[Measured]:
    """Measure one game on one core and on all cores; compilation is not counted."""
    cell = make_cell(game, policy=policy, players=players)
    simulation.simulate_cell(cell, games=_WARM_UP, jobs=1)
    return [measure_cell(cell, games=games, jobs=jobs) for jobs in dict.fromkeys((1, cpu_count()))]


def measure_cell(cell: Cell, *, games: int, jobs: int) -> Measured:
    """Measure one cell."""
    cpu = time.process_time()
    result = simulation.simulate_cell(cell, games=games, jobs=jobs)
    cpu = result.seconds * jobs if _plays_elsewhere(cell) else time.process_time() - cpu
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


def _plays_elsewhere(cell: Cell) -> bool:
    """Tell whether another process plays: its time is not counted here."""
    return any(seat.player.policy.is_foreign for seat in cell.seats)


def decisions_per_second(cell: Cell, seed: int = 0, control: Control | None = None) -> float:
    """Measure quickly how many decisions one core makes; time that other processes took is not counted.

    The first deals of a seed are played; 0.0 if the control stops them. A policy that is not shipped plays in a
    process of its own: of such a cell all time is counted.
    """
    prepared, deals = PreparedCell(cell), 1
    clock = time.perf_counter if _plays_elsewhere(cell) else time.thread_time
    prepared.play(seeding.block_seeds(seed, 0, deals), 0, control)  # it is slow: code and tables are fetched
    decisions = seconds = 0.0
    while seconds < _LEAST_SECONDS:
        began = clock()
        rows = prepared.play(seeding.block_seeds(seed, 0, deals), 0, control)
        if rows is None:
            return 0.0
        seconds, decisions = seconds + clock() - began, decisions + float(rows["decisions"].sum())
        deals = min(4 * deals, seeding.BLOCK)
    return decisions / seconds


SECONDS = 20.0  # of one measurement: at both ends of a run some workers have nothing to do
ROUNDS = 2  # each way, in turn: a machine is not always equally fast
_CLUSTER_WARM_UP = 64


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
    jobs = simulation.simulate_cell(cell, games=_CLUSTER_WARM_UP, backend=backend).jobs
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

    result = simulation.simulate_cell(cell, games=games, jobs=jobs, backend=where, on_part=hear)
    return _Round(result.seconds, sum(played) / (result.seconds * jobs), result.summary.digest)


def _games_in(cell: Cell, jobs: int, seconds: float) -> int:
    """Find out how many games take about so long."""
    games = _CLUSTER_WARM_UP
    while (result := simulation.simulate_cell(cell, games=games, jobs=jobs)).seconds < 1.0:
        games *= 4
    return max(games, round(games * seconds / result.seconds))
