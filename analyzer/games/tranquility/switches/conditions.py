"""What is in play: conditions that several switches and rules depend on."""

from __future__ import annotations

from collections.abc import Mapping

from analyzer.games.switches import Value


def has_storms(values: Mapping[str, Value]) -> bool:
    """Tell whether Storms are in play."""
    mixed_in = any(values[colour] for colour in ("yellow", "purple", "orange"))
    return mixed_in or bool(values["explorer"] and values["explorer_storms"])


def has_monsters(values: Mapping[str, Value]) -> bool:
    """Tell whether Monsters are in play."""
    return bool(values["monsters"] or (values["explorer"] and values["explorer_monsters"]))


def has_rocks(values: Mapping[str, Value]) -> bool:
    """Tell whether Rocks are in play."""
    return bool(values["rocks"] or (values["explorer"] and values["explorer_rocks"]))
