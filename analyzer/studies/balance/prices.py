"""At which price a component is worth what others of its kind are: found by playing prices.

Every seat begins with the same purse, which pays for any of them, and one seat buys a component out of it before the
game. What the purchase gains that seat is compared with what the others of the kind gain at their own prices. The price
is changed in the game as well, so that whatever else hangs on it (points, for instance) moves with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from analyzer.cells import CellReference
from analyzer.games.treatments.declared import Material, Resource, bare, granted_names, value_at
from analyzer.games.written import Changes
from analyzer.stats import means, treatments
from analyzer.stats.estimate import Estimate, FloatArray, bonferroni_level
from analyzer.stats.treatments import Effect
from analyzer.studies.balance.asking import LEVEL, Asked, Games, Stage, Table, possible
from analyzer.studies.balance.components import SEAT, effect_data
from analyzer.studies.calibration.found import estimate_document

PARTS = {"list": 0.4, "prices": 0.4, "fresh": 0.2}  # of the budget
ROUNDS = 2  # of playing the price that was found on fresh deals
ROOM = 5  # of the resource that the purse holds beyond the highest price
CHOSEN = 3  # components from either end whose price is looked for
TRIED = 5  # prices of each, from none to all that the purse holds


@dataclass(frozen=True)
class Shop:
    """A kind of component that is paid for, at one table."""

    kind: Material
    resource: Resource
    table: Table
    prices: Mapping[str, int]  # by name, as the game has them

    @property
    def purse(self) -> int:
        """What every seat begins with besides: it pays for any of them."""
        return max(self.prices.values()) + ROOM

    @property
    def tried(self) -> list[int]:
        """List the prices that are played: from nothing to the whole purse."""
        return [int(price) for price in dict.fromkeys(np.linspace(0, self.purse, TRIED).round())]

    @property
    def plain(self) -> CellReference:
        """The table at which everybody has a purse and nobody buys."""
        return self.table.treated(self._purses())

    def bought(self, name: str, price: int) -> CellReference:
        """Let one seat buy a component before the game, at a price that holds in the game too."""
        what, more = f"{self.kind.name}:{name}", price - self.prices[name]
        changes: Changes = {f"seat {SEAT}: {what}": "+1", **self._purses()}
        changes |= {f"seat {SEAT}: {self.resource.name}": f"{-price:+d}"} if price else {}
        return self.table.treated(changes | ({f"price {what}": f"{more:+d}"} if more else {}))

    def _purses(self) -> Changes:
        places = range(1, self.table.players + 1)
        return {f"position {place}: {self.resource.name}": f"{self.purse:+d}" for place in places}


@dataclass(frozen=True)
class Price:
    """What buying one component is worth at its price, and at which price it is worth what others are."""

    name: str  # kind:name
    listed: int
    bought: Effect  # win share that the buyer gains at the listed price
    excess: Effect  # the same above the mean of the others of its kind, at their prices
    needed: Estimate | None = None  # the price at which it is worth what they are
    slope: float = 0.0  # what a unit more of the price does to the excess
    given: int | None = None  # the whole number of it that was played on fresh deals
    fresh: Estimate | None = None  # the excess there; the intervals of a table hold together
    reason: str = ""  # why there is no such price

    @property
    def is_even(self) -> bool:
        """Tell whether no difference from the others shows any more, on fresh deals."""
        return self.fresh is not None and not self.fresh.excludes(0.0)

    @property
    def sentence(self) -> str:
        """Say what it should cost."""
        if self.reason:
            return f"{self.name} (costs {self.listed}): {self.reason}"
        if self.needed is None or self.given is None:
            return ""
        found = f"{self.needed.value:.1f} [{self.needed.low:.1f}, {self.needed.high:.1f}]"
        return f"{self.name} (costs {self.listed}) is worth what others are at {found}{self._then}"

    @property
    def _then(self) -> str:
        """Say what came of it on fresh deals."""
        if self.fresh is None:
            return ""
        value, low, high = (100 * number for number in (self.fresh.value, self.fresh.low, self.fresh.high))
        seen = "no difference shows" if self.is_even else "it still differs"
        return f"; at {self.given} {seen} on fresh deals: {value:+.1f} points [{low:.1f}, {high:.1f}]".replace("-", "−")

    def as_dict(self) -> dict[str, Any]:
        """Write it as data."""
        return {
            "component": self.name,
            "listed": self.listed,
            "bought": effect_data(self.bought),
            "excess": effect_data(self.excess),
            "needed": None if self.needed is None else estimate_document(self.needed),
            "given": self.given,
            "fresh": None if self.fresh is None else estimate_document(self.fresh),
            "even": self.is_even,
            "reason": self.reason,
            "sentence": self.sentence,
        }


@dataclass(frozen=True)
class Prices:
    """The prices of one table, those that are bought too cheaply first."""

    table: Table
    deals: int
    prices: tuple[Price, ...]
    smallest: float | None  # the excess that so many deals show, of one among all
    unpriced: Mapping[str, str] = field(default_factory=dict)  # kinds of components without one, and why

    def as_dict(self) -> dict[str, Any]:
        """Write it as data."""
        return self.table.as_dict() | {
            "deals": self.deals,
            "smallest_shown": self.smallest,
            "prices": [price.as_dict() for price in self.prices],
            "unpriced": dict(self.unpriced),
        }


def prices(asked: Asked, play: Stage, part: float) -> tuple[Prices, ...]:
    """Find at every table which components cost too little or too much, and what they should cost."""
    return tuple(_at_table(asked, play, part / len(asked.tables), table) for table in asked.tables)


def unpriced(game: Any) -> dict[str, str]:
    """Say of every kind of component that cannot be bought before the game why."""
    found = {kind.name: _no_price(kind) for kind in game.materials}
    return {name: reason for name, reason in found.items() if reason}


def _no_price(kind: Material) -> str:
    if not kind.price:
        return "the game has no price for it"
    if not kind.paid_in:
        return "its price is paid in nothing that a seat can begin with"
    return "" if kind.grant else "no seat can begin with one"


def _at_table(asked: Asked, play: Stage, part: float, table: Table) -> Prices:
    found, reasons = [], unpriced(asked.cell.game)
    kinds = [kind for kind in asked.cell.game.materials if kind.name not in reasons]
    for kind in kinds:
        found.append(_of_kind(asked, play, part / len(kinds), _shop(asked, table, kind)))
    listed = [price for one in found for price in one.prices]
    deals, smallest = (found[0].deals, found[0].smallest) if found else (0, None)
    return Prices(table, deals, tuple(sorted(listed, key=lambda one: -one.excess.alone.value)), smallest, reasons)


def _shop(asked: Asked, table: Table, kind: Material) -> Shop:
    tree = asked.cell.setting.tree
    resource = next(one for one in asked.cell.game.resources if one.name == kind.paid_in)
    listed = {name: int(value_at(tree, kind.price.format(name))) for name in granted_names(kind, tree)}
    return Shop(kind, resource, table, listed)


@dataclass(frozen=True)
class _Gains:
    """What buyers gain over the table without a purchase, deal by deal."""

    rows: dict[str, FloatArray]

    def excess(self, name: str) -> FloatArray:
        """Give what one gains above the mean of the others."""
        return self.rows[name] - self.others(name)

    def others(self, name: str) -> FloatArray:
        """Give the mean gain of all others."""
        rest = [row for other, row in self.rows.items() if other != name]
        return np.asarray(np.mean(rest, axis=0))


def _gains(play: Stage, stage: str, cells: Mapping[str, CellReference], plain: CellReference, plan: Any) -> _Gains:
    """Play cells beside the table without a purchase; keep the deals on which all of them have an outcome."""
    first, *several = play(stage, [plain, *cells.values()], *plan)
    known = np.all([games.is_known for games in (first, *several)], axis=0)
    return _Gains({name: _gain(games, first)[known] for name, games in zip(cells, several, strict=True)})


def _gain(games: Games, plain: Games) -> FloatArray:
    return np.asarray(games.by_seat[:, SEAT] - plain.by_seat[:, SEAT])


def _of_kind(asked: Asked, play: Stage, part: float, shop: Shop) -> Prices:
    cells, _ = possible({name: shop.bought(name, price) for name, price in shop.prices.items()})
    references = {name: cell.cell.reference for name, cell in cells.items()}
    if len(references) < 2:
        return Prices(shop.table, 0, (), None)
    deals = asked.deals(part * PARTS["list"], len(references) + 1)
    stage = f"prices-{shop.table.name}-{shop.kind.name}"
    listed = _gains(play, f"{stage}-list", references, shop.plain, (deals, 0))
    found = _listed_prices(shop, listed)
    wanted = _chosen(found)
    looked = _looked_for(asked, play, part, shop, listed, wanted) if wanted else {}
    smallest = treatments.smallest_shown([listed.excess(name) for name in listed.rows])
    return Prices(shop.table, deals, tuple(looked.get(one.name, one) for one in found), smallest)


def _listed_prices(shop: Shop, listed: _Gains) -> list[Price]:
    gained = treatments.effects([*listed.rows.values()], LEVEL, are_shares=True)
    excess = treatments.effects([listed.excess(name) for name in listed.rows], LEVEL, are_shares=True)
    names = zip(listed.rows, gained, excess, strict=True)
    return [Price(f"{shop.kind.name}:{name}", shop.prices[name], own, above) for name, own, above in names]


def _chosen(found: Sequence[Price]) -> list[Price]:
    """Choose those that differ most from the others, of those that are worth a look."""
    seen = sorted((one for one in found if one.excess.is_worth_a_look), key=lambda one: -one.excess.alone.value)
    above = [one for one in seen if one.excess.alone.value > 0][:CHOSEN]
    return [*above, *[one for one in seen if one.excess.alone.value < 0][-CHOSEN:]]


def _looked_for(
    asked: Asked, play: Stage, part: float, shop: Shop, listed: _Gains, wanted: Sequence[Price]
) -> dict[str, Price]:
    """Play several prices of each on fresh deals, see where it is worth what others are, and play that on others."""
    stage = f"prices-{shop.table.name}-{shop.kind.name}"
    tried = {(one.name, price): _cell(shop, one, price) for one in wanted for price in shop.tried}
    cells, _ = possible({f"{name} {price}": cell for (name, price), cell in tried.items()})
    deals = asked.deals(part * PARTS["prices"], len(cells) + 1)
    references = {name: cell.cell.reference for name, cell in cells.items()}
    played = _gains(play, f"{stage}-tried", references, shop.plain, (deals, 1))
    found = {one.name: _crossing(shop, one, listed, played) for one in wanted}
    return found | _validated(asked, play, part, shop, listed, [one for one in found.values() if one.needed])


def _cell(shop: Shop, price: Price, at: int) -> CellReference:
    return shop.bought(bare(price.name), at)


def _crossing(shop: Shop, one: Price, listed: _Gains, played: _Gains) -> Price:
    """Find the price at which a straight line through what was played meets the gain of the others."""
    rows = {price: played.rows.get(f"{one.name} {price}") for price in shop.tried}
    gained = {price: row for price, row in rows.items() if row is not None}
    at = np.array([*gained], dtype=np.float64)
    if len(at) < 2:
        return _without(one, "its price cannot be changed")
    others = treatments.group_means(listed.others(bare(one.name))[:, None])
    groups = treatments.group_means(np.stack([*gained.values()], axis=1))
    n = min(len(groups), len(others))
    both = np.concatenate([others[:n], groups[:n]], axis=1)
    (slope,) = treatments.jackknife(both, lambda m: _line(at, m)[:1], LEVEL)
    if not slope.excludes(0.0):
        return _without(one, f"no price from 0 to {shop.purse} moves what it is worth by anything that shows")
    (needed,) = treatments.jackknife(both, lambda m: _line(at, m)[1:], LEVEL)
    if not 0 <= needed.value <= shop.purse:
        return _without(one, f"it is worth what others are at no price from 0 to {shop.purse}")
    return replace(one, needed=needed, slope=slope.value, given=round(needed.value))


def _without(one: Price, reason: str) -> Price:
    return replace(one, reason=reason)


def _line(at: FloatArray, means_of: FloatArray) -> FloatArray:
    """Give the slope of a straight line through gains by price, and where it meets what the others gain (first)."""
    slope, start = np.polyfit(at, means_of[1:], 1)
    return np.array([slope, (means_of[0] - start) / slope if slope else np.nan])


def _validated(
    asked: Asked, play: Stage, part: float, shop: Shop, listed: _Gains, found: Sequence[Price]
) -> dict[str, Price]:
    """Play the prices that were found on fresh deals; where one is still off, correct it there and play it again."""
    done: dict[str, Price] = {}
    left = [*found]
    for attempt in range(ROUNDS):
        cells, _ = possible({one.name: _cell(shop, one, one.given or 0) for one in left})
        if not cells:
            break
        deals = asked.deals(part * PARTS["fresh"] / ROUNDS, len(found) + 1)
        references = {name: cell.cell.reference for name, cell in cells.items()}
        stage = f"prices-{shop.table.name}-{shop.kind.name}-fresh-{attempt + 1}"
        played = _gains(play, stage, references, shop.plain, (deals, 2 + attempt))
        each = bonferroni_level(LEVEL, len(found) * ROUNDS)
        seen = [_fresh(one, listed, played.rows[one.name], each) for one in left if one.name in played.rows]
        done |= {one.name: one for one in seen}
        left = [_corrected(shop, one) for one in seen if _corrected(shop, one).given != one.given]
    return done


def _fresh(one: Price, listed: _Gains, gained: FloatArray, level: float) -> Price:
    others = listed.others(bare(one.name))
    return replace(one, fresh=means.welch(means.moments(gained), means.moments(others), level))


def _corrected(shop: Shop, one: Price) -> Price:
    """Move a price by what is still missing, if something is for certain."""
    if one.fresh is None or one.is_even or one.given is None:
        return one
    wanted = round(one.given - one.fresh.value / one.slope)
    return replace(one, given=min(max(wanted, 0), shop.purse))
