"""What the fields of a record and the codes of a game mean, as data that stands beside them.

A field says it as its last part: `("turn", "i8", "number of the turn")`. The texts are kept apart from the layout, by
its identity: two games may lay out the same bytes and mean different things, and a layout that carried its texts would
take them along wherever rows are sent or stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, Self

import numpy as np

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
