"""Win rates of variants by number of players, as a table of coloured fields with the numbers on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import pandas as pd

from analyzer.reporting.theme import SEQUENTIAL, ink_on


def draw_heat_map(axes: Any, frame: pd.DataFrame, *, rows: Sequence[str], columns: Sequence[int], xlabel: str) -> None:
    """Colour the fields of `frame` (row, column, value, text); what was not played stays empty."""
    colours = mpl.colormaps[SEQUENTIAL]
    for field in frame.to_dict("records"):
        x, y = columns.index(field["column"]), rows.index(field["row"])
        colour = colours(field["value"])
        axes.add_patch(mpl.patches.Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor="white"))
        axes.text(x, y, field["text"], ha="center", va="center", color=ink_on(colour), fontsize="small")
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xticks(range(len(columns)), labels=[str(column) for column in columns])
    axes.set_yticks(range(len(rows)), labels=list(rows))
    axes.set_xlabel(xlabel)
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
