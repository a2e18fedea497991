"""How won and lost games end: the measures of the end, and when what matters was played."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from analyzer.analysis import frames, losses
from analyzer.reporting import lists, naming
from analyzer.reporting.document import Column, Kind, Part, Prose
from analyzer.reporting.wording import write
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate

MOST_CELLS = 18
COLUMNS = (
    Column("words", "measure"),
    Column("name", "variant"),
    Column("where", "players"),
    Column("outcome", "games"),
    Column("median", "median", Kind.NUMBER),
    Column("mean", "mean", Kind.NUMBER),
)


def ends(results: Results) -> list[Part]:
    """Compare won with lost games."""
    cells, rule = lists.spaced_cells(results, MOST_CELLS)
    shown = sorted(lists.shown_cells(results).to_dict("records"), key=lambda row: -row["win_rate"].value)
    plain = frames.factors_of(results).plain  # spoken of: the plain game, or the easiest variant
    spoken = str(next((row["cell"] for row in shown if row["variant"] == plain), shown[0]["cell"]))
    own = losses.endings(results, tuple(dict.fromkeys([*cells, spoken])))
    if own.empty:
        return []
    sentences = [*_say_plays(results, spoken), *_say_end(results, spoken, own)]
    frame = lists.named(results, own, where=[naming.players_words(count) for count in own["players"]])
    title = "How games end, won and not won"
    return [
        *([Prose(" ".join(sentences))] if sentences else []),
        lists.cell_table("endings", title, COLUMNS, frame, rule, lists.INTERVALS, folded=True),
        *_play_tables(results, cells, rule),
    ]


def _say_plays(results: Results, cell: str) -> list[str]:
    sentences = []
    for words, group in losses.first_plays(results, (cell,)).groupby("words", sort=False):
        late: dict[str, dict[str, Any]] = {row["outcome"]: row for row in group.to_dict("records")}
        if len(late) == 2 and all(row["turn"] is not None for row in late.values()):
            won, lost = late["won"], late["not won"]
            never, turns = (won["never"], lost["never"]), (won["turn"], lost["turn"])
            sentences.append(late_play(str(words), naming.cell_words(results, cell), *never, *turns))
    return sentences


def _say_end(results: Results, cell: str, own: pd.DataFrame) -> list[str]:
    measure = results.manifest.game.words.ends[0]
    means = own[(own["cell"] == cell) & (own["measure"] == measure)].set_index("outcome")["mean"]
    words, name = f"number of {frames.measure_words(results, measure)}", naming.cell_words(results, cell)
    return [won_and_lost(words, name, means["won"], means["not won"])] if len(means) > 1 else []


def _play_tables(results: Results, cells: list[str], rule: str) -> list[Part]:
    parts: list[Part] = []
    for measure, own in losses.first_plays(results, tuple(cells)).groupby("measure", sort=False):
        what = str(own["words"].iloc[0])
        columns = (
            *lists.CELL,
            Column("outcome", "games"),
            Column("games", "number", Kind.COUNT),
            Column("turn", f"mean turn of {what}", Kind.NUMBER),
            Column("never", f"no {what.removeprefix('the ')} played", Kind.PERCENT),
        )
        frame, title = lists.named(results, own), f"How late {what} came"
        parts.append(lists.cell_table(f"late_{measure}", title, columns, frame, rule, folded=True))
    return parts


Share = tuple[str, Estimate]  # where, and which part of the lost games


def main_cause(where: str, cause: str, shares: Sequence[Share], others: Sequence[tuple[str, int]], of: int) -> str:
    """Say in how many variants a cause of loss is the most frequent for certain, and what it is in the other ones.

    `shares` are those of the variants where it leads, from small to large; `others` lead in so many variants.
    """
    where = f"{where}," if "," in where else where
    if not shares:
        return f"With {where} no cause of loss can be told to be the most frequent."
    (least, low), (most, high) = shares[0], shares[-1]
    if of == 1:
        return f"With {where} games are lost most often thus: {cause} ({write(high, Kind.PERCENT)} of the lost games)."
    ends = f"{write(low, Kind.PERCENT)} of the lost games in {least}"
    ends = ends if len(shares) == 1 else f"from {ends} to {write(high, Kind.PERCENT)} in {most}"
    if len(shares) == of:
        return f"With {where} the most frequent cause of loss in all {of} variants shown is: {cause}, {ends}."
    rest = [f"in {number} it is: {words}" for words, number in others]
    open_ones = of - len(shares) - sum(number for _, number in others)
    rest += [f"in {open_ones} two causes are too close to tell"] if open_ones else []
    some = f"With {where} the most frequent cause of loss in {len(shares)} of {of} variants shown is: {cause} ({ends})"
    return f"{'; '.join([some, *rest])}."


def won_and_lost(measure: str, name: str, won: Estimate, lost: Estimate) -> str:
    """Compare a measure of won and lost games, as far as their intervals are apart."""
    text = f"{write(won, Kind.NUMBER)} in won games of {name} and {write(lost, Kind.NUMBER)} in the others"
    if won.high < lost.low or lost.high < won.low:
        return f"The mean {measure} is {text}."
    return f"The mean {measure} hardly differs between won and lost games: {text}."


def late_play(what: str, name: str, never_won: Estimate, never_lost: Estimate, won: Estimate, lost: Estimate) -> str:
    """Say how late something was played in won and lost games, and how often it never was."""
    turns = f"turn {write(won, Kind.NUMBER)} in won games of {name} and turn {write(lost, Kind.NUMBER)} in the others"
    apart = won.high < lost.low or lost.high < won.low
    when = (
        f"{what[:1].upper()}{what[1:]} is played in {turns}, on average"
        if apart
        else f"Won and lost games hardly differ in when {what} is played: {turns}"
    )
    if never_lost.low > never_won.high:
        return f"{when}; in {write(never_lost, Kind.PERCENT)} of the lost games it never was."
    return f"{when}."
