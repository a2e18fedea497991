"""How figures look: a palette for all readers, and the way from a figure as data to SVG and PNG.

Colours are those of Okabe and Ito (Color Universal Design, 2008), which people with any kind of colour blindness can
tell apart; yellow and black are left out because they vanish on white and on black paper. Series differ in marker and
hatch as well, so that a figure survives a copier. Texts are never read as formulas: a `$` in a name is a `$`.
"""

import io
import re
import textwrap
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
from cycler import cycler
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure as Canvas

from analyzer.reporting.document import LEAST_LINE, Figure
from analyzer.reporting.wording import halved, shortened, tidy, wrapped

BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"
COLOURS = [BLUE, ORANGE, GREEN, VERMILLION, SKY, PURPLE]  # neighbours differ in lightness too
MARKERS = ["o", "s", "^", "D", "v", "P"]
HATCHES = ["", "////", "....", "\\\\\\\\", "xxxx", "----"]
SEQUENTIAL = "cividis"  # lightness rises evenly: its order survives black and white
DIVERGING = "PuOr"  # for differences; write the numbers on it, a copier cannot tell the two ends apart
INK = "#1F2A37"  # axes and texts; becomes the colour of the text around it in HTML
PAPER = "#FEFEFE"  # what lies behind; becomes the colour of the page in HTML
DPI = 150
LONG_NAME, SHORT_NAME = 56, 24  # characters of a name in a figure, and where that leaves no room
WIDE_NAME = 46  # characters of a line of a name beside a figure
LINE_HIGH = 0.18  # inches that such a line takes
NARROW_LINE, NARROW_MORE = 0.16, 0.15  # the same on a telephone, and the room for a broken text below the axis
WIDE, NARROW = "wide", "narrow"  # classes of drawings: for a screen, and for a telephone
NARROW_WIDTH, NARROW_FONT = 4.3, 9.0  # inches, points
NARROW_NAME, NARROW_AXIS, WIDE_AXIS = 18, 42, 48  # characters of a line
HEADING = {"finding": (12.5, "bold", 9.6), "title": (9.5, "normal", 13.5)}  # size, weight, letters per inch
SOURCE_SIZE, SOURCE_LETTERS = 7.5, 17.5
LINE = 1.3 / 72  # inches that a line takes per point of its letters
MARGIN = 0.1  # inches
DAGGER = "†"
COLLAPSED = "constrained_layout not applied"

RC: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": INK,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "axes.prop_cycle": cycler(color=COLOURS),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": "medium",
    "axes.titleweight": "bold",
    "axes.unicode_minus": True,
    "figure.facecolor": "none",
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same PNG everywhere
    "font.size": 10.5,
    "grid.alpha": 0.15,
    "grid.color": INK,
    "grid.linewidth": 0.8,
    "hatch.color": INK,
    "hatch.linewidth": 0.6,
    "image.cmap": SEQUENTIAL,
    "legend.columnspacing": 1.2,
    "legend.edgecolor": INK,
    "legend.facecolor": PAPER,
    "legend.framealpha": 0.8,
    "legend.fontsize": "small",
    "legend.frameon": False,
    "legend.handlelength": 1.6,
    "legend.handletextpad": 0.4,
    "legend.labelcolor": INK,
    "lines.linewidth": 1.8,
    "lines.markersize": 6.0,
    "patch.edgecolor": INK,
    "svg.fonttype": "none",  # text stays text: small, sharp, found by a search
    "svg.hashsalt": "analyzer",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": INK,
    "ytick.color": INK,
}

_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
# what the page decides: its text, its paper, and a blue that is lighter on a dark page
_PAGE_COLOURS = {INK: "currentColor", PAPER: "var(--paper)", BLUE: f"var(--blue, {BLUE.lower()})"}
_LONG_DECIMAL = re.compile(r"-?\d+\.\d{3,}")


