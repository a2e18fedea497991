"""`analyzer simulate`: one cell, played."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.errors import Interrupted
from analyzer.shell.options import (
    BackendName,
    GameName,
    GamesOrNone,
    Jobs,
    Json,
    Players,
    PolicyName,
    Scheduler,
    SchedulerFile,
    Seed,
    Sets,
    VariantName,
    backend_of,
)
from analyzer.shell.output import announce_compilation, say, show


def simulate(
    game: GameName,
    players: Players = None,
    variant: VariantName = None,
    sets: Sets = None,
    policy: PolicyName = None,
    games: GamesOrNone = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    backend: BackendName = "threads",
    scheduler: Scheduler = None,
    scheduler_file: SchedulerFile = None,
    until: Annotated[float | None, typer.Option(help="Stop as soon as the interval has this half-width.")] = None,
    as_json: Json = False,
) -> None:
    """Play games of one variant with given policies, and estimate the win rate.

    Example: analyzer simulate tranquility --players 3 --variant poseidon --games 1e5
    """
    from analyzer.cells import make_cell
    from analyzer.play.limits import expectation
    from analyzer.shell.progress import simulate_watched
    from analyzer.shell.screens import simulation_screen

    announce_compilation()
    cell = make_cell(game, players=players, variant=variant, sets=sets or (), policy=policy)
    if until is not None:
        say(expectation(games, until))
    where = backend_of(backend, scheduler, scheduler_file)
    result = simulate_watched(cell, games=games, until=until, seed=seed, jobs=jobs, backend=where, say=say)
    if result.games:
        show(result.as_dict(), simulation_screen(result), as_json)
    result.raise_fault()
    if result.was_interrupted:
        raise Interrupted(
            f"interrupted after {result.games:,} of {result.asked:,} games; "
            "run it again to start over with the same deals"
        )
