"""A document as one self-contained HTML file: nothing is loaded from anywhere, and it works without scripts."""

import base64
import hashlib
import json
import math
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from analyzer.reporting.document import Column, Document, Figure, Kind, Slider, Table
from analyzer.reporting.theme import NARROW, WIDE, figure_svg, has_narrow
from analyzer.reporting.wording import clean, count, is_missing, plain, stem, written
from analyzer.stats import Estimate

MOST_LINES = 500  # of a table: nobody reads more in a browser, which would be slow with them
_UNIT = re.compile(r"(?<=\d) (?=%|points)")


def render_html(document: Document) -> str:
    """Write a document as one file."""
    templates = environment()
    palette, own, script = (source(templates, name) for name in ("palette.css", "report.css", "report.js"))
    if any(isinstance(part, Slider) for section in document.sections for part in section.parts):
        # before tables can be sorted by their heads: this one cannot
        own, script = own + source(templates, "slider.css"), source(templates, "slider.js") + script
    own, script = own + source(templates, "tables.css"), script + source(templates, "tables.js")
    files = {"style": Markup(palette + own), "script": Markup(script), "policy": content_policy(script)}
    return templates.get_template("report.html.jinja").render(document=document, **files)


def render_entrance(cards: Mapping[str, Sequence[Mapping[str, str]]]) -> str:
    """Write the page that leads to many reports: a card for each game, with topic, page and answer of each report."""
    templates = environment()
    style = source(templates, "palette.css") + source(templates, "report.css") + source(templates, "entrance.css")
    return templates.get_template("entrance.html.jinja").render(
        cards=cards, style=Markup(style), policy=content_policy("")
    )


@cache
def environment() -> Environment:
    """Make ready what turns templates into pages."""
    made = Environment(
        loader=PackageLoader("analyzer.reporting"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.filters |= {
        "form": lambda part: type(part).__name__.lower(),
        "line": _typeset,
        "anchor": stem,
        "svg": _svg,
        "fits": has_narrow,
        "rank": _rank,
        "written": written,
        "count": count,
        "source": _source_of_number,
        "stored": _stored,
        "reach": _reach,
        "bar": _bar,
    }
    made.globals |= {"Kind": Kind, "MOST_LINES": MOST_LINES}
    return made


def _typeset(text: str) -> str:
    """Put a text on one line and keep a number and its unit together."""
    return _UNIT.sub("\u00a0", clean(text))


def source(templates: Environment, name: str) -> str:
    """Read a file beside the templates."""
    assert templates.loader is not None
    return templates.loader.get_source(templates, name)[0]


def content_policy(script: str) -> str:
    """Forbid every request and every script but our own."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = f"style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{digest}'"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"


def _svg(figure: Figure) -> Markup:
    name = f"figure-{stem(figure.name)}"
    small = figure_svg(figure, f"{name}-{NARROW}", NARROW) if has_narrow(figure) else ""
    return Markup(small + figure_svg(figure, name, WIDE))


def _rank(value: Any) -> str:
    """Give the unrounded number that a table is sorted by; nothing where there is none."""
    number = plain(value)
    if is_missing(value) or isinstance(number, str) or not math.isfinite(number):
        return ""
    return repr(float(number))


def _stored(slider: Slider) -> Markup:
    """Write what a slider shows as JSON that no name can end: of each row value, low and high in tenths of percent."""
    curves = [
        [round(1000.0 * part) for item in curve for part in (item.value, item.low, item.high)]
        for curve in slider.curves
    ]
    content = {"places": slider.places, "groups": slider.groups, "start": slider.start, "curves": curves}
    text = json.dumps(content, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))


def _reach(table: Table, column: Column) -> float:
    """Give how far the changes of a column go, which their bars share; 0 for what has no bars."""
    if column.kind is not Kind.POINTS:
        return 1.0 if column.kind is Kind.PERCENT else 0.0
    found = [value.reach for value in table.frame[column.key] if isinstance(value, Estimate)]
    return max((reach for reach in found if math.isfinite(reach)), default=0.0)


def _bar(value: Any, column: Column, reach: float) -> str:
    """Place the bar of an interval in its cell, as a style; nothing where there is none."""
    if not isinstance(value, Estimate) or not reach or not math.isfinite(value.low) or not math.isfinite(value.high):
        return ""
    low, high = (end if column.kind is Kind.PERCENT else 0.5 + end / reach / 2 for end in (value.low, value.high))
    low, high = max(0.0, min(1.0, low)), max(0.0, min(1.0, high))
    place = low / (1.0 - (high - low)) if high - low < 1.0 else 0.0  # CSS counts in what is left beside the bar
    return f"--at: {100 * place:.1f}%; --wide: {100 * (high - low):.1f}%"


def _source_of_number(value: Any) -> str:
    """Say what an estimate rests on."""
    if not isinstance(value, Estimate):
        return ""
    return f"{100 * value.level:.3g} % interval ({value.method}), n = {count(value.n)}"
