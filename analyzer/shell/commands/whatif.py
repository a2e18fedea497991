"""`analyzer whatif`: what a change of rules moves."""

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
    VariantName,
    backend_of,
    read_count,
)
from analyzer.shell.output import announce_compilation, say, show


def whatif(
    game: GameName,
    sets: Annotated[list[str], typer.Option("--set", help="The change, switch=value; several go together.")],
    variant: VariantName = None,
    players: Annotated[str | None, typer.Option(help="Numbers of players: 3 or 2,3; by default all.")] = None,
    levels: Annotated[
        str | None, typer.Option("--levels", "--policy", help="Levels or policies a,b,…; by default casual and good.")
    ] = None,
    games: Annotated[int, typer.Option(help="Deals of every table.", parser=read_count, metavar="N")] = 10_000,
    seed: Seed = 0,
    jobs: Jobs = None,
    backend: BackendName = "threads",
    scheduler: Scheduler = None,
    scheduler_file: SchedulerFile = None,
    report: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write a report.")] = None,
    as_json: Json = False,
) -> None:
    """Play a game with and without a change on the same deals, and show what moves.

    Example: analyzer whatif tranquility --set hand_limit=6 --players 2,3 --games 2000
    """
    from analyzer.shell.dial_screens import whatif_screen
    from analyzer.shell.progress import watched
    from analyzer.studies.whatif import whatif as play

    if report is not None:
        from analyzer.reporting.build import check_report_folder

        check_report_folder(report, "--report")
    announce_compilation()
    result = watched(
        play,
        game,
        sets=sets,
        variant=variant,
        players=players,
        levels=levels,
        games=games,
        seed=seed,
        jobs=jobs,
        backend=backend_of(backend, scheduler, scheduler_file),
        say=say,
    )
    if report is not None:
        from analyzer.reporting.dials import whatif_report

        written = whatif_report(result.as_dict(), report)
        say(f"report: {written.folder}")
    show(result.as_dict(), whatif_screen(result), as_json)
