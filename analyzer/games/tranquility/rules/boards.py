"""Board shapes as data: the path through the cells, their rows, the roof, the border cards, the wanted sides.

A shape is a list of path cells, each a `Place`; another shape is another list, not other rules.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.games.tranquility.state import MAX_CELLS, MAX_ROWS
from analyzer.kernel.jit import Field

PYRAMID_ROWS = ((8, 7, 6, 5, 4, 3, 2, 1), (11, 9, 7, 5, 3, 1))  # T-PYR-4
BORDER_CARDS = 25  # rules 1


@dataclass(frozen=True)
class Place:
    """One cell of the path: its geometric row (0 = bottom) and column, and what is special about it."""

    row: int
    column: int
    is_roof: bool = False
    is_border: bool = False
    shift: int = 0  # half columns to the right


def grid(rows: int, columns: int) -> list[Place]:
    """Lay out a rectangle, row by row from the bottom left (T-BASE-1)."""
    return [Place(row, column) for row in range(rows) for column in range(columns)]


def arch(*, is_tall: bool, by_pillar: bool) -> list[Place]:
    """Lay out two pillars and a roof (T-ARCH-3, T-ARCH-4)."""
    height = 6 if is_tall else 4
    columns = 6
    left = [Place(row, column) for row in range(height) for column in (0, 1)]
    right = [Place(row, column) for row in range(height) for column in (4, 5)]
    pillars = left + right if by_pillar else sorted(left + right, key=lambda place: (place.row, place.column))
    roof = [Place(row, column, is_roof=True) for row in (height, height + 1) for column in range(columns)]
    return pillars + roof


def pyramid(lengths: tuple[int, ...]) -> list[Place]:
    """Lay out rows that grow shorter; the outline lies on border cards (T-PYR-4, T-PYR-5)."""
    places = []
    for row, length in enumerate(lengths):
        for column in range(length):
            is_border = row == 0 or column in (0, length - 1)
            places.append(Place(row, column, is_border=is_border, shift=lengths[0] - length))
    return places


def left_over_borders(places: list[Place]) -> int:
    """Count the border cards that a shape leaves for the Explorer deck (T-PYR-2)."""
    return max(BORDER_CARDS - sum(place.is_border for place in places), 0)


def write_board(rules: Any, places: list[Place]) -> None:
    """Write a shape into the rules record; cell k is the k-th place."""
    rules.cells = len(places)
    rules.n_rows = 1 + max(place.row for place in places)
    rules.n_lower = sum(not place.is_roof for place in places)
    lengths = np.bincount([place.row for place in places], minlength=MAX_ROWS)
    rules.row_length[:] = lengths
    for cell, place in enumerate(places, start=1):
        rules.row_of[cell] = place.row
        rules.column_of[cell] = place.column
        rules.middle_of[cell] = 2 * place.column + place.shift
        rules.is_roof[cell] = place.is_roof
        rules.is_border[cell] = place.is_border
        # T-DAY-2: the upper half shows the sun (0), the lower half the moon (1)
        rules.wanted_side[cell] = 0 if 2 * place.row >= rules.n_rows else 1


def board_fields() -> tuple[Field, ...]:
    """Return the fields of the rules record that hold a board."""
    cells = (MAX_CELLS + 2,)
    return (
        ("cells", "i8", "cells of the grid"),
        ("n_rows", "i8", "rows of the grid"),
        ("n_lower", "i8", "cells that are not roof"),
        ("row_length", "i1", (MAX_ROWS,), "by row: its cells"),
        ("row_of", "i1", cells, "by cell: its row, 0 = bottom"),
        ("column_of", "i1", cells, "by cell: its column, 0 = left"),
        ("middle_of", "i1", cells, "by cell: half columns from the left to its middle, less one"),
        ("is_roof", "i1", cells, "by cell: 1 = part of the roof (T-ARCH-3)"),
        ("is_border", "i1", cells, "by cell: 1 = a border card lies there (T-PYR-5)"),
        ("wanted_side", "i1", cells, "by cell: the side that wins, 0 = sun, 1 = moon (T-DAY-2)"),
    )
