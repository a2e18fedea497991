"""Putting a question to a seat, and going round the table."""

from __future__ import annotations

from analyzer.games.tranquility.state import Stage
from analyzer.kernel.lean import rule


@rule
def next_seat(rules, seat):
    """Return the next seat clockwise; a remainder would cost a division."""
    return seat + 1 if seat + 1 < rules.players else 0


@rule
def ask(table, phase, seat):
    """Let the game wait for an answer."""
    table.phase = phase
    table.asked = seat
    table.stage = Stage.ASKING
