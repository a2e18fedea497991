"""Look things up and work on policies: `games`, `variants`, `policies`, `fields`, `new-policy`, `check` and others."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from analyzer.errors import BadInput, PolicyFault
from analyzer.shell import output
from analyzer.shell.options import GameName, Games, Json, PolicyName, Scheduler, SchedulerFile, backend_of


def games(as_json: Json = False) -> None:
    """List the games.

    Example: analyzer games
    """
    from analyzer.catalog import game_names, load_game, policies_of
    from analyzer.games.listings import game_document
    from analyzer.shell.screens.screens import games_screen

    loaded, broken = [], []
    for name in game_names():
        try:
            loaded.append((load_game(name), len(policies_of(name))))
        except BadInput as problem:  # of one: the others are listed
            broken.append(str(problem))
    output.show([game_document(game, count) for game, count in loaded], games_screen(loaded), as_json)
    if broken:
        raise BadInput("\n".join(broken))


def variants(game: GameName, as_json: Json = False) -> None:
    """List the named variants and the rule switches of a game.

    Example: analyzer variants tranquility
    """
    from analyzer.catalog import load_game
    from analyzer.games.listings import variants_document
    from analyzer.shell.screens.screens import variants_screen

    loaded = load_game(game)
    output.show(variants_document(loaded), variants_screen(loaded), as_json)


def policies(game: GameName, as_json: Json = False) -> None:
    """List the policies of a game, and its levels of play.

    Example: analyzer policies tranquility
    """
    from analyzer.catalog import load_game, policies_of
    from analyzer.games.listings import policy_document
    from analyzer.shell.screens.screens import policies_screen

    loaded, found = load_game(game), policies_of(load_game(game).name)
    levels = {name: [level for level, who in loaded.levels.items() if who == name] for name in found}
    documents = [policy_document(policy) | {"levels": levels[policy.name]} for policy in found.values()]
    output.show(documents, policies_screen(loaded, found), as_json)


def fields(game: GameName, as_json: Json = False) -> None:
    """List the fields of rules, table and hand that a policy of a game can read.

    Example: analyzer fields tranquility
    """
    from analyzer.catalog import load_game
    from analyzer.games.listings import fields_document, fields_of
    from analyzer.shell.screens.screens import fields_screen

    loaded = load_game(game)
    output.show(fields_document(loaded), fields_screen(loaded.title, fields_of(loaded)), as_json)


def new_policy(
    game: GameName,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the policy: letters, digits, underscores.")],
    folder: Annotated[Path, typer.Option(help="Folder for NAME.py.")] = Path(),
) -> None:
    """Write a starter policy: commented, ready to run, and a decent player.

    Example: analyzer new-policy tranquility mine
    """
    from analyzer.studies.conformance import new_policy as write

    file = write(game, name, folder)
    typer.echo(str(file))
    output.say(f"Try it:   analyzer simulate {game} --policy {file}\nCheck it: analyzer check {file}")


def check(
    policy: Annotated[str, typer.Argument(metavar="FILE", help="Policy file: mine.py or mine.py:name.")],
    games: Annotated[int, typer.Option(min=1, help="Games per check.")] = 300,
    as_json: Json = False,
) -> None:
    """Check a policy: legal everywhere, documented, blind to hidden cards, random only if it says so.

    Example: analyzer check mine.py --games 100
    """
    from analyzer.catalog import game_of_file
    from analyzer.games.written import read_policy
    from analyzer.shell.screens.screens import findings_screen
    from analyzer.studies.conformance import examine

    output.announce_compilation()
    game = game_of_file(read_policy(policy))
    findings = list(examine(game, policy, games))
    document = [{"question": item.question, "good": item.is_good, "problem": item.problem} for item in findings]
    output.show({"game": game, "policy": policy, "findings": document}, findings_screen(findings), as_json)
    wrong = sum(not item.is_good for item in findings)
    if wrong:
        raise PolicyFault(f"{policy}: {wrong} of {len(findings)} checks failed")


def bench(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Games to measure; default: all.")
    ] = None,
    games: Games = 100_000,
    policy: PolicyName = None,
    scheduler: Scheduler = None,
    scheduler_file: SchedulerFile = None,
    as_json: Json = False,
) -> None:
    """Measure games and decisions per second, on one core and on all; with a scheduler, the overhead of a cluster.

    Example: analyzer bench tranquility --games 1e5
    """
    from analyzer.catalog import game_names
    from analyzer.play.speed import measure_game, measure_overhead
    from analyzer.play.stopping import check_games
    from analyzer.shell.screens.screens import overhead_screen, speed_screen

    output.announce_compilation()
    names = game or game_names()
    if scheduler is not None or scheduler_file is not None:
        cluster = backend_of("dask", scheduler, scheduler_file)
        costs = [measure_overhead(name, cluster, policy=policy) for name in names]
        output.show(costs, overhead_screen(costs), as_json)
        return
    check_games(games)
    rows = [row for name in names for row in measure_game(name, games=games, policy=policy)]
    output.show(rows, speed_screen(rows), as_json)


class Wish(StrEnum):
    """What to do with the cache."""

    PATH = "path"
    CLEAR = "clear"


def cache(
    wish: Annotated[Wish, typer.Argument(metavar="path|clear", help="Print where the cache is, or empty it.")],
) -> None:
    """Print where the compiled code is stored, or delete it; it is compiled again when needed.

    Example: analyzer cache path
    """
    from analyzer.kernel.compiler.code_store import cache_root, clear_cache

    if wish == Wish.PATH:
        typer.echo(cache_root())
    else:
        typer.echo(f"{clear_cache() / 1e6:.1f} MB of compiled code deleted")
