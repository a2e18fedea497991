"""`analyzer whatif`: what a change of rules does."""

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
    sets: Annotated[
        list[str], typer.Option("--set", help="Change to test: switch=value; repeat it to combine changes.")
    ],
    variant: VariantName = None,
    players: Annotated[str | None, typer.Option(help="Numbers of players: 3 or 2,3; default: all.")] = None,
    levels: Annotated[
        str | None, typer.Option("--levels", "--policy", help="Levels or policies a,b,…; default: casual and good.")
    ] = None,
    games: Annotated[int, typer.Option(help="Deals per table.", parser=read_count, metavar="N")] = 10_000,
    seed: Seed = 0,
    jobs: Jobs = None,
    backend: BackendName = "threads",
    scheduler: Scheduler = None,
    scheduler_file: SchedulerFile = None,
    report: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write a report to this folder.")] = None,
    as_json: Json = False,
) -> None:
    """Play a game with and without a change on the same deals, and show what the change does.

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
