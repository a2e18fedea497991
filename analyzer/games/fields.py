"""What a policy can read: the fields of rules, table and hand of a game, with what stands beside them.

Nothing is written twice: names, shapes and meanings come from the layouts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from analyzer.games.interface import Game
from analyzer.kernel.meanings import meanings_of


@dataclass(frozen=True)
class Field:
    """One field that a policy reads as `table.name` or, with a shape, `table.name[i]`."""

    name: str  # `ships.rum` for a field of each of several records
    kind: str  # integer or number
    shape: tuple[int, ...]
    meaning: str


def fields_of(game: Game) -> dict[str, list[Field]]:
    """List the fields of what a policy of this game is shown, by record."""
    layouts = {"table": game.table, "hand": game.hand, "rules": game.rules}
    return {owner: list(_fields(layout)) for owner, layout in layouts.items()}


def fields_document(game: Game) -> dict[str, Any]:
    """Describe what a policy can read."""
    found = {owner: [asdict(field) for field in fields] for owner, fields in fields_of(game).items()}
    return {"game": game.name, "fields": found}


def _fields(layout: np.dtype[Any], before: str = "") -> Iterator[Field]:
    for name, meaning in meanings_of(layout).items():
        inner = layout[name]
        yield Field(f"{before}{name}", _kind(inner.base), tuple(inner.shape), meaning)
        if inner.base.names:
            yield from _fields(inner.base, f"{before}{name}{'[i]' if inner.shape else ''}.")


def _kind(layout: np.dtype[Any]) -> str:
    if layout.names:
        return "record"
    return "number" if layout.kind == "f" else "integer"
