"""Levels of play: the same variants played by weak and strong teams, and what holds for all of them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import pandas as pd

from analyzer.analysis.levels import (
    HINDSIGHT,
    NOBODY,
    common_cells,
    deals_by_level,
    level_orders,
    level_rates,
    level_scales,
    played_levels,
)
from analyzer.reporting import charts, lists, naming
from analyzer.reporting.document import WIDTH, Bullets, Column, Figure, Kind, Part, Section, Table, lines_high
from analyzer.reporting.wording import count, several, write
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate
from analyzer.stats.places import Order


def shown_players(results: Results) -> int:
    """Choose the number of players that most cells of all levels have; the middle one among equals."""
    counts = level_rates(results).groupby("players")["cell"].count()
    best = [int(players) for players, cells in counts.items() if cells == counts.max()]
    return best[len(best) // 2]


def named(results: Results, names: Iterable[object]) -> list[str]:
    """Name variants as figures and tables do."""
    return [naming.variant_label(results, str(name)) for name in names]


def players_of_levels(results: Results) -> str:
    """Say who plays at each level."""
    policies = level_rates(results).groupby("level", sort=False)["policy"].first()
    return "; ".join(f"{level}: {policy}" for level, policy in policies.items()) + "."


def levels_figure(results: Results, name: str, players: int) -> Figure:
    """Draw the win rate of every variant, a mark for each level, hardest for the strongest on top."""
    rates = level_rates(results)
    own = rates[rates["players"] == players]
    strongest = own.groupby("variant", sort=False)["win_rate"].last()
    order = sorted(strongest.index, key=lambda name: strongest[name].value)
    own = own.sort_values("variant", key=lambda column: column.map(order.index), kind="stable")
    names = [naming.variant_words(results, str(name)) for name in own["variant"]]
    frame = pd.DataFrame({"label": names, "group": own["level"], "icons": "", **lists.numbers(own["win_rate"])})
    return Figure(
        name=name,
        title=f"Win rate of every variant by level of play, {naming.players_words(players)}",
        alt=(
            f"Dots with intervals: games won for {len(order)} variants with {naming.players_words(players)}, "
            f"one mark for each of: {', '.join(played_levels(results))}; {names[0]} is on top."
        ),
        draw=charts.draw_ladder,
        frame=frame,
        options={
            "groups": played_levels(results),
            "xlabel": f"games won, in percent ({charts.LOGIT})",
        },
        size=(WIDTH, lines_high(len(order), len(played_levels(results)))),
        note=naming.notes("Bars are 95 % intervals.", players_of_levels(results), naming.legend(names)),
    )


PLACE = 12


def build(results: Results) -> Section | None:
    """Compare the levels of play."""
    if len(played_levels(results)) < 2:
        return None
    players = shown_players(results)
    sentences = [
        *say_rates(results),
        *say_hardest(results),
        *say_level_orders(results),
        *say_deals(results),
    ]
    parts: list[Part] = [Bullets(tuple(sentences))] if sentences else []
    parts += [
        levels_figure(results, "levels", players),
        *_tables(results, players),
        *_places(results),
        *_deals(results, players),
    ]
    return Section("levels", "Levels of play", tuple(parts))


def _tables(results: Results, players: int) -> list[Part]:
    """List the win rates by level: those with one number of players, and folded all of them."""
    rates = level_rates(results)
    own = _rates_table(
        results, "levels", f"Games won by level of play, {naming.players_words(players)}", rates, players
    )
    if rates["players"].nunique() == 1:
        return [own]
    return [own, _rates_table(results, "levels_all", "Games won by level of play, all numbers of players", rates, None)]


def _rates_table(results: Results, name: str, title: str, rates: pd.DataFrame, players: int | None) -> Table:
    chosen = rates if players is None else rates[rates["players"] == players]
    frame = chosen.pivot_table(
        index=["variant", "players"], columns="level", values="win_rate", aggfunc="first", sort=False
    ).reset_index()
    if players is not None:
        strongest = played_levels(results)[-1]
        frame = frame.sort_values(strongest, key=lambda column: [rate.value for rate in column])
    frame["variant"] = named(results, frame["variant"])
    columns = [Column("variant", "variant"), *([Column("players", "players", Kind.COUNT)] if players is None else [])]
    columns += [Column(level, f"won, {level}", Kind.PERCENT) for level in played_levels(results) if level in frame]
    note = naming.notes(lists.INTERVALS, players_of_levels(results), naming.legend(frame["variant"]))
    return Table(name, title, tuple(columns), frame.reset_index(drop=True), note, folded=players is None)


def _places(results: Results) -> list[Part]:
    """List the places of the variants at every level, hardest first at the strongest one."""
    scales = level_scales(results)
    if len(scales) < 2:
        return []
    order = [name for name, _ in reversed(scales[-1].ladder())]
    frame = pd.DataFrame({"variant": named(results, pd.Series(order))})
    columns = [Column("variant", "variant")]
    for scale in scales:
        ranks = {name: rank for rank, (name, _) in enumerate(reversed(scale.ladder()), start=1)}
        frame[f"rank_{scale.name}"] = [ranks[name] for name in order]
        frame[f"place_{scale.name}"] = [scale.place(name) for name in order]
        columns += [
            Column(f"rank_{scale.name}", f"rank, {scale.name}", Kind.COUNT),
            Column(f"place_{scale.name}", f"difficulty, {scale.name}", Kind.NUMBER),
        ]
    counts = ", ".join(scales[0].contexts)
    note = f"Rank 1 is the hardest. Difficulty in steps of the odds (logits), 95 % intervals; players: {counts}."
    return [Table("level_places", "Order of the variants at every level", tuple(columns), frame, note)]


def _deals(results: Results, players: int) -> list[Part]:
    table = deals_by_level(results)
    own = table[table["players"] == players]
    if own.empty:
        return []
    found = set(own["level"])
    parts = [name for name in (*played_levels(results), HINDSIGHT, NOBODY) if name in found]
    names = [naming.variant_words(results, str(name)) for name in own["variant"]]
    frame = pd.DataFrame({"label": names, "part": own["level"], "value": [share.value for share in own["share"]]})
    n_names = frame["label"].nunique()
    figure = Figure(
        name="level_deals",
        title=f"Which level it takes to win a deal, {naming.players_words(players)}",
        alt=f"Stacked bars: for {n_names} variants the share of deals by the weakest level of play that won them.",
        draw=charts.draw_stacks,
        frame=frame,
        options={"parts": parts, "xlabel": "share of the deals, in percent", "numbered": True},
        size=(WIDTH, lines_high(n_names) + 0.24 * len(parts)),
        note=naming.notes(
            "Deals that every level has played, by the weakest level that won them.",
            "Hindsight is a solver that knows the deal, no player." if HINDSIGHT in found else "",
            naming.legend(names),
        ),
    )
    columns = (
        Column("variant", "variant"),
        Column("players", "players", Kind.COUNT),
        Column("level", "first won by"),
        Column("deals", "deals", Kind.COUNT),
        Column("share", "share of the deals", Kind.PERCENT),
    )
    rows = table.assign(variant=named(results, table["variant"])).reset_index(drop=True)
    note = naming.notes(lists.INTERVALS, naming.legend(rows["variant"]))
    return [figure, Table("level_deals", "Deals by the weakest level that won them", columns, rows, note, folded=True)]


MOST_EXAMPLES = 3


class Range(NamedTuple):
    """Who plays at a level, and the variants won least and most often there, with their win rates."""

    level: str
    policy: str
    hardest: tuple[str, Estimate]
    easiest: tuple[str, Estimate]


def say_rates(results: Results) -> list[str]:
    """Say how often each level wins the variants it wins least and most often."""
    cells = common_cells(results)
    if cells.empty:
        return []
    counts = sorted(cells["players"].unique())
    players = counts[len(counts) // 2]
    ranges = []
    for level, own in cells[cells["players"] == players].groupby("level", sort=False):
        rows = sorted(own.to_dict("records"), key=lambda row: row["win_rate"].value)
        ends = [(naming.variant_words(results, row["variant"]), row["win_rate"]) for row in (rows[0], rows[-1])]
        ranges.append(Range(str(level), rows[0]["policy"], *ends))
    return [rates_by_level(naming.players_words(int(players)), ranges)]


def say_hardest(results: Results) -> list[str]:
    """Say which variant each level finds hardest."""
    scales = level_scales(results)
    hardest = {scale.name: naming.variant_words(results, scale.ladder()[-1][0]) for scale in scales}
    return [hardest_by_level(hardest)] if len(scales) > 1 else []


def say_level_orders(results: Results) -> list[str]:
    """Say which pairs of variants stand in one order at every level, and which change places."""
    orders = level_orders(results)
    if not orders:
        return []
    changed = []
    for order in orders:  # one level finds the first harder for certain, and another one the second
        harder, easier = ({name for name, _ in scopes} for scopes in (order.harder, order.easier))
        if harder and easier and harder != easier:
            changed.append(order)
    named = [_named(results, order) for order in changed[:MOST_EXAMPLES]]
    return [orders_by_level(len(orders), sum(order.is_certain for order in orders), len(changed), named)]


def _named(results: Results, order: Order) -> str:
    harder, easier = (several(list(dict.fromkeys(n for n, _ in part))) for part in (order.harder, order.easier))
    first, second = (naming.variant_words(results, name) for name in (order.first, order.second))
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
    where = f"{naming.variant_words(results, row['variant'])} with {naming.players_words(int(row['players']))}"
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
