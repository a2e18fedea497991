"""What readings, variants and switches change in competitive games."""

from __future__ import annotations

import pandas as pd

from analyzer.analysis.contests import MEASURES, contest_changes, contest_words
from analyzer.analysis.words import score_words
from analyzer.reporting.document import Column, Figure, Kind, Part, Table
from analyzer.reporting.labels import change_words, notes, players_words
from analyzer.reporting.names import played_by
from analyzer.reporting.parts.lists import effects_figure, largest_of, numbers
from analyzer.reporting.sentences.changes import MADE_FOR_DEFAULT
from analyzer.runs.results import Results

MOST_LINES, MOST_ROWS = 16, 20
TITLES = {
    "reading": "What each reading changes",
    "variant": "What each variant changes",
    "switch": "What switches change",
}
NOTE = "Change on the same deals; all intervals of the table hold together at 95 % (Bonferroni). – : no deal differs."


def contest_change_parts(results: Results) -> list[Part]:
    """Show every kind of change that the run has: figures of the main measures, and a table of all."""
    parts: list[Part] = []
    for kind in TITLES:
        table = contest_changes(results, kind)
        if len(table):
            named = table.assign(change=_names(results, table))
            parts += [*_figures(results, kind, named), _table(results, kind, named)]
    return parts


def _names(results: Results, table: pd.DataFrame) -> list[str]:
    several = table["players"].nunique() > 1
    return [
        change_words(results, row["cell"]) + (f", {players_words(row['players'])}" if several else "")
        for row in table.to_dict("records")
    ]


def _figures(results: Results, kind: str, named: pd.DataFrame) -> list[Part]:
    units = {"best": score_words(results), "turns": "turns", "first": "points"}
    parts: list[Part] = []
    for measure, unit in units.items():
        own = named[(named["measure"] == measure) & named["difference"].notna()]
        words = contest_words(results)[measure]
        parts += [_figure(results, kind, measure, words, unit, own)] if len(own) else []
    return parts


def _figure(results: Results, kind: str, measure: str, words: str, unit: str, own: pd.DataFrame) -> Figure:
    order = sorted(own.to_dict("records"), key=lambda row: -abs(row["difference"].value))[:MOST_LINES]
    changes = numbers(row["difference"] for row in order)
    frame = pd.DataFrame({"label": [row["change"] for row in order], "group": "", **changes})
    return effects_figure(
        f"contest_{kind}_{measure}",
        played_by(results, f"Change of the {words}"),
        f"Dots with intervals around zero: change of the {words}, {frame['label'].iloc[0]} on top.",
        frame,
        f"change in {unit}",
        notes("Intervals hold together at 95 %.", largest_of(len(frame), len(own))),
        100.0 if measure == "first" else 1.0,
    )


def _table(results: Results, kind: str, named: pd.DataFrame) -> Table:
    found = named.set_index(["change", "measure"])["difference"]
    changed = list(dict.fromkeys(named["change"]))
    values = {measure: [found[(change, measure)] for change in changed] for measure in MEASURES}
    frame = pd.DataFrame({"change": changed, **values}, dtype=object)
    columns = [Column("change", kind)]
    for measure, words in contest_words(results).items():
        columns.append(Column(measure, words, Kind.POINTS if measure == "first" else Kind.CHANGE))
    note = notes(NOTE, MADE_FOR_DEFAULT if kind == "reading" else "")
    return Table(f"contest_{kind}", TITLES[kind], tuple(columns), frame, note, folded=len(frame) > MOST_ROWS)
