"""Component data of a game: cards, tiles, prices and tracks from a TOML file, each value with source and range."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from analyzer.errors import BadInput, unknown
from analyzer.games.switches import Source
from analyzer.games.user_files import read_user_toml

LOW, HIGH = -(2**15), 2**15 - 1  # what the narrowest record field holds
LONGEST_TEXT = 200
MOST_ENTRIES = 1000
_KINDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "a table",
}


def problem_in(tree: Any, model: Any) -> str | None:
    """Say what is wrong with the shape of a data set, if anything is."""
    return next(_problems(tree, [model], ""), None)


def _problems(value: Any, models: list[Any], path: str) -> Iterator[str]:
    kinds = {type(model) for model in models}
    if type(value) not in _KINDS:
        yield f"component data: {path} = {_short(value)} is not a number, text, list or table"
    elif kinds and not _fits(value, kinds):
        yield f"component data: {path} = {_short(value)} is {_KINDS[type(value)]}; it must be {_told(kinds)}"
    elif isinstance(value, int) and not LOW <= value <= HIGH:
        yield f"component data: {path} = {_short(value)} must lie between {LOW} and {HIGH}"
    elif isinstance(value, float) and not abs(value) <= HIGH:
        yield f"component data: {path} = {value} must lie between {LOW} and {HIGH}"
    elif isinstance(value, str) and len(value) > LONGEST_TEXT:
        yield f"component data: {path} is text of {len(value):,} letters; allowed: up to {LONGEST_TEXT}"
    elif isinstance(value, list):
        yield from _in_list(value, [model for model in models if isinstance(model, list)], path)
    elif isinstance(value, dict):
        yield from _in_table(value, [model for model in models if isinstance(model, dict)], path)


def _in_list(values: list[Any], models: list[list[Any]], path: str) -> Iterator[str]:
    if len(values) > MOST_ENTRIES:
        yield f"component data: {path} has {len(values):,} entries; allowed: up to {MOST_ENTRIES:,}"
        return
    inside = [entry for model in models for entry in model]
    for number, value in enumerate(values):
        yield from _problems(value, inside, f"{path}.{_value_name(value, number)}")


def _in_table(table: dict[str, Any], models: list[dict[str, Any]], path: str) -> Iterator[str]:
    always = [key for key in (models[0] if models else ()) if all(key in model for model in models)]
    missing = [key for key in always if key not in table]
    if missing:
        yield f"component data: {_join(path, missing[0])} is missing"
    for key, value in table.items():
        yield from _problems(value, [model[key] for model in models if key in model], _join(path, key))


def _fits(value: Any, kinds: set[type]) -> bool:
    return type(value) in kinds or (type(value) is int and float in kinds)


def _value_name(value: Any, number: int) -> str:
    return _short(value.get("id", number)).strip("'") if isinstance(value, dict) else str(number)


def _join(path: str, key: str) -> str:
    return f"{path}.{key[:LONGEST_TEXT]}" if path else key[:LONGEST_TEXT]


def _told(kinds: set[type]) -> str:
    return " or ".join(sorted(_KINDS.get(kind, kind.__name__) for kind in kinds))


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:50]}…"


_RANGE_KEYS = ("share", "least", "low", "high", "choices", "alike", "turned", "fixed", "reason")
_SAYING = {*_RANGE_KEYS} - {"high", "reason"}
Tree = Any  # nested dicts and lists, as TOML has them


@dataclass(frozen=True)
class Components:
    """A data set with its sources."""

    name: str
    tree: Tree
    sources: Mapping[str, Source]
    ranges: Mapping[str, Any] = field(default_factory=dict)  # what assumed values may be instead: games/ranges.py

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
        tree = copy.copy(self.tree)
        *above, last = path.split(".")
        parent = tree
        for part in above:  # what lies beside the path is shared: a world changes hundreds of values
            key = _key(parent, part, path, where)
            parent[key] = copy.copy(parent[key])
            parent = parent[key]
        key = _key(parent, last, path, where)
        if not _is_alike(parent[key], value):
            raise BadInput(
                f"{where}: {path} = {value!r} is {_kind(value)}; it was {parent[key]!r}, {_kind(parent[key])}"
            )
        parent[key] = value
        return Components(self.name, tree, {**self.sources, path: Source.ASSUMED}, self.ranges)


def load_components(file: Path) -> Components:
    """Load a data set."""
    tree = read_user_toml(file, "component file")
    sources = tree.pop("sources", {})
    if not isinstance(sources, dict):
        raise BadInput(f'{file}: sources must be a table: path = "rulebook", for instance')
    wrong = [path for path, source in sources.items() if source not in list(Source)]
    if wrong:
        raise BadInput(f"{file}: source of {wrong[0]!r} must be one of {', '.join(Source)}")
    name, ranges = tree.pop("name", file.stem), tree.pop("ranges", {})
    check_rules(ranges, str(file))
    return Components(str(name), tree, {path: Source(source) for path, source in sources.items()}, ranges)


def check_rules(rules: Any, where: str) -> None:
    """Refuse rules that say nothing, or no reason."""
    for path, rule in rules.items() if isinstance(rules, dict) else ():
        if not isinstance(rule, dict) or not isinstance(rule.get("reason"), str) or not rule["reason"]:
            raise BadInput(f"{where}: ranges.{path} must be a table with a reason")
        for key in rule:
            if key not in _RANGE_KEYS:
                raise unknown("key", key, _RANGE_KEYS, where=f"{where}: ranges.{path}")
        if ("low" in rule) != ("high" in rule) or not _SAYING & set(rule):
            raise BadInput(
                f"{where}: ranges.{path}: give share or least, low and high, choices, or alike, turned or fixed = true"
            )
    if not isinstance(rules, dict):
        raise BadInput(f'{where}: ranges must be a table: path = {{ low = 1, high = 3, reason = "…" }}')


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
