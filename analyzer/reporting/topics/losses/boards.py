"""The board of every variant, with the share of lost games in which each place was empty."""

from collections.abc import Iterator
from typing import Any

import matplotlib as mpl
import pandas as pd

from analyzer.analysis import losses
from analyzer.reporting import lists, naming, theme, wording
from analyzer.reporting.document import HIGHEST, WIDTH, Column, Figure, Kind, Part, Table
from analyzer.runs.stored.results import Results

MOST_BOARDS = 6
COLUMNS = (
    *lists.CELL_AND_POLICY,
    Column("place", "place", Kind.COUNT),
    Column("lost", "lost games", Kind.COUNT),
    Column("empty", "empty at the loss", Kind.PERCENT),
)


def boards(results: Results) -> list[Part]:
    """Show which places were empty when games were lost; nothing where the game has no board."""
    cells, rule = lists.spaced_cells(results, MOST_BOARDS)
    own = lists.named(results, losses.empty_places(results, tuple(cells)))
    if own.empty:
        return []
    shown, few = lists.enough_lost(own)
    rows = [
        {
            "label": lists.line_name(results, row["cell"], is_short=True),
            "column": row["column"],
            "row": row["row"],
            "value": row["empty"].value,
        }
        for row in sorted(shown.to_dict("records"), key=lambda row: (cells.index(row["cell"]), row["place"]))
    ]
    frame = pd.DataFrame(rows)
    note = naming.notes(rule, few, results.manifest.game.words.board, naming.legend(frame["label"]))
    return [
        _figure(results, frame, note),
        Table("empty_places", "Empty places at the loss", COLUMNS, own, rule, folded=True),
    ]


EMPTY = "Places still empty when a game was lost, in percent of the lost games"


def _figure(results: Results, frame: pd.DataFrame, note: str) -> Figure:
    per_line = min(3, frame["label"].nunique())
    rows = [own["row"].max() + 1 + _title_high(frame) for _, own in frame.groupby("label", sort=False)]
    high = sum(max(rows[start : start + per_line]) for start in range(0, len(rows), per_line))  # fields stay square
    return Figure(
        name="board",
        title=naming.played_by(results, EMPTY, str(lists.shown_cells(results).iloc[0]["policy"])),
        alt=_alt(frame),
        draw=draw_board,
        is_wide=True,
        frame=frame,
        options={"per_line": per_line},
        size=(WIDTH, min(HIGHEST, float(WIDTH * high / (per_line * (frame["column"].max() + 2))) + 0.15)),
        note=note,
    )


def _alt(frame: pd.DataFrame) -> str:
    first = frame[frame["label"] == frame["label"].iloc[0]]
    worst = first.loc[first["value"].idxmax()]
    return (
        f"Boards with a number on every place: share of lost games in which it was empty. In {worst['label']} the "
        f"place in column {worst['column'] + 1}, row {worst['row'] + 1} from the bottom was empty most often, "
        f"{100 * worst['value']:.0f} percent."
    )


GAP, TITLE, LINE = 1.0, 1.2, 0.7  # fields between two boards, above one for its name, and for another line of that
LETTERS = 26  # of such a line


def _title_high(frame: pd.DataFrame) -> float:
    lines = (str(wording.wrapped(str(label), LETTERS)).count("\n") for label in frame["label"].unique())
    return TITLE + LINE * max(lines)


def draw_board(axes: Any, frame: pd.DataFrame, *, per_line: int = 3) -> None:
    """Draw one board per label of `frame` (label, column, row, value), numbers in percent, row 0 at the bottom."""
    most = max(float(frame["value"].max()), 1e-9)
    colours = mpl.colormaps[f"{theme.SEQUENTIAL}_r"]  # dark = often empty
    right = bottom = 0.0
    for label, own, x0, y0 in _places(frame, per_line):
        for field in own.to_dict("records"):
            colour = colours(field["value"] / most)
            x, y = x0 + field["column"], y0 - field["row"]
            axes.add_patch(mpl.patches.Rectangle((x, y), 0.96, 0.96, facecolor=colour, linewidth=0))
            text = f"{100 * field['value']:.0f}"
            axes.text(x + 0.48, y + 0.48, text, ha="center", va="center", fontsize=7.5, color=theme.ink_on(colour))
        axes.text(x0, y0 - own["row"].max() - 0.2, wording.wrapped(label, LETTERS), fontsize="small", va="bottom")
        right, bottom = max(right, x0 + own["column"].max() + 1), max(bottom, y0 + 1)
    axes.set_xlim(-0.1, right + 0.1)
    axes.set_ylim(bottom + 0.1, -0.1)
    axes.set_aspect("equal")
    axes.axis("off")


def _places(frame: pd.DataFrame, per_line: int) -> Iterator[tuple[str, pd.DataFrame, float, float]]:
    """Give every board the place of its lower left field; the vertical axis points down."""
    boards = [(str(label), own) for label, own in frame.groupby("label", sort=False)]
    wide = frame["column"].max() + 1 + GAP
    y = 0.0
    for start in range(0, len(boards), per_line):
        line = boards[start : start + per_line]
        y += _title_high(frame) + max(own["row"].max() for _, own in line)
        for place, (label, own) in enumerate(line):
            yield label, own, place * wide, y
        y += 1
