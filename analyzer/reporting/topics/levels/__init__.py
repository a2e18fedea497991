"""Levels of play: the same variants played by weak and strong teams, and what holds for all of them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pandas as pd

from analyzer.analysis.levels import (
    HINDSIGHT,
    common_cells,
    hindsight_rates,
    level_orders,
    level_rates,
    level_scales,
    played_levels,
)
from analyzer.reporting import charts, lists, naming
from analyzer.reporting.document import WIDTH, Bullets, Column, Figure, Kind, Part, Section, Table, lines_high
from analyzer.reporting.topics.levels.deals import SOLVER, deals_parts, say_deals
from analyzer.reporting.wording import count, counted, several, write
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate
from analyzer.stats.places import Order


def shown_players(results: Results) -> int:
    """Choose the number of players that most cells of all levels have; the middle one among equals."""
    counts = level_rates(results).groupby("players")["cell"].count()
    best = [int(players) for players, cells in counts.items() if cells == counts.max()]
    return best[len(best) // 2]


def levels_figure(results: Results, name: str, players: int) -> Figure:
    """Draw the win rate of every variant, a mark for each level, hardest for the strongest on top."""
    rates = level_rates(results)
    own = rates[rates["players"] == players]
    own, left_out = lists.enough(own)
    order = [name for name in lists.variant_order(results) if name in set(own["variant"])]
    own = own.sort_values("variant", key=lambda column: column.map(order.index), kind="stable")
    levels = [level for level in played_levels(results) if level in set(own["level"])]
    names = [naming.variant_words(results, str(name)) for name in own["variant"]]
    frame = pd.DataFrame({"label": names, "group": own["level"], "icons": "", **lists.numbers(own["win_rate"])})
    return Figure(
        name=name,
        title=f"Win rate of every variant by level of play, {naming.players_words(players)}",
        alt=(
            f"Dots with intervals: games of {counted(len(order), 'variant')} won with {naming.players_words(players)}, "
            f"one mark for each of: {', '.join(levels)}; {names[0]} is on top."
        ),
        draw=charts.draw_ladder,
        frame=frame,
        options={
            "groups": levels,
        },
        size=(WIDTH, lines_high(len(order), len(levels))),
        note=naming.notes("Bars are 95 % intervals.", left_out, naming.legend(names)),
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
        *say_deals(results, players),
    ]
    parts: list[Part] = [Bullets(tuple(sentences))] if sentences else []
    parts += [
        levels_figure(results, "levels", players),
        _rates_table(results, players),
        *([_rates_table(results)] if level_rates(results)["players"].nunique() > 1 else []),
        *_places(results),
        *deals_parts(results, players),
    ]
    return Section("levels", "Levels of play", tuple(parts))


def _rates_table(results: Results, players: int | None = None) -> Table:
    """List the win rates of the levels, and what can be won at all where that is known: of one number of players."""
    rates = level_rates(results)
    every = pd.concat([rates, hindsight_rates(results).assign(level=HINDSIGHT)])
    chosen = every if players is None else every[every["players"] == players]
    frame = chosen.pivot_table(
        index=["variant", "players"], columns="level", values="win_rate", aggfunc="first", sort=False
    ).reset_index()
    if players is not None:
        order = lists.variant_order(results)
        frame = frame.sort_values("variant", key=lambda column: column.map(order.index), kind="stable")
    frame["variant"] = [naming.variant_label(results, str(name)) for name in frame["variant"]]
    columns = [Column("variant", "variant"), *([Column("players", "players", Kind.COUNT)] if players is None else [])]
    levels = [level for level in (*played_levels(results), HINDSIGHT) if level in frame]
    columns += [Column(level, f"won, {level}", Kind.PERCENT) for level in levels]
    solver = SOLVER if HINDSIGHT in levels else ""
    policies = rates.groupby("level", sort=False)["policy"].first()
    who = f"{'; '.join(f'{level}: {policy}' for level, policy in policies.items())}."
    note = naming.notes(lists.INTERVALS, who, solver, naming.legend(frame["variant"]))
    counts = "all numbers of players" if players is None else naming.players_words(players)
    return Table(
        "levels_all" if players is None else "levels",
        f"Games won by level of play, {counts}",
        tuple(columns),
        frame.reset_index(drop=True),
        note,
        folded=players is None,
    )


def _places(results: Results) -> list[Part]:
    """List the places of the variants at every level, hardest first at the strongest one."""
    scales = level_scales(results)
    if len(scales) < 2:
        return []
    order = [name for name in lists.variant_order(results) if name in dict(scales[-1].ladder())]
    frame = pd.DataFrame({"variant": [naming.variant_label(results, name) for name in order]})
    columns = [Column("variant", "variant")]
    for scale in scales:
        ranks = {name: rank for rank, (name, _) in enumerate(reversed(scale.ladder()), start=1)}
        frame[f"rank_{scale.name}"] = [ranks[name] for name in order]
        frame[f"place_{scale.name}"] = [scale.place(name) for name in order]
        columns += [
            Column(f"rank_{scale.name}", f"rank, {scale.name}", Kind.COUNT),
            Column(f"place_{scale.name}", f"difficulty, {scale.name}", Kind.NUMBER),
        ]
    counts = naming.counts_words(scales[0].contexts)
    note = f"Rank 1 is the hardest. Difficulty in steps of the odds (logits), 95 % intervals; with {counts}."
    return [Table("level_places", "Order of the variants at every level", tuple(columns), frame, note)]


MOST_EXAMPLES = 3


class Range(NamedTuple):
    """The variants won least and most often at a level, with their win rates."""

    level: str
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
        ranges.append(Range(str(level), *ends))
    return [rates_by_level(naming.players_words(int(players)), ranges)]


def say_hardest(results: Results) -> list[str]:
    """Say which variant each level finds hardest."""
    scales = level_scales(results)
    hardest = {scale.name: naming.variant_words(results, scale.ladder()[-1][0]) for scale in scales}
    return [hardest_by_level(naming.counts_words(scales[0].contexts), hardest)] if len(scales) > 1 else []


def say_level_orders(results: Results) -> list[str]:
    """Say which pairs of variants stand in one order at every level, and which change places."""
    orders, scales = level_orders(results), level_scales(results)
    if not orders:
        return []
    turned = [(order, turns) for order in orders if (turns := turns_of(order))]
    is_told = len(scales[0].contexts) > 1
    shown = [_named(results, order, turns[0], is_told) for order, turns in turned[:MOST_EXAMPLES]]
    same = sum(order.is_certain for order in orders)
    players = naming.counts_words(scales[0].contexts)
    return [orders_by_level(players, len(orders), same, len(turned), shown, len(scales[0].contexts))]


class Turn(NamedTuple):
    """Levels that find the first of two variants harder for certain, those that find it easier, and players."""

    harder: tuple[str, ...]
    easier: tuple[str, ...]
    players: tuple[int, ...]


def turns_of(order: Order) -> list[Turn]:
    """List where levels contradict each other for certain, like with like: at one number of players."""
    found: dict[tuple[tuple[str, ...], tuple[str, ...]], list[int]] = {}
    for players in dict.fromkeys(context for _, context in (*order.harder, *order.easier)):
        sides = tuple(tuple(n for n, where in part if where == players) for part in (order.harder, order.easier))
        if all(sides):
            found.setdefault((sides[0], sides[1]), []).append(int(players))
    return [Turn(harder, easier, tuple(counts)) for (harder, easier), counts in found.items()]


def _named(results: Results, order: Order, turn: Turn, is_told: bool) -> str:
    first, second = (naming.variant_words(results, name) for name in (order.first, order.second))
    harder, easier = several(list(turn.harder)), several(list(turn.easier))
    where = f" with {naming.counts_words(turn.players)}" if is_told else ""
    return f"{first} is harder than {second} for {harder} players{where}, easier for {easier} ones"


# Sentences


def rates_by_level(players: str, ranges: Sequence[Range]) -> str:
    """Say between which rates each level wins the variants, each level by its own hardest and easiest."""
    parts = []
    for number, own in enumerate(ranges):
        win, games = (" win", " of the games") if not number else ("", "")
        (hard, low), (easy, high) = own.hardest, own.easiest
        won = f"{write(low, Kind.PERCENT)}{games} of {hard}"
        won = won if hard == easy else f"between {won} and {write(high, Kind.PERCENT)} of {easy}"
        parts.append(f"{naming.level_players(own.level)}{win} {won}")
    return f"With {players} {'; '.join(parts)}."


def hardest_by_level(players: str, hardest: Mapping[str, str]) -> str:
    """Say which variant each level finds hardest."""
    names = list(dict.fromkeys(hardest.values()))
    if len(names) == 1:
        return f"With {players} {names[0]} has the highest estimate of difficulty at every level."
    parts = [f"{name} for {several([lv for lv, v in hardest.items() if v == name])} players" for name in names]
    which = f"With {players} it depends on the level which variant has the highest estimate of difficulty"
    return f"{which}: {several(parts)}."


def orders_by_level(
    players: str, pairs: int, same: int, changed: int, examples: Sequence[str], contexts: int = 1
) -> str:
    """Say with how many players how many pairs of variants stand in one order at all levels, and how many do not."""
    everywhere = "at every level" if contexts == 1 else "at every level with each of these numbers"
    if pairs == 1:
        held = "stand" if same else "do not stand"
        text = f"With {players} the two variants {held} in the same order for certain {everywhere}"
        return f"{text}; {examples[0]}." if changed else f"{text}."
    verb = "stands" if same == 1 else "stand"
    held = f"With {players} {count(same)} of {count(pairs)} pairs of variants {verb} in the same order for certain"
    if not changed:
        return f"{held} {everywhere}; none changes places for certain from one level to another."
    more = "" if changed == len(examples) else f" ({len(examples)} shown)"
    change = "changes" if changed == 1 else "change"
    return f"{held} {everywhere}, and {count(changed)} {change} places for certain{more}: {'; '.join(examples)}."