def ink_on(colour: Any) -> str:
    """Choose the text colour for a filled background: black or white, whichever differs more."""
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in to_rgb(colour))
    # not quite black: SVG leaves out what is black by default, and then nobody can tell it was meant
    return "#010101" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 else "#FFFFFF"


def figure_png(figure: Figure) -> bytes:
    """Draw a figure on white paper, with its heading and its source: a picture that makes sense alone."""
    with _painted(figure, is_alone=True) as canvas:
        FigureCanvasAgg(canvas)
        stream = io.BytesIO()
        canvas.savefig(stream, format="png", dpi=DPI, facecolor="white", metadata={"Software": None})
    return stream.getvalue()


def figure_svg(figure: Figure, prefix: str = "", kind: str = "") -> str:
    """Draw a figure for a page: transparent, in the page's own text colour, ids beginning with `prefix`.

    `kind` becomes the class of the drawing; NARROW ones are drawn for a telephone.
    """
    with _painted(figure, is_narrow=kind == NARROW) as canvas:
        FigureCanvasSVG(canvas)
        stream = io.StringIO()
        canvas.savefig(stream, format="svg", transparent=False, metadata={"Date": None, "Creator": None})
    return _inline(stream.getvalue(), f"{prefix or figure.name}-", kind)


def has_narrow(figure: Figure) -> bool:
    """Tell whether a figure can be drawn for a telephone: a matrix and boards need their width."""
    return not figure.is_wide and figure.size[0] > NARROW_WIDTH


def _names_broken(figure: Figure, is_narrow: bool) -> Figure:
    """Break long names beside a figure into lines, and make it as much higher as neighbours need."""
    width, height = (NARROW_WIDTH, figure.size[1] + NARROW_MORE) if is_narrow else figure.size
    if "label" not in figure.frame or figure.frame.empty:
        return replace(figure, size=(width, height))
    broken, longest, line = (wrapped, NARROW_NAME, NARROW_LINE) if is_narrow else (halved, WIDE_NAME, LINE_HIGH)
    labels = [broken(name, longest) for name in figure.frame["label"]]
    lines = [str(name).count("\n") + 1 for name in dict.fromkeys(labels)]
    needed = max((a + b) / 2 for a, b in pairwise([*lines, 0, *lines[:1]]))  # of two neighbours, or of the only one
    if is_narrow or max(lines) > 1:
        height += len(lines) * max(0.0, line * needed - LEAST_LINE)
    return replace(figure, frame=figure.frame.assign(label=labels), size=(width, height))


@contextmanager
def _painted(figure: Figure, *, is_narrow: bool = False, is_alone: bool = False) -> Iterator[Canvas]:
    with mpl.rc_context(RC | ({"font.size": NARROW_FONT} if is_narrow else {})), warnings.catch_warnings():
        # a name in a script that the font lacks: boxes in the PNG, the reader's own fonts in HTML
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from")
        canvas = _draw(figure, LONG_NAME, is_narrow, is_alone)
        if not _fits(canvas):
            canvas = _draw(figure, SHORT_NAME, is_narrow, is_alone)
            warnings.filterwarnings("ignore", message=COLLAPSED)
        yield canvas


def _draw(figure: Figure, longest: int, is_narrow: bool = False, is_alone: bool = False) -> Canvas:
    frame = figure.frame.map(shortened, longest=longest)
    if "label" in frame and longest == LONG_NAME:  # names may take some lines
        frame = frame.assign(label=figure.frame["label"].map(lambda name: shortened(name, 4 * WIDE_NAME)))
    options = {
        name: tidy(value) if isinstance(value, str) else shortened(value, longest)
        for name, value in figure.options.items()
    }
    if "xlabel" in options:  # centred below the axis: a long one would run off the paper beside long names
        options["xlabel"] = wrapped(options["xlabel"], NARROW_AXIS if is_narrow else WIDE_AXIS)
    shown = replace(figure, frame=frame, options=options)
    shown = _names_broken(shown, is_narrow)
    if is_alone and figure.finding:
        return _framed(shown)
    canvas = Canvas(figsize=shown.size, layout="constrained")
    shown.draw(canvas.add_subplot(), shown.frame, **shown.options)
    return canvas


