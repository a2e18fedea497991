"""`analyzer calibrate`: the value of a switch that gives a wanted result."""

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
    PolicyName,
    Scheduler,
    SchedulerFile,
    Seed,
    Sets,
    VariantName,
    backend_of,
    read_count,
)
from analyzer.shell.output import announce_compilation, say, show


def calibrate(
    game: GameName,
    switch: Annotated[
        list[str], typer.Option(help="Switch to calibrate. Given twice: calibrate the first at values of the second.")
    ],
    target: Annotated[
        str, typer.Option(help="Wanted value: 50%, 0.5 or a number of turns; or FILE.toml with a table of them.")
    ],
    measure: Annotated[
        str | None, typer.Option(help="rate, turns, or first (the first player's share of the wins among rivals).")
    ] = None,
    players: Players = None,
    variant: VariantName = None,
    sets: Sets = None,
    policy: PolicyName = None,
    between: Annotated[
        list[str] | None, typer.Option(metavar="SWITCH=LOW:HIGH", help="Range to search; default: all allowed values.")
    ] = None,
    budget: Annotated[
        int, typer.Option(help="Approximate total number of games.", parser=read_count, metavar="GAMES")
    ] = 200_000,
    seed: Seed = 0,
    jobs: Jobs = None,
    backend: BackendName = "threads",
    scheduler: Scheduler = None,
    scheduler_file: SchedulerFile = None,
    report: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Also write a report with the curve to this folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Find the value of a switch that gives a wanted win rate, game length or first player's share.

    Example: analyzer calibrate tranquility --switch removed --target 50% --players 3 --policy good
    """
    from analyzer.shell.dial_screens import calibration_screen
    from analyzer.shell.progress import watched
    from analyzer.studies.calibrate import calibrate as search

    if report is not None:
        from analyzer.reporting.build import check_report_folder

        check_report_folder(report, "--report")
    announce_compilation()
    result = watched(
        search,
        game,
        switch=switch,
        target=target,
        measure=measure,
        players=players,
        variant=variant,
        sets=sets or (),
        policy=policy,
        between=between,
        budget=budget,
        seed=seed,
        jobs=jobs,
        backend=backend_of(backend, scheduler, scheduler_file),
        say=say,
    )
    if report is not None:
        from analyzer.reporting.dials import calibration_report

        written = calibration_report(result.as_dict(), report)
        say(f"report: {written.folder}")
    show(result.as_dict(), calibration_screen(result), as_json)
