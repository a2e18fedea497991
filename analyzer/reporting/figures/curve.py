"""Win rates over the values of one number of the rules, with the value at which one half is crossed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from analyzer.reporting.figures.marks import key, series
from analyzer.reporting.theme import INK

HALF = 50.0


def draw(axes: Any, frame: pd.DataFrame, *, xlabel: str, crossings: Sequence[Sequence[float]]) -> None:
    """Draw curves (label, x, value, low, high) with bands; crossings are (number of the curve, value, low, high)."""
    names = list(dict.fromkeys(frame["label"]))
    axes.axhline(HALF, color=INK, linewidth=1.0, linestyle=":")
    for number, name in enumerate(names):
        own, style = frame[frame["label"] == name], series(number)
        band = {"alpha": 0.25, "color": style["color"], "linewidth": 0}
        axes.fill_between(own["x"], 100 * own["low"], 100 * own["high"], **band)
        axes.plot(own["x"], 100 * own["value"], label=name, **style)
    for curve, value, low, high in crossings:
        colour = series(int(curve))["color"]
        axes.hlines([HALF], [low], [high], color=colour, linewidth=5.0, alpha=0.8)
        axes.plot([value], [HALF], marker="|", markersize=12, color=INK, linestyle="")
    axes.set_xticks(sorted(set(frame["x"])))
    axes.set_xlabel(xlabel)
    axes.set_ylabel("games won, in percent")
    axes.set_ylim(0, 100)
    key(axes, names)
