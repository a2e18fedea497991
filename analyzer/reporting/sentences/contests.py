"""Seats, scores and length of competitive games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analyzer.analysis.contests import contest_changes, contest_words, contests
from analyzer.analysis.factors import factors_of
from analyzer.analysis.soundness import turn_effects
from analyzer.analysis.tables import causes
from analyzer.analysis.words import score_words
from analyzer.reporting.document import Kind
from analyzer.reporting.labels import change_words, players_words, position_words
from analyzer.reporting.names import cell_words, change_title
from analyzer.reporting.sentences.changes import how_many, most
from analyzer.reporting.wording import several, write
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate
from analyzer.stats.multiple import bonferroni_level, holm

WORTH_SAYING = 0.01  # share of games that end in an unusual way
SPOKEN = ("best", "turns", "first")  # measures whose changes the answer speaks of, if they ever vary
SURE = 0.05


def say_turn_order(results: Results) -> list[str]:
    """Say whether a place in the turn order, or beginning, is an advantage where all play alike."""
    size = len(_unaltered(results, turn_effects(results).to_dict("records")))
    if not size:
        return []
    rows = _unaltered(results, turn_effects(results, bonferroni_level(0.95, size)).to_dict("records"))
    adjusted = holm([row["test"].p_value for row in rows])
    unfair = int((adjusted < SURE).sum())
    number = min(range(len(rows)), key=lambda i: (float(adjusted[i]), -abs(rows[i]["largest"].value)))
    row = rows[number]
    first = max(rows, key=lambda item: abs(item["first_player"].value) / max(item["first_player"].half_width, 1e-12))
    place, p_value = int(row["largest_position"]), float(adjusted[number])
    order = turn_order(p_value, place, row["largest"], _where(results, row), unfair, len(rows))
    beginning = first_player(first["first_player"], _where(results, first))
    is_worth = bool(first["first_player"].excludes(0.0))
    if is_worth:
        return [order, beginning] if p_value < SURE else [beginning]
    return [order]  # with an advantage of another place, or of none: beginning adds nothing to it


def say_beginning_shortly(results: Results) -> str:
    """Say in a clause whether it matters when one's turn comes; nothing where that was not asked."""
    size = len(_unaltered(results, turn_effects(results).to_dict("records")))
    rows = _unaltered(results, turn_effects(results, bonferroni_level(0.95, max(size, 1))).to_dict("records"))
    return beginning_verdict([row["first_player"] for row in rows], [row["test"].p_value for row in rows])


