"""What `balance` shows on the terminal: the designer's sheet, then the numbers behind it; nothing is computed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from analyzer.reporting.balance.answers import CHANGE, FINE, LOOK
from analyzer.reporting.balance.sheet import sheet
from analyzer.shell.screens.screens import plain_table
from analyzer.shell.screens.studies import points, titled
from analyzer.stats.estimate import Estimate, format_estimate
from analyzer.studies.balance.balance import Balance
from analyzer.studies.balance.components import Components, Worth
from analyzer.studies.balance.exploits import Exploit
from analyzer.studies.balance.luck import ByLevel
from analyzer.studies.balance.prices import Price, Prices
from analyzer.studies.balance.strategies import Strategies
from analyzer.studies.balance.turn_order import TurnOrder

T = TypeVar("T")
COLOURS = {FINE: "green", LOOK: "yellow", CHANGE: "bold red"}
SHOWN = 10  # components from either end


def balance_screen(result: Balance) -> RenderableType:
    """Show the sheet, then a table for each study."""
    asked = result.asked
    title = f"{asked.cell.game.title}, {asked.cell.setting.name}; {result.games:,} games, seed {asked.seed}"
    parts: list[RenderableType] = [Text(title, "bold"), sheet_table(result.as_dict())]
    for name, found in result.found.items():
        parts += list(TABLES[name](found)) if name in TABLES else []
    parts += [Text(f"left out: {reason}", "yellow") for reason in result.missing.values()]
    return Group(*parts, "", Text(f"runs  {result.folder}", "dim", no_wrap=True))


def sheet_table(document: Mapping[str, Any]) -> Table:
    """Show the designer's sheet."""
    table = plain_table("question", "table", "answer", "verdict")
    for line in sheet(document):
        mend = f"\ntry: {line.mend}" if line.mend else ""
        table.add_row(
            line.question, line.table, escape(line.sentence + mend), Text(line.verdict, COLOURS[line.verdict])
        )
    return table


def _turn_order(found: TurnOrder) -> list[RenderableType]:
    table = plain_table("table", "position#", "win share [95 %]#", "fair#", f"needs of {found.resource}#", "with it#")
    for order in found.orders:
        remedy = order.compensation
        for place, share in enumerate(order.shares):
            needed = format_estimate(remedy.needed[place]) if remedy is not None else ""
            after = format_estimate(remedy.shares[place], percent=True) if remedy is not None else ""
            name = order.table.label if place == 0 else ""
            fair = f"{100 * order.fair:.1f} %"
            table.add_row(name, str(place + 1), format_estimate(share, percent=True), fair, needed, after)
    smallest = ", ".join(f"{one.table.label}: {100 * one.smallest:.1f}" for one in found.orders)
    shown = f"the smallest distance from a fair share that the deals show, in points: {smallest}"
    commons = [
        f"position {one.position}: {'no whole number' if one.amount is None else one.amount} serves {one.tables} tables"
        for one in found.common
        if one.tables > 1
    ]
    return ["", titled("turn order", table), Text(shown, "dim"), *(Text(line, "dim") for line in commons)]


def _components(found: tuple[Components, ...]) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for one in found:
        given = [worth for worth in one.worths if worth.grant is not None]
        removed = [worth for worth in one.worths if worth.grant is None]
        worths = [*_ends(given), *removed[:SHOWN]]
        table = plain_table(
            "component", "to begin with it, points#", "certain", "raw table, points#", "removed: score#"
        )
        for worth in worths:
            table.add_row(escape(worth.name), *_numbers(worth))
        foot = f"{len(one.worths)} components, of which {len(worths)} are shown; {one.deals:,} deals each"
        if one.smallest is not None:
            foot += f"; the smallest effect that so many deals show, all together: {100 * one.smallest:.1f} points"
        parts += ["", titled(f"components, {one.table.label}", table), Text(foot, "dim")]
        parts += [Text("The raw table compares who had it with who had not: confounded with playing well.", "dim")]
    return parts


def _ends(several: Sequence[T]) -> list[T]:
    return [*several] if len(several) <= 2 * SHOWN else [*several[:SHOWN], *several[-SHOWN:]]


def _numbers(worth: Worth) -> tuple[str, str, str, str]:
    own = "" if worth.grant is None else points(worth.grant.alone)
    star = " *" if worth.grant is not None and worth.grant.is_worth_a_look else ""
    raw = _optional(worth.raw, worth.disagreement)
    score = "" if worth.removal_score is None else format_estimate(worth.removal_score.alone)
    return own + star, worth.verdict, raw, score


def _optional(estimate: Estimate | None, remark: str) -> str:
    return "" if estimate is None else points(estimate) + (f" ({remark})" if remark else "")


def _strategies(found: Strategies) -> list[RenderableType]:
    table = plain_table("table", "strategy", "giving it up costs, points#", "verdict", "forced#")
    for ban in found.bans:
        forced = f"{ban.forced} in {ban.forced_in} games" if ban.forced else ""
        table.add_row(ban.table.label, ban.strategy, points(ban.cost.together), ban.verdict, forced)
    foot = f"the smallest effect that the deals show, all together: {100 * found.smallest:.1f} points"
    return ["", titled("strategies", table), Text(foot, "dim")]


def _prices(found: tuple[Prices, ...]) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for one in found:
        table = plain_table("component", "price#", "bought, points#", "above others, points#", "equal at#", "there#")
        for price in _ends(one.prices):
            bought, excess = points(price.bought.alone), points(price.excess.alone)
            needed = "" if price.needed is None else format_estimate(price.needed)
            fresh = "" if price.fresh is None else points(price.fresh)
            star = " *" if price.excess.is_worth_a_look else ""
            table.add_row(escape(price.name), str(price.listed), bought, excess + star, needed or _none(price), fresh)
        foot = f"{len(one.prices)} components; {one.deals:,} deals each"
        if one.smallest is not None:
            foot += f"; the smallest difference that so many deals show, all together: {100 * one.smallest:.1f} points"
        parts += ["", titled(f"prices, {one.table.label}", table), Text(foot, "dim")]
        parts += [Text(f"not bought: {kind}: {reason}", "dim") for kind, reason in one.unpriced.items()]
    return parts


def _none(price: Price) -> str:
    return "no price" if price.reason else ""


def _exploits(found: tuple[Exploit, ...]) -> list[RenderableType]:
    table = plain_table("table", "against", "beyond a fair share, points#", "tuning added#", "verdict")
    for one in found:
        gain = "" if one.gain is None else points(one.gain)
        table.add_row(one.table.label, one.opponent.name, points(one.beyond), gain, one.verdict)
    parts: list[RenderableType] = ["", titled("exploits", table)]
    for one in found:
        shown = f"{one.games:,} games; {one.deals:,} deals at each seat show {100 * one.smallest:.1f} points"
        parts.append(Text(f"{one.table.label}, {one.opponent.name}: {shown}; the reply: {one.reply}", "dim"))
    return parts


def _luck(found: ByLevel) -> list[RenderableType]:
    table = plain_table("table", "source", "by itself#", "in all#")
    for own, luck in found.tables:
        for source in luck.sources:
            shares = (format_estimate(share, percent=True) for share in (source.first, source.total))
            table.add_row(own.label, source.words, *shares)
    return ["", titled("luck by source", table), *(Text(line, "dim") for line in found.trends)]


TABLES: dict[str, Callable[[Any], list[RenderableType]]] = {
    "turn-order": _turn_order,
    "components": _components,
    "prices": _prices,
    "strategies": _strategies,
    "exploits": _exploits,
    "luck": _luck,
}