def _framed(figure: Figure) -> Canvas:
    """Draw a figure between its heading and its source, in more height."""
    width, height = figure.size
    told = {part: tidy(getattr(figure, part)) for part in HEADING}
    lines = [(text, *HEADING[part]) for part, text in told.items() if part == "finding" or text != told["finding"]]
    above = [(textwrap.wrap(text, int(width * letters)), size, weight) for text, size, weight, letters in lines]
    head = MARGIN + sum(len(text) * size * LINE for text, size, _ in above)
    names = " ".join(str(name) for column in ("label", "row") for name in figure.frame.get(column, ()))
    marks = f" · {DAGGER} rests on assumed rules" if DAGGER in names else ""
    source = textwrap.wrap(tidy(f"{figure.source}{marks}"), int(width * SOURCE_LETTERS))
    foot = MARGIN + len(source) * SOURCE_SIZE * LINE
    whole = head + height + foot
    canvas = Canvas(figsize=(width, whole))
    canvas.set_layout_engine("constrained", rect=(0.0, foot / whole, 1.0, height / whole))
    figure.draw(canvas.add_subplot(), figure.frame, **figure.options)
    for legend in canvas.legends:  # those outside of the axes: between them and the source
        legend.set_bbox_to_anchor((0.0, foot / whole, 1.0, height / whole), transform=canvas.transFigure)
        low = foot + legend.get_window_extent(FigureCanvasAgg(canvas).get_renderer()).height / canvas.dpi + MARGIN
        canvas.set_layout_engine("constrained", rect=(0.0, low / whole, 1.0, (foot + height - low) / whole))
    top = 1.0 - MARGIN / whole
    for text, size, weight in above:
        canvas.text(MARGIN / width, top, "\n".join(text), fontsize=size, fontweight=weight, va="top", linespacing=1.2)
        top -= len(text) * size * LINE / whole
    canvas.text(MARGIN / width, MARGIN / whole, "\n".join(source), fontsize=SOURCE_SIZE, va="bottom", alpha=0.75)
    return canvas


def _fits(canvas: Canvas) -> bool:
    """Tell whether the names leave room for the figure itself."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.filterwarnings("always", message=COLLAPSED)
        canvas.draw_without_rendering()
    return not any(COLLAPSED in str(item.message) for item in caught)


def _inline(text: str, prefix: str, kind: str = "") -> str:
    """Turn an SVG file into an element of a page: own ids, page colours, short numbers, no size of its own."""
    ElementTree.register_namespace("", _SVG)
    root = ElementTree.fromstring(text)
    for metadata in root.findall(f"{{{_SVG}}}metadata"):
        root.remove(metadata)
    for node in root.iter():
        link = node.attrib.pop(f"{{{_XLINK}}}href", None)
        own = node.attrib if link is None else {**node.attrib, "href": link}
        node.attrib.update({name: _adapted(name, value, prefix) for name, value in own.items()})
    for size in ("width", "height"):
        root.attrib.pop(size)
    if kind:
        root.set("class", kind)
    return ElementTree.tostring(root, encoding="unicode")


def _adapted(name: str, value: str, prefix: str) -> str:
    if name == "id":
        return prefix + value
    if name == "href":
        return f"#{prefix}{value[1:]}" if value.startswith("#") else value
    if name in ("d", "x", "y"):
        return _LONG_DECIMAL.sub(lambda found: f"{float(found[0]):.2f}", value)
    value = value.replace("url(#", f"url(#{prefix}")
    for colour, own in _PAGE_COLOURS.items():
        value = value.replace(colour.lower(), own)
    return value
