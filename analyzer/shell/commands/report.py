"""`analyzer report`: the report of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.shell.options import Json, RunDir
from analyzer.shell.output import show


def report(
    run_dir: RunDir,
    out: Annotated[Path | None, typer.Option(help="Folder for the report; default: RUN_DIR/report.")] = None,
    formats: Annotated[
        str, typer.Option("--format", help="html (one file), md (with figures and CSV tables), or both.")
    ] = "html,md",
    as_json: Json = False,
) -> None:
    """Make the report of a run from its stored results.

    Example: analyzer report runs/tranquility_solo-quick --format html
    """
    from analyzer.reporting.build import report as make_report
    from analyzer.shell.run_screens import report_screen

    result = make_report(run_dir, out, formats)
    show(result.as_dict(), report_screen(result), as_json)
