"""Guarded code: a policy and all it calls, compiled once more with every index and every division checked.

Each function that can be reached from the policy is copied, with copies of what it calls as its globals: a card
number from a policy's own arithmetic is looked up in a rule just as wrongly as in the policy itself. What the copies
of rules are compiled to is kept on disk like everything else, and shared by all guarded policies.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from numba.core.registry import CPUDispatcher

from analyzer.kernel import lanes
from analyzer.kernel.compiler.callee import Callee, guarded_callee
from analyzer.kernel.compiler.sources import PROJECT_ROOT, is_foreign

_OURS = PROJECT_ROOT / "analyzer"


class Guard:
    """Copies functions; where memory is allowed, those that are no part of this package may make arrays and lists."""

    def __init__(self, *, allocates: bool) -> None:
        self.allocates = allocates
        self.copies: dict[Any, Any] = {}

    def __call__(self, part: Any) -> Any:
        """Copy a compiled function with all it calls; anything else is given back as it is."""
        if not isinstance(part, Callee):
            return part
        if part not in self.copies:
            function = part.py_func
            scope: dict[str, Any] = {}
            needs_memory = self.allocates and not Path(function.__code__.co_filename).is_relative_to(_OURS)
            self.copies[part] = guarded_callee(self._copy(function, scope), part, needs_memory=needs_memory)
            scope.update(self._scope_of(function))  # afterwards: a function may call itself
        return self.copies[part]

    def _copy(self, function: Any, scope: dict[str, Any]) -> Any:
        cells = tuple(type(cell)(self(cell.cell_contents)) for cell in function.__closure__ or ())
        copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__, cells)
        copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
        copy.__dict__.update(function.__dict__)
        return copy

    def _scope_of(self, function: Any) -> dict[str, Any]:
        names = set(_names_in(function.__code__))
        used = {name: value for name, value in function.__globals__.items() if name in names}
        scope = {name: self._module(value, names) for name, value in used.items()}
        return {**scope, "__name__": function.__module__, "__builtins__": __builtins__}

    def _module(self, value: Any, names: set[str]) -> Any:
        """Copy a module whose functions are called as `module.function(...)`; all else as usual."""
        if not isinstance(value, ModuleType) or not any(isinstance(part, Callee) for part in vars(value).values()):
            return self(value)
        copy = ModuleType(value.__name__)
        vars(copy).update({name: self(part) for name, part in vars(value).items() if name in names})
        return copy


guarded = Guard(allocates=False)
guarded_allocating = Guard(allocates=True)


def functions_of(part: Any) -> list[Any]:
    """List a function of a policy and all that it calls, at any depth, as Python functions."""
    found: dict[Any, None] = {}
    waiting = [part]
    while waiting:
        value = waiting.pop()
        function = getattr(value, "py_func", value)
        if isinstance(function, FunctionType) and function not in found and not is_foreign(_file_of(function)):
            found[function] = None
            waiting += _values_of(function)
    return list(found)


def _file_of(function: Any) -> str:
    return str(function.__code__.co_filename)


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


# What may be called besides


def foreign_parts(function: Any) -> Iterator[tuple[str, str]]:
    """Name what a function refers to that compiled code could use to get around the guard, with the reason."""
    names = set(_names_in(function.__code__))
    for name, value in function.__globals__.items():
        reason = _reason_against(value) if name in names else ""
        if reason:
            yield name, reason


def _reason_against(value: Any) -> str:
    if isinstance(value, Callee) or id(value) in _own_intrinsics():
        return ""
    if isinstance(value, CPUDispatcher):
        return "it is compiled by numba directly; use @rule from analyzer.kernel.lean instead of numba's own."
    home = value.__name__ if isinstance(value, ModuleType) else str(getattr(value, "__module__", ""))
    makers = {home.partition(".")[0], type(value).__module__.partition(".")[0]}
    return "a policy may not use this: it bypasses the limits on what a policy may see." if makers & _FOREIGN else ""


_FOREIGN = {"numba", "llvmlite", "ctypes", "_ctypes", "cffi", "_cffi_backend", "random", "time", "os", "sys", "gc"}


@cache
def _own_intrinsics() -> set[int]:
    return {id(value) for value in vars(lanes).values()}
