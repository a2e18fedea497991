"""`analyzer claims`: the claims of README, docs and reports, tested again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.errors import ClaimsFail
from analyzer.shell.options import BackendName, Jobs, Json, Scheduler, SchedulerFile, backend_of
from analyzer.shell.output import announce_compilation, say, show


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
    jobs: Jobs = None,
    backend: BackendName = "threads",
    scheduler: Scheduler = None,
    scheduler_file: SchedulerFile = None,
    as_json: Json = False,
) -> None:
    """Test the claims of README, docs and reports with new games; exit code 5 if one no longer holds.

    Example: analyzer claims --quick --only tranquility
    """
    from analyzer.shell.dial_screens import claims_screen
    from analyzer.shell.progress import watched
    from analyzer.studies.claim_files import claims as play

    announce_compilation()
    where, files = backend_of(backend, scheduler, scheduler_file), [] if file is None else [str(file)]
    verdicts = watched(play, *files, only=only, quick=quick, jobs=jobs, backend=where, say=say)
    failed = [verdict for verdict in verdicts if not verdict.holds]
    document = {"quick": quick, "failed": len(failed), "claims": [verdict.as_dict() for verdict in verdicts]}
    show(document, claims_screen(verdicts), as_json)
    if failed:
        names = ", ".join(verdict.claim.id for verdict in failed)
        raise ClaimsFail(f"{len(failed)} of {len(verdicts)} claims no longer hold: {names}")
