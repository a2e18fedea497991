"""How hard variants are for a team."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.analysis.changes import changes, extreme_labels
from analyzer.analysis.comparisons import difference_of, disorders, icon_agreement, ladder
from analyzer.analysis.factors import factors_of
from analyzer.reporting.document import Kind
from analyzer.reporting.labels import label, number_words, players_words, variant_label
from analyzer.reporting.shown import cells_by_players, shown_cells, where_words
from analyzer.reporting.wording import several, write
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate

LEAST_ICONS = 3  # variants with icons, below which an order says nothing
MOST_NAMES = 4  # that a sentence lists
STRONG = 0.7  # Kendall's tau above which icons "agree well"


def say_ladder(results: Results) -> list[str]:
    """Say which variants are hardest and easiest, and which change from the plain game is largest."""
    return [*_say_extremes(results), *say_largest_change(results)]


def _say_extremes(results: Results) -> list[str]:
    """Say which variants are hardest and easiest over all numbers of players."""
    table = ladder(results, "variant")
    sentences = []
    for side in ("hardest", "easiest") if len(table) > 1 else ():
        names = extreme_labels(results, "variant", hardest=side == "hardest")
        rates, where = _shown_rates(results, names)
        named = [variant_label(results, name) for name in names]
        sentences.append(extreme(side, named, rates, where, len(table)))
    return sentences


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
        reference, name, where = "the plain game", variant_label(results, row["variant"]), where_words(results, row)
    else:
        reference = results.entry(row["reference"]).policy
        name, where = row["policy"], f"{players_words(row['players'])} in {label(results, row['cell'])}"
    return [largest_change(name, reference, where, row["difference"], row["win_rate"], len(table))]


def say_players(results: Results) -> list[str]:
    """Say with how many players the plain game (or the first variant) is hardest and easiest."""
    own = cells_by_players(results)
    if len(factors_of(results).players) < 2 or len(own) < 2:
        return []
    order = sorted(own.to_dict("records"), key=lambda row: row["win_rate"].value)
    gap = difference_of(results, order[-1]["cell"], order[0]["cell"], within=("setting", "policy"))
    ends = [(int(row["players"]), row["win_rate"]) for row in (order[0], order[-1])]
    return [players_spread(variant_label(results, order[0]["variant"]), ends[0], ends[1], gap)]


def say_icons(results: Results) -> list[str]:
    """Say whether the printed icons tell the difficulty."""
    tau, table = icon_agreement(results, "variant"), ladder(results, "variant")
    if tau is None or table["icons"].notna().sum() < LEAST_ICONS:
        return []
    icons = dict(zip(table["variant"], table["icons"], strict=True))
    sentences = [agreement(tau, int(table["icons"].notna().sum()))]
    wrong = disorders(results, "variant").to_dict("records")
    if not wrong:
        return [*sentences, disorder(0, "", None, "", None)]
    worst = max(wrong, key=lambda row: row["excess"].low)
    harder, easier = worst["printed_easier"], worst["printed_harder"]
    names = [variant_label(results, name) for name in (harder, easier)]
    return [*sentences, disorder(len(wrong), names[0], int(icons[harder]), names[1], int(icons[easier]))]


def win_rate(name: str, rate: Estimate, where: str) -> str:
    """Say how often a team wins."""
    return f"With {where} the team wins {write(rate, Kind.PERCENT)} of its games of {name}."


def extreme(side: str, names: Sequence[str], rates: Sequence[Estimate], where: str, of: int) -> str:
    """Say which variant is the hardest (or easiest), or which cannot be told apart as such."""
    if len(names) == 1:
        rate = write(rates[0], Kind.PERCENT)
        return f"The {side} of the {of} variants is {names[0]}: the team wins {rate} of its games with {where}."
    if len(names) <= MOST_NAMES:
        listed = several([f"{name} ({write(rate, Kind.PERCENT)})" for name, rate in zip(names, rates, strict=True)])
        return f"These games cannot tell apart which variant is the {side}: {listed} with {where} are too close."
    low, high = (edge(rates, key=lambda rate: rate.value) for edge in (min, max))
    return (
        f"These games cannot tell apart which variant is the {side}: {len(names)} of {of} are too close "
        f"({write(low, Kind.PERCENT)} to {write(high, Kind.PERCENT)} with {where})."
    )


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


def players_spread(name: str, worst: tuple[int, Estimate], best: tuple[int, Estimate], difference: Estimate) -> str:
    """Say with how many players a variant is hardest and easiest."""
    (few, low), (many, high) = worst, best
    if difference.excludes(0.0):
        return (
            f"With {players_words(few)} {name} is hardest ({write(low, Kind.PERCENT)}), with {players_words(many)} "
            f"easiest ({write(high, Kind.PERCENT)})."
        )
    return (
        f"The number of players makes no certain difference to {name}: {write(low, Kind.PERCENT)} with "
        f"{players_words(few)} and {write(high, Kind.PERCENT)} with {players_words(many)} are too close."
    )


def agreement(tau: Estimate, of: int) -> str:
    """Say how far the printed icons agree with what was measured."""
    measured = f"rank correlation {write(tau, Kind.NUMBER)} over {of} variants, 1 would be perfect"
    if tau.low > STRONG:
        return f"The printed difficulty icons agree well with the measured order ({measured})."
    if tau.low > 0.0:
        return f"The printed difficulty icons agree with the measured order only in part ({measured})."
    if tau.high < 0.0:
        return f"The printed difficulty icons run against the measured order ({measured})."
    return f"The printed difficulty icons say little about the measured order ({measured})."


def disorder(count: int, harder: str, fewer: int | None, easier: str, more: int | None) -> str:
    """Say which variants carry icons in the wrong order for certain."""
    if not count:
        return "No two variants carry icons that are out of order for certain."
    pairs = (
        "One pair of variants carries" if count == 1 else f"{number_words(count).capitalize()} pairs of variants carry"
    )
    example = f"{harder} ({_icons(fewer)}) is harder than {easier} ({_icons(more)})"
    return f"{pairs} icons in the wrong order for certain; the clearest: {example}."


def _icons(number: int | None) -> str:
    if number is None:
        return "no icon"
    return f"{number_words(number)} icon{'' if number == 1 else 's'}"
