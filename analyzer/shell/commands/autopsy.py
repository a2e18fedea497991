"""`analyzer autopsy`: which decisions lost the lost games of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.shell.options import Jobs, Json, RunDir, read_count
from analyzer.shell.output import announce_compilation, say, show


def autopsy(
    run_dir: RunDir,
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
            help="Policy that plays on from each decision; `own`: the seat's own. Default: the good player.",
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="Lost games to examine per cell.", parser=read_count, metavar="N")] = 30,
    chances: Annotated[int, typer.Option(help="Samples per decision.", parser=read_count, metavar="N")] = 100,
    seed: Annotated[int, typer.Option(help="Root seed for the choice of games and for the samples.")] = 0,
    jobs: Jobs = None,
    pages: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write the examples as HTML pages.")] = None,
    report: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write a report to this folder.")] = None,
    as_json: Json = False,
) -> None:
    """Examine lost games of a run and show which kinds of decisions lost them.

    Example: analyzer autopsy runs/tranquility_difficulty --cell base-3p-spacing --games 20 --pages lost
    """
    from analyzer.shell.autopsy_pages import check_page_folder, linked_document, write_pages
    from analyzer.shell.autopsy_screens import autopsy_screen
    from analyzer.shell.progress import watched
    from analyzer.studies.autopsy import autopsy as examine

    if report is not None:
        from analyzer.reporting.build import check_report_folder

        check_report_folder(report, "--report")
    if pages is not None:
        check_page_folder(pages)
    announce_compilation()
    options = {"cells": cell or (), "seat": seat, "policy": policy, "judge": judge}
    found = watched(examine, str(run_dir), games=games, chances=chances, seed=seed, jobs=jobs, **options)
    links = write_pages(found, pages) if pages is not None else {}
    document = linked_document(found, links)
    if report is not None:
        from analyzer.reporting.autopsies import autopsy_report

        say(f"report: {autopsy_report(document, report).folder}")
    show(document, autopsy_screen(found, links), as_json)
