"""Rule switches: what can be set about a game's rules, between which bounds, and on whose authority."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any

import numpy as np

from analyzer.errors import BadInput
from analyzer.kernel.jit import blank, record

Value = int | str | bool


class Source(StrEnum):
    """Where a rule or a value comes from."""

    RULEBOOK = "rulebook"
    PUBLIC = "public"
    INFERRED = "inferred"
    ASSUMED = "assumed"


@dataclass(frozen=True, kw_only=True)
class Switch:
    """One thing that can be set: a number between bounds, a yes/no, or one of several readings."""

    name: str
    default: Value
    source: Source
    clause: str
    summary: str
    low: int = 0
    high: int = 0
    choices: type[IntEnum] | None = None
    source_of: tuple[tuple[Value, Source], ...] = ()  # values that rest on another authority than the default
    needs: Callable[[Mapping[str, Value]], bool] | None = None  # when the switch makes any difference; None = always

    @property
    def allowed(self) -> str:
        """Say which values may be set."""
        if self.choices is not None:
            return " | ".join(member.name.lower() for member in self.choices)
        return "true | false" if isinstance(self.default, bool) else f"{self.low} to {self.high}"

    def read(self, given: object, where: str) -> Value:
        """Check a value that a user gave, as text or as TOML has it."""
        if self.choices is not None:
            value: Value | None = self._read_choice(given)
        elif isinstance(self.default, bool):
            value = self._read_flag(given)
        else:
            value = self._read_number(given)
        if value is None:
            raise BadInput(f"{where}: {self.name} = {given!r} is not allowed; allowed: {self.allowed}")
        return value

    def code(self, value: Value) -> int:
        """Return the integer that stands for a value in the rules record."""
        if self.choices is not None:
            return int(self.choices[str(value).upper()])
        return int(value)

    def authority(self, value: Value) -> Source:
        """Say whose word a value rests on."""
        return dict(self.source_of).get(value, self.source)

    def matters(self, values: Mapping[str, Value]) -> bool:
        """Tell whether the switch makes any difference to a setting."""
        return self.needs is None or self.needs(values)

    def _read_choice(self, given: object) -> str | None:
        assert self.choices is not None
        names = [member.name.lower() for member in self.choices]
        return given if isinstance(given, str) and given in names else None

    def _read_flag(self, given: object) -> bool | None:
        if isinstance(given, bool):
            return given
        return {"true": True, "false": False}.get(given) if isinstance(given, str) else None

    def _read_number(self, given: object) -> int | None:
        if isinstance(given, str):
            given = int(given) if given.removeprefix("-").isdecimal() and len(given) < 12 else None
        if not isinstance(given, int) or isinstance(given, bool):
            return None
        return given if self.low <= given <= self.high else None


def rules_layout(switches: tuple[Switch, ...], *more: Any) -> np.dtype[Any]:
    """Lay out the rules record of a game: the player count, every switch, and what is derived from them."""
    return record(("players", "i8"), *((switch.name, "i8") for switch in switches), *more)


def fill_rules(layout: np.dtype[Any], switches: tuple[Switch, ...], values: dict[str, Value], players: int) -> Any:
    """Write switches into a fresh rules record."""
    rules = blank(layout)
    rules.players = players
    for switch in switches:
        setattr(rules, switch.name, switch.code(values[switch.name]))
    return rules
