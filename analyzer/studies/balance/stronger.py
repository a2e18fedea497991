"""Does it hold at another level of play: what was found is played again where games are dear, on few deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analyzer.stats import proportions, treatments
from analyzer.stats.estimate import Estimate
from analyzer.stats.treatments import Effect
from analyzer.studies.balance import turn_order
from analyzer.studies.balance.asking import LEVEL, Asked, Games, Stage, Table, known_pairs
from analyzer.studies.balance.components import SEAT, Worth, effect_data
from analyzer.studies.calibration.found import estimate_document


@dataclass(frozen=True)
class Again:
    """What a component is worth here, beside what it was worth where it was found."""

    name: str
    found: Estimate
    here: Effect

    def as_dict(self) -> dict[str, Any]:
        """Write it as data."""
        return {"component": self.name, "found": estimate_document(self.found), "here": effect_data(self.here)}


@dataclass(frozen=True)
class Check:
    """One table at another level."""

    table: Table
    deals: int
    found_at: str  # the level at which it was found
    shares: tuple[Estimate, ...]  # by turn position, untreated
    handicap: str  # that evens the table out where it was found; "" = none was needed or found
    evened: tuple[Estimate, ...]  # shares with it
    components: tuple[Again, ...]
    smallest: float  # distance from a fair share that so many deals show
    smallest_component: float | None  # and worth of a component

    def as_dict(self) -> dict[str, Any]:
        """Write it as data."""
        return self.table.as_dict() | {
            "deals": self.deals,
            "found_at": self.found_at,
            "fair": 1 / self.table.players,
            "shares": [estimate_document(one) for one in self.shares],
            "handicap": self.handicap,
            "evened": [estimate_document(one) for one in self.evened],
            "smallest_shown": self.smallest,
            "smallest_component": self.smallest_component,
            "components": [one.as_dict() for one in self.components],
        }


def checked(
    asked: Asked, play: Stage, found: Mapping[str, Any], tables: Sequence[tuple[Table, int]], largest: int
) -> tuple[Check, ...]:
    """Play at every table, with its number of deals, what was found at the first level of its number of players."""
    own = ((table, deals, _level_below(asked, table)) for table, deals in tables)
    return tuple(
        _at_table(play, found, table, deals, below, largest) for table, deals, below in own if below is not None
    )


def _level_below(asked: Asked, table: Table) -> Table | None:
    return next((one for one in asked.tables if one.players == table.players), None)


def _at_table(play: Stage, found: Mapping[str, Any], table: Table, deals: int, below: Table, largest: int) -> Check:
    (plain,) = play("turn-order", [table.reference], deals, 0)
    remedy = _remedy(found, below)
    evened: tuple[Estimate, ...] = ()
    if remedy is not None:
        resource = turn_order.first_resource(below.reference.make())
        assert resource is not None
        treated = table.treated(turn_order.handicap(resource, dict(enumerate(remedy.given))))
        (games,) = play(f"again-{table.name}-handicap", [treated], deals, 0)
        evened = turn_order.shares_of(games)
    text = "" if remedy is None else remedy.text
    again, smallest = _components(play, _largest(found, below, largest), plain, table, deals)
    shares = turn_order.shares_of(plain)
    shown = proportions.shown_by(shares[0])
    return Check(table, deals, below.level, shares, text, evened, again, shown, smallest)


def _remedy(found: Mapping[str, Any], below: Table) -> turn_order.Compensation | None:
    """Look up what evens the turn order out there, if anything has to."""
    order: turn_order.TurnOrder | None = found.get("turn-order")
    own = [] if order is None else [one.compensation for one in order.orders if one.table == below]
    return next((one for one in own if one is not None and any(one.given)), None)


def _largest(found: Mapping[str, Any], below: Table, largest: int) -> list[Worth]:
    """Choose the components that are worth most there, for good or ill."""
    worths = [worth for one in found.get("components", ()) if one.table == below for worth in one.worths]
    given = [worth for worth in worths if worth.grant is not None]
    return sorted(given, key=_size, reverse=True)[:largest]


def _size(worth: Worth) -> float:
    return 0.0 if worth.grant is None else abs(worth.grant.alone.value)


def _components(
    play: Stage, worths: Sequence[Worth], plain: Games, table: Table, deals: int
) -> tuple[tuple[Again, ...], float | None]:
    """Play with each of some components, and say what the deals show."""
    if not worths:
        return (), None
    cells = [table.treated({f"seat {SEAT}: {worth.name}": "+1"}) for worth in worths]
    samples = []
    for games in play(f"again-{table.name}-components", cells, deals, 0):
        both = known_pairs(games, plain)
        n = len(both)
        samples.append((games.by_seat[:n, SEAT] - plain.by_seat[:n, SEAT])[both])
    effects = treatments.effects(samples, LEVEL, are_shares=True)
    pairs = zip(worths, effects, strict=True)
    again = (Again(worth.name, worth.grant.alone, effect) for worth, effect in pairs if worth.grant is not None)
    return tuple(again), treatments.smallest_shown(samples)
