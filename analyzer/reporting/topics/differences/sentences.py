"""What single readings and switches change."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from analyzer.analysis import changes, decisions, frames
from analyzer.analysis.tables import win_rates
from analyzer.reporting.document import Kind
from analyzer.reporting.lists import shown_cells
from analyzer.reporting.naming import (
    case_kind,
    cell_words,
    change_title,
    change_words,
    players_words,
    policy_words,
    settings_words,
    variant_words,
)
from analyzer.reporting.wording import at_most, of_many, several, write
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate
from analyzer.stats.deciding import Verdict

MADE_FOR_DEFAULT = (
    "Who plays here was made with the default readings in mind and may not make the best of another one, to which "
    "players would adapt."
)
COLLAPSE = 0.1  # of the win rate under the default reading, below which a player is said to collapse


STANDINGS = {
    "against": "against the rulebook",
    "experiment": "for experiments only",
    "simulation": "of the simulator",
    "value": "a value of the material",
}
"""Why what is set alone is no reading of a doubtful clause."""


def standing_words(results: Results, cell: str) -> str:
    """Say why what a cell sets alone is no reading."""
    return STANDINGS[frames.standing(results, results.entry(cell))]


def say_readings(results: Results) -> list[str]:
    """Say which reading changes the win rate most, under which the players collapse, and how far others may matter.

    What was set alone and is no reading is said apart.
    """
    first, *others = [*_say_changes(results, "reading", "reading"), *say_others(results)] or [""]
    return [first, *say_collapses(results), *others] if first else []


def say_decided(results: Results) -> list[str]:
    """Say what a run decided that stopped when it could."""
    return [decided(decisions.counts(results), results.manifest.experiment.margin)]


def decided(counts: Mapping[Verdict, int], margin: float) -> str:
    """Say how many pairs are told apart, how many equal, and how many open."""
    apart, equal, left = (counts[verdict] for verdict in (Verdict.APART, Verdict.EQUAL, Verdict.OPEN))
    total, within = apart + equal + left, f"equal within ± {100 * margin:g} points"
    told = f"Of {total} pairs in question {apart} are told apart and {equal} are {within}, for certain"
    if total == 1:
        told = f"The one pair in question is {'told apart' if apart else within if equal else 'open'}"
        return f"{told}{', for certain' if apart or equal else ''}."
    return f"{told}; {left or 'none'} {'is' if left == 1 else 'are'} open."


def say_others(results: Results) -> list[str]:
    """Say what was set alone besides the readings, why it is none, and what it changes most."""
    cells = list(changes.changes(results, "other")["cell"])
    if not cells:
        return []
    why = {change_title(results, cell): standing_words(results, cell) for cell in cells}
    return [" ".join([no_readings(Counter(why.values())), *_say_changes(results, "other", "other setting")])]


def say_collapses(results: Results) -> list[str]:
    """Say under which readings those who play hardly ever win any more: they were not made for these."""
    worst: dict[str, dict[str, Any]] = {}
    rows = [row for kind in ("reading", "other") for row in changes.changes(results, kind).to_dict("records")]
    for row in rows:
        if row["win_rate"].high < COLLAPSE * row["reference_rate"].low:
            name = change_title(results, row["cell"])
            if name not in worst or row["difference"].value < worst[name]["difference"].value:
                worst[name] = row
    if not worst:
        return []
    row = min(worst.values(), key=lambda item: item["difference"].value)
    where = f"{cell_words(results, row['reference'])} with {players_words(row['players'])}"
    rates = row["reference_rate"], row["win_rate"]
    return [collapse(list(worst), policy_words(results, row["policy"]), where, *rates)]


def say_switches(results: Results) -> list[str]:
    """Say which setting of switches changes the win rate most."""
    return _say_changes(results, "switch", "setting")


def say_setting_range(results: Results) -> list[str]:
    """Say how often the plain game (or the first variant) is won in the first setting, and how far others move that."""
    rates, factors = win_rates(results), frames.factors_of(results)
    if rates.empty or len(factors.sets) < 2 or factors.alone:
        return []
    variant = factors.plain if factors.plain in set(rates["variant"]) else rates["variant"].iloc[0]
    shown = shown_cells(results).iloc[0]
    own = rates[(rates["variant"] == variant) & (rates["players"] == shown["players"])]
    rows = own[own["policy"] == shown["policy"]].to_dict("records")
    named = [(", ".join(settings_words(results, results.entry(row["cell"]))), row["win_rate"]) for row in rows]
    others = sorted(named[1:], key=lambda item: item[1].value)
    own = change_title(results, rows[0]["cell"]), rows[0]["win_rate"]
    if not others:
        return []
    where = f"With {players_words(int(shown['players']))}", variant_words(results, variant)
    return [setting_range(*where, own, others[0], others[-1], len(others))]


def setting_range(
    where: str, name: str, own: tuple[str, Estimate], low: tuple[str, Estimate], high: tuple[str, Estimate], of: int
) -> str:
    """Say how often a game is won in one setting, and the lowest and highest rate of the other ones."""
    least, most_ = (f"{write(rate, Kind.PERCENT)} ({words or 'as printed'})" for words, rate in (low, high))
    won = f"{where} {write(own[1], Kind.PERCENT)} of the games of {name} are won if {own[0] or 'played as printed'}"
    if of == 1:
        return f"{won}, and {least}."
    return f"{won}; the other {of} settings take this from {least} to {most_}."


def _say_changes(results: Results, kind: str, what: str) -> list[str]:
    rows = changes.changes(results, kind).to_dict("records")
    if not rows:
        return []
    by_name: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_name.setdefault(change_words(results, row["cell"]), []).append(row)
    certain = {name for name, own in by_name.items() if any(row["difference"].excludes(0.0) for row in own)}
    others = [row["difference"] for name, own in by_name.items() if name not in certain for row in own]
    best = max(rows, key=lambda row: (row["difference"].excludes(0.0), abs(row["difference"].value)))
    where = _where(results, best, kind)
    cases = [len(own) for own in by_name.values()]
    counted = how_many(what, len(certain), "the win rate", cases, case_kind(results))
    name, change = change_title(results, best["cell"]), best["difference"]
    said = of_many(change, best["shrunken"], len(rows), Kind.POINTS)
    reach = 100.0 * max(row["difference"].reach for row in rows)
    within = at_most("Each" if len(by_name) > 1 else "It", "the win rate", reach, "points")
    sentences = [
        *(
            [above_all(counted, name, where, said)]
            if certain
            else [counted, most(what, name, f"in {where}", change, Kind.POINTS, "the win rate", said), within]
        ),
        rest(
            len(by_name) - len(certain), 100.0 * max((difference.reach for difference in others), default=0.0), "points"
        )
        if certain
        else "",
    ]
    return [sentence for sentence in sentences if sentence]


def _where(results: Results, row: dict[str, Any], kind: str) -> str:
    """Say in which game a change was measured; for a setting, also what it is compared with."""
    players, entry = players_words(row["players"]), results.entry(row["reference"])
    if kind != "switch":
        return f"{cell_words(results, row['reference'])} with {players}"
    compared = ", ".join(settings_words(results, entry)) or "the game as printed"
    return f"{variant_words(results, entry.variant)} with {players}, compared with {compared}"


def no_readings(counts: Mapping[str, int]) -> str:
    """Say how many settings were tried alone that read no doubtful clause, and what they are instead."""
    total, parts = sum(counts.values()), several([f"{number} {why}" for why, number in counts.items()])
    if total == 1:
        return f"One setting that was tried alone is no reading: it is {next(iter(counts))}."
    return f"{total} settings that were tried alone are no readings: {parts}."


CASE = "a variant with a number of players"


def how_many(what: str, certain: int, outcome: str, cases: Sequence[int], case: str = CASE) -> str:
    """Say how many changes can be told from chance; `cases` has for each of them in how many cases it was tried."""
    tried, of = tried_in(cases, case), len(cases)
    if of == 1:
        way = "changes {} for certain" if certain else "does not change {} by an amount that these deals could show"
        return f"The {what} that was tried {way.format(outcome)}{tried if certain else ''}."
    if not certain:
        return f"None of the {of} {what}s changes {outcome} by an amount that these deals could show."
    if certain == of:
        return f"All {of} {what}s change {outcome} for certain{tried}."
    verb = "changes" if certain == 1 else "change"
    return f"{certain} of the {of} {what}s {verb} {outcome} for certain{tried}."


def tried_in(cases: Sequence[int], case: str = CASE) -> str:
    """Say that something holds in at least one of several cases; a game is a deal played, so it is no word for them.

    The number of cases is true of each change, also where some were tried in fewer than others.
    """
    fewest, most_ = min(cases), max(cases)
    if most_ == 1:
        return ""
    who = "it" if len(cases) == 1 else "each"
    if fewest == most_:
        return f" in at least one of the {most_} cases in which {who} was tried ({case})"
    return f" in at least one of the cases in which {who} was tried ({fewest} to {most_} of them; a case is {case})"


def collapse(names: Sequence[str], who: str, where: str, before: Estimate, after: Estimate) -> str:
    """Say that a player made for the default readings hardly ever wins under others, and how to take that."""
    rates = f"{write(before, Kind.PERCENT)} to {write(after, Kind.PERCENT)} in {where}"
    said = f"Under {several(list(names))} {who} hardly ever wins any more (down from {rates}"
    more = ")" if len(names) == 1 else ", where the fall is deepest)"
    return f"{said}{more}. {MADE_FOR_DEFAULT} Such a collapse says as much about the player as about the rule."


def above_all(counted: str, name: str, where: str, amount: str) -> str:
    """Say how many changes matter and, in the same sentence, which does most."""
    return f"{counted.removesuffix('.')}, most of all {name}: {amount} in {where}."


def most(
    what: str, name: str, where: str, difference: Estimate, kind: Kind, outcome: str, said: str | None = None
) -> str:
    """Say which change does most; `where` begins with its preposition, and `said` is how the change is written."""
    amount = said or write(difference, kind)
    if not difference.excludes(0.0):
        return f"The largest estimate is that of {name} {where}, {amount} on {outcome}: it may be chance."
    if kind is Kind.POINTS:
        return f"The {what} that changes {outcome} most is {name}: {amount} {where}."
    verb, size = ("raises", difference) if difference.value > 0 else ("lowers", difference.shifted(factor=-1.0))
    amount = said or write(size, kind)
    return f"The {what} that changes {outcome} most is {name}, which {verb} it by {amount} {where}."


def rest(count: int, bound: float, unit: str) -> str:
    """Say how much the changes that cannot be told from chance could matter at most."""
    if not count:
        return ""
    return at_most("The other one" if count == 1 else f"Each of the other {count}", "it", bound, unit)
