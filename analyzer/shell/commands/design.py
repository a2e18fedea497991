"""Ask what a designer asks: `balance`."""

from pathlib import Path
from typing import Annotated

import typer

import analyzer
from analyzer.shell import options, output


def balance(
    game: options.GameName,
    only: Annotated[
        str | None,
        typer.Option(help="Studies a,b,…: turn-order, components, prices, strategies, exploits, course; default: all."),
    ] = None,
    variant: options.VariantName = None,
    players: Annotated[str | None, typer.Option(help="Numbers of players: 3 or 2,3; default: the fewest.")] = None,
    levels: Annotated[str | None, typer.Option(help="Levels of play a,b,…; default: good.")] = None,
    budget: Annotated[
        int, typer.Option(help="About how many games in all.", parser=options.read_count, metavar="GAMES")
    ] = 1_000_000,
    seed: options.Seed = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the runs; run again, it goes on where it stopped.")
    ] = None,
    jobs: options.Jobs = None,
    backend: options.BackendName = "threads",
    scheduler: options.Scheduler = None,
    scheduler_file: options.SchedulerFile = None,
    report: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write a report to this folder.")] = None,
    as_json: options.Json = False,
) -> None:
    """Find out whether a game among rivals is fair: turn order, components, strategies and the course of a game.

    Example: analyzer balance rumini --only turn-order --budget 20000
    """
    from analyzer.shell.screens.balance import balance_screen

    if report is not None:
        from analyzer.reporting import build

        build.check_report_folder(report, "--report")
    result = output.watched(
        analyzer.balance,
        game,
        only=only,
        variant=variant,
        players=players,
        levels=levels,
        budget=budget,
        seed=seed,
        out=out,
        jobs=jobs,
        backend=options.backend_of(backend, scheduler, scheduler_file),
        say=output.say,
    )
    document = result.as_dict()
    if report is not None:
        from analyzer.reporting.balance import page

        output.say(f"report: {page.balance_report(document, report).folder}")
    output.show(document, balance_screen(result), as_json)
