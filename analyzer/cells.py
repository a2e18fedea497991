"""A cell is what is played: a game, a variant (all switches set), a number of players, and who sits where."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.catalog import find_policy, load_game
from analyzer.errors import BadInput, unknown
from analyzer.games.components import Components, flatten, load_components, read_literal
from analyzer.games.interface import Game, Policy
from analyzer.games.switches import Source, Value

_KNOB = re.compile(r"\s*(\w+)\s*=\s*([^\s,]+)\s*$")


@dataclass(frozen=True)
class Setting:
    """A resolved variant: its name, the value of every switch, and the component data."""

    name: str
    values: Mapping[str, Value]
    assumed: tuple[str, ...]  # what in it rests on no source
    components: Components | None = None

    @property
    def tree(self) -> Any:
        """The component data, None for a game that has none."""
        return None if self.components is None else self.components.tree


@dataclass(frozen=True)
class Seat:
    """A policy at a seat, with the knobs it plays with."""

    policy: Policy
    knobs: Mapping[str, float]

    @property
    def label(self) -> str:
        """Write the policy with the knobs that differ from its defaults."""
        own = [f"{name}={value:g}" for name, value in self.knobs.items() if value != self.policy.knobs[name]]
        return f"{self.policy.name}({','.join(own)})" if own else self.policy.name


@dataclass(frozen=True)
class Cell:
    """One thing to play."""

    game: Game
    setting: Setting
    players: int
    seats: tuple[Seat, ...]

    @property
    def is_competitive(self) -> bool:
        """Tell whether the seats play against each other."""
        switch = self.game.competitive_switch
        return self.game.is_competitive or bool(switch and self.setting.values[switch])

    @property
    def rules(self) -> Any:
        """Make the rules record of this cell."""
        return self.game.make_rules(self.setting.values, self.players, self.setting.tree)


@dataclass(frozen=True)
class CellReference:
    """A cell as a user wrote it: unlike the cell itself it can be sent to a worker, or made again tomorrow."""

    game: str
    players: int
    variant: str
    sets: tuple[str, ...] = ()
    policy: str = ""

    def make(self) -> Cell:
        """Make the cell."""
        return make_cell(
            self.game, players=self.players, variant=self.variant, sets=self.sets, policy=self.policy or None
        )

    def describe(self) -> str:
        """Name the cell in a message."""
        sets = "".join(f"[{text}]" for text in self.sets)
        return f"{self.variant}{sets} with {self.players} players"


def make_cell(
    game: str,
    *,
    players: int | None = None,
    variant: str | None = None,
    sets: Sequence[str] = (),
    policy: str | None = None,
) -> Cell:
    """Make a cell of what a user wrote, with the defaults of the contract."""
    loaded = load_game(game)
    count = min(n for n in loaded.seats if n > 1) if players is None else players
    if count not in loaded.seats:
        raise BadInput(f"{game} has {loaded.seats.start} to {loaded.seats.stop - 1} players, not {count}")
    setting = read_setting(loaded, next(iter(loaded.variants)) if variant is None else variant, sets)
    problem = loaded.check(setting.values, count, setting.tree)
    if problem:
        raise BadInput(f"variant {setting.name!r} with {count} players: {problem}")
    return Cell(loaded, setting, count, read_seats(loaded, loaded.recommended if policy is None else policy, count))


def read_setting(game: Game, variant: str, sets: Sequence[str] = ()) -> Setting:
    """Resolve a name, a sum of names or a TOML file, with single switches or component values set on top."""
    draft = _Draft(game)
    if variant.endswith(".toml"):
        name = draft.apply_file(Path(variant))
    else:
        name = variant
        draft.apply_names(variant)
    own = [draft.apply_text(text) for text in sets]
    label = name + "".join(f"[{text}]" for text in own)
    return Setting(label, draft.values, draft.assumed(), draft.components)


class _Draft:
    """A setting under way: all defaults, changed step by step."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.values: dict[str, Value] = {switch.name: switch.default for switch in game.switches}
        self.components = game.components

    def apply_names(self, variant: str, where: str = "") -> None:
        """Apply a sum of named variants."""
        seen: dict[str, str] = {}
        for name in variant.split("+"):
            if name not in self.game.variants:
                raise unknown("variant", name, self.game.variants, where=where)
            for switch, value in self.game.variants[name].sets.items():
                if switch in seen and self.values[switch] != value:
                    raise BadInput(f"variants {seen[switch]!r} and {name!r} both set {switch}; choose one of them")
                seen[switch] = name
                self.values[switch] = value

    def apply_file(self, file: Path) -> str:
        """Apply an own variant: `variant` (a name or a sum), `components` (a file or a table), and switches."""
        content = _read_toml(file)
        named = content.pop("variant", next(iter(self.game.variants)))
        if not isinstance(named, str):
            raise BadInput(f"{file}: variant = {named!r} is not a name of a variant")
        self.apply_names(named, where=str(file))
        self._apply_components(content.pop("components", {}), file)
        for name, value in content.items():
            self._set(name, value, str(file))
        return file.stem

    def apply_text(self, text: str) -> str:
        """Apply one `switch=value` or `component.path=value`."""
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign:
            raise BadInput(f"--set {text!r}: write switch=value")
        self._set(name, value if name in self.game.switch_by_name else read_literal(value), "--set")
        return f"{name}={value}"

    def _apply_components(self, given: Any, file: Path) -> None:
        if isinstance(given, str) and self.components is not None:
            self.components = load_components(file.parent / given)
            return
        if not isinstance(given, dict) or (given and self.components is None):
            raise BadInput(f"{file}: components = {given!r} must be a table of values or the name of a data file")
        for path, value in flatten(given):
            self._set(path, value, str(file))

    def _set(self, name: str, value: Any, where: str) -> None:
        if name in self.game.switch_by_name:
            self.values[name] = self.game.switch_by_name[name].read(value, where)
        elif self.components is not None and name.split(".")[0] in self.components.tree:
            self.components = self.components.replaced(name, value, where)
        else:
            raise unknown("switch", name, [*self.game.switch_by_name, *self._component_names()], where=where)

    def _component_names(self) -> list[str]:
        return [] if self.components is None else list(self.components.tree)

    def assumed(self) -> tuple[str, ...]:
        """List what rests on no source."""
        switches = [
            f"{switch.name}={str(self.values[switch.name]).lower()}"
            for switch in self.game.switches
            if switch.matters(self.values) and switch.authority(self.values[switch.name]) == Source.ASSUMED
        ]
        return (*switches, *(self.components.assumed_paths() if self.components is not None else ()))


