"""Which places of the board were empty when games were lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import matplotlib as mpl
import pandas as pd

from analyzer.reporting.theme import SEQUENTIAL, ink_on

GAP, TITLE = 1.0, 1.2  # fields between two boards, and above one for its name


def draw_board(axes: Any, frame: pd.DataFrame, *, per_line: int = 3) -> None:
    """Draw one board per label of `frame` (label, column, row, value), numbers in percent, row 0 at the bottom."""
    most = max(float(frame["value"].max()), 1e-9)
    colours = mpl.colormaps[f"{SEQUENTIAL}_r"]  # dark = often empty
    right = bottom = 0.0
    for label, own, x0, y0 in _places(frame, per_line):
        for field in own.to_dict("records"):
            colour = colours(field["value"] / most)
            x, y = x0 + field["column"], y0 - field["row"]
            axes.add_patch(mpl.patches.Rectangle((x, y), 0.96, 0.96, facecolor=colour, linewidth=0))
            text = f"{100 * field['value']:.0f}"
            axes.text(x + 0.48, y + 0.48, text, ha="center", va="center", fontsize=7.5, color=ink_on(colour))
        axes.text(x0, y0 - own["row"].max() - 0.2, label, fontsize="small", va="bottom")
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
        y += TITLE + max(own["row"].max() for _, own in line)
        for place, (label, own) in enumerate(line):
            yield label, own, place * wide, y
        y += 1
