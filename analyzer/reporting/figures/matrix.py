"""Differences between every two variants: row minus column, certain ones bold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import pandas as pd

from analyzer.reporting.theme import DIVERGING, ink_on


def draw_matrix(axes: Any, frame: pd.DataFrame, *, names: Sequence[str], reach: float) -> None:
    """Colour the fields of `frame` (row, column, value in points, text, is_certain) up to ±`reach` points."""
    colours = mpl.colormaps[DIVERGING]
    for field in frame.to_dict("records"):
        x, y = names.index(field["column"]), names.index(field["row"])
        colour = colours(0.5 + 0.5 * max(-1.0, min(1.0, field["value"] / reach)))
        axes.add_patch(mpl.patches.Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor="white"))
        weight = "bold" if field["is_certain"] else "normal"
        axes.text(x, y, field["text"], ha="center", va="center", fontsize=7.5, color=ink_on(colour), fontweight=weight)
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xticks(range(len(names)), labels=list(names), rotation=45, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(names)), labels=list(names))
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
