"""Scores, margins and length of competitive games in words, and what readings, variants and switches change in them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd

from analyzer.analysis import certainty, contests, soundness, tables
from analyzer.reporting import lists, naming
from analyzer.reporting.document import Column, Figure, Kind, Part, Table
from analyzer.reporting.topics.differences.sentences import (
    CASE,
    MADE_FOR_DEFAULT,
    how_many,
    most,
    standing_words,
    tried_in,
)
from analyzer.reporting.topics.seats.turn_order import in_percentage, table_words
from analyzer.reporting.wording import at_most, of_many, several, write
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate

WORTH_SAYING = 0.01  # share of games that end in an unusual way
SPOKEN = ("best", "turns", "first")  # measures whose changes the answer speaks of, if they ever vary
KINDS = (("reading", "reading"), ("other", "other setting"), ("variant", "variant"), ("switch", "setting"))
MOST_NAMES = 4


def say_scores(results: Results) -> list[str]:
    """Say what winners score and how long games take: in the middle number of players, where all play alike."""
    table = contests.contests(results)
    if table.empty:
        return []
    counts = sorted(table["players"].unique())
    middle = table[table["players"] == counts[len(counts) // 2]]
    alike_cells = middle[middle["cell"].isin(soundness.turn_effects(results)["cell"])]
    row = (alike_cells if len(alike_cells) else middle).iloc[0]
    where, unit = table_words(results, row.to_dict()), results.manifest.game.words.score
    sentences = [scores(row["best"], row["margin"], row["turns"], where, unit)]
    together = contests.contests(results, certainty.each(results))
    alike = table[(table["players"] == row["players"]) & (table["policy"] == row["policy"])]
    if alike["variant"].nunique() < 2:
        return sentences
    order = sorted(alike.to_dict("records"), key=lambda item: item["margin"].value)
    wide = together.set_index("cell")["margin"]
    margins = [Margin(naming.cell_words(results, item["cell"]), item["margin"], wide[item["cell"]]) for item in order]
    return [*sentences, closest(margins, naming.players_words(int(row["players"])), unit)]


def say_endings(results: Results) -> list[str]:
    """Say how often games end otherwise than they usually do."""
    table = tables.causes(results)
    table = table[table["cell"].isin(contests.contests(results)["cell"])]
    totals = table.groupby("words")["count"].sum().sort_values(ascending=False)
    if len(totals) < 2:
        return []
    words = str(totals.index[1])
    row = max(table[table["words"] == words].to_dict("records"), key=lambda item: item["share"].value)
    if row["share"].value < WORTH_SAYING:
        return []
    return [endings(str(totals.index[0]), words, row["share"], table_words(results, row))]


def say_changes(results: Results, *, with_counts: bool = True) -> list[str]:
    """Say which readings or variants move scores, length and the advantage of beginning, and how many do."""
    sentences = []
    for kind, what in KINDS:
        rows = contests.contest_changes(results, kind).to_dict("records")
        for measure in SPOKEN:
            own = [row for row in rows if row["measure"] == measure]
            if any(row["difference"] is not None for row in own):
                sentences += _say_measure(results, what, measure, own, with_counts)
    return sentences


def say_changes_shortly(results: Results) -> list[str]:
    """Say in one sentence how many readings or variants move which of the spoken measures."""
    sentences = []
    for kind, what in KINDS:
        rows = contests.contest_changes(results, kind).to_dict("records")
        counts = {}
        for measure in SPOKEN:
            own = [row for row in rows if row["measure"] == measure]
            if any(row["difference"] is not None for row in own):
                sure = [row for row in own if row["difference"] is not None and row["difference"].excludes(0.0)]
                counts[f"the {contests.contest_words(results)[measure]}"] = len(
                    {naming.kind_words(results, kind, r["cell"]) for r in sure}
                )
        cases = _cases(results, kind, rows)
        sentences += [how_many_of_each(what, counts, cases, naming.case_kind(results))] if counts else []
    return sentences


def _cases(results: Results, kind: str, rows: list[dict[str, Any]]) -> list[int]:
    """Count for every change in how many cases it was tried."""
    pairs = {(naming.kind_words(results, kind, row["cell"]), row["cell"]) for row in rows}
    return sorted(Counter(name for name, _cell in pairs).values())


def say_unchanged(results: Results) -> list[str]:
    """Say which readings or variants changed nothing at all: who played has no use for them."""
    sentences = []
    for kind, what in KINDS:
        rows = contests.contest_changes(results, kind).to_dict("records")
        names = {row["cell"]: _name(results, kind, row) for row in rows}
        changed = {names[row["cell"]] for row in rows if row["difference"] is not None}
        left = [name for name in dict.fromkeys(names.values()) if name not in changed]
        sentences += [unchanged(what, left, naming.who_plays(results))] if left else []
    return sentences


def _name(results: Results, kind: str, row: dict[str, Any]) -> str:
    return (
        naming.variant_words(results, row["variant"])
        if kind == "variant"
        else naming.change_title(results, row["cell"])
    )


def _say_measure(results: Results, what: str, measure: str, rows: list[dict[str, Any]], with_counts: bool) -> list[str]:
    certain = [row for row in rows if row["difference"] is not None and row["difference"].excludes(0.0)]
    kind = Kind.POINTS if measure == "first" else Kind.NUMBER
    outcome = f"the {contests.contest_words(results)[measure]}"
    sure = {naming.kind_words(results, what, row["cell"]) for row in certain}
    counted = how_many(what, len(sure), outcome, _cases(results, what, rows), naming.case_kind(results))
    if not certain:
        return [f"{counted}{_within(rows, outcome, kind)}"] if with_counts else []
    best, is_variant = max(certain, key=lambda row: abs(row["difference"].value)), what == "variant"
    players, reference = naming.players_words(int(best["players"])), naming.cell_words(results, best["reference"])
    where = f"with {players}, compared with {reference}" if is_variant else f"in {reference} with {players}"
    name = _name(results, what, best)
    sign = 1.0 if kind is Kind.POINTS or best["difference"].value > 0 else -1.0
    own, other = (best[part].shifted(factor=sign) for part in ("difference", "shrunken"))
    said = of_many(own, other, sum(row["difference"] is not None for row in rows), kind)
    largest = in_percentage(most(what, name, where, best["difference"], kind, outcome, said))
    return [f"{counted} {largest}" if with_counts else largest]


def _within(rows: list[dict[str, Any]], outcome: str, kind: Kind) -> str:
    """Say how little all changes of a measure do that cannot be told from none."""
    known = [row["difference"] for row in rows if row["difference"] is not None]
    if not known:
        return ""
    factor, unit = (100.0, "percentage points") if kind is Kind.POINTS else (1.0, "in the mean")
    return f" {at_most('Each', outcome, factor * max(item.reach for item in known), unit)}"


def how_many_of_each(what: str, counts: Mapping[str, int], cases: Sequence[int], case: str = CASE) -> str:
    """Say how many changes can be told from chance, measure by measure, in one sentence; `cases` as in `how_many`."""
    of, tried = len(cases), tried_in(cases, case)
    if not any(counts.values()):
        outcomes = several(list(counts), "or")
        which = f"None of the {of} {what}s changes" if of > 1 else f"The {what} that was tried does not change"
        return f"{which} {outcomes} by an amount that these deals could show."
    (outcome, first), *others = sorted(counts.items(), key=lambda item: -item[1])
    who = f"All {of} {what}s" if first == of > 1 else f"{first} of {of} {what}s" if of > 1 else f"The {what} tried"
    verb = "change" if first > 1 else "changes"
    more = [f"{number if number else 'none'} {words}" for words, number in others] if of > 1 else []
    return f"{who} {verb} {outcome} for certain{', ' if more else ''}{several(more)}{',' if tried else ''}{tried}."


def unchanged(what: str, names: Sequence[str], who: str) -> str:
    """Say that some changes made no difference in any deal, which says more about who played than about the rules."""
    listed = several(list(names)) if len(names) <= MOST_NAMES else f"{len(names)} of the {what}s"
    return (
        f"Not one deal is changed by {listed}: these games never come to it, or {who} makes no use of it, as other "
        "players may."
    )


def scores(best: Estimate, margin: Estimate, turns: Estimate, where: str, unit: str = "points") -> str:
    """Say what winners score, by how much they win and how long a game takes."""
    has = (
        f"has {write(best, Kind.NUMBER)} {unit} on average" if best.half_width else f"always has {best.value:g} {unit}"
    )
    return (
        f"With {where} the winner {has}, {write(margin, Kind.NUMBER)} more than the second; a game takes "
        f"{write(turns, Kind.NUMBER)} turns."
    )


def endings(usual: str, other: str, share: Estimate, where: str) -> str:
    """Say how often games end otherwise than usual, where that is most frequent."""
    return f"Games usually end thus: {usual}. With {where} {write(share, Kind.PERCENT)} of them end otherwise: {other}."


class Margin(NamedTuple):
    """How close games are somewhere: as tables show it, and with an interval that holds together with all others."""

    name: str
    shown: Estimate
    together: Estimate


def closest(margins: Sequence[Margin], where: str, unit: str = "points") -> str:
    """Say where games are closest and where least, as far as that is certain; `margins` go from small to large."""
    name, other = margins[0].name, margins[-1].name
    small, large = f"{write(margins[0].shown, Kind.NUMBER)} {unit}", write(margins[-1].shown, Kind.NUMBER)
    if margins[0].together.high >= margins[-1].together.low:
        text = f"margins do not differ for certain: {small} between first and second in {name}, {large} in {other}"
        return f"With {where} {text}."
    low = "closest" if margins[0].together.high < margins[1].together.low else "among the closest"
    high = "least close" if margins[-2].together.high < margins[-1].together.low else "among the least close"
    return f"With {where} games are {low} in {name} ({small} between first and second) and {high} in {other} ({large})."


def first_seat_of_team(
    name: str, worst: str, low: Estimate, best: str, high: Estimate, of: int, *, is_certain: bool
) -> str:
    """Say whether it matters to a team who begins."""
    rates = f"{write(low, Kind.PERCENT)} when {worst} begins, {write(high, Kind.PERCENT)} when {best} does"
    if is_certain:
        return f"Who begins matters to the team in {name} for certain: it wins {rates}."
    seats = "" if of == 2 else f", and the other {of - 2} in between" if of > 3 else ", and the third in between"
    return f"Who begins makes no certain difference to the team in {name}: it wins {rates}{seats}."


MOST_LINES, MOST_ROWS = 16, 20
TITLES = {
    "reading": "What each reading changes",
    "other": "What other settings change, each alone",
    "variant": "What each variant changes",
    "switch": "What switches change",
}
NOTE = f"Change on the same deals. {lists.TOGETHER} – : no deal differs."


def contest_change_parts(results: Results) -> list[Part]:
    """Show every kind of change that the run has: figures of the main measures, and a table of all."""
    parts: list[Part] = []
    for kind in TITLES:
        table = contests.contest_changes(results, kind)
        if len(table):
            named = table.assign(
                change=naming.change_names(results, kind, table), line=lists.change_lines(results, kind, table)
            )
            parts += [*_figures(results, kind, named), _table(results, kind, named)]
    return parts


def _figures(results: Results, kind: str, named: pd.DataFrame) -> list[Part]:
    units = {"best": results.manifest.game.words.score, "turns": "turns", "first": "points"}
    parts: list[Part] = []
    for measure, unit in units.items():
        own = named[(named["measure"] == measure) & named["difference"].notna()]
        words = contests.contest_words(results)[measure]
        parts += [_figure(results, kind, measure, words, unit, own)] if len(own) else []
    return parts


def _figure(results: Results, kind: str, measure: str, words: str, unit: str, own: pd.DataFrame) -> Figure:
    order = sorted(own.to_dict("records"), key=lambda row: -abs(row["difference"].value))[:MOST_LINES]
    changes = lists.numbers(row["difference"] for row in order)
    frame = pd.DataFrame({"label": [row["line"] for row in order], "group": "", **changes})
    return lists.effects_figure(
        f"contest_{kind}_{measure}",
        naming.played_by(results, f"Change of the {words}"),
        f"Dots with intervals around zero: change of the {words}, {frame['label'].iloc[0]} on top.",
        frame,
        f"change of the {words}, in {unit}",
        naming.notes(lists.TOGETHER, lists.largest_of(len(frame), len(own))),
        100.0 if measure == "first" else 1.0,
    )


def _table(results: Results, kind: str, named: pd.DataFrame) -> Table:
    found = named.set_index(["cell", "measure"])["difference"]
    changed = dict(zip(named["cell"], named["change"], strict=True))
    values = {measure: [found[(cell, measure)] for cell in changed] for measure in contests.MEASURES}
    frame = pd.DataFrame({"change": list(changed.values()), **values}, dtype=object)
    columns = [Column("change", "setting" if kind == "other" else kind)]
    if kind == "other":
        frame.insert(1, "why", [standing_words(results, cell) for cell in changed])
        columns.append(Column("why", "which is"))
    for measure, words in contests.contest_words(results).items():
        columns.append(Column(measure, words, Kind.POINTS if measure == "first" else Kind.CHANGE))
    note = naming.notes(NOTE, MADE_FOR_DEFAULT if kind == "reading" else "")
    return Table(f"contest_{kind}", TITLES[kind], tuple(columns), frame, note, folded=len(frame) > MOST_ROWS)
