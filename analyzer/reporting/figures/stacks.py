"""Shares that add up to a whole, as stacked bars: why games were lost, what winning depends on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from analyzer.reporting.figures.marks import key_columns
from analyzer.reporting.theme import COLOURS, HATCHES, INK

WIDE_ENOUGH = 7.0  # percent of a bar that a number fits into


def draw_stacks(axes: Any, frame: pd.DataFrame, *, parts: Sequence[str], xlabel: str, numbered: bool = False) -> None:
    """Stack the shares of `frame` (label, part, value) per label, the parts in the given order."""
    names = list(dict.fromkeys(frame["label"]))
    left = [0.0] * len(names)
    for number, part in enumerate(parts):
        own = dict(zip(*(frame[frame["part"] == part][name] for name in ("label", "value")), strict=True))
        widths = [100.0 * own.get(name, 0.0) for name in names]
        style = {"color": COLOURS[number % len(COLOURS)], "hatch": HATCHES[number % len(HATCHES)], "edgecolor": INK}
        axes.barh(range(len(names)), widths, left=left, height=0.7, linewidth=0.5, label=part, **style)
        if numbered:
            _write(axes, widths, left)
        left = [start + width for start, width in zip(left, widths, strict=True)]
    axes.set_yticks(range(len(names)), labels=names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xlabel(xlabel)
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    axes.get_figure().legend(loc="outside lower center", ncols=key_columns(axes, parts))


def _write(axes: Any, widths: list[float], left: list[float]) -> None:
    for line, (width, start) in enumerate(zip(widths, left, strict=True)):
        if width >= WIDE_ENOUGH:
            box = {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 1.2}
            axes.text(
                start + width / 2, line, f"{width:.0f}", ha="center", va="center", fontsize=8, color="#111111", bbox=box
            )
