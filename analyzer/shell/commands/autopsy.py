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
        list[str] | None, typer.Option(metavar="NAME", help="Cell of the run; repeatable, by default all.")
    ] = None,
    seat: Annotated[int | None, typer.Option(help="Whose decisions; among rivals whose losses: by default 0.")] = None,
    policy: Annotated[str | None, typer.Option(help="The same by policy: the seats at which it sits.")] = None,
    judge: Annotated[
        str | None,
        typer.Option(metavar="POLICY", help="Who plays on; by default the good player, `own`: the seats' policies."),
    ] = None,
    games: Annotated[int, typer.Option(help="Lost games of every cell.", parser=read_count, metavar="N")] = 30,
    chances: Annotated[int, typer.Option(help="Samples of a decision.", parser=read_count, metavar="N")] = 100,
    seed: Annotated[int, typer.Option(help="Root seed of the lots and the samples.")] = 0,
    jobs: Jobs = None,
    pages: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write the examples as pages.")] = None,
    report: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write a report.")] = None,
    as_json: Json = False,
) -> None:
    """Look at lost games of a run and show which kinds of decisions lost them.

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
