"""Rule switches: what can be set about a game's rules, between which bounds, and on whose authority."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any

import numpy as np

from analyzer.errors import BadInput
from analyzer.games.turns import TREATMENT_FIELDS
from analyzer.kernel.jit import Field, blank, record

Value = int | str | bool
Needs = Callable[[Mapping[str, Value]], bool]


class Source(StrEnum):
    """Where a rule or a value comes from."""

    RULEBOOK = "rulebook"
    PUBLIC = "public"
    INFERRED = "inferred"
    ASSUMED = "assumed"


class Role(StrEnum):
    """What a switch is there for."""

    RULE = "rule"
    SIMULATION = "simulation"  # a choice or a bound of the simulator: no clause asks for it
    EXPERIMENT = "experiment"  # no reading of any clause: to see what another rule would do


BOOK, PUBLIC, INFERRED, ASSUMED = Source
SIMULATION, EXPERIMENT = Role.SIMULATION, Role.EXPERIMENT
Others = Source | Mapping[Value, Source] | None  # whose word the values besides the default are: of all, or of some


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
    needs: Needs | None = None  # when the switch makes any difference; None = always
    trend: int = 0  # of a team's win rate as the number rises, by the rules: -1 it falls, 1 it rises, 0 they do not say
    role: Role = Role.RULE

    @property
    def allowed(self) -> str:
        """Say which values may be set."""
        if self.choices is not None:
            return " | ".join(member.name.lower() for member in self.choices)
        return "true | false" if isinstance(self.default, bool) else f"{self.low} to {self.high}"

    @property
    def told(self) -> str:
        """Say what it is, as a field of the rules."""
        return f"switch: {self.summary} ({self.allowed})"

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


def size(
    name: str, default: int, low: int, high: int, clause: str, source: Source, summary: str,
    *, needs: Needs | None = None, others: Others = None, trend: int = 0, role: Role = Role.RULE,
) -> Switch:  # fmt: skip
    """Make a switch that is a number."""
    return Switch(
        name=name, default=default, low=low, high=high, clause=clause, source=source, summary=summary, needs=needs,
        trend=trend, role=role, source_of=_source_of(range(low, high + 1), default, others),
    )  # fmt: skip


def flag(
    name: str, default: bool, clause: str, source: Source, summary: str,
    *, needs: Needs | None = None, others: Others = None, role: Role = Role.RULE,
) -> Switch:  # fmt: skip
    """Make a switch that is on or off."""
    return Switch(
        name=name, default=default, clause=clause, source=source, summary=summary, needs=needs, role=role,
        source_of=_source_of((True, False), default, others),
    )  # fmt: skip


def reading(
    name: str, choices: type[IntEnum], clause: str, source: Source, summary: str,
    *, needs: Needs | None = None, others: Others = None, role: Role = Role.RULE,
) -> Switch:  # fmt: skip
    """Make a switch between readings of a clause; the first one is the default."""
    names = [member.name.lower() for member in choices]
    return Switch(
        name=name, default=names[0], choices=choices, clause=clause, source=source, summary=summary, needs=needs,
        role=role, source_of=_source_of(names, names[0], others),
    )  # fmt: skip


def uses(name: str, wanted: Value | None = None) -> Needs:
    """Make the condition that another switch is on, or has a wanted value."""
    return lambda values: bool(values[name]) if wanted is None else values[name] == wanted


def _source_of(values: Iterable[Value], default: Value, others: Others) -> tuple[tuple[Value, Source], ...]:
    if others is None:
        return ()
    if isinstance(others, Source):
        return tuple((value, others) for value in values if value != default)
    return tuple(others.items())


def rules_layout(switches: tuple[Switch, ...], *more: Field) -> np.dtype[Any]:
    """Lay out the rules record of a game: the player count, every switch, what is derived from them, treatments.

    `n_streams` counts the chance streams that are opened for a deal: all, unless `complete` says that fewer will do.
    """
    return record(
        ("players", "i8", "number of players"),
        ("n_streams", "i8", "for the driver: streams of chance that a deal opens"),
        *((switch.name, "i8", switch.told) for switch in switches),
        *more,
        *TREATMENT_FIELDS,
    )


def fill_rules(layout: np.dtype[Any], switches: tuple[Switch, ...], values: dict[str, Value], players: int) -> Any:
    """Write switches into a fresh rules record."""
    rules = blank(layout)
    rules.players = players
    for switch in switches:
        setattr(rules, switch.name, switch.code(values[switch.name]))
    return rules
