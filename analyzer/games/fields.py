"""What a policy can read: the fields of rules, table and hand of a game, with what the code says about them.

Nothing is written twice: names and shapes come from the layouts, the meaning from the comments after the fields and
from the summaries of the switches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.games import switches, turns
from analyzer.games.comments import IN_FUNCTIONS, Meanings, fields_in, home_of
from analyzer.games.interface import Game


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
    return {owner: list(_fields(game, owner, layout)) for owner, layout in layouts.items()}


def fields_document(game: Game) -> dict[str, Any]:
    """Describe what a policy can read."""
    found = {owner: [asdict(field) for field in fields] for owner, fields in fields_of(game).items()}
    return {"game": game.name, "fields": found}


def _fields(game: Game, owner: str, layout: np.dtype[Any], before: str = "") -> Iterator[Field]:
    for name in layout.names or ():
        inner = layout[name]
        if inner.base.names:
            yield Field(f"{before}{name}", "record", tuple(inner.shape), _meaning(game, owner, name))
            yield from _fields(game, name, inner.base, f"{before}{name}{'[i]' if inner.shape else ''}.")
        else:
            kind = "number" if inner.base.kind == "f" else "integer"
            yield Field(f"{before}{name}", kind, tuple(inner.shape), _meaning(game, owner, name))


def _meaning(game: Game, owner: str, name: str) -> str:
    if owner == "rules" and name in game.switch_by_name:
        switch = game.switch_by_name[name]
        return f"switch: {switch.summary} ({switch.allowed})"
    texts = _comments_of(game)
    return next((texts[record, name] for record in _records(owner) if (record, name) in texts), "")


def _records(owner: str) -> tuple[str, ...]:
    """Name what lists the fields of a record, the shared part first; `ships` are each a SHIP."""
    shared = {"table": ("TABLE_HEAD",), "rules": (IN_FUNCTIONS,)}
    return (*shared.get(owner, ()), owner.upper(), owner.upper().removesuffix("S"))


def _comments_of(game: Game) -> Meanings:
    found: Meanings = {}
    for file in (*sorted(home_of(game).rglob("*.py")), Path(turns.__file__), Path(switches.__file__)):
        found.update(fields_in(file))
    return found