def _unaltered(results: Results, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave out the cells in which one reading was set alone; a table lists them."""
    if not factors_of(results).alone:
        return rows
    return [row for row in rows if not results.entry(row["cell"]).sets]


def _where(results: Results, row: dict[str, Any]) -> str:
    factors = factors_of(results)
    parts = [players_words(int(row["players"]))]
    if len(factors.variants) > 1 or len(factors.sets) > 1:
        parts.append(f"in {cell_words(results, row['cell'])}")
    if len(factors.policies) > 1:
        parts.append(f"who all play like {row['policy']}")
    return " ".join(parts)


def say_scores(results: Results) -> list[str]:
    """Say what winners score and how long games take: in the middle number of players, where all play alike."""
    table = contests(results)
    if table.empty:
        return []
    counts = sorted(table["players"].unique())
    middle = table[table["players"] == counts[len(counts) // 2]]
    alike_cells = middle[middle["cell"].isin(turn_effects(results)["cell"])]
    row = (alike_cells if len(alike_cells) else middle).iloc[0]
    sentences = [scores(row["best"], row["margin"], row["turns"], int(row["players"]), score_words(results))]
    together = contests(results, bonferroni_level(0.95, len(table)))
    alike = [item for item in together.to_dict("records") if item["players"] == row["players"]]
    if len({item["variant"] for item in alike}) < 2:
        return sentences
    order = sorted(alike, key=lambda item: item["margin"].value)
    ends = [(cell_words(results, item["cell"]), item["margin"]) for item in (order[0], order[-1])]
    return [*sentences, closest(*ends[0], *ends[1], score_words(results))]


def say_endings(results: Results) -> list[str]:
    """Say how often games end otherwise than they usually do."""
    table = causes(results)
    table = table[table["cell"].isin(contests(results)["cell"])]
    totals = table.groupby("words")["count"].sum().sort_values(ascending=False)
    if len(totals) < 2:
        return []
    words = str(totals.index[1])
    row = max(table[table["words"] == words].to_dict("records"), key=lambda item: item["share"].value)
    if row["share"].value < WORTH_SAYING:
        return []
    return [endings(str(totals.index[0]), words, row["share"], _where(results, row))]


def say_changes(results: Results, *, with_counts: bool = True) -> list[str]:
    """Say which readings or variants move scores, length and the advantage of beginning, and how many do."""
    sentences = []
    for kind, what in (("reading", "reading"), ("variant", "variant"), ("switch", "setting")):
        rows = contest_changes(results, kind).to_dict("records")
        for measure in SPOKEN:
            own = [row for row in rows if row["measure"] == measure]
            if any(row["difference"] is not None for row in own):
                sentences += _say_measure(results, what, measure, own, with_counts)
    return sentences


def say_changes_shortly(results: Results) -> list[str]:
    """Say in one sentence how many readings or variants move which of the spoken measures."""
    sentences = []
    for kind, what in (("reading", "reading"), ("variant", "variant"), ("switch", "setting")):
        rows = contest_changes(results, kind).to_dict("records")
        counts = {}
        for measure in SPOKEN:
            own = [row for row in rows if row["measure"] == measure]
            if any(row["difference"] is not None for row in own):
                sure = [row for row in own if row["difference"] is not None and row["difference"].excludes(0.0)]
                counts[f"the {contest_words(results)[measure]}"] = len({change_words(results, r["cell"]) for r in sure})
        tables = len({row["reference"] for row in rows})
        size = len({change_words(results, row["cell"]) for row in rows})
        sentences += [how_many_of_each(what, counts, size, tables)] if counts else []
    return sentences


def _say_measure(results: Results, what: str, measure: str, rows: list[dict[str, Any]], with_counts: bool) -> list[str]:
    certain = [row for row in rows if row["difference"] is not None and row["difference"].excludes(0.0)]
    kind = Kind.POINTS if measure == "first" else Kind.NUMBER
    outcome = f"the {contest_words(results)[measure]}"
    names = {change_words(results, row["cell"]) for row in rows}
    sure = {change_words(results, row["cell"]) for row in certain}
    tables = len({row["reference"] for row in rows})
    counted = how_many(what, len(sure), len(names), outcome, tables)
    if not certain:
        return [counted] if with_counts else []
    best = max(certain, key=lambda row: abs(row["difference"].value))
    where = f"{cell_words(results, best['reference'])} with {players_words(int(best['players']))}"
    name = change_title(results, best["cell"])
    largest = most(what, name, where, best["difference"], kind, outcome)
    return [f"{counted} {largest}" if with_counts else largest]


def turn_order(p_value: float, place: int, excess: Estimate, where: str, unfair: int, of: int) -> str:
    """Say whether a place in the turn order wins more or less often; `p_value` is adjusted for all tables."""
    tables = "table" if of == 1 else "tables"
    who = f"the {position_words(place)} of {where}"
    if p_value >= SURE:
        return (
            f"No place in the turn order has an advantage that these games could show ({of} {tables} where all play "
            f"alike); furthest from a fair share is {who}: {write(excess, Kind.POINTS)}, which may be chance."
        )
    where_all = "where all play alike" if of == 1 else f"at {unfair} of {of} tables where all play alike"
    return f"The turn order matters {where_all}; furthest from a fair share is {who}: {write(excess, Kind.POINTS)}."


def how_many_of_each(what: str, counts: Mapping[str, int], of: int, tables: int) -> str:
    """Say how many changes can be told from chance, measure by measure, in one sentence."""
    if not any(counts.values()):
        outcomes = several(list(counts), "or")
        which = f"None of the {of} {what}s changes" if of > 1 else f"The {what} that was tried does not change"
        return f"{which} {outcomes} by an amount that these deals could show."
    (outcome, first), *others = sorted(counts.items(), key=lambda item: -item[1])
    who = f"All {of} {what}s" if first == of > 1 else f"{first} of {of} {what}s" if of > 1 else f"The {what} tried"
    verb = "change" if first > 1 else "changes"
    more = [f"{number if number else 'none'} {words}" for words, number in others] if of > 1 else []
    scope = "" if tables == 1 else f", in at least one of the {tables} games they were tried in"
    return f"{who} {verb} {outcome} for certain{', ' if more else ''}{several(more)}{scope}."


def beginning_verdict(effects: Sequence[Estimate], p_values: Sequence[float]) -> str:
    """Say in a clause whether beginning, or any place in the turn order, is worth something for certain somewhere."""
    if not effects:
        return ""
    where = "" if len(effects) == 1 else " at some tables"
    for sign, word in ((1.0, "an advantage"), (-1.0, "a disadvantage")):
        certain = [effect.excludes(0.0) and sign * effect.value > 0 for effect in effects]
        if any(certain):
            return f"beginning is {word}{'' if all(certain) else where}"
    if float(holm(list(p_values)).min()) < SURE:
        return f"the turn order matters{where}"
    return "no place in the turn order has an advantage that these games could show"


def first_player(effect: Estimate, where: str) -> str:
    """Say whether beginning is worth something."""
    points = write(effect, Kind.POINTS)
    size = write(effect.shifted(factor=-1.0) if effect.value < 0 else effect, Kind.POINTS).replace("+", "")
    more = "more" if effect.value > 0 else "less"
    if not effect.excludes(0.0):
        return f"Beginning brings no certain advantage with {where}: {points} compared with the other players."
    worth = "an advantage" if effect.value > 0 else "a disadvantage"
    return f"Beginning is {worth} with {where}: the first player wins {size} {more} often than the others on average."


def scores(best: Estimate, margin: Estimate, turns: Estimate, players: int, unit: str = "points") -> str:
    """Say what winners score, by how much they win and how long a game takes."""
    has = (
        f"has {write(best, Kind.NUMBER)} {unit} on average" if best.half_width else f"always has {best.value:g} {unit}"
    )
    return (
        f"With {players_words(players)} the winner {has}, {write(margin, Kind.NUMBER)} more than the second; a game "
        f"takes {write(turns, Kind.NUMBER)} turns."
    )


def endings(usual: str, other: str, share: Estimate, where: str) -> str:
    """Say how often games end otherwise than usual, where that is most frequent."""
    return f"Games usually end thus: {usual}. With {where} {write(share, Kind.PERCENT)} of them end otherwise: {other}."


def closest(name: str, margin: Estimate, other: str, wider: Estimate, unit: str = "points") -> str:
    """Say where games are closest, if that is certain."""
    least, farthest = f"{write(margin, Kind.NUMBER)} {unit}", write(wider, Kind.NUMBER)
    if margin.high < wider.low:
        return (
            f"Games are closest in {name} ({least} between first and second) and least close in {other} ({farthest})."
        )
    return f"Margins do not differ for certain: {least} between first and second in {name}, {farthest} in {other}."


def first_seat_of_team(name: str, worst: str, low: Estimate, best: str, high: Estimate, of: int) -> str:
    """Say whether it matters to a team who begins."""
    rates = f"{write(low, Kind.PERCENT)} when {worst} begins, {write(high, Kind.PERCENT)} when {best} does"
    if low.high < high.low:
        return f"Who begins seems to matter to the team in {name}: it wins {rates}."
    seats = "" if of == 2 else f", and the other {of - 2} in between" if of > 3 else ", and the third in between"
    return f"Who begins makes no certain difference to the team in {name}: it wins {rates}{seats}."
