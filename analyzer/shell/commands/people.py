"""From people's plays to their skill: `fit`."""

from pathlib import Path
from typing import Annotated

import typer

import analyzer
from analyzer.errors import BadInput
from analyzer.shell import options, output

TEMPLATE_HINTS = {
    False: "a row for each play; or the columns plays and wins instead of won; group, date and note may be left out",
    True: "a row for each play, with score (of the winner), turns, or both; group, date and note may be left out",
}


def fit(
    game: options.GameName,
    log: Annotated[
        Path | None, typer.Argument(metavar="LOG.csv", help="The plays of a group, a row for each; see --template.")
    ] = None,
    template: Annotated[
        bool, typer.Option("--template", help="Write an example of a log, to LOG.csv if it is named.")
    ] = False,
    policy: Annotated[
        str | None,
        typer.Option(
            "--policy", help="Policy whose sight is the dial; default: that of the shipped grid, or the recommended."
        ),
    ] = None,
    prior: Annotated[
        str, typer.Option(help="What is thought of the sight before any play: even, low, high or middle.")
    ] = "even",
    predict: Annotated[
        str | None, typer.Option(metavar="A,B", help="Variants to foretell; default: all named ones.")
    ] = None,
    group: Annotated[
        str | None, typer.Option(metavar="NAME", help="Group of the log to fit; default: all plays together.")
    ] = None,
    grid: Annotated[
        Path | None,
        typer.Option(metavar="FILE.csv", help="Win rates at every sight; what is missing is played and added."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            help="Games of a cell at each sight; default: 2,400 where the grid has none.",
            parser=options.read_count,
            metavar="N",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="LEVEL.toml", help="Also write the group's level, for --policy and levels.")
    ] = None,
    report: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write a report to this folder.")] = None,
    jobs: options.Jobs = None,
    as_json: options.Json = False,
) -> None:
    """Fit the skill of a group to the log of its plays, and foretell every variant.

    Example: analyzer fit tranquility tuesdays.csv --report fit --out ours.toml
    """
    if template:
        _write_template(game, log)
        return
    if log is None:
        raise BadInput("no log: name its file, LOG.csv; `analyzer fit GAME LOG.csv --template` writes an example")
    if out is not None:
        _check_out(out)
    output.check_report(report)
    from analyzer.shell.screens.fitting import fit_screen

    asked = {"policy": policy, "prior": prior, "predict": predict, "group": group, "grid": grid, "games": games}
    found = output.watched(analyzer.fit, game, log, jobs=jobs, say=output.say, **asked)
    if out is not None:
        found.write_level(out)
        output.say(f"level: {out}")
    if report is not None:
        from analyzer.reporting.fitting import fit_report

        output.say(f"report: {fit_report(found.as_dict(), report).folder}")
    output.show(found.as_dict(), fit_screen(found), as_json)


def _check_out(out: Path) -> None:
    if out.suffix != ".toml":
        raise BadInput(f"--out {out}: give a name that ends with .toml; only such a file works as a level")
    if out.is_dir() or not out.parent.is_dir():
        raise BadInput(f"--out {out}: {'this is a folder' if out.is_dir() else 'there is no such folder'}")
    if out.exists() and "sight" not in out.read_text(encoding="utf-8", errors="replace"):
        raise BadInput(f"--out {out}: exists already and is not a level of a group; choose another name")


def _write_template(game: str, file: Path | None) -> None:
    from analyzer.catalog import load_game
    from analyzer.studies.fitting.logs import example_of

    loaded = load_game(game)
    text = example_of(next(iter(loaded.variants)), is_competitive=loaded.is_competitive)
    if file is None:
        output.say(TEMPLATE_HINTS[loaded.is_competitive])
        typer.echo(text, nl=False)
        return
    if file.exists():
        raise BadInput(f"--template {file}: exists already; choose another name")
    file.write_text(text, encoding="utf-8")
    output.say(f"example: {file}")
