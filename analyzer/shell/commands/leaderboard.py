"""`analyzer leaderboard`: all policies on the same deals."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.shell.options import (
    BackendName,
    GameName,
    Jobs,
    Json,
    Scheduler,
    SchedulerFile,
    Seed,
    Sets,
    backend_of,
    read_count,
)
from analyzer.shell.output import announce_compilation, say, show


def leaderboard(
    game: GameName,
    variants: Annotated[
        str | None, typer.Option("--variants", "--variant", help="Variants a,b,…; `all` for every one.")
    ] = None,
    players: Annotated[str | None, typer.Option(help="Numbers of players: 3 or 2,3.")] = None,
    sets: Sets = None,
    policies: Annotated[
        str | None, typer.Option(help="Policies a,b,… to rank; default: all except random play.")
    ] = None,
    field: Annotated[
        str | None, typer.Option(help="Opponent in competitive games; default: the recommended policy.")
    ] = None,
    games: Annotated[int, typer.Option(help="Deals per variant.", parser=read_count, metavar="N")] = 10_000,
    seed: Seed = 0,
    out: Annotated[Path | None, typer.Option(help="Run directory; default: one in runs/.")] = None,
    into: Annotated[
        Path | None, typer.Option(help="Also write the table into this file, between its leaderboard:GAME markers.")
    ] = None,
    jobs: Jobs = None,
    backend: BackendName = "threads",
    scheduler: Scheduler = None,
    scheduler_file: SchedulerFile = None,
    as_json: Json = False,
) -> None:
    """Play all policies on the same deals, variant by variant, and list them best first.

    Example: analyzer leaderboard tranquility --players 3 --games 2000
    """
    from analyzer.shell.progress import watched
    from analyzer.shell.study_screens import leaderboard_screen
    from analyzer.studies.leaderboard import leaderboard as play

    if into is not None:
        from analyzer.shell.markers import check_markers

        check_markers(into, f"leaderboard:{game}")
    announce_compilation()
    result = watched(
        play,
        game,
        variants=variants,
        players=players,
        sets=sets or (),
        policies=policies,
        field=field,
        games=games,
        seed=seed,
        out=out,
        jobs=jobs,
        backend=backend_of(backend, scheduler, scheduler_file),
        say=say,
    )
    if into is not None:
        from analyzer.reporting.parts.leaderboards import leaderboard_markdown
        from analyzer.shell.markers import put_between

        put_between(into, f"leaderboard:{game}", leaderboard_markdown(result.results))
    show(result.as_dict(), leaderboard_screen(result), as_json)
