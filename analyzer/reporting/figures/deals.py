"""The win chance by what the deal gave before anybody moved."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analyzer.reporting.figures.marks import key, series


def draw_deals(axes: Any, frame: pd.DataFrame, *, xlabel: str) -> None:
    """Draw win rates (label, low_value, high_value, value, low, high) over the middle of each group of values."""
    names = list(dict.fromkeys(frame["label"]))
    for number, name in enumerate(names):
        own = frame[frame["label"] == name]
        middle = (own["low_value"] + own["high_value"]) / 2
        style = series(number)
        axes.vlines(middle, 100 * own["low"], 100 * own["high"], color=style["color"], linewidth=1.2)
        axes.plot(middle, 100 * own["value"], label=name, linewidth=1.0, **style)
    axes.set_xlabel(xlabel)
    axes.set_ylabel("games won, in percent")
    low, high = axes.get_ylim()
    axes.set_ylim(max(low, 0), min(high, 100.5))
    key(axes, names)
