"""Finds a game worth looking at: the first of some deals that was lost, or the narrowest, or a typical one."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.cells import Cell
from analyzer.errors import BadInput, unknown
from analyzer.play import prepared, seeding, stopping
from analyzer.runs.stored.shards import EXAMPLES, example_columns, lost_games

LOST = "lost"
KINDS = (LOST, *EXAMPLES)
DEALS, SEARCHED_DEALS = 400, 20  # that are looked at; fewer where a look-ahead plays


@dataclass(frozen=True)
class Picked:
    """A deal, and why it was chosen."""

    deal: int
    words: str


def check_kind(kind: str) -> str:
    """Reject an unknown kind of game."""
    if kind not in KINDS:
        raise unknown("game to pick", kind, KINDS, where="--pick")
    return kind


def pick(cell: Cell, kind: str, seed: int = 0, first: int = 0) -> Picked:
    """Play some deals from the `first` on and choose one of a kind, by the words that reports use."""
    check_kind(kind)
    stopping.check_range("deal", first, 0, stopping.MAX_GAMES)
    n = SEARCHED_DEALS if any(seat.searched is not None for seat in cell.seats) else DEALS
    rows = prepared.PreparedCell(cell).play(
        np.concatenate([seeding.deal_seeds(seed, deal, cell.held) for deal in range(first, first + n)]), first
    )
    found, why = _lost(cell, rows) if kind == LOST else _example(cell, rows, kind)
    span = f"deals {first} to {first + n - 1}"
    if found < 0:
        raise BadInput(f"--pick {kind}: there is no such game among the {span}; continue with --deal {first + n}")
    return Picked(found, f"deal {found}: {why} of the {span}")


def _lost(cell: Cell, rows: Any) -> tuple[int, str]:
    if cell.is_competitive:
        lost, why = rows["share"][:, 0] == 0, "the first that seat 0 did not win"
    else:
        lost, why = lost_games(cell, rows), "the first that was lost"
    return (int(rows["deal"][np.argmax(lost)]) if lost.any() else -1), why


def _example(cell: Cell, rows: Any, kind: str) -> tuple[int, str]:
    columns = example_columns(cell, rows)
    value = columns[f"example_{kind}_value"]
    return columns[f"example_{kind}_deal"], _words(cell, kind, value)


def _words(cell: Cell, kind: str, value: int) -> str:
    if cell.is_competitive:
        words = {
            "narrow": f"the game with the smallest margin ({value} {cell.game.words.score})",
            "typical": f"a game of median length ({value} turns)",
            "fastest": f"the shortest game ({value} turns)",
        }
    else:
        words = {
            "narrow": f"the won game with the most turns ({value})",
            "typical": f"a lost game of median length ({value} turns)",
            "fastest": f"the shortest lost game ({value} turns)",
        }
    return words[kind]
