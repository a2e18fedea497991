"""How scores, margins or lengths spread: median, middle half and middle nine tenths of the games."""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.ticker import MaxNLocator

from analyzer.reporting.figures.marks import name_lines
from analyzer.reporting.theme import BLUE, INK


def draw_spread(axes: Any, frame: pd.DataFrame, *, xlabel: str) -> None:
    """Draw quantiles (label, low, first_quarter, median, third_quarter, high), one line per label."""
    names = list(frame["label"])
    name_lines(axes, names)
    lines = range(len(names))
    axes.hlines(lines, frame["low"], frame["high"], color=INK, linewidth=1.2)
    half = frame["third_quarter"] - frame["first_quarter"]
    axes.barh(
        lines, half, left=frame["first_quarter"], height=0.45, color=BLUE, alpha=0.45, edgecolor=INK, linewidth=0.6
    )
    axes.plot(frame["median"], lines, linestyle="", marker="D", color=INK, markersize=5)
    axes.set_xlabel(xlabel)
    axes.margins(x=0.05)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))  # quantiles of whole numbers
