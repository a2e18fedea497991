"""`analyzer run`: a whole experiment."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.errors import Interrupted
from analyzer.shell.options import (
    BackendName,
    Jobs,
    Json,
    Scheduler,
    SchedulerFile,
    backend_of,
)
from analyzer.shell.output import announce_compilation, say, show


def run(
    spec: Annotated[Path, typer.Argument(metavar="SPEC.toml", help="Experiment file; see docs/experiments.md.")],
    out: Annotated[Path | None, typer.Option(help="Run directory; default: runs/<name of the spec>.")] = None,
    jobs: Jobs = None,
    backend: BackendName = "threads",
    scheduler: Scheduler = None,
    scheduler_file: SchedulerFile = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Make a quick try-out with few deals, marked as such.")
    ] = False,
    repair: Annotated[
        bool, typer.Option("--repair", help="Play again the damaged parts that `analyzer verify` lists.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Play a whole experiment; run the same command again to resume where it stopped.

    Example: analyzer run experiments/tranquility_solo.toml --quick
    """
    from analyzer.shell.progress import run_watched
    from analyzer.shell.run_screens import run_screen

    announce_compilation()
    result = run_watched(
        spec,
        out,
        jobs=jobs,
        backend=backend_of(backend, scheduler, scheduler_file),
        quick=quick,
        repair=repair,
        say=say,
    )
    if result.was_interrupted:
        raise Interrupted(
            f"interrupted; {result.games:,} games are saved in {result.folder}. Run the same command to resume."
        )
    show(result.as_dict(), run_screen(result), as_json)
