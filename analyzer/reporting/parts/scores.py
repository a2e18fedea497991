"""Scores, margins and length of competitive games, and how they spread."""

from __future__ import annotations

import pandas as pd

from analyzer.analysis.contests import contest_words, contests, score_spread
from analyzer.analysis.soundness import turn_effects
from analyzer.reporting.document import Column, Figure, Kind, Part
from analyzer.reporting.figures.sizes import WIDTH, lines_high
from analyzer.reporting.figures.spread import draw_spread
from analyzer.reporting.labels import notes
from analyzer.reporting.names import only_policy, played_by
from analyzer.reporting.parts.lists import cell_table, first_of, named_contests
from analyzer.runs.results import Results

MOST_LINES = 16


def score_parts(results: Results) -> list[Part]:
    """Show the spread of scores and margins, and the mean of every measure."""
    words, spread = contest_words(results), score_spread(results)
    alike = set(turn_effects(results)["cell"]) or set(spread["cell"])
    parts: list[Part] = []
    for measure, what in (("score", "scores of all seats"), ("margin", words["margin"])):
        own = spread[(spread["measure"] == measure) & spread["cell"].isin(alike)]
        parts += [_figure(results, measure, what, named_contests(results, own))] if len(own) else []
    columns = [Column("name", "game")]
    columns += [Column(key, what, Kind.PERCENT if key == "first" else Kind.NUMBER) for key, what in words.items()]
    frame = named_contests(results, contests(results))
    table = cell_table("contests", "Scores, margins and length", columns, frame, "Means with 95 % intervals.")
    return [*parts, table]


def _figure(results: Results, measure: str, words: str, own: pd.DataFrame) -> Figure:
    top = own.head(MOST_LINES)
    quantiles = ("low", "first_quarter", "median", "third_quarter", "high")
    frame = pd.DataFrame({part: [quantile.value for quantile in top[part]] for part in quantiles})
    frame["label"] = top["name"]
    return Figure(
        name=f"spread_{measure}",
        title=played_by(results, f"How the {words} spread", only_policy(own)),
        alt=f"Boxes: median, middle half and middle nine tenths of the {words}; first {frame['label'].iloc[0]}.",
        draw=draw_spread,
        frame=frame,
        options={"xlabel": words},
        size=(WIDTH, lines_high(len(frame))),
        note=notes(
            "Diamond: median; box: the middle half; line: the middle nine tenths of the games.",
            first_of(len(top), len(own)),
        ),
    )