def _read_toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise BadInput(f"variant file {file}: {problem.strerror or problem}") from problem
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise BadInput(f"variant file {file}: not valid TOML: {problem}") from problem


def read_seats(game: Game, text: str, players: int) -> tuple[Seat, ...]:
    """Read who sits where: one policy for all seats, or one per seat."""
    parts = split_list(text)
    if len(parts) not in (1, players):
        raise BadInput(f"{len(parts)} policies for {players} seats; give one for all, or one per seat")
    seats = [read_seat(game, part) for part in parts]
    return tuple(seats * players if len(seats) == 1 else seats)


def split_list(text: str) -> list[str]:
    """Split at commas, but not at those inside parentheses."""
    parts = [""]
    depth = 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def read_seat(game: Game, text: str) -> Seat:
    """Read one policy with knobs: `spacing(cost=0.7)`."""
    head, bracket, rest = text.partition("(")
    if bracket and not rest.endswith(")"):
        raise BadInput(f"policy {text!r}: the parenthesis of the knobs is not closed")
    policy = find_policy(game.name, head.strip())
    knobs = dict(policy.knobs)
    for item in filter(None, (part.strip() for part in rest[:-1].split(","))) if bracket else ():
        name, value = _read_knob(policy, item)
        knobs[name] = value
    return Seat(policy, knobs)


def _read_knob(policy: Policy, item: str) -> tuple[str, float]:
    match = _KNOB.match(item)
    if match is None:
        raise BadInput(f"policy {policy.name!r}: {item!r} is not a knob; write knob=number")
    name, text = match.groups()
    if name not in policy.knobs:
        raise unknown(f"knob of policy {policy.name!r}", name, policy.knobs)
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BadInput(f"policy {policy.name!r}: {name} = {text!r} is not a finite number")
    return name, value
