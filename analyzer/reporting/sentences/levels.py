"""What holds at every level of play, and what depends on the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pandas as pd

from analyzer.analysis.levels import (
    HINDSIGHT,
    NOBODY,
    common_cells,
    deals_by_level,
    level_orders,
    level_scales,
    played_levels,
)
from analyzer.reporting.document import Kind
from analyzer.reporting.labels import players_words
from analyzer.reporting.names import variant_words
from analyzer.reporting.wording import count, several, write
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate
from analyzer.stats.places import Order

MOST_EXAMPLES = 3


class Range(NamedTuple):
    """Who plays at a level, and the variants won least and most often there, with their win rates."""

    level: str
    policy: str
    hardest: tuple[str, Estimate]
    easiest: tuple[str, Estimate]


def say_levels(results: Results) -> list[str]:
    """Say how far levels differ, which orders hold at all of them, and which do not."""
    if len(played_levels(results)) < 2:
        return []
    return [*say_rates(results), *say_hardest(results), *say_level_orders(results)]


def say_rates(results: Results) -> list[str]:
    """Say how often each level wins the variants it wins least and most often."""
    cells = common_cells(results)
    if cells.empty:
        return []
    players = _middle(sorted(cells["players"].unique()))
    own = cells[cells["players"] == players]
    ranges = [_range_of(results, level, own[own["level"] == level]) for level in dict.fromkeys(own["level"])]
    return [rates_by_level(players_words(int(players)), ranges)]


def _range_of(results: Results, level: str, cells: pd.DataFrame) -> Range:
    rows = sorted(cells.to_dict("records"), key=lambda row: row["win_rate"].value)
    ends = [(variant_words(results, row["variant"]), row["win_rate"]) for row in (rows[0], rows[-1])]
    return Range(level, rows[0]["policy"], *ends)


def _middle(counts: Sequence[int]) -> int:
    return counts[len(counts) // 2]


def say_hardest(results: Results) -> list[str]:
    """Say which variant each level finds hardest."""
    scales = level_scales(results)
    if len(scales) < 2:
        return []
    hardest = {scale.name: variant_words(results, scale.ladder()[-1][0]) for scale in scales}
    return [hardest_by_level(hardest)]


def say_level_orders(results: Results) -> list[str]:
    """Say which pairs of variants stand in one order at every level, and which change places."""
    orders = level_orders(results)
    if not orders:
        return []
    changed = [order for order in orders if _changes_by_level(order)]
    named = [_named(results, order) for order in changed[:MOST_EXAMPLES]]
    return [orders_by_level(len(orders), sum(order.is_certain for order in orders), len(changed), named)]


def _changes_by_level(order: Order) -> bool:
    """Tell whether one level finds the first harder for certain, and another one the second."""
    harder, easier = ({name for name, _ in scopes} for scopes in (order.harder, order.easier))
    return bool(harder and easier) and harder != easier


def _named(results: Results, order: Order) -> str:
    harder, easier = (several(list(dict.fromkeys(n for n, _ in part))) for part in (order.harder, order.easier))
    first, second = (variant_words(results, name) for name in (order.first, order.second))
    return f"{first} is harder than {second} for {harder} players, easier for {easier} ones"


def say_deals(results: Results) -> list[str]:
    """Say of the hardest variant's deals which level it takes to win them."""
    table = deals_by_level(results)
    if table.empty:
        return []
    asked = table.groupby(["variant", "players"])["level"].transform("count")
    known = table[asked == asked.max()]  # where most is known of the deals
    weakest = known[known["level"] == known["level"].iloc[0]].to_dict("records")
    row = min(weakest, key=lambda item: item["share"].value)  # the deals that most depend on who plays
    own = table[(table["variant"] == row["variant"]) & (table["players"] == row["players"])]
    shares = {item["level"]: item["share"] for item in own.to_dict("records")}
    where = f"{variant_words(results, row['variant'])} with {players_words(int(row['players']))}"
    return [deals_of(where, shares, int(row["deals"]), int(row["unknown"]))]


# Sentences


def rates_by_level(players: str, ranges: Sequence[Range]) -> str:
    """Say between which rates each level wins the variants, each level by its own hardest and easiest."""
    parts = []
    for number, own in enumerate(ranges):
        (hard, low), (easy, high) = own.hardest, own.easiest
        win, games = (" win", " of the games") if not number else ("", "")
        ends = f"{write(low, Kind.PERCENT)}{games} of {hard} and {write(high, Kind.PERCENT)} of {easy}"
        parts.append(f"{own.level} players ({own.policy}){win} between {ends}")
    return f"With {players} {'; '.join(parts)}."


def hardest_by_level(hardest: Mapping[str, str]) -> str:
    """Say which variant each level finds hardest."""
    names = list(dict.fromkeys(hardest.values()))
    if len(names) == 1:
        return f"At every level {names[0]} has the highest estimate of difficulty."
    parts = [f"{name} for {several([lv for lv, v in hardest.items() if v == name])} players" for name in names]
    return f"Which variant has the highest estimate of difficulty depends on the players: {several(parts)}."


def orders_by_level(pairs: int, same: int, changed: int, examples: Sequence[str]) -> str:
    """Say how many pairs of variants stand in one order at all levels, and how many change places."""
    held = f"Of {count(pairs)} pairs of variants {count(same)} stand in the same order for certain at every level"
    if not changed:
        return f"{held}; none changes places for certain from one level to another."
    more = "" if changed == len(examples) else f" ({len(examples)} shown)"
    return f"{held}, and {count(changed)} change places for certain{more}: {'; '.join(examples)}."


def deals_of(where: str, shares: Mapping[str, Estimate], deals: int, unknown: int) -> str:
    """Say how the deals divide by the weakest level that wins them."""
    levels = [name for name in shares if name not in (HINDSIGHT, NOBODY)]
    parts = [f"{write(shares[levels[0]], Kind.PERCENT)} are won by {levels[0]} players"]
    parts += [f"{write(shares[name], Kind.PERCENT)} more by {name} ones" for name in levels[1:]]
    if HINDSIGHT in shares:
        parts.append(f"{write(shares[HINDSIGHT], Kind.PERCENT)} only by a solver that knows every card")
    parts.append(f"{write(shares[NOBODY], Kind.PERCENT)} by nobody so far")
    open_ones = f" ({count(unknown)} of these are not proved lost)" if unknown else ""
    return f"Of {count(deals)} deals of {where} {several(parts)}{open_ones}."
