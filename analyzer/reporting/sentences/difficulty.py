"""How hard variants are for a team."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.analysis.changes import changes, extreme_labels
from analyzer.analysis.comparisons import difference_of
from analyzer.analysis.factors import factors_of
from analyzer.analysis.places import disorders, icon_agreement, ladder, order_changes, scales
from analyzer.reporting.document import Kind
from analyzer.reporting.labels import label, number_words, players_words, variant_label
from analyzer.reporting.shown import cells_by_players, shown_cells, where_words
from analyzer.reporting.wording import several, write
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate
from analyzer.stats.icons import IconAgreement
from analyzer.stats.orders import Scope

LEAST_ICONS = 3  # variants with icons, below which an order says nothing
MOST_NAMES = 4  # that a sentence lists
STRONG = 0.7  # Somers' d above which icons "agree well"


def say_ladder(results: Results) -> list[str]:
    """Say which variants are hardest and easiest, and which change from the plain game is largest."""
    return [*_say_extremes(results), *say_largest_change(results)]


def _say_extremes(results: Results) -> list[str]:
    """Say which variants are hardest and easiest over all numbers of players."""
    table = ladder(results)
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


def say_orders(results: Results) -> list[str]:
    """Say whether the order of variants is the same for every number of players."""
    if not scales(results) or len(scales(results)[0].contexts) < 2:
        return []
    changed, size = order_changes(results), len(ladder(results))
    if not changed:
        return [same_order()]
    clearest = changed[0]
    names = [variant_label(results, name) for name in (clearest.first, clearest.second)]
    harder, easier = (_players_of(scopes) for scopes in (clearest.harder, clearest.easier))
    return [other_order(names[0], names[1], harder, easier, len(changed), size * (size - 1) // 2)]


def say_icons(results: Results) -> list[str]:
    """Say whether the printed icons tell the difficulty."""
    found, table = icon_agreement(results), ladder(results)
    if found is None or table["icons"].notna().sum() < LEAST_ICONS:
        return []
    return [agreement(found), *_say_disorders(results)]


def _say_disorders(results: Results) -> list[str]:
    table = disorders(results)
    if table.empty:
        return [disorder(0, "", None, "", None)]
    icons = dict(zip(ladder(results)["variant"], ladder(results)["icons"], strict=True))
    clearest, certain = table.iloc[0], int(table["is_certain"].sum())
    harder, easier = clearest["printed_easier"], clearest["printed_harder"]
    names = [variant_label(results, name) for name in (harder, easier)]
    where = scope_words(results, clearest["where"]) if not certain else _everywhere(results)
    pair = names[0], int(icons[harder]), names[1], int(icons[easier])
    return [disorder(certain, *pair, where=where, partly=len(table) - certain)]


def scope_words(results: Results, scopes: Sequence[Scope]) -> str:
    """Say for which numbers of players, and which policies and settings if there are several, something holds."""
    if len(scales(results)) == 1:
        return _players_of(scopes)
    names = dict.fromkeys(name for name, _ in scopes)
    return several([f"{_players_of([scope for scope in scopes if scope[0] == name])} ({name})" for name in names])


def _players_of(scopes: Sequence[Scope]) -> str:
    *first, last = [int(players) for _, players in scopes]
    return several([*(number_words(count) for count in first), players_words(last)])


def _everywhere(results: Results) -> str:
    found = scales(results)
    players = "every number of players" if len(found[0].contexts) > 1 else ""
    return several([text for text in (players, "every policy and setting" if len(found) > 1 else "") if text])


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


def agreement(found: IconAgreement) -> str:
    """Say how far the printed icons agree with what was measured."""
    measured = (
        f"of {found.pairs} pairs of variants with different icons {found.in_order} stand in the printed order for "
        f"certain, {found.reversed} the other way round, {found.undecided} are too close to tell; rank correlation "
        f"{found.tau_b:.2f}, where {found.attainable:.2f} is the most that these icons can reach"
    )
    order = found.somers
    if order.low > STRONG:
        return f"The printed difficulty icons agree well with the measured order ({measured})."
    if order.low > 0.0:
        return f"The printed difficulty icons agree with the measured order only in part ({measured})."
    if order.high < 0.0:
        return f"The printed difficulty icons run against the measured order ({measured})."
    return f"The printed difficulty icons say little about the measured order ({measured})."


def disorder(
    count: int, harder: str, fewer: int | None, easier: str, more: int | None, *, where: str = "", partly: int = 0
) -> str:
    """Say which variants carry icons in the wrong order for certain, and where; `partly` counts the other ones."""
    if not count and not partly:
        return "No two variants carry icons that are out of order for certain."
    example = f"{harder} ({_icons(fewer)}) is harder than {easier} ({_icons(more)})"
    scope = f" with {where}" if where else ""
    if not count:
        pairs = "one pair is" if partly == 1 else f"{number_words(partly)} pairs are"
        return (
            f"No two variants carry icons that are out of order for certain in all cases, but {pairs} in some; the "
            f"clearest: {example}{scope}."
        )
    pairs = "one pair of variants carries" if count == 1 else f"{number_words(count)} pairs of variants carry"
    others = f"; {number_words(partly)} more in some cases only" if partly else ""
    return f"{pairs.capitalize()} icons in the wrong order for certain{scope}; the clearest: {example}{others}."


def _icons(number: int | None) -> str:
    if number is None:
        return "no icon"
    return f"{number_words(number)} icon{'' if number == 1 else 's'}"
