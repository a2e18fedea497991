"""How hard variants are for a team."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.analysis.changes import changes, extreme_labels
from analyzer.analysis.comparisons import difference_of
from analyzer.analysis.factors import factors_of
from analyzer.analysis.places import ladder, order_changes, scales
from analyzer.reporting.document import Kind
from analyzer.reporting.labels import counts_words, number_words, players_words
from analyzer.reporting.names import cell_words, policy_words, variant_words
from analyzer.reporting.shown import cells_by_players, shown_cells, where_words
from analyzer.reporting.wording import several, upper_first, write
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate
from analyzer.stats.places import Scope

MOST_NAMES = 4  # that a sentence lists


def say_range(results: Results) -> list[str]:
    """Say in one sentence which variants are hardest and easiest, as far as they can be told apart."""
    table = ladder(results)
    if len(table) < 2:
        return []
    sides = []
    for side in ("hardest", "easiest"):
        names = extreme_labels(results, "variant", hardest=side == "hardest")
        rates, where = _shown_rates(results, names)
        sides.append(([variant_words(results, name) for name in names], rates))
    return [span(sides[0], sides[1], where, len(table))]


def _shown_rates(results: Results, variants: Sequence[str]) -> tuple[list[Estimate], str]:
    """Take the win rates of variants in one shown case: the middle number of players, the first switches and policy."""
    table = shown_cells(results)
    rates = table.set_index("variant")["win_rate"]
    return [rates[name] for name in variants], where_words(results, table.iloc[0].to_dict())


def say_largest_change(results: Results, kind: str = "variant") -> list[str]:
    """Say which change moves the win rate most."""
    table = changes(results, kind)
    if table.empty:
        return []
    row = max(table.to_dict("records"), key=lambda item: abs(item["difference"].value))
    if kind == "variant":
        reference, name, where = "the plain game", variant_words(results, row["variant"]), where_words(results, row)
    else:
        reference = policy_words(results, results.entry(row["reference"]).policy)
        name, where = (
            policy_words(results, row["policy"]),
            f"{players_words(row['players'])} in {cell_words(results, row['cell'])}",
        )
    return [largest_change(name, reference, where, row["difference"], row["win_rate"], len(table))]


def say_players(results: Results) -> list[str]:
    """Say with how many players the plain game (or the first variant) is hardest and easiest."""
    own = cells_by_players(results)
    if len(factors_of(results).players) < 2 or len(own) < 2:
        return []
    order = sorted(own.to_dict("records"), key=lambda row: row["win_rate"].value)
    ends = [(int(row["players"]), row["win_rate"]) for row in (order[0], order[-1])]
    near = _near(results, order[0]["cell"], order), _near(results, order[-1]["cell"], order)
    is_certain = ends[0][0] not in near[1]
    policies = factors_of(results).policies
    who = policy_words(results, order[0]["policy"]) if len(policies) > 1 else ""
    return [players_spread(variant_words(results, order[0]["variant"]), ends[0], ends[1], is_certain, near, who)]


def _near(results: Results, cell: str, rows: Sequence[dict[str, Any]]) -> list[int]:
    """List the numbers of players whose cells cannot be told apart from one."""
    others = [row for row in rows if row["cell"] != cell]
    gaps = [difference_of(results, row["cell"], cell, within=("setting", "policy")) for row in others]
    return sorted(int(row["players"]) for row, gap in zip(others, gaps, strict=True) if not gap.excludes(0.0))


def say_orders(results: Results) -> list[str]:
    """Say whether the order of variants is the same for every number of players."""
    if not scales(results) or len(scales(results)[0].contexts) < 2:
        return []
    changed, size = order_changes(results), len(ladder(results))
    if not changed:
        return [same_order()]
    clearest = changed[0]
    names = [variant_words(results, name) for name in (clearest.first, clearest.second)]
    harder, easier = (players_of(scopes) for scopes in (clearest.harder, clearest.easier))
    return [other_order(names[0], names[1], harder, easier, len(changed), size * (size - 1) // 2)]


def players_of(scopes: Sequence[Scope]) -> str:
    """List numbers of players in words."""
    return counts_words([int(players) for _, players in scopes])


def win_rate(name: str, rate: Estimate, where: str) -> str:
    """Say how often a game is won."""
    return f"With {where} {write(rate, Kind.PERCENT)} of the games of {name} are won."


def span(
    hardest: tuple[Sequence[str], Sequence[Estimate]],
    easiest: tuple[Sequence[str], Sequence[Estimate]],
    where: str,
    of: int,
) -> str:
    """Say which variants are hardest and easiest, in one sentence; those that are too close are named together."""
    sides = _side("hardest", *hardest, f" of the games won with {where}"), _side("easiest", *easiest)
    return f"Of {of} variants {sides[0]}; {sides[1]}."


def _side(side: str, names: Sequence[str], rates: Sequence[Estimate], won: str = "") -> str:
    if len(names) > MOST_NAMES:
        low, high = (write(edge(rates, key=lambda rate: rate.value), Kind.PERCENT) for edge in (min, max))
        return f"{len(names)} are too close to tell which is the {side} ({low} to {high}{won})"
    listed = several([f"{name} with {write(rate, Kind.PERCENT)}" for name, rate in zip(names, rates, strict=True)])
    if len(names) == 1:
        return f"the {side} is {listed}{won}"
    return f"the {side} are {listed}{won}, too close to tell apart"


def largest_change(name: str, reference: str, where: str, difference: Estimate, rate: Estimate, of: int) -> str:
    """Say which single change moves the win rate most, and whether it can be told from chance."""
    points = write(difference, Kind.POINTS)
    if difference.excludes(0.0):
        way = "down" if difference.value < 0 else "up"
        return (
            f"The largest single change from {reference} is {name} with {where}: {points}, "
            f"{way} to {write(rate, Kind.PERCENT)}."
        )
    return (
        f"None of the {of} changes from {reference} can be told from chance; "
        f"the largest estimate is {name} with {where}, {points}."
    )


def players_spread(
    name: str,
    worst: tuple[int, Estimate],
    best: tuple[int, Estimate],
    is_certain: bool,
    near: tuple[Sequence[int], Sequence[int]] = ((), ()),
    who: str = "",
) -> str:
    """Say with how many players a variant is hardest and easiest, and which numbers are too near to these two."""
    (few, low), (many, high) = worst, best
    played = f"Played by {who} " if who else ""
    if not is_certain:
        text = (
            f"the number of players makes no certain difference to {name}: {write(low, Kind.PERCENT)} with "
            f"{players_words(few)} and {write(high, Kind.PERCENT)} with {players_words(many)} are too close"
        )
        return upper_first(f"{played}{text}.")
    text = (
        f"{name} is won least often by {players_words(few)} ({write(low, Kind.PERCENT)}) and most often by "
        f"{players_words(many)} ({write(high, Kind.PERCENT)})"
    )
    ties = [
        f"{counts_words(others)} cannot be told apart from {number_words(count)}"
        for others, count in zip(near, (few, many), strict=True)
        if others
    ]
    return upper_first(f"{'; '.join([f'{played}{text}', *ties])}.")


def same_order() -> str:
    """Say that no two variants change places."""
    return "No two variants change places for certain from one number of players to another."


def other_order(first: str, second: str, harder: str, easier: str, count: int, of: int) -> str:
    """Say that the order of variants depends on the number of players, with the clearest example."""
    pairs = "one pair changes" if count == 1 else f"{number_words(count)} pairs change"
    return (
        f"The order of variants depends on the number of players: {pairs} places for certain, of {of}. The clearest: "
        f"{first} is harder than {second} with {harder}, and easier with {easier}."
    )
