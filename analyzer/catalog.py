"""Finds games and policies: a new file is listed, tested and runnable; nothing is registered."""

import contextlib
import hashlib
import importlib
import importlib.util
import os
import pkgutil
import sys
import traceback
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from analyzer.errors import BadInput, unknown
from analyzer.games.interface import Game, Policy
from analyzer.games.policy_files import shipping, source
from analyzer.games.policy_files.shipping import GAMES_OF, POLICIES_OF, further_packages, own_sources, packages
from analyzer.games.user_files import read_user_text
from analyzer.games.written import WrittenPolicy
from analyzer.kernel.apart import chairs, clean, forked, patience
from analyzer.kernel.compiler import sources
from analyzer.kernel.faults import Died
from analyzer.kernel.jit import IS_PLAIN


def game_names() -> list[str]:
    """List the games: those of this project, and of the packages that $ANALYZER_GAMES names."""
    return sorted(_homes())


@cache
def load_game(name: str) -> Game:
    """Fetch a game by name."""
    homes = _homes()
    if name not in homes:
        raise unknown("game", name, sorted(homes))
    game: Game = importlib.import_module(f"{homes[name][0]}.{name}").GAME
    return game


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
    try:
        package = importlib.import_module(f"{home}.{game}")
    except ModuleNotFoundError:
        return found
    for item in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{home}.{game}.{item.name}")
        found.update({policy.name: policy for policy in _policies_in(module)})
    return dict(sorted(found.items()))


def _homes() -> dict[str, tuple[str, str]]:
    """Tell of every game in which package it lies, and in which its policies; a game of this project comes first."""
    further = ((f"{name}.games", f"{name}.strategies") for name in further_packages())
    homes = [*further, (GAMES_OF, POLICIES_OF)]
    return {name: home for home in homes for name in _games_in(home[0])}


@cache
def _games_in(package: str) -> tuple[str, ...]:
    try:
        found = importlib.import_module(package)
    except ModuleNotFoundError as problem:
        raise BadInput(f"ANALYZER_GAMES: there is no package {package!r} to import; is it on PYTHONPATH?") from problem
    folders = [Path(place) for place in found.__path__]
    return tuple(path.parent.name for folder in folders for path in sorted(folder.glob("*/state.py")))


_handed_over: dict[str, Policy] = {}


def hand_over(policy: Policy) -> WrittenPolicy:
    """Take a policy as an object, and give that by which it is found: its name, or its file and name."""
    if policies_of(policy.game).get(policy.name) is policy:
        return WrittenPolicy(policy.name)
    written = WrittenPolicy(policy.name, policy.file)
    _handed_over[str(written)] = policy
    return written


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
        raise BadInput(f"{policy.file}: {policy.name!r} is a policy for {policy.game}, not for {game}")
    return policy


def policies_in_file(file: Path) -> list[Policy]:
    """List the policies of a file; look again if it or the working directory changed, as it may in a notebook.

    A file in plain Python may do what it likes: it is loaded in the processes of its policies, and never here.
    """
    path, text = file.resolve(), read_user_text(file, "policy file")
    if _is_here_to_play() or IS_PLAIN or not _is_plain(path):
        return _policies_in(_loaded(file, path, text))
    return [_described(policy) for policy in _listed_apart(file, path, text)]


def _is_here_to_play() -> bool:
    """Tell whether this process was started for a policy: it may do in here what it likes."""
    return clean.IN_SEAT in os.environ


@cache
def _listed_apart(file: Path, path: Path, text: str) -> list[dict[str, Any]]:
    found = chairs.loaded_apart(str(file))
    if found["problem"]:
        raise BadInput(found["problem"])
    sources.elsewhere.update(found["modules"])
    listed: list[dict[str, Any]] = found["policies"]
    return listed


def _described(listed: dict[str, Any]) -> Policy:
    """Make a policy of its description: its function is elsewhere."""
    return Policy(**{**listed, "traits": frozenset(listed["traits"]), "decide": None})


@cache
def _loaded(file: Path, path: Path, text: str) -> ModuleType:
    _check_sources(path)
    if forked.CAN_FORK and not _is_here_to_play() and not forked.is_copy() and not shipping.is_shipped(str(path)):
        _try_out(file, path, text)
    return _executed(file, path, text)


def _try_out(file: Path, path: Path, text: str) -> None:
    """Load a file in a copy of this process first: it may end it, hang, or ask for all memory."""

    def load() -> str:
        with open(os.devnull, "w", encoding="utf-8") as nowhere:  # what it prints is shown when it is loaded here
            sys.stdout = sys.stderr = nowhere
            try:
                _executed(file, path, text)
            except BadInput as problem:
                return str(problem)
        return ""

    limit = patience.answer_limit()
    try:
        problem = forked.apart(load, limit)
    except TimeoutError:
        raise BadInput(
            f"{file}: it was not loaded within {limit:g} s ({patience.ENVIRONMENT} sets another limit)"
        ) from None
    except Died as how:
        raise BadInput(f"{file}: it {how} while it was loaded") from None
    if problem:
        raise BadInput(problem)


def _executed(file: Path, path: Path, text: str) -> ModuleType:
    name = "policy_" + hashlib.sha256(f"{path}\n{text}".encode(errors="surrogateescape")).hexdigest()[:12]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # numba looks a function's globals up by module name
    sys.path.insert(0, str(path.parent))  # a policy may import a helper that lies beside it
    try:
        with contextlib.redirect_stdout(sys.stderr):  # stdout holds one document
            spec.loader.exec_module(module)
    except BadInput:
        raise
    except _endings() as problem:  # whatever the user's file raises is reported, not passed on
        raise BadInput(f"{_place(problem, file)}: {type(problem).__name__}: {problem}") from problem
    finally:
        sys.path.remove(str(path.parent))
    return module


def _endings() -> tuple[type[BaseException], ...]:
    """Name what a file may raise; Ctrl-C reaches no process but the main one."""
    own = (KeyboardInterrupt,) if forked.is_copy() or _is_here_to_play() else ()
    return (Exception, SystemExit, *own)


def _is_plain(path: Path) -> bool:
    try:
        return source.is_plain_python(path)
    except (RecursionError, MemoryError):  # nested so deep that no parser follows: told when the file is run
        return False


def _check_sources(path: Path) -> None:
    """Look at a file that is not shipped, and at those beside it that it imports, before anything of it runs."""
    try:
        if source.is_plain_python(path):
            return
    except (RecursionError, MemoryError):  # as above
        return
    for file in own_sources(str(path)):
        source.check_source(file, packages())


def _place(problem: BaseException, file: Path) -> str:
    if isinstance(problem, SyntaxError):
        return f"{file}, line {problem.lineno}"
    lines = [
        frame.lineno for frame in traceback.extract_tb(problem.__traceback__) if Path(frame.filename).name == file.name
    ]
    return f"{file}, line {lines[-1]}" if lines else str(file)


def _policies_in(module: ModuleType) -> list[Policy]:
    """List the policies that a module defines (not those it imports)."""
    file = Path(str(module.__file__)).resolve()
    return [item for item in vars(module).values() if isinstance(item, Policy) and Path(item.file).resolve() == file]
