"""Guarded code: a policy and all it calls, compiled once more with every index and every division checked.

Each function that can be reached from the policy is copied, with copies of what it calls as its globals: a card
number from a policy's own arithmetic is looked up in a rule just as wrongly as in the policy itself. What the copies
of rules are compiled to is kept on disk like everything else, and shared by all guarded policies.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from analyzer.kernel.callee import Callee, guarded_callee

_copies: dict[Any, Any] = {}


def guarded(part: Any) -> Any:
    """Copy a compiled function with all it calls; anything else is given back as it is."""
    if not isinstance(part, Callee):
        return part
    if part not in _copies:
        function = part.py_func
        scope: dict[str, Any] = {}
        _copies[part] = guarded_callee(_copy(function, scope), part)
        scope.update(_scope_of(function))  # afterwards: a function may call itself
    return _copies[part]


def functions_of(part: Any) -> list[Any]:
    """List a compiled function and all that it calls, at any depth, as Python functions."""
    found: dict[Any, None] = {}
    waiting = [part]
    while waiting:
        function = getattr(waiting.pop(), "py_func", None)
        if isinstance(function, FunctionType) and function not in found:
            found[function] = None
            waiting += _values_of(function)
    return list(found)


def _copy(function: Any, scope: dict[str, Any]) -> Any:
    cells = tuple(type(cell)(guarded(cell.cell_contents)) for cell in function.__closure__ or ())
    copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__, cells)
    copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
    copy.__dict__.update(function.__dict__)
    return copy


def _scope_of(function: Any) -> dict[str, Any]:
    names = set(_names_in(function.__code__))
    used = {name: value for name, value in function.__globals__.items() if name in names}
    scope = {name: _guarded_module(value, names) for name, value in used.items()}
    return {**scope, "__name__": function.__module__, "__builtins__": __builtins__}


def _guarded_module(value: Any, names: set[str]) -> Any:
    """Copy a module whose functions are called as `module.function(...)`; all else as usual."""
    if not isinstance(value, ModuleType) or not any(isinstance(part, Callee) for part in vars(value).values()):
        return guarded(value)
    copy = ModuleType(value.__name__)
    vars(copy).update({name: guarded(part) for name, part in vars(value).items() if name in names})
    return copy


def _values_of(function: Any) -> list[Any]:
    names = set(_names_in(function.__code__))
    found = [value for name, value in function.__globals__.items() if name in names]
    inside = [getattr(value, name, None) for value in found if isinstance(value, ModuleType) for name in names]
    return [*found, *inside, *(cell.cell_contents for cell in function.__closure__ or ())]


def _names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)
