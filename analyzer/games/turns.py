"""What the turns of all games share: the head of the table, asking a seat, going round, and the end.

The table of a game begins with these fields. Between two questions `stage` says what to do next; while somebody
is asked it is ASKING. A game's codes of stages and causes begin with these two.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import Field, record
from analyzer.kernel.lean import rule

ASKING = 0  # the stage while a question waits for its answer
RUNNING = 0  # the cause while a game has not ended
BAD_SCORE = -(1 << 40)  # what a scoring policy answers when a score is not a number

TABLE_HEAD: tuple[Field, ...] = (
    ("phase", "i8", "the question: a code of Phase"),
    ("stage", "i8", "for the rules: where the turn stands between two questions"),
    ("asked", "i8", "the seat that has to answer"),
    ("active", "i8", "the seat whose turn it is"),
    ("first", "i8", "the seat that had the first turn"),
    ("turn", "i8", "number of the turn"),
    ("cause", "i8", "how the game ended; 0 while it goes on"),
)


def state_layout(
    table: np.dtype[Any], hand: np.dtype[Any], hidden: np.dtype[Any], tally: np.dtype[Any], max_seats: int
) -> np.dtype[Any]:
    """Lay out the state of a game: what all see, what one sees, what nobody sees, and what the analyst counts."""
    return record(("table", table), ("hands", hand, (max_seats,)), ("hidden", hidden), ("tally", tally))


@rule
def ask(table, question, seat):
    """Let the game wait for an answer."""
    table.phase = question
    table.asked = seat
    table.stage = ASKING


@rule
def is_over(state):
    """Tell whether the game has ended."""
    return state.table.cause != RUNNING


@rule
def next_seat(rules, seat):
    """Return the next seat clockwise; a remainder would cost a division."""
    return seat + 1 if seat + 1 < rules.players else 0


@rule
def fault_of(answer):
    """Tell a score that was not a number from an answer that is not among the options."""
    return Fault.NOT_A_NUMBER if answer == BAD_SCORE else Fault.ILLEGAL
