"""The board of every variant, with the share of lost games in which each place was empty."""

from __future__ import annotations

import pandas as pd

from analyzer.analysis.boards import empty_places
from analyzer.analysis.words import board_words
from analyzer.reporting.document import Column, Figure, Kind, Part, Table
from analyzer.reporting.figures.board import draw_board
from analyzer.reporting.figures.sizes import HIGHEST, WIDTH
from analyzer.reporting.labels import legend, notes, shown_label
from analyzer.reporting.names import played_by
from analyzer.reporting.parts.lists import CELL_AND_POLICY, named
from analyzer.reporting.shown import shown_cells, spaced_cells
from analyzer.runs.results import Results

MOST_BOARDS = 6
COLUMNS = (
    *CELL_AND_POLICY,
    Column("place", "place", Kind.COUNT),
    Column("lost", "lost games", Kind.COUNT),
    Column("empty", "empty at the loss", Kind.PERCENT),
)


def boards(results: Results) -> list[Part]:
    """Show which places were empty when games were lost; nothing where the game has no board."""
    cells, rule = spaced_cells(results, MOST_BOARDS)
    own = named(results, empty_places(results, tuple(cells)))
    if own.empty:
        return []
    rows = [
        {
            "label": shown_label(results, row["cell"]),
            "column": row["column"],
            "row": row["row"],
            "value": row["empty"].value,
        }
        for row in sorted(own.to_dict("records"), key=lambda row: (cells.index(row["cell"]), row["place"]))
    ]
    frame = pd.DataFrame(rows)
    note = notes(rule, board_words(results), legend(frame["label"]))
    return [
        _figure(results, frame, note),
        Table("empty_places", "Empty places at the loss", COLUMNS, own, rule, folded=True),
    ]


def _figure(results: Results, frame: pd.DataFrame, note: str) -> Figure:
    title = "Places still empty when a game was lost, in percent of the lost games"
    per_line = min(3, frame["label"].nunique())
    return Figure(
        name="board",
        title=played_by(results, title, str(shown_cells(results).iloc[0]["policy"])),
        alt=_alt(frame),
        draw=draw_board,
        is_wide=True,
        frame=frame,
        options={"per_line": per_line},
        size=(WIDTH, _high(frame, per_line)),
        note=note,
    )


def _high(frame: pd.DataFrame, per_line: int) -> float:
    """Choose a height that keeps fields square."""
    rows = [own["row"].max() + 2.2 for _, own in frame.groupby("label", sort=False)]
    high = sum(max(rows[start : start + per_line]) for start in range(0, len(rows), per_line))
    return min(HIGHEST, float(WIDTH * high / (per_line * (frame["column"].max() + 2))) + 0.15)


def _alt(frame: pd.DataFrame) -> str:
    first = frame[frame["label"] == frame["label"].iloc[0]]
    worst = first.loc[first["value"].idxmax()]
    return (
        f"Boards with a number on every place: share of lost games in which it was empty. In {worst['label']} the "
        f"place in column {worst['column'] + 1}, row {worst['row'] + 1} from the bottom was empty most often, "
        f"{100 * worst['value']:.0f} percent."
    )
