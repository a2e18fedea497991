"""The figure of the curves: one chart with a name at the end of each line, or a small chart for each of many."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyzer.reporting.charts import series
from analyzer.reporting.theme import BLUE, INK
from analyzer.reporting.wording import wrapped

TICKS = (0, 50, 100)
FEW = 3  # numbers below a small chart
APART = 5.5  # points between two names
PER_INCH = 0.62  # small charts beside each other
EVEN = 50.0
ROOM = 0.04  # of sight on both sides of a small chart
LETTERS = 11.5  # of a line above a small chart, per inch
BEHIND = 2  # of the points of a curve in the background each second one


def draw_lines(axes: Any, frame: pd.DataFrame, *, xlabel: str, marks: Sequence[Sequence[float]] = ()) -> None:
    """Draw curves (label, x, value, low, high) with bands, and the name of each at its right end.

    `marks` are (number of the curve, value, low, high): where it passes one half.
    """
    names = list(dict.fromkeys(frame["label"]))
    axes.axhline(EVEN, color=INK, linewidth=1.0, linestyle=":")
    ends = []
    for number, name in enumerate(names):
        own, colour = frame[frame["label"] == name], series(number)["color"]
        axes.fill_between(own["x"], 100.0 * own["low"], 100.0 * own["high"], alpha=0.2, color=colour, linewidth=0)
        axes.plot(own["x"], 100.0 * own["value"], color=colour, linestyle=_dashes(number))
        ends.append(100.0 * float(own["value"].iloc[-1]))
    for curve, value, low, high in marks:
        axes.hlines([EVEN], [low], [high], color=series(int(curve))["color"], linewidth=5.0, alpha=0.8)
        axes.plot([value], [EVEN], marker="|", markersize=11, color=INK, linestyle="")
    _name_ends(axes, float(frame["x"].max()), ends, names)
    axes.set(xlabel=xlabel, ylabel="games won, in percent", ylim=(0, 100))
    axes.set_xticks(_ticks(frame))


def _dashes(number: int) -> str:
    """Tell curves apart without colours, too."""
    return ("-", "--", "-.", ":")[number % 4]


def _name_ends(axes: Any, right: float, ends: Sequence[float], names: Sequence[str]) -> None:
    """Write names beside the ends of their curves, none upon another."""
    order = np.argsort(ends)
    heights: dict[int, float] = {}
    least = -np.inf
    for number in order:
        heights[int(number)] = least = max(float(ends[number]), least + APART * (names[number].count("\n") + 1))
    beyond = max(0.0, least - 100.0)
    for number, height in heights.items():
        axes.annotate(
            names[number],
            (right, ends[number]),
            xytext=(1.03, (height - beyond) / 100.0),
            textcoords=axes.transAxes,
            va="center",
            fontsize="small",
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": series(number)["color"], "linewidth": 0.8, "relpos": (0.0, 0.5)},
        )


def draw_panels(axes: Any, frame: pd.DataFrame, *, xlabel: str, marks: Sequence[Sequence[float]] = ()) -> None:
    """Draw a small chart for each curve (label, x, value, low, high), with all others behind it in grey.

    `marks` are (number of the curve, value, low, high): where it passes one half.
    """
    canvas, names = axes.get_figure(), list(dict.fromkeys(frame["label"]))
    axes.remove()
    columns = max(2, min(len(names), round(PER_INCH * canvas.get_figwidth())))
    rows, longest = -(-len(names) // columns), int(LETTERS * canvas.get_figwidth() / columns)
    places = canvas.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).flatten()
    few = ticks if len(ticks := _ticks(frame)) <= FEW else ticks[::2]
    passed = {int(curve): (value, low, high) for curve, value, low, high in marks}
    curves = [(name, own) for name, own in frame.groupby("label", sort=False)]
    for number, place in enumerate(places):
        if number < len(names):
            _panel(place, number, curves, passed.get(number))
            place.set_title(wrapped(names[number], longest), loc="left", fontsize="small", fontweight="bold")
        else:
            place.axis("off")
            places[number - columns].tick_params(labelbottom=True)
        if number + columns >= len(names) and number < len(names):  # nothing below it
            place.set_xlabel(xlabel.partition(": ")[0])
    places[0].set(ylim=(0, 100), xticks=few, yticks=TICKS, xlim=(frame["x"].min() - ROOM, frame["x"].max() + ROOM))
    canvas.supylabel("games won, in percent", fontsize="medium")


def _panel(axes: Any, number: int, curves: Sequence[tuple[Any, pd.DataFrame]], passed: Any) -> None:
    for other, (_name, rival) in enumerate(curves):
        if other != number:
            thin = rival.iloc[::BEHIND]
            axes.plot(thin["x"], 100.0 * thin["value"], color=INK, alpha=0.16, linewidth=0.7)
    own = curves[number][1]
    axes.axhline(EVEN, color=INK, linewidth=0.8, linestyle=":")
    axes.fill_between(own["x"], 100.0 * own["low"], 100.0 * own["high"], alpha=0.28, color=BLUE, linewidth=0)
    axes.plot(own["x"], 100.0 * own["value"], color=BLUE, linewidth=2.0)
    axes.grid(visible=False)
    if passed is not None:
        axes.plot([passed[0]], [EVEN], marker="o", markersize=4.5, color=BLUE, markeredgecolor=INK)
        is_right = passed[0] > float(own["x"].mean())
        axes.annotate(
            f"{passed[0]:.2f}",
            (passed[0], EVEN),
            xytext=(-5 if is_right else 5, 4 if is_right else -4),
            textcoords="offset points",
            ha="right" if is_right else "left",
            va="bottom" if is_right else "top",
            fontsize="small",
        )


def _ticks(frame: pd.DataFrame) -> list[float]:
    """Choose round numbers within what was played."""
    first, last = float(frame["x"].min()), float(frame["x"].max())
    inside = [tick / 5 for tick in range(6) if first - 1e-9 <= tick / 5 <= last + 1e-9]
    return inside if len(inside) > 1 else [first, last]
