"""Win shares of policies or seats, with a line at the share that would be fair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from analyzer.reporting.figures.marks import SPREAD, dots, key, name_lines, offset, series

FAIR = (0, (0.8, 0.8))  # a dense dotted line: short ones would show a single dot


def draw(axes: Any, frame: pd.DataFrame, *, xlabel: str, groups: Sequence[str]) -> None:
    """Draw shares (label, group, value, low, high, fair) in percent; a short bar marks the fair share of a group."""
    names = list(dict.fromkeys(frame["label"]))
    name_lines(axes, names)
    for number, group in enumerate(groups):
        own = frame[(frame["group"] == group) & frame["fair"].notna()]
        heights = [names.index(name) + offset(number, len(groups)) for name in own["label"]]
        reach = 0.5 * SPREAD / max(len(groups), 1)
        below, above = ([height + side * reach for height in heights] for side in (-1, 1))
        axes.vlines(100.0 * own["fair"], below, above, color=series(number)["color"], linewidth=1.8, linestyle=FAIR)
    dots(axes, frame, names, groups, 100.0)
    axes.set_xlabel(xlabel)
    axes.margins(x=0.05)
    key(axes, groups)
