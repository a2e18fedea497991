"""Is going first fair, and what evens it out: shares by turn position, and handicaps found by playing them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from analyzer.analysis.shares import Shares, share_of
from analyzer.cells import Cell
from analyzer.errors import BadInput
from analyzer.games.treatments.declared import Resource
from analyzer.games.written import Changes
from analyzer.stats import proportions, treatments
from analyzer.stats.estimate import Estimate, FloatArray, bonferroni_level
from analyzer.studies.balance.asking import LEVEL, Asked, Games, Stage, Table, known_pairs
from analyzer.studies.calibration.found import estimate_document

SEARCHED = (1, 2, 4, 8, 16)  # amounts that are tried to find one whose effect is about what is missing
ROUNDS = 3  # of playing what was found on fresh deals, each from where the last one stands
PARTS = {"untreated": 0.4, "search": 0.1, "slopes": 0.3, "fresh": 0.2}  # of the budget


@dataclass(frozen=True)
class Compensation:
    """What evens a table out, and how even it is then on fresh deals."""

    resource: str
    unit: str  # what it is called in a sentence
    needed: tuple[Estimate, ...]  # by turn position, against the most favoured one; in whole and parts
    given: tuple[int, ...]  # what was played
    shares: tuple[Estimate, ...]  # on fresh deals, by turn position; the intervals hold together

    @property
    def text(self) -> str:
        """Write it as commands take it."""
        given = {place: amount for place, amount in enumerate(self.given, 1) if amount}
        return "; ".join(f"position {place}: {self.resource} {amount:+d}" for place, amount in given.items()) or "none"

    @property
    def is_even(self) -> bool:
        """Tell whether no position is told from a fair share any more."""
        return not any(share.excludes(1 / len(self.shares)) for share in self.shares)

    def as_dict(self) -> dict[str, Any]:
        """Write it as data."""
        return {
            "resource": self.resource,
            "unit": self.unit,
            "handicap": self.text,
            "given": list(self.given),
            "needed": [estimate_document(one) for one in self.needed],
            "shares": [estimate_document(one) for one in self.shares],
            "even": self.is_even,
            "smallest_shown": proportions.shown_by(self.shares[0]),
        }


@dataclass(frozen=True)
class Order:
    """The turn order of one table."""

    table: Table
    deals: int
    unknown: int
    shares: tuple[Estimate, ...]  # by turn position; the intervals hold together
    smallest: float  # the difference from a fair share that so many deals show
    compensation: Compensation | None = None

    @property
    def fair(self) -> float:
        """The fair share."""
        return 1 / len(self.shares)

    @property
    def is_uneven(self) -> bool:
        """Tell whether some position wins more or less than its share for certain."""
        return any(share.excludes(self.fair) for share in self.shares)

    @property
    def gap(self) -> float:
        """The largest distance from a fair share."""
        return max(abs(share.value - self.fair) for share in self.shares)

    def as_dict(self) -> dict[str, Any]:
        """Write it as data."""
        return self.table.as_dict() | {
            "deals": self.deals,
            "unknown": self.unknown,
            "fair": self.fair,
            "shares": [estimate_document(share) for share in self.shares],
            "uneven": self.is_uneven,
            "smallest_shown": self.smallest,
            "compensation": None if self.compensation is None else self.compensation.as_dict(),
        }


@dataclass(frozen=True)
class Common:
    """What a turn position needs at every table that has it: one whole number, or none."""

    position: int  # from 1 on
    amount: int | None
    tables: int

    def as_dict(self) -> dict[str, Any]:
        """Write it as data."""
        return {"position": self.position, "amount": self.amount, "tables": self.tables}


@dataclass(frozen=True)
class TurnOrder:
    """The turn order of every table, and whether one compensation serves all."""

    orders: tuple[Order, ...]
    resource: str | None
    common: tuple[Common, ...] = field(default=())

    def as_dict(self) -> dict[str, Any]:
        """Write it as data."""
        return {
            "resource": self.resource,
            "tables": [order.as_dict() for order in self.orders],
            "common": [one.as_dict() for one in self.common],
        }


def turn_order(asked: Asked, play: Stage, part: float) -> TurnOrder:
    """Measure the shares by turn position at every table, and find what evens them out."""
    deals = asked.deals(part * PARTS["untreated"], len(asked.tables))
    played = play("turn-order", [table.reference for table in asked.tables], deals, 0)
    orders = [_order(table, games) for table, games in zip(asked.tables, played, strict=True)]
    resource = first_resource(asked.cell)
    if resource is None:
        return TurnOrder(tuple(orders), None)
    evened = tuple(
        _evened(asked, play, part / len(asked.tables), order, games, resource)
        for order, games in zip(orders, played, strict=True)
    )
    return TurnOrder(evened, resource.name, tuple(_commons(evened)))


def first_resource(cell: Cell) -> Resource | None:
    """Choose the first resource of the game that a table has."""
    for resource in cell.game.resources:
        problem = resource.problem
        if problem is None or problem(cell.setting.values, cell.players, cell.setting.tree) is None:
            return resource
    return None


def shares_of(games: Games, level: float = LEVEL) -> tuple[Estimate, ...]:
    """Estimate the shares by turn position; the intervals hold together, and unknown games bound both sides."""
    known, values = games.is_known, games.by_position
    players = values.shape[1]
    each = bonferroni_level(level, players)
    sides = (np.where(known, column, 0.0) for column in values.T), (np.where(known, column, 1.0) for column in values.T)
    return tuple(share_of(Shares(low, high), each) for low, high in zip(*sides, strict=True))


def _order(table: Table, games: Games) -> Order:
    unknown = int(games.deals - games.is_known.sum())
    variance = (1 / table.players) * (1 - 1 / table.players) / 2  # one share against a number that is known
    smallest = proportions.smallest_difference(games.deals, table.players, variance)
    return Order(table, games.deals, unknown, shares_of(games), smallest)


def _evened(asked: Asked, play: Stage, part: float, order: Order, plain: Games, resource: Resource) -> Order:
    """Find what evens a table out, if it is uneven for certain."""
    if not order.is_uneven:
        return order
    table = order.table
    base = int(np.argmax([share.value for share in order.shares]))
    amount = _amount(asked, play, part, order, plain, resource)
    cells = [table.treated(handicap(resource, {place: amount})) for place in range(table.players)]
    deals = min(plain.deals, asked.deals(part * PARTS["slopes"], len(cells)))
    treated = play(f"slopes-{table.name}", cells, deals, 0)
    groups = _groups(plain, treated)
    needed = treatments.jackknife(groups, lambda means: treatments.evening(means[0], means[1:], amount, base), LEVEL)
    slopes = groups.mean(axis=0)
    found = _settle(asked, play, part, order, resource, needed, (slopes[1:] - slopes[0]).T / amount)
    return Order(table, order.deals, order.unknown, order.shares, order.smallest, found)


def handicap(resource: Resource, given: dict[int, int]) -> Changes:
    """Write handicaps by turn position, from 0 on, as changes."""
    return {f"position {place + 1}: {resource.name}": f"{amount:+d}" for place, amount in given.items() if amount}


def _amount(asked: Asked, play: Stage, part: float, order: Order, plain: Games, resource: Resource) -> int:
    """Find the amount whose effect comes nearest to what the weakest position lacks."""
    weakest = int(np.argmin([share.value for share in order.shares]))
    amounts = [amount for amount in SEARCHED if amount <= resource.high]
    cells = [order.table.treated(handicap(resource, {weakest: amount})) for amount in amounts]
    deals = min(plain.deals, asked.deals(part * PARTS["search"], len(cells)))
    wanted = order.fair - order.shares[weakest].value
    gains = []
    for games in play(f"amounts-{order.table.name}", cells, deals, 0):
        both = known_pairs(games, plain)
        own, without = games.by_position[: len(both)], plain.by_position[: len(both)]
        gains.append(float((own - without)[both, weakest].mean()))
    return amounts[int(np.argmin(np.abs(np.array(gains) - wanted)))]


def _groups(plain: Games, treated: Sequence[Games]) -> FloatArray:
    """Give the mean shares of groups of deals: by group, table (the untreated one first) and turn position."""
    deals = min(games.deals for games in treated)
    tables = np.stack([games.by_position[:deals] for games in (plain, *treated)], axis=1)
    known = np.all([games.is_known[:deals] for games in (plain, *treated)], axis=0)
    return treatments.group_means(tables[known])


def _settle(
    asked: Asked,
    play: Stage,
    part: float,
    order: Order,
    resource: Resource,
    needed: tuple[Estimate, ...],
    slopes: FloatArray,
) -> Compensation | None:
    """Play what was found on fresh deals, and correct it there by what is still missing."""
    want = np.array([one.value for one in needed])
    best: Compensation | None = None
    for attempt in range(ROUNDS):
        if not np.isfinite(want).all():
            break
        given = _whole(want, resource)
        deals = asked.deals(part * PARTS["fresh"], ROUNDS)
        (games,) = play(
            f"fresh-{order.table.name}-{attempt + 1}",
            [order.table.treated(handicap(resource, dict(enumerate(given))))],
            deals,
            attempt + 1,
        )
        shares = shares_of(games, bonferroni_level(LEVEL, ROUNDS))
        found = Compensation(resource.name, _unit(resource), needed, given, shares)
        best = found if best is None or _off(found) < _off(best) else best
        step = np.linalg.lstsq(slopes, np.array([order.fair - one.value for one in found.shares]), rcond=1e-3)[0]
        want = _within(np.array(given) + (step - step[int(np.argmin(want))]), needed)
        if found.is_even or _whole(want, resource) == given:
            break
    return best


def _whole(want: FloatArray, resource: Resource) -> tuple[int, ...]:
    """Round to whole numbers, of which the least is 0: nobody begins with less."""
    rounded = np.rint(want - float(want.min())).astype(int)
    return tuple(int(amount) for amount in np.clip(rounded, resource.low, resource.high))


def _within(want: FloatArray, needed: Sequence[Estimate]) -> FloatArray:
    """Keep what fresh deals ask for within what the others have shown: few deals must not overrule many."""
    return np.clip(want, [one.low for one in needed], [one.high for one in needed])


def _unit(resource: Resource) -> str:
    """Call a resource what its summary calls it, as in "bazaar cards"."""
    return re.split(r"[,;]| of ", resource.summary)[0]


def _off(found: Compensation) -> float:
    return max(abs(share.value - 1 / len(found.shares)) for share in found.shares)


def _commons(orders: Sequence[Order]) -> list[Common]:
    """Say for every turn position behind the first which whole number lies in the intervals of all tables."""
    found = []
    for position in range(1, max(order.table.players for order in orders)):
        relative = [_relative(order, position) for order in orders if position < order.table.players]
        low, high = max(one[0] for one in relative), min(one[1] for one in relative)
        fits = [n for n in range(int(np.floor(low)), int(np.ceil(high)) + 1) if low <= n <= high]
        found.append(Common(position + 1, _nearest(fits, (low + high) / 2), len(relative)))
    return found


def _nearest(numbers: Sequence[int], middle: float) -> int | None:
    return min(numbers, key=lambda number: abs(number - middle)) if numbers else None


def _relative(order: Order, position: int) -> tuple[float, float]:
    """Give the interval of what a position needs more than the first one; an even table needs nothing."""
    if order.compensation is None:
        return (0.0, 0.0) if not order.is_uneven else (np.inf, -np.inf)
    first, own = order.compensation.needed[0], order.compensation.needed[position]
    reach = float(np.hypot(own.half_width, first.half_width))
    return own.value - first.value - reach, own.value - first.value + reach


def check_tables(asked: Asked) -> None:
    """Refuse a game in which nobody plays against another."""
    if not asked.cell.is_competitive:
        raise BadInput(
            f"{asked.game}, variant {asked.cell.setting.name!r}: all seats win or lose together; balance is a question "
            "about rivals"
        )
