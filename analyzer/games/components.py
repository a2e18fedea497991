"""Component data of a game: cards, tiles, prices and tracks from a TOML file, every value with its source.

A file holds the data as nested tables and arrays, and a table `[sources]` that says for each path (or for the
path of something above it) whose word it is: rulebook, public, inferred or assumed. A path is written with
dots; an entry of an array is named by its `id` or its index: `sea.S01.a.action`, `port_pay.3`.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.errors import BadInput, unknown
from analyzer.games.switches import Source
from analyzer.games.user_files import read_user_toml

Tree = Any  # nested dicts and lists, as TOML has them


@dataclass(frozen=True)
class Components:
    """A data set with its sources."""

    name: str
    tree: Tree
    sources: Mapping[str, Source]

    def __repr__(self) -> str:
        """Show it in one line."""
        return f"<Components: {self.name}, {len(self.tree)} tables>"

    def authority(self, path: str) -> Source | None:
        """Say whose word a value is: the longest path above it that has a source decides."""
        parts = path.split(".")
        for length in range(len(parts), 0, -1):
            source = self.sources.get(".".join(parts[:length]))
            if source is not None:
                return source
        return None

    def assumed_paths(self) -> list[str]:
        """List the paths of the source table that rest on no source."""
        return [path for path, source in self.sources.items() if source == Source.ASSUMED]

    def replaced(self, path: str, value: Any, where: str) -> Components:
        """Return the data set with one value changed; its source is then the user, that is: assumed."""
        tree = copy.deepcopy(self.tree)
        *above, last = path.split(".")
        parent = tree
        for part in above:
            parent = parent[_key(parent, part, path, where)]
        key = _key(parent, last, path, where)
        if not _is_alike(parent[key], value):
            raise BadInput(
                f"{where}: {path} = {value!r} is {_kind(value)}; it was {parent[key]!r}, {_kind(parent[key])}"
            )
        parent[key] = value
        return Components(self.name, tree, {**self.sources, path: Source.ASSUMED})


def load_components(file: Path) -> Components:
    """Load a data set."""
    tree = read_user_toml(file, "component file")
    sources = tree.pop("sources", {})
    if not isinstance(sources, dict):
        raise BadInput(f'{file}: sources must be a table: path = "rulebook", for instance')
    wrong = [path for path, source in sources.items() if source not in list(Source)]
    if wrong:
        raise BadInput(f"{file}: source of {wrong[0]!r} must be one of {', '.join(Source)}")
    name = tree.pop("name", file.stem)
    return Components(str(name), tree, {path: Source(source) for path, source in sources.items()})


def read_literal(text: str) -> Any:
    """Read a value that a user typed: a TOML value, or else plain text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):  # among them TOMLDecodeError, and numbers of thousands of digits
        return text


def flatten(tree: Tree, above: str = "") -> Iterator[tuple[str, Any]]:
    """List every value of a data set with its path."""
    if isinstance(tree, dict):
        items = [(name, value) for name, value in tree.items() if not (above and name == "id")]
    elif isinstance(tree, list) and any(isinstance(item, dict) for item in tree):
        items = [(_name(item, index), item) for index, item in enumerate(tree)]
    else:
        yield above, tree
        return
    for name, value in items:
        yield from flatten(value, f"{above}.{name}" if above else name)


def _name(item: Any, index: int) -> str:
    return str(item.get("id", index)) if isinstance(item, dict) else str(index)


def _key(parent: Any, part: str, path: str, where: str) -> Any:
    if isinstance(parent, dict):
        if part in parent:
            return part
        raise unknown(f"component {path!r}: part", part, parent, where=where)
    if isinstance(parent, list):
        names = [_name(item, index) for index, item in enumerate(parent)]
        if part in names:
            return names.index(part)
        if part.isdecimal() and len(part) < 6 and int(part) < len(parent):
            return int(part)
        raise unknown(f"component {path!r}: entry", part, names, where=where)
    raise BadInput(f"{where}: component {path!r}: {part!r} lies below a single value")


def _is_alike(old: Any, new: Any) -> bool:
    if isinstance(old, bool) or isinstance(new, bool):
        return isinstance(old, bool) and isinstance(new, bool)
    if isinstance(old, int | float) and isinstance(new, int | float):
        return isinstance(old, float) or isinstance(new, int)
    return type(old) is type(new)


def _kind(value: Any) -> str:
    names = {
        bool: "true or false",
        int: "a whole number",
        float: "a number",
        str: "text",
        list: "a list",
        dict: "a table",
    }
    return names.get(type(value), type(value).__name__)
