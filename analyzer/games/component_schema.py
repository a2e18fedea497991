"""The one schema of component data: the shape of the shipped data of the game, and the range that records can hold.

A data set of a user has every table and key that all shipped entries have, each of the same kind. What the values mean
together is for the game's own `check`, which may rely on the shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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
        yield from _problems(value, inside, f"{path}.{_name(value, number)}")


def _in_table(table: dict[str, Any], models: list[dict[str, Any]], path: str) -> Iterator[str]:
    always = [key for key in (models[0] if models else ()) if all(key in model for model in models)]
    missing = [key for key in always if key not in table]
    if missing:
        yield f"component data: {_join(path, missing[0])} is missing"
    for key, value in table.items():
        yield from _problems(value, [model[key] for model in models if key in model], _join(path, key))


def _fits(value: Any, kinds: set[type]) -> bool:
    return type(value) in kinds or (type(value) is int and float in kinds)


def _name(value: Any, number: int) -> str:
    return _short(value.get("id", number)).strip("'") if isinstance(value, dict) else str(number)


def _join(path: str, key: str) -> str:
    return f"{path}.{key[:LONGEST_TEXT]}" if path else key[:LONGEST_TEXT]


def _told(kinds: set[type]) -> str:
    return " or ".join(sorted(_KINDS.get(kind, kind.__name__) for kind in kinds))


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:50]}…"
