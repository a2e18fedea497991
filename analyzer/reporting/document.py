"""A report as data: sections of prose, tables, figures and commands, with nothing rendered yet.

All texts are plain text: a renderer escapes every one of them, so no name that a user chose can become markup.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from urllib.parse import quote

import pandas as pd

from analyzer.stats import Estimate


class Tone(StrEnum):
    """How a paragraph is meant."""

    TEXT = "text"
    LEAD = "lead"  # the answer itself
    NOTE = "note"  # what it rests on, how to read it
    WARNING = "warning"  # what must not be overlooked: assumed rules, truncated games, a try-out


@dataclass(frozen=True)
class Prose:
    """A paragraph."""

    text: str
    tone: Tone = Tone.TEXT
    label: str = ""  # what stands before it in bold


@dataclass(frozen=True)
class Bullets:
    """A list of short statements."""

    items: tuple[str, ...]
    tone: Tone = Tone.TEXT


@dataclass(frozen=True)
class Labelled:
    """Statements with a label each: what to do, and on what it depends."""

    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Commands:
    """Command lines to copy."""

    lines: tuple[str, ...]
    caption: str = ""


@dataclass(frozen=True)
class Link:
    """A link to a file beside the report, or to a place in it."""

    text: str
    path: str  # relative to the report folder
    place: str = ""  # what stands behind the #

    @property
    def target(self) -> str:
        """Write where it leads so that no path becomes an address or markup."""
        return f"./{quote(self.path)}" + (f"#{quote(self.place, safe='=')}" if self.place else "")


class Kind(StrEnum):
    """How the values of a column are written; estimates always come with their interval."""

    TEXT = "text"
    COUNT = "count"  # a whole number
    NUMBER = "number"  # an Estimate or a float on its own scale
    CHANGE = "change"  # a difference on its own scale, with its sign
    PERCENT = "percent"  # an Estimate or a float in [0, 1], shown in percent
    POINTS = "points"  # a difference of two percentages, with its sign
    P_VALUE = "p_value"


@dataclass(frozen=True)
class Column:
    """A column of a table: `key` in the frame, `title` for readers."""

    key: str
    title: str
    kind: Kind = Kind.TEXT


@dataclass(frozen=True)
class Table:
    """A table with unrounded values; `name` is the stem of its CSV file."""

    name: str
    title: str
    columns: tuple[Column, ...]
    frame: pd.DataFrame
    note: str = ""
    folded: bool = False  # long evidence: shown on demand


@dataclass(frozen=True)
class Slider(Table):
    """A table of win rates at a few sights; on a page a slider, "our group", shows and sorts them at any other.

    `curves` holds for every row an estimate at each of the `places` of the slider, which begins at `start`; `groups`
    says which choice of the page a row belongs to. With the slider only the first and the last column stay.
    """

    places: tuple[float, ...] = ()
    curves: tuple[tuple[Estimate, ...], ...] = ()
    groups: tuple[str, ...] = ()
    start: float = 0.0


@dataclass(frozen=True)
class Figure:
    """A figure: `draw(axes, frame, **options)` draws a finished table and computes nothing."""

    name: str
    title: str
    alt: str
    draw: Callable[..., None]
    frame: pd.DataFrame
    options: Mapping[str, Any] = field(default_factory=dict)
    size: tuple[float, float] = (7.2, 4.0)  # inches
    note: str = ""
    is_wide: bool = False  # needs its width: not drawn for a telephone
    finding: str = (
        ""  # what it shows, in a few words: its heading; the title says below it what is drawn, and who plays
    )
    source: str = ""  # of what it was made: game, players, number of games, seed


Part = Prose | Bullets | Labelled | Commands | Link | Table | Figure


@dataclass(frozen=True)
class Section:
    """A chapter of the report; `name` is its anchor."""

    name: str
    title: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Document:
    """A whole report."""

    title: str
    question: str
    game: str
    is_quick: bool
    sections: tuple[Section, ...]
    stamp: str  # one line: how to make this report again
    notices: tuple[str, ...] = ()  # warnings about the whole report: a try-out, a run that is not finished


WIDTH = 7.2  # inches
HIGHEST = 9.5
LEAST_LINE = 0.26  # of a list


def lines_high(lines: int, marks: int = 1) -> float:
    """Choose the height of a list of lines with so many marks each, axis and legend included."""
    return min(HIGHEST, 1.25 + lines * max(LEAST_LINE, 0.07 * marks + 0.08))


def square(fields: int, per_field: float = 0.46, around: float = 1.6) -> tuple[float, float]:
    """Choose the size of a square of fields with names on two sides."""
    side = min(WIDTH, max(3.4, around + per_field * fields))
    return side, min(HIGHEST, side)
