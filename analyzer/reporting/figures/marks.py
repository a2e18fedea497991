"""Marks that several figures share: dots with intervals in groups, and lists of names beside an axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyzer.reporting.theme import COLOURS, INK, MARKERS

LETTERS_PER_INCH = 13  # of the font of legends
SPREAD = 0.62  # of a line, over which the marks of its groups are spread


def name_lines(axes: Any, names: Sequence[str]) -> None:
    """Write names along the vertical axis, the first on top."""
    axes.set_yticks(range(len(names)), labels=list(names))
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    for line in range(1, len(names)):
        axes.axhline(line - 0.5, color=INK, alpha=0.12, linewidth=0.6)


def dots(axes: Any, frame: pd.DataFrame, names: Sequence[str], groups: Sequence[str], factor: float = 1.0) -> None:
    """Draw the estimates of `frame` (label, group, value, low, high), one line per name, one mark per group.

    Where an interval has no end its line runs to the edge, and where a value is infinite an arrow points there.
    """
    edges = _edges(frame)
    for number, group in enumerate(groups):
        own = frame[frame["group"] == group]
        lines = [names.index(name) for name in own["label"]]
        heights = [line + offset(number, len(groups)) for line in lines]
        style = series(number)
        ends = (factor * own[name].clip(*edges) for name in ("low", "high"))
        axes.hlines(heights, *ends, color=style["color"], linewidth=1.6)
        axes.plot(
            factor * own["value"].where(np.isfinite(own["value"])), heights, linestyle="", label=group or None, **style
        )
        for edge, end, arrow in zip(edges, (-np.inf, np.inf), ("<", ">"), strict=True):
            beyond = [height for height, value in zip(heights, own["value"], strict=True) if value == end]
            axes.plot([factor * edge] * len(beyond), beyond, linestyle="", **style | {"marker": arrow})


def _edges(frame: pd.DataFrame) -> tuple[float, float]:
    """Give the ends up to which lines without an end are drawn: somewhat beyond all numbers that have one."""
    numbers = frame[["value", "low", "high"]].to_numpy(dtype=np.float64)
    finite = numbers[np.isfinite(numbers)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    room = 0.1 * (high - low)
    return (low - room, high + room) if np.isinf(numbers).any() else (low, high)


def offset(number: int, size: int) -> float:
    """Place a group inside its line."""
    return SPREAD * ((number + 0.5) / size - 0.5) if size > 1 else 0.0


def series(number: int) -> dict[str, Any]:
    """Choose colour, marker and filling of a series; after six the marks are hollow."""
    colour = COLOURS[number % len(COLOURS)]
    is_hollow = (number // len(COLOURS)) % 2 == 1
    return {
        "color": colour,
        "marker": MARKERS[number % len(MARKERS)],
        "markersize": 5.5,
        "markerfacecolor": "none" if is_hollow else colour,
        "markeredgecolor": colour,
    }


def key(axes: Any, groups: Sequence[str]) -> None:
    """Put a legend below the figure if there is more than one group."""
    if len(groups) > 1:
        handles, labels = axes.get_legend_handles_labels()
        axes.get_figure().legend(handles, labels, loc="outside lower center", ncols=key_columns(axes, labels))


def key_columns(axes: Any, labels: Sequence[str]) -> int:
    """Choose how many columns of names fit below a figure."""
    room = axes.get_figure().get_figwidth() * LETTERS_PER_INCH
    return max(1, min(len(labels), int(room // (max(map(len, labels), default=0) + 4))))
