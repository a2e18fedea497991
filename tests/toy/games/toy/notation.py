"""The game in words."""

from typing import Any

from tests.toy.games.toy.state import Cause, Phase

WORDS = {"STANCE": ("rock", "paper", "scissors"), "CARD": ("keeps its card", "changes its card")}
CAUSE_WORDS = {
    "decided": "decided by the die", "won": "the cards reached the target", "lost": "the cards fell short",
    "truncated": "cut off", "fault": "a policy failed",
}  # fmt: skip


def render(rules: Any, state: Any) -> str:
    """Show what everybody sees, and the hand of the asked seat."""
    table, hand = state.table, state.hands[int(state.table.asked)]
    return f"first: seat {int(table.first)}; changed: {int(table.changed.sum())}\ncard: {int(hand.card)}"


def describe(rules: Any, state: Any, answer: int) -> str:
    """Write an answer."""
    return WORDS[Phase(int(state.table.phase)).name][answer]


def ending(rules: Any, state: Any) -> str:
    """Write how the game ended."""
    winner = f"; seat {int(state.table.winner)} won" if state.table.winner >= 0 else ""
    return CAUSE_WORDS[Cause(int(state.table.cause)).name.lower()] + winner
