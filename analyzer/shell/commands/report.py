"""Run experiments and report them: `run`, `report`, `verify`."""

from pathlib import Path
from typing import Annotated

import typer

import analyzer
from analyzer.errors import BadInput, DamagedRun, Interrupted
from analyzer.shell import options, output


def run(
    spec: Annotated[Path, typer.Argument(metavar="SPEC.toml", help="Experiment file; see docs/experiments.md.")],
    out: Annotated[Path | None, typer.Option(help="Run directory; default: runs/<name of the spec>.")] = None,
    jobs: options.Jobs = None,
    backend: options.BackendName = "threads",
    scheduler: options.Scheduler = None,
    scheduler_file: options.SchedulerFile = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Make a quick try-out with few deals, marked as such.")
    ] = False,
    repair: Annotated[
        bool, typer.Option("--repair", help="Play again the damaged parts that `analyzer verify` lists.")
    ] = False,
    as_json: options.Json = False,
) -> None:
    """Play a whole experiment; run the same command again to resume where it stopped.

    Example: analyzer run experiments/tranquility_solo.toml --quick
    """
    from analyzer.reporting.topics import section_names
    from analyzer.runs import experiment
    from analyzer.shell.screens.runs import run_screen

    where = {"jobs": jobs, "backend": backend, "scheduler": scheduler, "scheduler_file": scheduler_file}
    result = output.watched(
        experiment.run,
        spec,
        out,
        sections=section_names,
        quick=quick,
        repair=repair,
        say=output.say,
        **where,
    )
    if result.manifest.experiment.balance is not None and not result.was_interrupted:
        from analyzer.studies.balance.specs import with_balance

        result = output.watched(with_balance, result, repair=repair, say=output.say, **where)
    if result.was_interrupted:
        raise Interrupted(
            f"interrupted; {result.games:,} games are saved in {result.folder}. Run the same command to resume."
        )
    if as_json:
        output.show_document(result.as_dict())
    else:
        output.show_screen(run_screen(result))
    if result.balance is not None and not as_json:
        from analyzer.shell.screens.balance import sheet_table

        output.show_screen(sheet_table(result.balance))


def report(
    run_dir: options.RunDir,
    out: Annotated[Path | None, typer.Option(help="Folder for the report; default: RUN_DIR/report.")] = None,
    formats: Annotated[
        str, typer.Option("--format", help="html (one file), md (with figures and CSV tables), or both.")
    ] = "html,md",
    readings: Annotated[
        Path | None,
        typer.Option(help="Run directory in which readings were set alone: asks for recommended icons there, too."),
    ] = None,
    stamps: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File of stamps: also tells which headlines survive.")
    ] = None,
    is_shown: Annotated[bool, typer.Option("--open", help="Show the page in your browser.")] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of what could not be made.")] = False,
    as_json: options.Json = False,
) -> None:
    """Make the report of a run from its stored results.

    Example: analyzer report runs/tranquility_solo-quick --format html --open
    """
    from analyzer.reporting import build
    from analyzer.shell.screens.runs import report_screen

    if is_shown and "html" not in formats:
        raise BadInput("--open shows a page: ask for it with --format html")
    with output.debugging(debug):
        result = build.report(run_dir, out, formats, readings=readings, stamps=stamps)
    if as_json:
        output.show_document(result.as_dict())
    else:
        output.show_screen(report_screen(result))
    if is_shown and result.html is not None:
        _open(result.html)
    for failure in result.failures if debug else ():
        output.say_traceback(failure.problem)
    if result.failures:
        raise result.trouble


def _open(page: Path) -> None:
    """Show a page in the browser of the system; say where it lies if there is none."""
    import webbrowser

    if not webbrowser.open(page.resolve().as_uri()):
        output.say(f"no browser was found; open {page} yourself")


def verify(run_dir: options.RunDir, as_json: options.Json = False) -> None:
    """Check every stored file of a run, and list what must be played again.

    Example: analyzer verify runs/tranquility_solo-quick
    """
    from analyzer.shell.screens.runs import verify_screen

    found = analyzer.verify(run_dir)
    output.show(found.as_dict(), verify_screen(found), as_json)
    if not found.is_whole:
        advice = f"`analyzer run SPEC --out {run_dir} --repair` plays only these again"
        raise DamagedRun(f"{run_dir}: {len(found.damages)} damaged; {advice}")
