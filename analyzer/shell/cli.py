"""The commands: read options, call the library, print. No logic lives here."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from analyzer.errors import AnalyzerError, Interrupted

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Monte Carlo strategy analyzer for board games.",
)
cache_app = typer.Typer(no_args_is_help=True, help="The compiled code on disk.")
app.add_typer(cache_app, name="cache")

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of a game; see `analyzer games`.")]
Players = Annotated[int | None, typer.Option(help="Number of players; by default the smallest from 2 on.")]
VariantName = Annotated[str | None, typer.Option("--variant", help="A name, a sum (this+that) or a TOML file.")]
Sets = Annotated[list[str] | None, typer.Option("--set", help="switch=value, on top of the variant; repeatable.")]
PolicyName = Annotated[
    str | None, typer.Option("--policy", help="Name, name(knob=value), file.py or file.py:name; one, or one per seat.")
]
Games = Annotated[int, typer.Option(help="Number of games.")]
Seed = Annotated[int, typer.Option(help="Root seed: the same seed gives the same deals.")]
Jobs = Annotated[int | None, typer.Option(help="Threads; by default all cores.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


@app.command()
def games(as_json: Json = False) -> None:
    """List the games."""
    from analyzer.catalog import game_names, load_game, policies_of
    from analyzer.games.listings import game_document
    from analyzer.shell.screens import games_screen

    loaded = [(load_game(name), len(policies_of(name))) for name in game_names()]
    _show([game_document(game, count) for game, count in loaded], games_screen(loaded), as_json)


@app.command()
def variants(game: GameName, as_json: Json = False) -> None:
    """List the named variants and the rule switches of a game."""
    from analyzer.catalog import load_game
    from analyzer.games.listings import variants_document
    from analyzer.shell.screens import variants_screen

    loaded = load_game(game)
    _show(variants_document(loaded), variants_screen(loaded), as_json)


@app.command()
def policies(game: GameName, as_json: Json = False) -> None:
    """List the policies of a game."""
    from analyzer.catalog import load_game, policies_of
    from analyzer.games.listings import policy_document
    from analyzer.shell.screens import policies_screen

    loaded, found = load_game(game), policies_of(load_game(game).name)
    _show([policy_document(policy) for policy in found.values()], policies_screen(loaded, found), as_json)


@app.command()
def simulate(
    game: GameName,
    players: Players = None,
    variant: VariantName = None,
    sets: Sets = None,
    policy: PolicyName = None,
    games: Annotated[int | None, typer.Option(help="Games; by default 100,000. With --until: at most so many.")] = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    until: Annotated[float | None, typer.Option(help="Stop as soon as the interval has this half-width.")] = None,
    as_json: Json = False,
) -> None:
    """Play one cell and estimate its win rate."""
    from analyzer.cells import make_cell
    from analyzer.play.limits import expectation
    from analyzer.shell.progress import simulate_watched
    from analyzer.shell.screens import simulation_screen

    _announce()
    cell = make_cell(game, players=players, variant=variant, sets=sets or (), policy=policy)
    if until is not None:
        typer.echo(expectation(games, until), err=True)
    result = simulate_watched(cell, games=games, seed=seed, jobs=jobs, until=until)
    if result.games:
        _show(result.as_dict(), simulation_screen(result), as_json)
    result.raise_fault()
    if result.was_interrupted:
        raise Interrupted(
            f"interrupted after {result.games:,} of {result.asked:,} games; "
            "the same command begins again with the same deals"
        )


@app.command()
def compare(
    game: GameName,
    variants: Annotated[str | None, typer.Option(help="Variants a,b,… to compare.")] = None,
    policies: Annotated[str | None, typer.Option(help="Policies a,b,… to compare.")] = None,
    players: Players = None,
    variant: VariantName = None,
    sets: Sets = None,
    policy: Annotated[
        str | None, typer.Option(help="Who plays the variants; in competitive games the opponents of the policies.")
    ] = None,
    games: Games = 100_000,
    seed: Seed = 0,
    jobs: Jobs = None,
    as_json: Json = False,
) -> None:
    """Compare variants, or policies, on the same deals."""
    from analyzer.shell.progress import compare_watched
    from analyzer.shell.run_screens import comparison_screen

    _announce()
    result = compare_watched(
        game,
        variants=variants,
        policies=policies,
        players=players,
        variant=variant,
        sets=sets or (),
        policy=policy,
        games=games,
        seed=seed,
        jobs=jobs,
    )
    _show(result.as_dict(), comparison_screen(result), as_json)
    if result.was_interrupted:
        raise Interrupted(f"interrupted after {result.games:,} common deals of {games:,}")


@app.command()
def run(
    spec: Annotated[Path, typer.Argument(metavar="SPEC.toml", help="An experiment; see docs/experiments.md.")],
    out: Annotated[Path | None, typer.Option(help="Run directory; by default runs/<name of the spec>.")] = None,
    jobs: Jobs = None,
    backend: Annotated[str, typer.Option(help="threads, processes or dask.")] = "threads",
    scheduler: Annotated[str | None, typer.Option(help="Address of a Dask scheduler.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A try-out with few deals, marked as such.")] = False,
    as_json: Json = False,
) -> None:
    """Play a whole experiment; run again, it goes on where it stopped."""
    from analyzer.shell.progress import run_watched
    from analyzer.shell.run_screens import run_screen

    _announce()
    result = run_watched(
        spec,
        out,
        jobs=jobs,
        backend=backend,
        scheduler=scheduler,
        quick=quick,
        say=lambda text: typer.echo(text, err=True),
    )
    if result.was_interrupted:
        raise Interrupted(f"interrupted; {result.games:,} games are kept in {result.folder}. The same command goes on.")
    _show(result.as_dict(), run_screen(result), as_json)


@app.command()
def report(
    run_dir: Annotated[Path, typer.Argument(metavar="RUN_DIR", help="What `analyzer run` wrote.")],
    out: Annotated[Path | None, typer.Option(help="Folder of the report; by default RUN_DIR/report.")] = None,
    formats: Annotated[
        str, typer.Option("--format", help="html (one file), md (with figures and CSV tables), or both.")
    ] = "html,md",
    as_json: Json = False,
) -> None:
    """Make the report of a run from its stored results."""
    from analyzer.reporting.build import report as make_report
    from analyzer.shell.run_screens import report_screen

    result = make_report(run_dir, out, formats)
    _show(result.as_dict(), report_screen(result), as_json)


@app.command()
def replay(
    game: GameName,
    deal: Annotated[int, typer.Option(help="Number of the deal.")] = 0,
    players: Players = None,
    variant: VariantName = None,
    sets: Sets = None,
    policy: PolicyName = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Play one deal step by step, with the board and the reasons."""
    from analyzer.cells import make_cell
    from analyzer.errors import PolicyFault
    from analyzer.play.limits import MAX_GAMES, check_range, check_seed
    from analyzer.play.replay import Replay
    from analyzer.shell.screens import step_screen

    _announce()
    check_range("deal", deal, 0, MAX_GAMES)
    check_seed(seed)
    cell = make_cell(game, players=players, variant=variant, sets=sets or (), policy=policy)
    story = Replay(cell, seed, deal)
    steps = []
    for number, step in enumerate(story, start=1):
        steps.append(step.as_dict())
        if not as_json:
            _print(step_screen(step, number))
    document = {"game": game, "seed": seed, "deal": deal, "steps": steps, "ending": story.ending}
    _show(document, f"{story.board}\n{story.ending}", as_json)
    if story.fault:
        raise PolicyFault(story.fault)


