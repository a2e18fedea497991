"""`rule` and `phase` for a game that allocates nothing: compiled without numba's memory management.

Where arrays are counted, every call of a policy counts references to the arrays of its desk, and hands them on in
twenty machine words: a tenth of Tranquility's time. Functions that make arrays, or return views of them, cannot
be compiled so; a game is lean as a whole (`Game.is_lean`), and a policy that allocates falls back by itself.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from analyzer.kernel.compiler.callee import compiled

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Compile one small rule, inlined where it is called."""
    return compiled(function, forceinline=True, allocates=False)


def phase(function: F) -> F:
    """Compile one part of the game that stays a call."""
    return compiled(function, forceinline=False, allocates=False)
