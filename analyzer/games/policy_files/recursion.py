"""Functions of a policy that call themselves, directly or through others: compiled, they would end the process."""

import dis
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

from analyzer.errors import BadInput
from analyzer.games.policy_files.mistakes import told
from analyzer.kernel.compiler.sources import is_own_part

Call = tuple[Any, int]  # what is called, and in which line


def check_recursion(name: str, decide: Any) -> None:
    """Refuse a policy with a function of its own that calls itself, at any depth."""
    _follow(name, _function(decide), {})


def _follow(name: str, function: FunctionType, seen: dict[FunctionType, bool]) -> None:
    seen[function] = True  # it is under way
    for called, line in _calls_of(function):
        if seen.get(called):
            raise BadInput(f"policy {name!r} cannot be used: {_words(function, called, line)}")
        if called not in seen:
            _follow(name, called, seen)
    seen[function] = False


def _words(function: FunctionType, called: FunctionType, line: int) -> str:
    how = "itself" if called is function else "a function that leads back here"
    what = f"{called.__name__}() calls {how}: compiled code has no room for that, so write a loop."
    return told(function.__code__.co_filename, line, what)


def _calls_of(function: FunctionType) -> Iterator[tuple[FunctionType, int]]:
    """List the functions of users' files that a function refers to, with the lines."""
    for value, line in _values_of(function):
        called = _function(value)
        if isinstance(called, FunctionType) and is_own_part(called.__code__.co_filename):
            yield called, line


def _values_of(function: FunctionType) -> Iterator[Call]:
    """List what a function refers to by its global names, also as `module.name`."""
    free = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=False))
    line, before = function.__code__.co_firstlineno, None
    for step in dis.get_instructions(function.__code__):
        line = step.starts_line or line
        value = None
        if step.opname == "LOAD_GLOBAL":
            value = function.__globals__.get(step.argval)
        elif step.opname == "LOAD_DEREF" and step.argval in free:
            value = free[step.argval].cell_contents
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and isinstance(before, ModuleType):
            value = getattr(before, step.argval, None)
        yield value, line
        before = value


def _function(value: Any) -> Any:
    return getattr(value, "py_func", value)