@app.command()
def bench(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; by default all.")] = None,
    games: Games = 100_000,
    as_json: Json = False,
) -> None:
    """Measure games and decisions per second, on one core and on all."""
    from analyzer.catalog import game_names
    from analyzer.play.limits import check_games
    from analyzer.play.speed import measure_game
    from analyzer.shell.screens import speed_screen

    _announce()
    check_games(games)
    rows = [row for name in game or game_names() for row in measure_game(name, games=games)]
    _show(rows, speed_screen(rows), as_json)


@cache_app.command("path")
def cache_path() -> None:
    """Print the folder of the compiled code."""
    from analyzer.kernel.sources import cache_root

    typer.echo(cache_root())


@cache_app.command("clear")
def cache_clear() -> None:
    """Delete the compiled code; it is made again when needed."""
    from analyzer.kernel.sources import clear_cache

    freed = clear_cache()
    typer.echo(f"{freed / 1e6:.1f} MB of compiled code deleted")


def _announce() -> None:
    """Say on stderr when something has to be compiled first."""
    from analyzer.kernel.jit import announce_compilation

    announce_compilation(lambda text: typer.echo(text, err=True))


def _show(document: Any, screen: Any, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(document, indent=2, allow_nan=False))
    else:
        _print(screen)


def _print(screen: Any) -> None:
    from rich.console import Console

    Console(highlight=False).print(screen, crop=False)  # a path that does not fit is still whole


def main() -> NoReturn:
    """Run the command line; every problem is one message and an exit code, never a traceback."""
    try:
        code = app(standalone_mode=False)
    except AnalyzerError as problem:
        typer.echo(f"analyzer: {problem}", err=True)
        sys.exit(problem.exit_code)
    except typer.exceptions.TyperException as problem:
        text = problem.format_message() if hasattr(problem, "format_message") else str(problem)
        if text:
            typer.echo(f"analyzer: {text}", err=True)
        sys.exit(getattr(problem, "exit_code", 2))
    except KeyboardInterrupt:
        typer.echo("analyzer: interrupted", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of the pipe has gone; there is nobody to tell
        sys.exit(1)
    sys.exit(code if isinstance(code, int) else 0)
