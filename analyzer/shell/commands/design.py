"""Ask what a designer asks: `balance`, `patch`, `sensitivity`, `stamps`."""

from pathlib import Path
from typing import Annotated

import typer

import analyzer
from analyzer.shell import options, output


def balance(
    game: options.GameName,
    only: Annotated[
        str | None,
        typer.Option(
            help="Studies a,b,…: turn-order, components, prices, strategies, exploits, course, luck; default: all."
        ),
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


def patch(
    game: options.GameName,
    want: Annotated[
        list[str],
        typer.Option(help="What is wanted: 'positions within 2 points', 'win rate 45% to 55%'; repeat it for more."),
    ],
    change: Annotated[
        list[str] | None,
        typer.Option(help="What may change: switches, handicaps, prices, a switch, or 'hand_limit=5,6'; repeatable."),
    ] = None,
    variant: options.VariantName = None,
    players: Annotated[str | None, typer.Option(help="Numbers of players: 3 or 2,3; default: the fewest.")] = None,
    levels: Annotated[str | None, typer.Option(help="Levels of play a,b,…; default: casual,good.")] = None,
    budget: Annotated[
        int, typer.Option(help="About how many games in all.", parser=options.read_count, metavar="GAMES")
    ] = 1_000_000,
    seed: options.Seed = 0,
    out: Annotated[Path | None, typer.Option(help="Folder to save to and resume from; default: one in runs/.")] = None,
    jobs: options.Jobs = None,
    backend: options.BackendName = "threads",
    scheduler: options.Scheduler = None,
    scheduler_file: options.SchedulerFile = None,
    as_json: options.Json = False,
) -> None:
    """Find the fewest changes of rules, prices and handicaps that give what you want, at every level of play.

    Example: analyzer patch rumini --want 'positions within 2 points' --change handicaps --budget 20000
    """
    from analyzer.shell.screens.patching import patch_screen

    result = output.watched(
        analyzer.patch,
        game,
        want,
        change=change or (),
        variant=variant,
        players=players,
        levels=levels,
        budget=budget,
        seed=seed,
        out=Path("runs") / f"{game}-patch" if out is None else out,
        jobs=jobs,
        backend=options.backend_of(backend, scheduler, scheduler_file),
        say=output.say,
    )
    output.show(result.as_dict(), patch_screen(result), as_json)


def sensitivity(
    game: options.GameName,
    claim: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Claim to test; repeatable. Default: all about the game.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--claims", metavar="FILE", help="File of claims; default: docs/claims.toml.")
    ] = None,
    spec: Annotated[
        Path | None, typer.Option(help="A spec: its headlines, from headlines.toml beside it, instead of --claims.")
    ] = None,
    worlds: Annotated[
        int | None, typer.Option(help="Plausible worlds; default: 100, of look-ahead 20.", parser=options.read_count)
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            help="Deals of every cell in every world; default: 100,000 games a claim.", parser=options.read_count
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Root seed of the worlds.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Folder to save to and resume from; default: one in runs/.")] = None,
    jobs: options.Jobs = None,
    backend: options.BackendName = "threads",
    scheduler: options.Scheduler = None,
    scheduler_file: options.SchedulerFile = None,
    report: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write a report to this folder.")] = None,
    as_json: options.Json = False,
) -> None:
    """Play claims again in worlds where all that is assumed is something else, and show which survive.

    Example: analyzer sensitivity portolano --claim portolano-beginning --worlds 50
    """
    from analyzer.shell.screens.robustness import sensitivity_screen

    if report is not None:
        from analyzer.reporting.build import check_report_folder

        check_report_folder(report, "--report")
    result = output.watched(
        analyzer.sensitivity,
        game,
        claim=claim or None,
        file=file,
        spec=spec,
        worlds=worlds,
        games=games,
        seed=seed,
        out=Path("runs") / f"{game}-sensitivity" if out is None else out,
        jobs=jobs,
        backend=options.backend_of(backend, scheduler, scheduler_file),
        say=output.say,
    )
    if report is not None:
        from analyzer.reporting.robustness import sensitivity_report

        output.say(f"report: {sensitivity_report(result.as_dict(), report).folder}")
    output.show(result.as_dict(), sensitivity_screen(result), as_json)


def stamps(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only claims about this game.")] = None,
    claim: Annotated[list[str] | None, typer.Option(metavar="ID", help="Only this claim; repeatable.")] = None,
    claims_file: Annotated[
        Path | None, typer.Option("--claims", metavar="FILE", help="File of claims; default: docs/claims.toml.")
    ] = None,
    file: Annotated[Path, typer.Option(help="File of stamps.")] = Path("docs/stamps.toml"),
    worlds: Annotated[
        int | None, typer.Option(help="Plausible worlds; default: 100, of look-ahead 20.", parser=options.read_count)
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            help="Deals of every cell in every world; default: 100,000 games a claim.", parser=options.read_count
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Root seed of the worlds.")] = 0,
    out: Annotated[Path, typer.Option(help="Folder to save to and resume from.")] = Path("runs/stamps"),
    forecast: Annotated[bool, typer.Option("--forecast", help="Only tell what is missing, and how long it takes.")] = (
        False
    ),
    jobs: options.Jobs = None,
    backend: options.BackendName = "threads",
    scheduler: options.Scheduler = None,
    scheduler_file: options.SchedulerFile = None,
    as_json: options.Json = False,
) -> None:
    """Stamp every claim that has no stamp yet, the cheapest first: in how many plausible worlds it holds.

    Example: analyzer stamps tranquility --forecast
    """
    from analyzer.shell.screens.robustness import stamps_screen

    result = output.watched(
        analyzer.stamps,
        game,
        claim=claim or None,
        file=file,
        claims_file=claims_file,
        worlds=worlds,
        games=games,
        seed=seed,
        out=out,
        forecast=forecast,
        jobs=jobs,
        backend=options.backend_of(backend, scheduler, scheduler_file),
        say=output.say,
    )
    output.show(result.as_dict(), stamps_screen(result), as_json)
