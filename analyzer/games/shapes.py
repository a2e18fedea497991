"""What a game draws for a replay: shapes as data, in units of its own board; a page turns them into SVG.

A shape is a list: its form, its numbers, and its role, by which the page's style sheet gives it colours (`ROLES`). A
piece is one thing on the board: it has a key that stays the same from step to step, a place, and words, so that a page
can mark what changed and say what it was before. A drawing also has what stands beside a board: a row for every seat,
single facts, and the hand of the seat that is asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Shape = list[Any]

# what a shape stands for; several may be given, with spaces
GROUNDS = ("sea", "tile", "empty", "closed", "hatch", "land", "wood", "sun", "moon", "ink")
SEATS = ("seat0", "seat1", "seat2", "seat3", "seat4")
LETTERS = ("large", "small", "tiny", "strong", "muted", "inverse", "paper", "left", "right", "danger")
LINES = ("edge", "thick", "dashed")
ROLES = (*GROUNDS, *SEATS, *LETTERS, *LINES)


def box(x: float, y: float, width: float, height: float, role: str, radius: float = 0) -> Shape:
    """Draw a rectangle."""
    return ["rect", x, y, width, height, radius, role]


def disc(x: float, y: float, radius: float, role: str) -> Shape:
    """Draw a circle."""
    return ["circle", x, y, radius, role]


def line(x1: float, y1: float, x2: float, y2: float, role: str) -> Shape:
    """Draw a line."""
    return ["line", x1, y1, x2, y2, role]


def polygon(points: Sequence[tuple[float, float]], role: str) -> Shape:
    """Draw a polygon."""
    return ["polygon", " ".join(f"{x:g},{y:g}" for x, y in points), role]


def label(x: float, y: float, text: object, role: str) -> Shape:
    """Write a text: centred, or from or to the place with the role `left` or `right`."""
    return ["text", x, y, str(text), role]


@dataclass(frozen=True)
class Piece:
    """One thing on the board."""

    key: str
    words: str  # what it is, such as "cell 14: Island 33"
    x: float
    y: float
    width: float
    height: float
    shapes: tuple[Shape, ...]  # from its own corner
    layer: int = 0  # what lies above has the higher number

    def as_dict(self) -> dict[str, Any]:
        """Return it as data."""
        place = [round(number, 2) for number in (self.x, self.y, self.width, self.height)]
        return {"words": self.words, "at": place, "layer": self.layer, "shapes": [list(shape) for shape in self.shapes]}


@dataclass(frozen=True)
class Card:
    """One thing in a hand."""

    face: str  # what is written on it
    words: str

    def as_dict(self) -> dict[str, Any]:
        """Return it as data."""
        return {"face": self.face, "words": self.words}


@dataclass(frozen=True)
class Drawing:
    """A position: the board, what stands beside it, and the hand of the asked seat."""

    width: float
    height: float
    pieces: tuple[Piece, ...]
    columns: tuple[str, ...]  # of the table of seats
    seats: tuple[tuple[str, ...], ...]  # a row for every seat
    facts: Mapping[str, str] = field(default_factory=dict)
    hand: tuple[Card, ...] = ()
    left: float = 0  # where the board begins: one that grows may do so to every side
    top: float = 0
    key: str = ""  # how to read it

    def as_dict(self) -> dict[str, Any]:
        """Return it as data."""
        return {
            "view": [self.left, self.top, self.width, self.height],
            "key": self.key,
            "pieces": {piece.key: piece.as_dict() for piece in self.pieces},
            "columns": list(self.columns),
            "seats": [list(row) for row in self.seats],
            "facts": dict(self.facts),
            "hand": [card.as_dict() for card in self.hand],
        }
