"""Kinds of rule switches, and what several of them depend on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum

from analyzer.games.switches import Source, Switch, Value

BOOK, PUBLIC, INFERRED, ASSUMED = Source.RULEBOOK, Source.PUBLIC, Source.INFERRED, Source.ASSUMED
MAX_HAND_LIMIT = 12
MAX_PER_COLOUR = 6  # Storms

Needs = Callable[[Mapping[str, Value]], bool] | None


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


def uses(name: str, wanted: Value | None = None) -> Needs:
    """Make the condition that another switch is on, or has a wanted value."""
    return lambda values: bool(values[name]) if wanted is None else values[name] == wanted


def size(
    name: str, default: int, low: int, high: int, clause: str, source: Source, summary: str, needs: Needs = None
) -> Switch:
    """Make a switch that is a number."""
    none: tuple[tuple[Value, Source], ...] = ((0, BOOK),) if default == 0 else ()  # to play without is no assumption
    return Switch(
        name=name, default=default, low=low, high=high, source=source, source_of=none, clause=clause,
        summary=summary, needs=needs,
    )  # fmt: skip


def flag(name: str, default: bool, clause: str, source: Source, summary: str, needs: Needs = None) -> Switch:
    """Make a switch that is on or off."""
    return Switch(name=name, default=default, source=source, clause=clause, summary=summary, needs=needs)


def reading(
    name: str, choices: type[IntEnum], clause: str, source: Source, summary: str, needs: Needs = None, **others: Source
) -> Switch:
    """Make a switch between readings; the first one is the default, `others` have another authority."""
    first = next(iter(choices)).name.lower()
    source_of: tuple[tuple[Value, Source], ...] = tuple(others.items())
    return Switch(
        name=name, default=first, choices=choices, source=source, source_of=source_of, clause=clause,
        summary=summary, needs=needs,
    )  # fmt: skip
