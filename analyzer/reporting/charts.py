"""The charts that several topics share: each draws a finished table and computes nothing."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.ticker import FixedFormatter, FixedLocator, NullLocator

from analyzer.reporting.theme import COLOURS, DIVERGING, HATCHES, INK, MARKERS, SEQUENTIAL, ink_on

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
        shift = SPREAD * ((number + 0.5) / len(groups) - 0.5) if len(groups) > 1 else 0.0
        heights = [line + shift for line in lines]
        style = series(STEADY.get(group, number))
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


_LEVELS = ("good", "casual", "expert", "strong", "floor", "novice")
_COUNTS = ("one player", "two players", "three players", "four players", "five players")
STEADY = {name: number for names in (_LEVELS, _COUNTS) for number, name in enumerate(names)}  # one look in all figures


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


def key(axes: Any, groups: Sequence[str], least: int = 2) -> None:
    """Put a legend below the figure if there are enough groups, with as many columns of names as fit."""
    if len(groups) >= least:
        handles, labels = axes.get_legend_handles_labels()
        room = axes.get_figure().get_figwidth() * LETTERS_PER_INCH
        columns = max(1, min(len(labels), int(room // (max(map(len, labels), default=0) + 4))))
        axes.get_figure().legend(handles, labels, loc="outside lower center", ncols=columns)


TICKS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.97, 0.99, 0.997, 0.999)
LOGIT = "logit axis: even steps of the odds"
EVEN_TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
NEAR, STEP = 0.45, 0.05  # apart at most, for rates that are shown closer up; the finest steps of their axis
END, CROWD = 0.1, 0.34  # from where a rate is at an end, and what share of them there is a crowd
FEW_TICKS, LEAST_WIDTH = (0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999), 5.0  # inches, below which many would overlap
FLOOR = 0.0005  # where a cell without wins is drawn


def draw_ladder(
    axes: Any,
    frame: pd.DataFrame,
    *,
    groups: Sequence[str],
    xlabel: str = "games won, in percent",
    head: str = "printed",
    lines: Sequence[float] = (),
) -> None:
    """Draw win rates (label, group, value, low, high, icons) in percent; on a logit axis where they crowd at an end.

    `head` stands above the icons; `lines` are win rates that part the variants.
    """
    names = list(dict.fromkeys(frame["label"]))
    kept = frame.assign(**{name: frame[name].clip(FLOOR, 1 - FLOOR) for name in ("value", "low", "high")})
    is_crowded = crowds(frame)
    name_lines(axes, names)
    if is_crowded:
        axes.set_xscale("logit")
    dots(axes, kept, names, groups)
    if is_crowded:
        _scale(axes, float(kept["low"].min()), float(kept["high"].max()))
    else:
        _even_scale(axes, [*kept["low"], *kept["high"], *lines])
    axes.set_xlabel(f"{xlabel}\n({LOGIT})" if is_crowded else xlabel)
    for line in lines:
        axes.axvline(line, color=INK, linewidth=1.0, linestyle=":")
    if any(frame["icons"]):
        _icons(axes, frame, names, head)
    key(axes, groups)


def _even_scale(axes: Any, rates: Sequence[float]) -> None:
    """Show all percents, or of rates that are near each other only the tens around them."""
    low, high = math.floor(10 * min(rates)) / 10, math.ceil(10 * max(rates)) / 10
    step = 0.1 if high - low > 0.25 else STEP
    ticks = np.arange(low, high + step / 2, step) if high - low < NEAR else np.array(EVEN_TICKS)
    axes.set_xlim(float(ticks[0]), float(ticks[-1]))
    axes.xaxis.set_major_locator(FixedLocator(list(ticks)))
    axes.xaxis.set_major_formatter(FixedFormatter([f"{100 * tick:.0f}" for tick in ticks]))


def crowds(frame: pd.DataFrame) -> bool:
    """Tell whether rates crowd at the ends, so that even percents would hide their differences."""
    at_ends = (frame["value"] < END) | (frame["value"] > 1.0 - END)
    return bool(at_ends.mean() > CROWD)


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
    place = {"transform": axes.get_yaxis_transform(), "va": "center", "fontsize": "small"}
    axes.text(1.02, -0.75, head, **place)
    for line, name in enumerate(names):
        axes.text(1.02, line, printed[name], **place)


def draw_effects(axes: Any, frame: pd.DataFrame, *, xlabel: str, groups: Sequence[str], factor: float = 1.0) -> None:
    """Draw the estimates of `frame` (label, group, value, low, high), times `factor`, with a line at zero."""
    names = list(dict.fromkeys(frame["label"]))
    name_lines(axes, names)
    axes.axvline(0.0, color=INK, linewidth=1.0)
    dots(axes, frame, names, groups, factor)
    axes.set_xlabel(xlabel)
    axes.margins(x=0.05)
    key(axes, groups)


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
    places = {group: STEADY.get(group, number) for number, group in enumerate(groups)}
    fair = {float(row["fair"]): series(places[row["group"]])["color"] for row in own.to_dict("records")}
    return fair if len(fair) > 1 else dict.fromkeys(fair, INK)


WIDE_ENOUGH = 7.0  # percent of a bar that a number fits into
NUMBER: dict[str, Any] = {  # how it is written there
    "ha": "center",
    "va": "center",
    "fontsize": 8,
    "color": "#111111",
    "bbox": {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 1.2},
}


def draw_stacks(axes: Any, frame: pd.DataFrame, *, parts: Sequence[str], xlabel: str, numbered: bool = False) -> None:
    """Stack the shares of `frame` (label, part, value) per label, the parts in the given order."""
    names = list(dict.fromkeys(frame["label"]))
    left = [0.0] * len(names)
    for number, part in enumerate(parts):
        own = dict(zip(*(frame[frame["part"] == part][name] for name in ("label", "value")), strict=True))
        widths = [100.0 * own.get(name, 0.0) for name in names]
        style = {"color": COLOURS[number % len(COLOURS)], "hatch": HATCHES[number % len(HATCHES)], "edgecolor": INK}
        axes.barh(range(len(names)), widths, left=left, height=0.7, linewidth=0.5, label=part, **style)
        for line, (width, start) in enumerate(zip(widths, left, strict=True)) if numbered else ():
            if width >= WIDE_ENOUGH:
                axes.text(start + width / 2, line, f"{width:.0f}", **NUMBER)
        left = [start + width for start, width in zip(left, widths, strict=True)]
    axes.set_yticks(range(len(names)), labels=names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xlabel(xlabel)
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    key(axes, parts, least=1)


def draw_matrix(axes: Any, frame: pd.DataFrame, *, names: Sequence[str], reach: float) -> None:
    """Colour the fields of `frame` (row, column, value in points, text, is_certain) up to ±`reach` points."""
    colours = mpl.colormaps[DIVERGING]
    for field in frame.to_dict("records"):
        x, y = names.index(field["column"]), names.index(field["row"])
        colour = colours(0.5 + 0.5 * max(-1.0, min(1.0, field["value"] / reach)))
        axes.add_patch(mpl.patches.Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor="white"))
        weight = "bold" if field["is_certain"] else "normal"
        axes.text(x, y, field["text"], ha="center", va="center", fontsize=7.5, color=ink_on(colour), fontweight=weight)
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xticks(range(len(names)), labels=list(names), rotation=45, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(names)), labels=list(names))
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)


def draw_heat_map(
    axes: Any, frame: pd.DataFrame, *, rows: Sequence[str], columns: Sequence[Any], xlabel: str = ""
) -> None:
    """Colour the fields of `frame` (row, column, value, text); what was not played stays empty."""
    colours = mpl.colormaps[SEQUENTIAL]
    for field in frame.to_dict("records"):
        x, y = columns.index(field["column"]), rows.index(field["row"])
        colour = colours(field["value"])
        axes.add_patch(mpl.patches.Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor="white"))
        axes.text(x, y, field["text"], ha="center", va="center", color=ink_on(colour), fontsize="small")
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    slant: dict[str, Any] = {} if xlabel else {"rotation": 45, "ha": "right", "rotation_mode": "anchor"}  # names
    axes.set_xticks(range(len(columns)), labels=[str(column) for column in columns], **slant)
    axes.set_yticks(range(len(rows)), labels=list(rows))
    axes.set_xlabel(xlabel)
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)


APART = 0.07  # of the height of the axis, by which the ends of curves differ that carry their names
MOST_NAMED = 4


def label_ends(axes: Any, frame: pd.DataFrame, names: Sequence[str], factor: float) -> None:
    """Write the names of curves at their ends where there is room; else in a legend."""
    ends = {name: frame[frame["label"] == name].iloc[-1] for name in names}
    heights = sorted(factor * row["value"] for row in ends.values())
    low, high = axes.get_ylim()
    room = all(b - a > APART * (high - low) for a, b in pairwise(heights))
    is_wide = axes.get_figure().get_figwidth() > LEAST_WIDTH
    if len(names) < 2 or len(names) > MOST_NAMED or not room or not is_wide:
        key(axes, names)
        return
    for number, (name, row) in enumerate(ends.items()):
        place = (row["x"], factor * row["value"])
        text = {"xytext": (8, 0), "textcoords": "offset points", "va": "center", "fontsize": "small"}
        axes.annotate(name, place, color=series(number)["color"], annotation_clip=False, **text)


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
    label_ends(axes, frame, names, factor)
