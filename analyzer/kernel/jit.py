"""What games and policies need of numba: decorators for rules, record layouts, and what their fields and codes mean."""

import os
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, Self, TypeVar

import numpy as np
from numba.core.errors import NumbaError as NumbaError

from analyzer.kernel.compiler.callee import IS_PLAIN as IS_PLAIN
from analyzer.kernel.compiler.callee import compiled

Shape = tuple[int, ...]
Field = tuple[str, Any] | tuple[str, Any, Shape] | tuple[str, Any, str] | tuple[str, Any, Shape, str]

_kept: dict[int, tuple[np.dtype[Any], dict[str, str]]] = {}  # by identity, with the layout: it must not pass away


class Explained(IntEnum):
    """Codes that say what they mean: `PLAN = 3, "where to sail"`; to compiled code they are plain numbers."""

    meaning: str

    def __new__(cls, value: int, meaning: str = "") -> Self:
        """Make a code of its number and its meaning."""
        if not meaning:
            raise TypeError(f"{cls.__name__}: the code {value} has no meaning beside it")
        member = int.__new__(cls, value)
        member._value_, member.meaning = value, meaning
        return member


def split_meaning(field: Field) -> tuple[tuple[Any, ...], str]:
    """Part a field from what it means; "" if it does not say."""
    *layout, last = field
    return (tuple(layout), last) if len(layout) > 1 and isinstance(last, str) else (field, "")


def keep_meanings(layout: np.dtype[Any], fields: tuple[Field, ...]) -> np.dtype[Any]:
    """Keep what the fields of a layout mean, and return the layout."""
    found = {field[0]: split_meaning(field)[1] for field in fields}
    if any(found.values()):
        _kept[id(layout)] = (layout, found)
    return layout


def meanings_of(layout: np.dtype[Any]) -> Mapping[str, str]:
    """Tell what the fields of a layout mean; "" of one that does not say."""
    _, found = _kept.get(id(layout), (layout, {}))
    return {name: found.get(name, "") for name in layout.names or ()}


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
    What a field means is its last part, if that is a text: kernel/jit.py.
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
