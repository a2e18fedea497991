"""What gap survival thinks of an answer, for look-ahead: the higher, the better, and always finite."""

from __future__ import annotations

from analyzer.games.tranquility.encoding import cell_of, kind_of
from analyzer.games.tranquility.heuristics.survival.keeping import appraise, cheapest, cheapest_in_turn
from analyzer.games.tranquility.heuristics.survival.modules import MUST, module_worth
from analyzer.games.tranquility.heuristics.survival.placements import placement_worth, worth_before
from analyzer.games.tranquility.heuristics.survival.supply import card_price, wait_worth
from analyzer.games.tranquility.rules.hands import discardable_mask
from analyzer.games.tranquility.rules.options import is_gift
from analyzer.games.tranquility.state import MAX_ISLANDS, Kind, Phase
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.piles import find


@phase
def rate_answer(rules, table, hand, knobs, memory, choice, answer):
    """Rate an answer by what the policy goes by when it decides itself."""
    appraise(rules, table, hand, knobs, memory)
    if is_gift(table.phase):
        _, given = cheapest_in_turn(rules, table, hand, knobs, memory, answer, hand.held)
        return -given
    if table.phase == Phase.ACTION:
        return action_worth(rules, table, hand, knobs, memory, answer)
    return 0.0


@rule
def action_worth(rules, table, hand, knobs, memory, action):
    """Return what an action is worth."""
    kind, cell = kind_of(action), cell_of(action)
    if kind == Kind.DISCARD_TWO:
        return waiting_worth(rules, table, hand, knobs, memory)
    if kind == Kind.FINISH or kind == Kind.WILD_FINISH or kind == Kind.OPEN_FINISH:
        return MUST
    if kind > MAX_ISLANDS:
        return module_worth(rules, table, hand, knobs, memory, kind, cell)
    payable = discardable_mask(rules, table, hand) & ~(1 << find(hand.cards, hand.held, kind))
    price = card_price(rules, table, hand, knobs)
    worth = placement_worth(rules, table, hand, knobs, memory, kind, cell, price, payable)
    return worth - worth_before(rules, table, knobs, memory, kind)


@rule
def waiting_worth(rules, table, hand, knobs, memory):
    """Return what it is worth to discard the two cards that are missed least."""
    given = cheapest(hand, memory, discardable_mask(rules, table, hand), 2)
    return wait_worth(rules, table, hand, knobs) - given
