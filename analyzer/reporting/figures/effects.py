"""Differences with their intervals around zero, one line each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from analyzer.reporting.figures.marks import dots, key, name_lines
from analyzer.reporting.theme import INK


def draw_effects(axes: Any, frame: pd.DataFrame, *, xlabel: str, groups: Sequence[str], factor: float = 1.0) -> None:
    """Draw the estimates of `frame` (label, group, value, low, high), times `factor`, with a line at zero."""
    names = list(dict.fromkeys(frame["label"]))
    name_lines(axes, names)
    axes.axvline(0.0, color=INK, linewidth=1.0)
    dots(axes, frame, names, groups, factor)
    axes.set_xlabel(xlabel)
    axes.margins(x=0.05)
    key(axes, groups)
