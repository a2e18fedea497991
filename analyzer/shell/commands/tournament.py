"""`analyzer tournament`: policies against each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.shell.options import (
    BackendName,
    GameName,
    Jobs,
    Json,
    Players,
    Scheduler,
    SchedulerFile,
    Seed,
    Sets,
    VariantName,
    backend_of,
    read_count,
)
from analyzer.shell.output import announce_compilation, say, show


def tournament(
    game: GameName,
    policies: Annotated[str | None, typer.Option(help="Policies a,b,…; default: all except random play.")] = None,
    gauntlet: Annotated[
        str | None, typer.Option(metavar="POLICY", help="Play only this policy against the others.")
    ] = None,
    players: Players = None,
    variant: VariantName = None,
    sets: Sets = None,
    games: Annotated[int, typer.Option(help="Deals per seating.", parser=read_count, metavar="N")] = 10_000,
    seed: Seed = 0,
    out: Annotated[Path | None, typer.Option(help="Run directory; default: one in runs/.")] = None,
    jobs: Jobs = None,
    backend: BackendName = "threads",
    scheduler: Scheduler = None,
    scheduler_file: SchedulerFile = None,
    as_json: Json = False,
) -> None:
    """Play policies against each other in every seating on the same deals; run it again to resume.

    Example: analyzer tournament rumini --policies planner,hoarder,flagger --games 1000
    """
    from analyzer.shell.progress import watched
    from analyzer.shell.study_screens import tournament_screen
    from analyzer.studies.tournament import tournament as play

    announce_compilation()
    result = watched(
        play,
        game,
        policies=policies,
        gauntlet=gauntlet,
        players=players,
        variant=variant,
        sets=sets or (),
        games=games,
        seed=seed,
        out=out,
        jobs=jobs,
        backend=backend_of(backend, scheduler, scheduler_file),
        say=say,
    )
    show(result.as_dict(), tournament_screen(result), as_json)
