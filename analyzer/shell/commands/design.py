"""Ask what a designer asks: `calibrate`, `whatif`, `balance`, `patch`."""

from pathlib import Path
from typing import Annotated

import typer

import analyzer
from analyzer.shell import options, output


def calibrate(
    game: options.GameName,
    switch: Annotated[
        list[str], typer.Option(help="Switch to calibrate. Given twice: calibrate the first at values of the second.")
    ],
    target: Annotated[
        str, typer.Option(help="Wanted value: 50%, 0.5 or a number of turns; or FILE.toml with a table of them.")
    ],
    measure: Annotated[
        str | None, typer.Option(help="rate, turns, or first (the first player's share of the wins among rivals).")
    ] = None,
    players: options.Players = None,
    variant: options.VariantName = None,
    sets: options.Sets = None,
    handicap: options.Handicaps = None,
    grant: options.Grants = None,
    remove: options.Removals = None,
    price: options.Prices = None,
    policy: options.PolicyName = None,
    between: Annotated[
        list[str] | None, typer.Option(metavar="SWITCH=LOW:HIGH", help="Range to search; default: all allowed values.")
    ] = None,
    budget: Annotated[
        int, typer.Option(help="Approximate total number of games.", parser=options.read_count, metavar="GAMES")
    ] = 200_000,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    backend: options.BackendName = "threads",
    scheduler: options.Scheduler = None,
    scheduler_file: options.SchedulerFile = None,
    report: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Also write a report with the curve to this folder.")
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Find the value of a switch that gives a wanted win rate, game length or first player's share.

    Example: analyzer calibrate tranquility --switch removed --target 50% --players 3 --policy survival
    """
    from analyzer.shell.screens.dials import calibration_screen

    output.check_report(report)
    result = output.watched(
        analyzer.calibrate,
        game,
        switch=switch,
        target=target,
        measure=measure,
        players=players,
        variant=variant,
        sets=options.treated(sets, handicap, grant, remove, price),
        policy=policy,
        between=between,
        budget=budget,
        seed=seed,
        jobs=jobs,
        backend=options.backend_of(backend, scheduler, scheduler_file),
        say=output.say,
    )
    if report is not None:
        from analyzer.reporting.studies import calibration_report

        written = calibration_report(result.as_dict(), report)
        output.say(f"report: {written.folder}")
    output.show(result.as_dict(), calibration_screen(result), as_json)


def whatif(
    game: options.GameName,
    sets: Annotated[
        list[str] | None, typer.Option("--set", help="Change to test: switch=value; repeat it to combine changes.")
    ] = None,
    handicap: options.Handicaps = None,
    grant: options.Grants = None,
    remove: options.Removals = None,
    price: options.Prices = None,
    variant: options.VariantName = None,
    players: Annotated[str | None, typer.Option(help="Numbers of players: 3 or 2,3; default: all.")] = None,
    levels: Annotated[
        str | None, typer.Option("--levels", "--policy", help="Levels or policies a,b,…; default: casual and good.")
    ] = None,
    games: Annotated[int, typer.Option(help="Deals per table.", parser=options.read_count, metavar="N")] = 10_000,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    backend: options.BackendName = "threads",
    scheduler: options.Scheduler = None,
    scheduler_file: options.SchedulerFile = None,
    report: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write a report to this folder.")] = None,
    as_json: options.Json = False,
) -> None:
    """Play a game with and without a change on the same deals, and show what the change does.

    Example: analyzer whatif tranquility --set hand_limit=6 --players 2,3 --games 2000
    """
    from analyzer.shell.screens.dials import whatif_screen

    output.check_report(report)
    result = output.watched(
        analyzer.whatif,
        game,
        sets=options.treated(sets, handicap, grant, remove, price),
        variant=variant,
        players=players,
        levels=levels,
        games=games,
        seed=seed,
        jobs=jobs,
        backend=options.backend_of(backend, scheduler, scheduler_file),
        say=output.say,
    )
    if report is not None:
        from analyzer.reporting.studies import whatif_report

        written = whatif_report(result.as_dict(), report)
        output.say(f"report: {written.folder}")
    output.show(result.as_dict(), whatif_screen(result), as_json)


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

    output.check_report(report)
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
    from analyzer.shell.screens.studies import patch_screen

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
