"""How much of winning and losing deal, seat and policy explain, as stacked bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from analyzer.reporting.figures.marks import key_columns
from analyzer.reporting.theme import COLOURS, HATCHES, INK


def draw(axes: Any, frame: pd.DataFrame, *, sources: Sequence[str]) -> None:
    """Stack the shares of `frame` (label, source, value) per label."""
    names = list(dict.fromkeys(frame["label"]))
    left = [0.0] * len(names)
    for number, source in enumerate(sources):
        own = frame[frame["source"] == source].set_index("label")["value"]
        widths = [100.0 * float(own.get(name, 0.0)) for name in names]
        style = {"color": COLOURS[number % len(COLOURS)], "hatch": HATCHES[number % len(HATCHES)], "edgecolor": INK}
        axes.barh(range(len(names)), widths, left=left, height=0.65, linewidth=0.5, label=source, **style)
        left = [start + width for start, width in zip(left, widths, strict=True)]
    axes.set_yticks(range(len(names)), labels=names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xlabel("share of the variance of winning and losing, in percent")
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    axes.get_figure().legend(loc="outside lower center", ncols=key_columns(axes, sources))
