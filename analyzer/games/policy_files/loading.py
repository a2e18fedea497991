"""Loads policy files: a compiled one here, after a copy of this process has tried; plain Python in its own process."""

import contextlib
import hashlib
import importlib.util
import os
import sys
import traceback
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from analyzer.errors import BadInput
from analyzer.games.interface import Policy, policies_in
from analyzer.games.policy_files import shipping, source
from analyzer.games.user_files import read_user_text
from analyzer.kernel.apart import chairs, clean, forked, limits
from analyzer.kernel.compiler import places, reads, sources
from analyzer.kernel.faults import Died
from analyzer.kernel.jit import IS_PLAIN


def policies_in_file(file: Path) -> list[Policy]:
    """List the policies of a file; look again if it or the working directory changed, as it may in a notebook.

    A file in plain Python may do what it likes: it is loaded in the processes of its policies, and never here.
    """
    if places.is_cell(str(file)):
        name = places.name_of(str(file))
        raise BadInput(f"{name}: a policy that holds objects of its notebook plays in threads there alone")
    path, text = file.resolve(), read_user_text(file, "policy file")
    if _is_here_to_play() or IS_PLAIN or not _is_plain(path):
        return policies_in(_loaded(file, path, text))
    return [_described(policy) for policy in _listed_apart(file, path, text)]


# Elsewhere


def _is_here_to_play() -> bool:
    """Tell whether this process was started for a policy: it may do in here what it likes."""
    return clean.IN_SEAT in os.environ


@cache
def _listed_apart(file: Path, path: Path, text: str) -> list[dict[str, Any]]:
    found = chairs.loaded_apart(str(file))
    if found["problem"]:
        raise BadInput(found["problem"])
    sources.take_over(found["sources"])
    listed: list[dict[str, Any]] = found["policies"]
    return listed


def describe(policy: Policy) -> dict[str, Any]:
    """Write a policy down without its function, for another process."""
    names = ("name", "game", "summary", "file", "line", "is_compiled", "rests_on")
    listed = {name: getattr(policy, name) for name in names}
    return {**listed, "knobs": dict(policy.knobs), "traits": sorted(policy.traits)}


def _described(listed: dict[str, Any]) -> Policy:
    """Make a policy of its description: its function is elsewhere."""
    rests_on = None if listed["rests_on"] is None else tuple(listed["rests_on"])
    return Policy(**{**listed, "rests_on": rests_on, "traits": frozenset(listed["traits"]), "decide": None})


# Here


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

    limit = limits.answer_limit()
    try:
        problem = forked.apart(load, limit)
    except TimeoutError:
        raise BadInput(f"{file}: it was not loaded within {limit:g} s ({limits.PATIENCE} sets another limit)") from None
    except Died as how:
        raise BadInput(f"{file}: it {how} while it was loaded") from None
    if problem:
        raise BadInput(problem)


class _AsItIs(SourceFileLoader):
    """Loads a file as it is now: Python takes byte code for fresh by second and size, and an edit may keep both."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def _executed(file: Path, path: Path, text: str) -> ModuleType:
    name = "policy_" + hashlib.sha256(f"{path}\n{text}".encode(errors="surrogateescape")).hexdigest()[:12]
    spec = importlib.util.spec_from_file_location(name, path, loader=_AsItIs(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # numba looks a function's globals up by module name
    sys.path.insert(0, str(path.parent))  # a policy may import a helper that lies beside it
    try:
        with contextlib.redirect_stdout(sys.stderr), reads.watched(path):  # stdout holds one document
            spec.loader.exec_module(module)
        reads.note_modules(module)
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


def _place(problem: BaseException, file: Path) -> str:
    if isinstance(problem, SyntaxError):
        return places.in_words(str(file), problem.lineno or 0)
    lines = [
        frame.lineno for frame in traceback.extract_tb(problem.__traceback__) if Path(frame.filename).name == file.name
    ]
    return places.in_words(str(file), (lines[-1] or 0) if lines else 0)


# What is seen in the source


def _is_plain(path: Path) -> bool | None:
    try:
        return source.is_plain_python(path)
    except (RecursionError, MemoryError):  # nested so deep that no parser follows: told when the file is run
        return None


def _check_sources(path: Path) -> None:
    """Look at a file that is not shipped, and at those beside it that it imports, before anything of it runs."""
    if _is_plain(path) is not False:
        return
    for file in shipping.own_sources(str(path)):
        if file.suffix == ".py":
            source.check_source(file, shipping.packages())
