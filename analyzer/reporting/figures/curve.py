"""Win rates over the values of one number of the rules, with the value at which one half is crossed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from analyzer.reporting.figures.marks import key, series
from analyzer.reporting.theme import INK

HALF = 0.5
MOST_TICKS = 16


def draw_curve(
    axes: Any,
    frame: pd.DataFrame,
    *,
    xlabel: str,
    crossings: Sequence[Sequence[float]],
    line: float = HALF,
    ylabel: str = "games won, in percent",
    factor: float = 100.0,
) -> None:
    """Draw curves (label, x, value, low, high) with bands; crossings are (number of the curve, value, low, high).

    `line` is what is crossed; shares are drawn in percent, anything else with factor 1.
    """
    names = list(dict.fromkeys(frame["label"]))
    height = factor * line
    axes.axhline(height, color=INK, linewidth=1.0, linestyle=":")
    for number, name in enumerate(names):
        own, style = frame[frame["label"] == name], series(number)
        band = {"alpha": 0.25, "color": style["color"], "linewidth": 0}
        axes.fill_between(own["x"], factor * own["low"], factor * own["high"], **band)
        axes.plot(own["x"], factor * own["value"], label=name, **style)
    for curve, value, low, high in crossings:
        colour = series(int(curve))["color"]
        axes.hlines([height], [low], [high], color=colour, linewidth=5.0, alpha=0.8)
        axes.plot([value], [height], marker="|", markersize=12, color=INK, linestyle="")
    places = sorted(set(frame["x"]))
    if len(places) <= MOST_TICKS:
        axes.set_xticks(places)
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    if factor != 1.0:
        axes.set_ylim(0, 100)
    key(axes, names)
