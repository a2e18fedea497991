"""How won and lost games end: the measures of the end, and when what matters was played."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analyzer.analysis.endings import endings, first_plays
from analyzer.analysis.words import end_measures, measure_words
from analyzer.reporting.document import Column, Kind, Part, Prose
from analyzer.reporting.labels import players_words
from analyzer.reporting.names import cell_words
from analyzer.reporting.parts.lists import CELL, INTERVALS, cell_table, named
from analyzer.reporting.sentences.losses import late_play, won_and_lost
from analyzer.reporting.shown import plain_cell, spaced_cells
from analyzer.runs.results import Results

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
    cells, rule = spaced_cells(results, MOST_CELLS)
    spoken = plain_cell(results)
    own = endings(results, tuple(dict.fromkeys([*cells, spoken])))
    if own.empty:
        return []
    sentences = [*_say_plays(results, spoken), *_say_end(results, spoken, own)]
    frame = named(results, own, where=[players_words(count) for count in own["players"]])
    title = "How games end, won and not won"
    return [
        *([Prose(" ".join(sentences))] if sentences else []),
        cell_table("endings", title, COLUMNS, frame, rule, INTERVALS, folded=True),
        *_play_tables(results, cells, rule),
    ]


def _say_plays(results: Results, cell: str) -> list[str]:
    sentences = []
    for words, group in first_plays(results, (cell,)).groupby("words", sort=False):
        late: dict[str, dict[str, Any]] = {row["outcome"]: row for row in group.to_dict("records")}
        if len(late) == 2 and all(row["turn"] is not None for row in late.values()):
            won, lost = late["won"], late["not won"]
            never, turns = (won["never"], lost["never"]), (won["turn"], lost["turn"])
            sentences.append(late_play(str(words), cell_words(results, cell), *never, *turns))
    return sentences


def _say_end(results: Results, cell: str, own: pd.DataFrame) -> list[str]:
    measure = end_measures(results)[0]
    means = own[(own["cell"] == cell) & (own["measure"] == measure)].set_index("outcome")["mean"]
    if len(means) < 2:
        return []
    words = f"number of {measure_words(results, measure)}"
    return [won_and_lost(words, cell_words(results, cell), means["won"], means["not won"])]


def _play_tables(results: Results, cells: list[str], rule: str) -> list[Part]:
    parts: list[Part] = []
    for measure, own in first_plays(results, tuple(cells)).groupby("measure", sort=False):
        what = str(own["words"].iloc[0])
        columns = (
            *CELL,
            Column("outcome", "games"),
            Column("games", "number", Kind.COUNT),
            Column("turn", f"mean turn of {what}", Kind.NUMBER),
            Column("never", f"no {what.removeprefix('the ')} played", Kind.PERCENT),
        )
        frame, title = named(results, own), f"How late {what} came"
        parts.append(cell_table(f"late_{measure}", title, columns, frame, rule, folded=True))
    return parts
