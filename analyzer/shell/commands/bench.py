"""`analyzer bench`: how fast the games are played."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.shell.options import Games, Json, PolicyName, Scheduler, SchedulerFile, backend_of
from analyzer.shell.output import announce_compilation, show


def bench(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Games to measure; default: all.")
    ] = None,
    games: Games = 100_000,
    policy: PolicyName = None,
    scheduler: Scheduler = None,
    scheduler_file: SchedulerFile = None,
    as_json: Json = False,
) -> None:
    """Measure games and decisions per second, on one core and on all; with a scheduler, the overhead of a cluster.

    Example: analyzer bench tranquility --games 1e5
    """
    from analyzer.catalog import game_names
    from analyzer.play.limits import check_games
    from analyzer.play.overhead import measure_overhead
    from analyzer.play.speed import measure_game
    from analyzer.shell.screens import overhead_screen, speed_screen

    announce_compilation()
    names = game or game_names()
    if scheduler is not None or scheduler_file is not None:
        cluster = backend_of("dask", scheduler, scheduler_file)
        costs = [measure_overhead(name, cluster, policy=policy) for name in names]
        show(costs, overhead_screen(costs), as_json)
        return
    check_games(games)
    rows = [row for name in names for row in measure_game(name, games=games, policy=policy)]
    show(rows, speed_screen(rows), as_json)
