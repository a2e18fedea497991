"""The game in words."""

from typing import Any

from tests.stalls.games.stalls.state import Cause, Plan

CAUSE_WORDS = {"decided": "decided by the die", "truncated": "cut off", "fault": "a policy failed"}


def render(rules: Any, state: Any) -> str:
    """Show what everybody sees."""
    return f"first: seat {int(state.table.first)}; faces: {state.table.faces[: int(rules.players)].tolist()}"


def describe(rules: Any, state: Any, answer: int) -> str:
    """Write an answer."""
    return f"{Plan(answer).name.lower()}s"


def ending(rules: Any, state: Any) -> str:
    """Write how the game ended."""
    return f"{CAUSE_WORDS[Cause(int(state.table.cause)).name.lower()]}; seat {int(state.table.winner)} won"
