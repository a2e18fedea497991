"""The one way to put a question to a seat."""

from __future__ import annotations

from analyzer.games.islebound.state import Stage
from analyzer.kernel.lean import rule


@rule
def ask(table, question, seat):
    """Let the game wait for an answer."""
    table.phase = question
    table.asked = seat
    table.stage = Stage.ASKING
