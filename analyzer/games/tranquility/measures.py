"""What one game leaves behind."""

from __future__ import annotations

from analyzer.games.tranquility.state import Cause
from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import row, rule

RECORD = row(
    ("deal", "i8"),
    ("cause", "i2"),
    ("fault", "i2"),
    ("fault_seat", "i2"),
    ("turns", "i4"),
    ("decisions", "i4"),
    ("first", "i2"),
    ("filled", "i2"),
    ("paid", "i2"),
    ("discard_twos", "i2"),
    ("start_turn", "i2"),  # 0 = no Start was played
    ("finishes_lost", "i2"),
)


@rule
def measure(rules, state, fault, decisions, out):
    """Write one game's row."""
    table = state.table
    out.cause = table.cause if fault == Fault.NONE else Cause.FAULT
    out.fault = fault
    out.fault_seat = table.asked if fault != Fault.NONE else -1
    out.turns = table.turn
    out.decisions = decisions
    out.first = table.first
    out.filled = table.filled
    out.paid = state.tally.paid
    out.discard_twos = state.tally.discard_twos
    out.start_turn = state.tally.start_turn
    out.finishes_lost = state.tally.finishes_lost
