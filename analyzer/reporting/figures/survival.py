"""How many games are still going after each turn."""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.ticker import MaxNLocator

from analyzer.reporting.figures.marks import key, series


def draw_survival(axes: Any, frame: pd.DataFrame) -> None:
    """Draw curves (label, turn, value, low, high) with their bands, as steps."""
    names = list(dict.fromkeys(frame["label"]))
    for number, name in enumerate(names):
        own = frame[frame["label"] == name]
        style = series(number)
        axes.fill_between(
            own["turn"], 100 * own["low"], 100 * own["high"], step="post", alpha=0.25, color=style["color"], linewidth=0
        )
        every = max(len(own) // 8, 1)
        axes.step(own["turn"], 100 * own["value"], where="post", label=name, markevery=(number % every, every), **style)
    axes.set_xlabel("turn")
    axes.set_ylabel("games still going, in percent")
    axes.set_ylim(0, 102)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    key(axes, names)
