"""Win shares of policies or seats, with a line at the share that would be fair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from analyzer.reporting.figures.marks import dots, key, name_lines, series
from analyzer.reporting.theme import INK

REACH = 0.42  # of a line: shorter bars would show a single dot


def draw_shares(axes: Any, frame: pd.DataFrame, *, xlabel: str, groups: Sequence[str]) -> None:
    """Draw shares (label, group, value, low, high, fair) in percent; a dotted bar marks the fair share in a line."""
    names = list(dict.fromkeys(frame["label"]))
    name_lines(axes, names)
    for line, name in enumerate(names):
        own = frame[(frame["label"] == name) & frame["fair"].notna()]
        for fair, colour in _fair_marks(own, groups).items():
            axes.vlines(100.0 * fair, line - REACH, line + REACH, color=colour, linewidth=1.4, linestyle=":")
    dots(axes, frame, names, groups, 100.0)
    axes.set_xlabel(xlabel)
    axes.margins(x=0.05)
    key(axes, groups)


def _fair_marks(own: pd.DataFrame, groups: Sequence[str]) -> dict[float, str]:
    """Give the fair shares of a line with their colours: that of a group, unless all groups share one."""
    fair = {float(row["fair"]): series(groups.index(row["group"]))["color"] for row in own.to_dict("records")}
    return fair if len(fair) > 1 else dict.fromkeys(fair, INK)
