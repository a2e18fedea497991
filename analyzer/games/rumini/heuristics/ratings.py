"""What a policy with weights thinks of an answer, for a look-ahead that compares only the best of many."""

from __future__ import annotations

from analyzer.games.rumini.encoding import END, card_of, face_of, x_of, y_of
from analyzer.games.rumini.heuristics.knobs import CHEST
from analyzer.games.rumini.heuristics.placements import is_wanted, placement_value
from analyzer.games.rumini.heuristics.small_answers import small_answer
from analyzer.games.rumini.state import Phase
from analyzer.kernel.jit import phase, rule


@phase
def rate_by_weights(rules, table, hand, knobs, gift, answer):
    """Rate an answer: a placement by its value, a flag by the sides of its card, else the policy's own answer first."""
    if table.phase == Phase.MAIN:
        return rate_action(rules, table, hand, knobs, gift, answer)
    if table.phase == Phase.JOKER:
        return placement_value(rules, table, hand, knobs, gift, 0, card_of(answer), x_of(answer), y_of(answer))
    if table.phase == Phase.FLAG:
        return 1.0 * table.sides[answer] if is_wanted(rules, hand, 0, answer) else 0.0
    return 1.0 if small_answer(rules, table, hand, knobs) == answer else 0.0


@rule
def rate_action(rules, table, hand, knobs, gift, answer):
    """Rate an answer to MAIN: a play by its placement, exchanges and treasure like a chest, the end by nothing."""
    if face_of(answer) >= 0:
        return placement_value(rules, table, hand, knobs, gift, 0, card_of(answer), x_of(answer), y_of(answer))
    return 0.0 if answer == END else knobs[CHEST]
