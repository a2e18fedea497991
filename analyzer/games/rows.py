"""What every game leaves behind: the fields that the rows of all games have, and the rule that writes them."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import Field, row
from analyzer.kernel.lean import rule

NO_SEAT = -1


def row_layout(max_seats: int, *measures: Field) -> np.dtype[Any]:
    """Lay out the rows of a game: what all games leave behind, then its own measures."""
    return row(
        ("deal", "i8"),
        ("share", "f8", (max_seats,)),  # of the win; 0 in a cooperative game
        ("score", "i4", (max_seats,)),
        ("turns", "i4"),
        ("decisions", "i4"),
        ("cause", "i2"),
        ("fault", "i2"),
        ("fault_seat", "i2"),
        ("first", "i2"),
        *measures,
    )


@rule
def write_head(table, fault, fault_cause, decisions, out):
    """Write how a game ended, who began it and how long it was; `fault_cause` is the game's code for a fault."""
    out.cause = table.cause if fault == Fault.NONE else fault_cause
    out.fault = fault
    out.fault_seat = table.asked if fault != Fault.NONE else NO_SEAT
    out.turns = table.turn
    out.decisions = decisions
    out.first = table.first
