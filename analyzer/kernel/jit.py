"""What games and policies need of numba: decorators for rules, and record layouts.

Under ``NUMBA_DISABLE_JIT=1`` the very same functions run as plain Python, with the same results.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba.core.errors import NumbaError as NumbaError

from analyzer.kernel.callee import IS_PLAIN as IS_PLAIN
from analyzer.kernel.callee import compiled
from analyzer.kernel.meanings import Field as Field
from analyzer.kernel.meanings import keep_meanings, split_meaning

F = TypeVar("F", bound=Callable[..., Any])


class LayoutError(TypeError):
    """A record layout that would read differently compiled and in plain Python."""


def rule(function: F) -> F:
    """Compile one small rule, inlined where it is called: a call costs more than most rules do."""
    return compiled(function, forceinline=True)


def phase(function: F) -> F:
    """Compile one part of the game that is called seldom or from many places: it stays a call."""
    return compiled(function, forceinline=False)


def record(*fields: Field) -> np.dtype[Any]:
    """Lay out a record whose `state.field` reads the same compiled and in plain Python.

    Compiled code computes in 64 bits whatever the width of a field; numpy would compute in the width of the
    field and overflow. So plain Python stores small integers wide: the layout differs, the results do not.
    What a field means is its last part, if that is a text: kernel/meanings.py.
    """
    clash = [name for name, *_ in fields if hasattr(np.void, name)]
    if clash:
        raise LayoutError(f"record fields {clash} are already numpy attributes; rename them")
    layout = np.dtype((np.record, np.dtype([_stored(field) for field in fields], align=True)))
    return keep_meanings(layout, fields)


def row(*fields: Field) -> np.dtype[Any]:
    """Lay out a result row: the same bytes compiled and in plain Python, widest fields first and without gaps.

    A gap between fields, or after the last, would hold random bytes when rows are put together.
    """
    bare = [split_meaning(field)[0] for field in fields]
    widest_first = sorted(bare, key=lambda field: -np.dtype(field[1]).itemsize)
    return keep_meanings(np.dtype((np.record, np.dtype(widest_first))), fields)


def _stored(field: Field) -> Any:
    name, kind, *shape = split_meaning(field)[0]
    wide = "i8" if IS_PLAIN and isinstance(kind, str) and kind in ("i1", "i2", "i4") else kind
    return (name, wide, *shape)


def blank(layout: np.dtype[Any]) -> Any:
    """Make one record of a layout, all zero."""
    return np.zeros(1, layout)[0]


def cpu_count() -> int:
    """Count the cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
