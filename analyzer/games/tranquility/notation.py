"""Tranquility in text: positions for tests, boards and answers for replays."""

from __future__ import annotations

from typing import Any

from analyzer.games.tranquility.encoding import cell_of, kind_of, share_of
from analyzer.games.tranquility.rules.actions import is_island
from analyzer.games.tranquility.rules.options import n_options, option
from analyzer.games.tranquility.rules.placement import cost_at
from analyzer.games.tranquility.state import Card, Cause, Kind, Phase

_LETTERS = {int(Card.START): "S", int(Card.FINISH): "F"}
_CODES = {letter: code for code, letter in _LETTERS.items()}

CAUSE_WORDS = {
    "won": "won",
    "no_action": "lost: no legal action, fewer than two cards to discard",
    "empty_hand": "lost: no card in hand at the start of a turn",
    "one_card": "lost: one card in hand at the start of a turn",
    "start_shortage": "lost: too few cards to pay the Start",
    "finishes_gone": "lost: all Finishes were discarded",
    "truncated": "cut off by the turn limit",
    "fault": "stopped by a policy's fault",
}


def card_name(card: int) -> str:
    """Write a card: the number of an Island, or a letter."""
    return _LETTERS.get(int(card), str(int(card)))


def parse_cards(text: str) -> list[int]:
    """Read cards such as `S 3 9 F`."""
    return [_CODES[word] if word in _CODES else int(word) for word in text.split()]


def cell_name(rules: Any, cell: int) -> str:
    """Write a cell with its place in the grid; row 1 is the bottom row."""
    row, column = divmod(cell - 1, int(rules.columns))
    return f"cell {cell} (row {row + 1}, column {column + 1})"


def render(rules: Any, state: Any) -> str:
    """Draw the grid, top row first, the public counts, and the hand of the asked seat."""
    table = state.table
    rows = [_row_text(rules, table, row) for row in reversed(range(int(rules.rows)))]
    return "\n".join([*rows, _seats_text(rules, table), _hand_text(state)])


def _row_text(rules: Any, table: Any, row: int) -> str:
    first = row * int(rules.columns) + 1
    numbers = (int(table.number[cell]) for cell in range(first, first + int(rules.columns)))
    return "  " + " ".join(f"{number:>3}" if number else "  ·" for number in numbers)


def _seats_text(rules: Any, table: Any) -> str:
    seats = [
        f"seat {seat}: hand {table.held[seat]}, pile {table.pile[seat]}, discarded {table.discarded[seat]}"
        for seat in range(int(rules.players))
    ]
    start = "Start laid" if table.started else "no Start yet"
    return "  " + "; ".join([*seats, start, f"{table.filled} of {rules.cells} cells filled"])


def _hand_text(state: Any) -> str:
    hand = state.hands[int(state.table.asked)]
    cards = " ".join(card_name(card) for card in hand.cards[: int(hand.held)])
    return f"  seat {hand.seat} holds [{cards}]"


def describe(rules: Any, state: Any, answer: int) -> str:
    """Put the answer to the question at hand into words."""
    phase = int(state.table.phase)
    if phase == Phase.ACTION:
        return _describe_action(rules, state, answer)
    if phase == Phase.OFFER:
        return f"could give {answer}"
    if phase == Phase.SPLIT:
        shares = ", ".join(f"seat {seat} gives {share_of(answer, seat)}" for seat in range(int(rules.players)))
        return f"the Start's {state.table.cost}: {shares}"
    return f"{_GIFT_WORDS[phase]} {_cards_of_mask(state, answer)}"


_GIFT_WORDS = {int(Phase.PAY): "pays", int(Phase.DISCARD_TWO): "discards", int(Phase.GIVE): "gives for the Start"}


def _describe_action(rules: Any, state: Any, answer: int) -> str:
    kind, cell = kind_of(answer), cell_of(answer)
    if kind == Kind.DISCARD_TWO:
        return "discards two"
    if kind == Kind.FINISH:
        return "plays the Finish"
    cost = cost_at(rules, state.table, kind, cell)
    return f"plays {kind} to {cell_name(rules, cell)}, cost {cost}"


def _cards_of_mask(state: Any, mask: int) -> str:
    hand = state.hands[int(state.table.asked)]
    return " ".join(card_name(hand.cards[slot]) for slot in range(int(hand.held)) if mask >> slot & 1)


def ending(rules: Any, state: Any) -> str:
    """Say how the game ended."""
    cause = Cause(int(state.table.cause)).name.lower()
    return f"turn {state.table.turn}: {CAUSE_WORDS[cause]}; {state.table.filled} of {rules.cells} cells filled"


def reasons(policy: Any, rules: Any, table: Any, hand: Any, knobs: Any, answer: int) -> list[str]:
    """List the best placements as a policy scores them, the chosen one marked."""
    if int(table.phase) != Phase.ACTION:
        return []
    options = [int(option(rules, table, hand, index)) for index in range(int(n_options(rules, table, hand)))]
    places = [action for action in options if is_island(kind_of(action))]
    scored = sorted(((_score(policy, rules, table, hand, knobs, action), action) for action in places), reverse=True)
    lines = []
    for score, action in scored[:3]:
        mark = "*" if action == answer else " "
        cost = cost_at(rules, table, kind_of(action), cell_of(action))
        lines.append(f"{mark} {kind_of(action)} at cell {cell_of(action)}, cost {cost}: score {score:.2f}")
    return lines


def _score(policy: Any, rules: Any, table: Any, hand: Any, knobs: Any, action: int) -> float:
    kind, cell = kind_of(action), cell_of(action)
    return float(policy.score(rules, table, hand, knobs, kind, cell, cost_at(rules, table, kind, cell)))
