"""Putting a question to a seat."""

from __future__ import annotations

from analyzer.games.tranquility.state import Stage
from analyzer.kernel.lean import rule


@rule
def ask(table, phase, seat):
    """Let the game wait for an answer."""
    table.phase = phase
    table.asked = seat
    table.stage = Stage.ASKING
