"""Every variant on one scale of difficulty, a mark per number of players, with the printed icons beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
from matplotlib.ticker import FixedFormatter, FixedLocator, NullLocator

from analyzer.reporting.figures.marks import dots, key, name_lines
from analyzer.reporting.theme import INK

TICKS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.97, 0.99, 0.997, 0.999)
LOGIT = "logit axis: even steps of the odds"
FEW_TICKS, LEAST_WIDTH = (0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999), 5.0  # inches, below which many would overlap
FLOOR = 0.0005  # where a cell without wins is drawn


def draw_ladder(
    axes: Any,
    frame: pd.DataFrame,
    *,
    groups: Sequence[str],
    xlabel: str = f"games won, in percent ({LOGIT})",
    head: str = "printed",
    lines: Sequence[float] = (),
) -> None:
    """Draw win rates (label, group, value, low, high, icons) so that even steps are even steps of the odds.

    `head` stands above the icons; `lines` are win rates that part the variants.
    """
    names = list(dict.fromkeys(frame["label"]))
    kept = frame.assign(**{name: frame[name].clip(FLOOR, 1 - FLOOR) for name in ("value", "low", "high")})
    axes.set_xscale("logit")
    name_lines(axes, names)
    dots(axes, kept, names, groups)
    _scale(axes, float(kept["low"].min()), float(kept["high"].max()))
    axes.set_xlabel(xlabel)
    for line in lines:
        axes.axvline(line, color=INK, linewidth=1.0, linestyle=":")
    _icons(axes, frame, names, head)
    key(axes, groups)


def _scale(axes: Any, low: float, high: float) -> None:
    below = max((tick for tick in TICKS if tick <= low), default=FLOOR)
    above = min((tick for tick in TICKS if tick >= high), default=1 - FLOOR)
    axes.set_xlim(min(below, 0.35), max(above, 0.65))
    left, right = axes.get_xlim()
    known = TICKS if axes.get_figure().get_figwidth() > LEAST_WIDTH else FEW_TICKS
    ticks = [tick for tick in known if left <= tick <= right]
    axes.xaxis.set_major_locator(FixedLocator(ticks))
    axes.xaxis.set_major_formatter(FixedFormatter([f"{100 * tick:g}" for tick in ticks]))
    axes.xaxis.set_minor_locator(NullLocator())


def _icons(axes: Any, frame: pd.DataFrame, names: list[str], head: str) -> None:
    printed = dict(zip(frame["label"], frame["icons"], strict=True))
    if not any(printed.values()):
        return
    place = {"transform": axes.get_yaxis_transform(), "va": "center", "fontsize": "small"}
    axes.text(1.02, -0.75, head, **place)
    for line, name in enumerate(names):
        axes.text(1.02, line, printed[name], **place)
