"""Which changes a game offers: values of its switches, handicaps by turn position, prices of components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.cells import Cell
from analyzer.errors import unknown
from analyzer.games.components import flatten
from analyzer.games.switches import Role, Switch
from analyzer.games.treatments.declared import Material, Resource
from analyzer.games.treatments.written import POSITION, PRICE, read_treatment
from analyzer.games.written import Value, read_choices

STEPS = (1, 2, 4, 8, 16, 32)  # from what is played now, as far as is allowed
AMOUNTS = (1, 2, 4, 8)  # of a price
SWITCHES, HANDICAPS, PRICES = "switches", "handicaps", "prices"
GROUPS = (SWITCHES, HANDICAPS, PRICES)


@dataclass(frozen=True)
class Offer:
    """Something that may be changed: the values that are tried, and how far each is from now."""

    name: str  # as changes have it: edge, position 2: coins, price building:market
    now: Value
    values: tuple[Value, ...]  # without that of now
    is_number: bool
    kind: str = SWITCHES
    is_listed: bool = False  # by the user: no other values are tried

    def number(self, value: Value) -> float:
        """Give a value as a number, counted from now."""
        if not self.is_number:
            return 0.0
        start = 0.0 if self.kind != SWITCHES else float(self.now)
        return float(value) - start

    def size(self, value: Value) -> float:
        """Count the steps from now: of a number its distance, of a reading or yes and no one."""
        return abs(self.number(value)) if self.is_number else 1.0

    def value(self, number: float) -> Value:
        """Give the value that lies so many steps from now."""
        if self.kind != SWITCHES:
            return f"{round(number):+d}"
        return round(float(self.now) + number)


def offers_of(cell: Cell, named: Sequence[str], suspects: Sequence[str]) -> list[Offer]:
    """List what may be changed: what was named, or switches, the first resource by position, prices of suspects."""
    known = {offer.name: offer for offer in _all(cell)}
    if not named:
        first = _first_resource(cell)
        usual = [offer for offer in known.values() if offer.kind != HANDICAPS or offer.name.endswith(f": {first}")]
        return [offer for offer in usual if offer.kind != PRICES or offer.name.removeprefix("price ") in suspects]
    found: dict[str, Offer] = {}
    for text in named:
        found |= {offer.name: offer for offer in _named(cell, text, known)}
    return list(found.values())


def _named(cell: Cell, text: str, known: Mapping[str, Offer]) -> list[Offer]:
    if "=" in text:
        return [_listed(cell, name, values, known) for name, values in read_choices([text]).items()]
    name, resources = text.strip(), [resource.name for resource in cell.game.resources]
    if name in GROUPS:
        return [offer for offer in known.values() if offer.kind == name]
    if name in resources:
        return [offer for offer in known.values() if offer.name.endswith(f": {name}")]
    if name in known:
        return [known[name]]
    if name in _paths(cell):
        return [_path_offer(name, _paths(cell)[name])]
    raise unknown(f"change of {cell.game.name}", name, [*GROUPS, *resources, *known], where="--change")


def _listed(cell: Cell, key: str, values: Sequence[Value], known: Mapping[str, Offer]) -> Offer:
    """Take the values that a user lists."""
    given = tuple(values)
    treatment = read_treatment(key, given[0])
    if treatment is not None:
        return Offer(key, 0, given, True, PRICES if treatment.action == PRICE else HANDICAPS, is_listed=True)
    switch = cell.game.switch_by_name.get(key)
    if switch is None and key not in _paths(cell):
        raise unknown(f"change of {cell.game.name}", key, [*known], where="--change")
    now = _paths(cell)[key] if switch is None else cell.setting.values[key]
    own = given if switch is None else tuple(switch.read(value, "--change") for value in given)
    is_number = isinstance(now, int) and not isinstance(now, bool)
    return Offer(key, now, tuple(value for value in own if value != now), is_number, is_listed=True)


def _all(cell: Cell) -> Iterator[Offer]:
    own = cell.game.competitive_switch
    for switch in cell.game.switches:
        if switch.role != Role.SIMULATION and switch.name != own and switch.matters(cell.setting.values):
            yield _switch_offer(switch, cell.setting.values[switch.name])
    if cell.is_competitive:
        for resource in cell.game.resources:
            if _problem(resource, cell) is None:
                yield from _handicaps(resource, cell.players)
    for name in _priced(cell):
        yield Offer(f"{PRICE} {name}", 0, _amounts(-max(AMOUNTS), max(AMOUNTS), AMOUNTS), True, PRICES)


def _switch_offer(switch: Switch, now: Value) -> Offer:
    if switch.choices is not None:
        values = tuple(member.name.lower() for member in switch.choices if member.name.lower() != now)
        return Offer(switch.name, now, values, False)
    if isinstance(now, bool):
        return Offer(switch.name, now, (not now,), False)
    near = {int(now) + sign * step for step in STEPS for sign in (-1, 1)}
    inside = sorted(value for value in near if switch.low <= value <= switch.high)
    return Offer(switch.name, now, tuple(inside), True)


def _path_offer(name: str, now: Any) -> Offer:
    near = sorted({now + sign * step for step in STEPS for sign in (-1, 1) if now + sign * step >= 0})
    return Offer(name, now, tuple(near), True)


def _paths(cell: Cell) -> dict[str, Any]:
    """List the component values that are whole numbers, by path."""
    flat = {} if cell.setting.tree is None else dict(flatten(cell.setting.tree))
    return {path: value for path, value in flat.items() if isinstance(value, int) and not isinstance(value, bool)}


def _handicaps(resource: Resource, players: int) -> Iterator[Offer]:
    for place in range(1, players + 1):
        yield Offer(
            f"{POSITION} {place}: {resource.name}", 0, _amounts(resource.low, resource.high, STEPS), True, HANDICAPS
        )


def _amounts(low: int, high: int, steps: Sequence[int]) -> tuple[Value, ...]:
    every = sorted(sign * amount for amount in steps for sign in (-1, 1))
    return tuple(f"{amount:+d}" for amount in every if low <= amount <= high)


def _first_resource(cell: Cell) -> str:
    return next((one.name for one in cell.game.resources if _problem(one, cell) is None), "")


def _problem(one: Resource | Material, cell: Cell) -> str | None:
    if one.problem is None:
        return None
    return one.problem(cell.setting.values, cell.players, cell.setting.tree)


def _priced(cell: Cell) -> Iterator[str]:
    tree = cell.setting.tree
    return (f"{kind.name}:{name}" for kind in cell.game.materials if kind.price for name in kind.names(tree))
