"""Ask a question: `luck`, `sensitivity`, `stamps`, `autopsy`, `claims`."""

from pathlib import Path
from typing import Annotated

import typer

import analyzer
from analyzer.errors import ClaimsFail
from analyzer.shell import options, output


def luck(
    game: options.GameName,
    players: options.Players = None,
    variant: options.VariantName = None,
    sets: options.Sets = None,
    levels: Annotated[
        str | None,
        typer.Option("--levels", "--policy", help="Levels or policies a,b,…, weakest first; default: casual,good."),
    ] = None,
    games: Annotated[
        int, typer.Option(help="Deals; each is played once more for every source.", parser=options.read_count)
    ] = 5_000,
    mixed: Annotated[
        bool, typer.Option("--mixed/--no-mixed", help="Also mix each level with the next, to tell luck from skill.")
    ] = True,
    seed: options.Seed = 0,
    out: Annotated[
        Path | None, typer.Option(help="Folder to save to and resume from; default: nothing is kept.")
    ] = None,
    jobs: options.Jobs = None,
    backend: options.BackendName = "threads",
    scheduler: options.Scheduler = None,
    scheduler_file: options.SchedulerFile = None,
    report: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write a report to this folder.")] = None,
    as_json: options.Json = False,
) -> None:
    """Show how much of the outcome setup, deck, dice, turn order and skill decide, by level.

    Example: analyzer luck islebound --levels casual,good --games 2000
    """
    from analyzer.shell.screens.robustness import luck_screen

    output.check_report(report)
    result = output.watched(
        analyzer.luck,
        game,
        players=players,
        variant=variant,
        sets=sets or (),
        levels=levels,
        games=games,
        mixed=mixed,
        seed=seed,
        out=out,
        jobs=jobs,
        backend=options.backend_of(backend, scheduler, scheduler_file),
        say=output.say,
    )
    if report is not None:
        from analyzer.reporting.balance.luck import luck_report

        output.say(f"report: {luck_report(result.as_dict(), report).folder}")
    output.show(result.as_dict(), luck_screen(result), as_json)


def sensitivity(
    game: options.GameName,
    claim: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="Claim to test; repeatable. Default: all about the game.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--claims", metavar="FILE", help="File of claims; default: docs/claims.toml.")
    ] = None,
    spec: Annotated[
        Path | None, typer.Option(help="A spec: test only its headlines, the claims that name it in `where`.")
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
    spec: Annotated[
        Path | None, typer.Option(help="A spec: only its headlines, the claims that name it in `where`.")
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
        spec=spec,
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


def autopsy(
    run_dir: options.RunDir,
    cell: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Cell to examine; repeatable. Default: all cells.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(help="Seat to examine. Default: a whole team; among rivals seat 0.")
    ] = None,
    policy: Annotated[str | None, typer.Option(help="Examine the seats of this policy, instead of --seat.")] = None,
    judge: Annotated[
        str | None,
        typer.Option(
            metavar="POLICY",
            help="Policy that plays on from each decision; `own`: the seat's own. Default: the recommended policy.",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option(help="Lost games to examine per cell.", parser=options.read_count, metavar="N")
    ] = 30,
    chances: Annotated[int, typer.Option(help="Samples per decision.", parser=options.read_count, metavar="N")] = 100,
    seed: Annotated[int, typer.Option(help="Root seed for the choice of games and for the samples.")] = 0,
    jobs: options.Jobs = None,
    pages: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write the examples as HTML pages.")] = None,
    report: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write a report to this folder.")] = None,
    as_json: options.Json = False,
) -> None:
    """Examine lost games of a run and show which kinds of decisions lost them.

    Example: analyzer autopsy runs/tranquility_difficulty --cell base-3p-spacing --games 20 --pages lost
    """
    from analyzer.shell.screens.autopsy import autopsy_screen, check_page_folder, linked_document, write_pages

    output.check_report(report)
    if pages is not None:
        check_page_folder(pages)
    asked = {"cells": cell or (), "seat": seat, "policy": policy, "judge": judge}
    found = output.watched(analyzer.autopsy, str(run_dir), games=games, chances=chances, seed=seed, jobs=jobs, **asked)
    links = write_pages(found, pages) if pages is not None else {}
    document = linked_document(found, links)
    if report is not None:
        from analyzer.reporting.autopsies import autopsy_report

        output.say(f"report: {autopsy_report(document, report).folder}")
    output.show(document, autopsy_screen(found, links), as_json)


def claims(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="File of claims; default: docs/claims.toml.")
    ] = None,
    only: Annotated[
        str | None, typer.Option(help="Only the claims of this game, or with this text in their name.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Play a twentieth of the deals; this finds only gross errors.")
    ] = False,
    jobs: options.Jobs = None,
    backend: options.BackendName = "threads",
    scheduler: options.Scheduler = None,
    scheduler_file: options.SchedulerFile = None,
    as_json: options.Json = False,
) -> None:
    """Test the claims of README, docs and reports with new games; exit code 5 if one no longer holds.

    Example: analyzer claims --quick --only tranquility
    """
    from analyzer.shell.screens.dials import claims_screen

    where, files = options.backend_of(backend, scheduler, scheduler_file), [] if file is None else [str(file)]
    verdicts = output.watched(analyzer.claims, *files, only=only, quick=quick, jobs=jobs, backend=where, say=output.say)
    failed = [verdict for verdict in verdicts if not verdict.holds]
    document = {"quick": quick, "failed": len(failed), "claims": [verdict.as_dict() for verdict in verdicts]}
    output.show(document, claims_screen(verdicts), as_json)
    if failed:
        names = ", ".join(verdict.claim.id for verdict in failed)
        raise ClaimsFail(f"{len(failed)} of {len(verdicts)} claims no longer hold: {names}")
