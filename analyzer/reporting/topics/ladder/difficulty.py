"""How hard variants are for a team, and what the printed icons say about it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from analyzer.analysis import changes, comparisons, frames, places
from analyzer.reporting import naming, spoken
from analyzer.reporting.document import Kind
from analyzer.reporting.lists import cells_by_players, shown_cells, where_words
from analyzer.reporting.wording import of_many, several, upper_first, write
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate
from analyzer.stats.icons import IconAgreement
from analyzer.stats.places import Scope

MOST_NAMES = 4  # that a sentence lists


def say_range(results: Results) -> list[str]:
    """Say in one sentence which variants are hardest and easiest, as far as they can be told apart."""
    table = places.ladder(results)
    if len(table) < 2:
        return []
    sides = []
    for side in ("hardest", "easiest"):
        names = changes.extreme_labels(results, "variant", hardest=side == "hardest")
        rates, where = _shown_rates(results, names)
        sides.append(([naming.variant_words(results, name) for name in names], rates))
    return [span(sides[0], sides[1], where, len(table))]


def _shown_rates(results: Results, variants: Sequence[str]) -> tuple[list[Estimate], str]:
    """Take the win rates of variants in one shown case: the middle number of players, the first switches and policy."""
    table = shown_cells(results)
    rates = table.set_index("variant")["win_rate"]
    return [rates[name] for name in variants], where_words(results, table.iloc[0].to_dict())


def say_largest_change(results: Results, kind: str = "variant") -> list[str]:
    """Say which change moves the win rate most."""
    table = changes.changes(results, kind)
    if table.empty:
        return []
    row = max(table.to_dict("records"), key=lambda item: abs(item["difference"].value))
    if kind == "variant":
        reference, name, where = (
            "the plain game",
            naming.variant_words(results, row["variant"]),
            where_words(results, row),
        )
    else:
        reference = naming.policy_words(results, results.entry(row["reference"]).policy)
        name, where = (
            naming.policy_words(results, row["policy"]),
            f"{naming.players_words(row['players'])} in {naming.cell_words(results, row['cell'])}",
        )
    said = of_many(row["difference"], row["shrunken"], len(table), Kind.POINTS)
    return [largest_change(name, reference, where, row["difference"], row["win_rate"], len(table), said)]


class Spread(NamedTuple):
    """With how many players a variant is won least and most often, and which numbers are too near to these two."""

    variant: str
    policy: str
    worst: tuple[int, Estimate]
    best: tuple[int, Estimate]
    is_certain: bool
    near: tuple[Sequence[int], Sequence[int]]


def spread_of_players(results: Results) -> Spread | None:
    """Compare the numbers of players in the plain game (or the first variant); None where a run has one of them."""
    own = cells_by_players(results)
    if len(frames.factors_of(results).players) < 2 or len(own) < 2:
        return None
    order = sorted(own.to_dict("records"), key=lambda row: row["win_rate"].value)
    worst, best = ((int(row["players"]), row["win_rate"]) for row in (order[0], order[-1]))
    near = _near(results, order[0]["cell"], order), _near(results, order[-1]["cell"], order)
    return Spread(order[0]["variant"], order[0]["policy"], worst, best, worst[0] not in near[1], near)


def say_players(results: Results) -> list[str]:
    """Say with how many players the plain game (or the first variant) is hardest and easiest."""
    found = spread_of_players(results)
    if found is None:
        return []
    who = naming.policy_words(results, found.policy) if len(frames.factors_of(results).policies) > 1 else ""
    name = naming.variant_words(results, found.variant)
    return [players_spread(name, found.worst, found.best, found.is_certain, found.near, who)]


def _near(results: Results, cell: str, rows: Sequence[dict[str, Any]]) -> list[int]:
    """List the numbers of players whose cells cannot be told apart from one."""
    others = [row for row in rows if row["cell"] != cell]
    gaps = [comparisons.difference_of(results, row["cell"], cell) for row in others]
    return sorted(int(row["players"]) for row, gap in zip(others, gaps, strict=True) if not gap.excludes(0.0))


def say_orders(results: Results) -> list[str]:
    """Say whether the order of variants is the same for every number of players."""
    if not places.scales(results) or len(places.scales(results)[0].contexts) < 2:
        return []
    changed, size = places.order_changes(results), len(places.ladder(results))
    if not changed:
        return [same_order()]
    clearest = changed[0]
    names = [naming.variant_words(results, name) for name in (clearest.first, clearest.second)]
    harder, easier = (players_of(scopes) for scopes in (clearest.harder, clearest.easier))
    return [other_order(names[0], names[1], harder, easier, len(changed), size * (size - 1) // 2)]


def say_orders_shortly(results: Results) -> list[str]:
    """Say in one sentence how many variants change places between the numbers of players, with an example."""
    if not places.scales(results) or len(places.scales(results)[0].contexts) < 2 or len(places.ladder(results)) < 2:
        return []
    changed = places.order_changes(results)
    if not changed:
        return [same_order()]
    first, second = (spoken.variant(results, name) for name in (changed[0].first, changed[0].second))
    harder, easier = (players_of(scopes) for scopes in (changed[0].harder, changed[0].easier))
    pairs = (
        "one pair of variants changes"
        if len(changed) == 1
        else f"{naming.number_words(len(changed))} pairs of variants change"
    )
    return [upper_first(f"{pairs} places; {first} is harder than {second} with {harder} and easier with {easier}.")]


def players_of(scopes: Sequence[Scope]) -> str:
    """List numbers of players in words."""
    return naming.counts_words(players for _, players in scopes)


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


def largest_change(
    name: str, reference: str, where: str, difference: Estimate, rate: Estimate, of: int, said: str | None = None
) -> str:
    """Say which single change moves the win rate most, and whether it can be told from chance."""
    points = said or write(difference, Kind.POINTS)
    if difference.excludes(0.0):
        way = "down" if difference.value < 0 else "up"
        return (
            f"The largest single change from {reference} is {name} with {where}: {points}, "
            f"{way} to {write(rate, Kind.PERCENT)}."
        )
    if of == 1:
        return f"The change from {reference} to {name} with {where} cannot be told from chance: {points}."
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
            f"{naming.players_words(few)} and {write(high, Kind.PERCENT)} with {naming.players_words(many)} "
            "are too close"
        )
        return upper_first(f"{played}{text}.")
    text = (
        f"{name} is won least often by {naming.players_words(few)} ({write(low, Kind.PERCENT)}) and most often by "
        f"{naming.players_words(many)} ({write(high, Kind.PERCENT)})"
    )
    ties = [
        f"{naming.counts_words(others)} cannot be told apart from {naming.number_words(count)}"
        for others, count in zip(near, (few, many), strict=True)
        if others
    ]
    return upper_first(f"{'; '.join([f'{played}{text}', *ties])}.")


def same_order() -> str:
    """Say that no two variants change places."""
    return "No two variants change places for certain from one number of players to another."


def other_order(first: str, second: str, harder: str, easier: str, count: int, of: int) -> str:
    """Say that the order of variants depends on the number of players, with the clearest example."""
    pairs = "one pair changes" if count == 1 else f"{naming.number_words(count)} pairs change"
    return (
        f"The order of variants depends on the number of players: {pairs} places for certain, of {of}. The clearest: "
        f"{first} is harder than {second} with {harder}, and easier with {easier}."
    )


ORDER = "the measured order"
STRONG = 0.7  # Somers' d above which icons "agree well"


def say_icons(results: Results) -> list[str]:
    """Say whether the printed icons tell the difficulty."""
    found = _agreement(results)
    return [] if found is None else [agreement(found, _order_of(results)), *say_disorders(results)]


def say_icons_shortly(results: Results) -> str:
    """Say in a clause whether the printed icons tell the difficulty; nothing where too few are printed."""
    found = _agreement(results)
    return "" if found is None else f"the printed icons {verdict(found)} {_order_of(results)}"


def _order_of(results: Results) -> str:
    """Say which order is meant, where several were measured."""
    found = places.scales(results)
    return f"the order measured with {naming.scale_words(results, found[0].name)}" if len(found) > 1 else ORDER


def _agreement(results: Results) -> IconAgreement | None:
    printed = places.ladder(results)["icons"].notna().sum()
    return places.icon_agreement(results) if printed >= frames.LEAST_PRINTED else None


def say_disorders(results: Results) -> list[str]:
    """Say which icons are in the wrong order for certain."""
    if _agreement(results) is None:
        return []
    table = places.disorders(results)
    if table.empty:
        return [disorder(0, "", None, "", None)]
    icons = dict(zip(places.ladder(results)["variant"], places.ladder(results)["icons"], strict=True))
    clearest, certain = table.iloc[0], int(table["is_certain"].sum())
    harder, easier = clearest["printed_easier"], clearest["printed_harder"]
    names = [naming.variant_words(results, name) for name in (harder, easier)]
    where = scope_words(results, clearest["where"]) if not certain else _everywhere(results)
    pair = names[0], int(icons[harder]), names[1], int(icons[easier])
    return [disorder(certain, *pair, where=where, partly=len(table) - certain)]


def scope_words(results: Results, scopes: Sequence[Scope]) -> str:
    """Say for which numbers of players, and which policies and settings if there are several, something holds."""
    if len(places.scales(results)) == 1:
        return players_of(scopes)
    by_name = {name: players_of([scope for scope in scopes if scope[0] == name]) for name in dict(scopes)}
    groups = {players: [name for name in by_name if by_name[name] == players] for players in by_name.values()}
    cases = naming.case_words(results)
    named = {players: several([cases.get(name, name) for name in names]) for players, names in groups.items()}
    return several([f"{players} ({names})" for players, names in named.items()])


def _everywhere(results: Results) -> str:
    found = places.scales(results)
    if len({scale.contexts for scale in found}) > 1:
        return f"every number of players that each {naming.cases_word(results)} has"
    counts = [int(count) for count in found[0].contexts]
    players = naming.every_count(results, counts) if len(counts) > 1 else ""
    cases = f"every {naming.cases_word(results)}" if len(found) > 1 else ""
    return several([text for text in (players, cases) if text])


def agreement(found: IconAgreement, order: str = ORDER) -> str:
    """Say how far the printed icons agree with what was measured."""
    numbers = [number or "none" for number in (found.in_order, found.reversed, found.undecided)]
    verb = "is" if found.undecided == 1 else "are"
    measured = (
        f"of {found.pairs} pairs of variants with different icons {numbers[0]} stand in the printed order for certain, "
        f"{numbers[1]} the other way round, {numbers[2]} {verb} too close to tell; rank correlation {found.tau_b:.2f}, "
        f"where {found.attainable:.2f} is the most that these icons can reach"
    )
    return f"The printed difficulty icons {verdict(found)} {order}: {measured}."


def verdict(found: IconAgreement) -> str:
    """Say in a few words how the printed icons stand to the measured order."""
    order = found.somers
    if order.low > STRONG:
        return "agree well with"
    if order.low > 0.0:
        return "agree only in part with"
    return "run against" if order.high < 0.0 else "say little about"


def disorder(
    count: int, harder: str, fewer: int | None, easier: str, more: int | None, *, where: str = "", partly: int = 0
) -> str:
    """Say which variants carry icons in the wrong order for certain, and where; `partly` counts the other ones."""
    if not count and not partly:
        return "No two variants carry icons that are out of order for certain."
    example = f"{harder} with {_icons(fewer)} is harder than {easier} with {_icons(more)}"
    scope = f", with {where}" if where else ""
    if not count:
        pairs = "one pair is" if partly == 1 else f"{naming.number_words(partly)} pairs are"
        return (
            f"No two variants carry icons that are out of order for certain in all cases, but {pairs} in some; the "
            f"clearest: {example}{scope}."
        )
    pairs = "one pair of variants carries" if count == 1 else f"{naming.number_words(count)} pairs of variants carry"
    others = f"; {naming.number_words(partly)} more in some cases only" if partly else ""
    return f"{pairs.capitalize()} icons in the wrong order for certain{scope}; the clearest: {example}{others}."


def _icons(number: int | None) -> str:
    if number is None:
        return "no icon"
    return f"{naming.number_words(number)} icon{'' if number == 1 else 's'}"
