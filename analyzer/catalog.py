"""Finds games and policies: a new file is listed, tested and runnable; nothing is registered."""

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

from analyzer.errors import BadInput, unknown
from analyzer.games.interface import Game, Policy, policies_in
from analyzer.games.own_games import checked_game
from analyzer.games.policy_files.loading import policies_in_file
from analyzer.games.policy_files.raised import loaded
from analyzer.games.policy_files.shipping import GAMES_OF, POLICIES_OF, further_packages
from analyzer.games.written import WrittenPolicy
from analyzer.kernel.compiler import places, reads


def game_names() -> list[str]:
    """List the games: those of this project, and of the packages that $ANALYZER_GAMES names."""
    return sorted(_homes())


@cache
def load_game(name: str) -> Game:
    """Fetch a game by name."""
    homes = _homes()
    if name not in homes:
        raise unknown("game", name, sorted(homes))
    module = _imported(f"{homes[name][0]}.{name}", f"game {name!r}")
    if homes[name][0] != GAMES_OF:  # those of this project are tested
        return checked_game(module, name)
    game: Game = module.GAME
    return game


def _imported(module: str, whose: str) -> ModuleType:
    """Import a module of a game or of its policies; of other packages, note what they read and tell what fails."""
    if f"{module}.".startswith((f"{GAMES_OF}.", f"{POLICIES_OF}.")):
        return importlib.import_module(module)
    with reads.watched():
        found: ModuleType = loaded(lambda: importlib.import_module(module), whose)
    return found


def game_folder(name: str) -> Path:
    """Return where the modules and texts of a game lie."""
    load_game(name)
    package = sys.modules[f"{_homes()[name][0]}.{name}"]
    return Path(package.__path__[0])


@cache
def policies_of(game: str) -> dict[str, Policy]:
    """Collect the policies of a game: those of its folder in strategies/, and `random_legal`, which every game has."""
    found: dict[str, Policy] = {"random_legal": load_game(game).random_legal}
    _, home = _homes().get(game, (GAMES_OF, POLICIES_OF))
    found.update({policy.name: policy for module in _modules_in(home, game) for policy in policies_in(module)})
    return dict(sorted(found.items()))


def _modules_in(home: str, game: str) -> Iterator[ModuleType]:
    """Import the files of policies for a game; a game may have none."""
    name, whose = f"{home}.{game}", f"game {game!r}: a policy"
    try:
        package = _imported(name, whose)
    except ModuleNotFoundError as problem:
        if not _is_within(problem.name or "", name):
            raise
        return
    yield from (_imported(f"{name}.{item.name}", whose) for item in pkgutil.iter_modules(package.__path__))


def _is_within(name: str, package: str) -> bool:
    return package == name or package.startswith(f"{name}.")


def _homes() -> dict[str, tuple[str, str]]:
    """Tell of every game in which package it lies, and in which its policies; a game of this project comes first."""
    further = ((f"{name}.games", f"{name}.strategies") for name in further_packages())
    homes = [*further, (GAMES_OF, POLICIES_OF)]
    return {name: home for home in homes for name in _games_in(home[0])}


@cache
def _games_in(package: str) -> tuple[str, ...]:
    try:
        found = _imported(package, f"ANALYZER_GAMES: package {package!r}")
    except ModuleNotFoundError as problem:
        raise BadInput(f"ANALYZER_GAMES: there is no package {package!r} to import; is it on PYTHONPATH?") from problem
    folders = [Path(place) for place in found.__path__]
    return tuple(path.parent.name for folder in folders for path in sorted(folder.glob("*/state.py")))


_handed_over: dict[str, Policy] = {}


def hand_over(policy: Policy) -> WrittenPolicy:
    """Take a policy as an object, and give that by which it is found: its name, or its file and name."""
    from analyzer.games.notebooks import is_in_notebook  # no command needs it

    if policies_of(policy.game).get(policy.name) is policy:
        return WrittenPolicy(policy.name)
    file = _written_down(policy) if is_in_notebook(policy) else ""
    if file:
        return WrittenPolicy(policy.name, file)
    written = WrittenPolicy(policy.name, policy.file)
    _handed_over[str(written)] = policy
    return written


def _written_down(policy: Policy) -> str:
    """Write a policy of a notebook into a file; "" if it is plain Python, and holds what no file can."""
    from analyzer.games.notebooks import write_down

    try:
        return write_down(policy)
    except BadInput:
        if policy.is_compiled:
            raise
        return ""


def find_policy(game: str, name: str, file: str = "") -> Policy:
    """Fetch a policy by its name, or from a file; that may hold several, of which the name chooses."""
    handed = _handed_over.get(str(WrittenPolicy(name, file)))
    if handed is not None:
        return _fitting(game, handed)
    if file:
        return _fitting(game, _chosen(Path(file), name))
    known = policies_of(game)
    if name not in known:
        raise unknown("policy", name, known)
    return known[name]


def game_of_file(policy: WrittenPolicy) -> str:
    """Tell for which game the policy in a file (`mine.py`, `mine.py:patient`) is."""
    if not policy.file:
        raise BadInput(f"{str(policy)!r} is not a policy file; write path/to/mine.py or path/to/mine.py:name")
    return _chosen(Path(policy.file), policy.name).game


def _chosen(file: Path, wanted: str) -> Policy:
    found = {policy.name: policy for policy in policies_in_file(file)}
    if not found:
        raise BadInput(f"{file}: no policy in this file; decorate a function with @policy or @scoring")
    if not wanted and len(found) > 1:
        names = ", ".join(f"{file}:{name}" for name in found)
        raise BadInput(f"{file}: several policies in this file; name one of {names}")
    if wanted and wanted not in found:
        raise unknown("policy", wanted, found, where=str(file))
    return _usable(found[wanted] if wanted else next(iter(found.values())), file)


def _usable(policy: Policy, file: Path) -> Policy:
    """Refuse a compiled policy whose file is not loaded here, because others in it are plain Python."""
    if policy.is_compiled and policy.decide is None:
        raise BadInput(f"{file}: {policy.name!r} is compiled and others here are plain Python: give it its own file")
    return policy


def _fitting(game: str, policy: Policy) -> Policy:
    if policy.game != game:
        where = places.in_words(policy.file, policy.line)
        raise BadInput(f"{where}: {policy.name!r} is a policy for {policy.game}, not for {game}")
    return policy
