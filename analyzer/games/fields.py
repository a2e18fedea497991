"""What a policy can read: the fields of rules, table and hand of a game, with what the code says about them.

Nothing is written twice: names and shapes come from the layouts, the meaning from the comments beside the fields and
from the summaries of the switches.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.games import switches, turns
from analyzer.games.interface import Game

_HEAD = {
    "players": "number of players",
    "n_streams": "for the driver: streams of chance that a deal opens",
    "stage": "for the rules: where the turn stands between two questions",
    "turn": "number of the turn",
    "cause": "how the game ended; 0 while it goes on",
}


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
    return texts.get((owner.upper(), name)) or texts.get(("", name)) or _HEAD.get(name, "")


def _comments_of(game: Game) -> dict[tuple[str, str], str]:
    """Collect the comments beside the fields in the modules of a game, by record (or "" for any) and name."""
    home = Path(str(sys.modules[game.phases.__module__].__file__)).parent
    found: dict[tuple[str, str], str] = {}
    for file in (Path(turns.__file__), Path(switches.__file__), *sorted(home.rglob("*.py"))):
        found.update(_comments_in(file))
    return found


@cache
def _comments_in(file: Path) -> dict[tuple[str, str], str]:
    text = file.read_text(encoding="utf-8")
    lines = text.splitlines()
    found: dict[tuple[str, str], str] = {}
    for record, field in _tuples_in(ast.parse(text)):
        comment = _comment_at(lines, field.lineno, field.end_lineno or field.lineno)
        name = field.elts[0].value  # type: ignore[attr-defined]
        found[record, name] = comment
        if record not in ("HIDDEN", "TALLY", "STATE"):
            found.setdefault(("", name), comment)
    return found


def _tuples_in(tree: ast.Module) -> Iterator[tuple[str, ast.Tuple]]:
    """Walk through what looks like a field, with the name of the record that it is laid out in."""
    for statement in tree.body:
        target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
        for node in ast.walk(statement):
            if isinstance(node, ast.Tuple) and len(node.elts) in (2, 3) and _is_text(node.elts[0]):
                yield (target.id if isinstance(target, ast.Name) else ""), node


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _comment_at(lines: list[str], first: int, last: int) -> str:
    """Take the comment behind a field, or the line above it that is nothing else."""
    _, sign, behind = lines[last - 1].partition("  # ")
    above = lines[first - 2].strip() if first > 1 else ""
    return behind.strip() if sign else above.removeprefix("#").strip() if above.startswith("#") else ""
