"""What a placement is worth: what it changes in its gap, less what it takes; and the best one of a hand."""

from __future__ import annotations

from analyzer.games.tranquility.encoding import play
from analyzer.games.tranquility.heuristics.module_actions import NO_ACTION
from analyzer.games.tranquility.heuristics.survival.gaps import gap_worth
from analyzer.games.tranquility.heuristics.survival.keeping import cheapest
from analyzer.games.tranquility.heuristics.survival.supply import card_price
from analyzer.games.tranquility.heuristics.survival.weights import WRONG
from analyzer.games.tranquility.rules.hands import discardable_mask
from analyzer.games.tranquility.rules.placement import budget, can_place, cost_at
from analyzer.games.tranquility.state import MAX_ISLANDS
from analyzer.kernel.lean import rule


@rule
def worth_before(rules, table, knobs, memory, card):
    """Return what the gap of an Island is worth before it is placed."""
    low, high = table.below[card], table.above[card]
    return gap_worth(rules, knobs, memory, low, high, table.number[low], table.number[high], 0)


@rule
def placement_worth(rules, table, hand, knobs, memory, card, cell, price, payable):
    """Return what the two gaps that a placement leaves are worth, less what it takes."""
    low, high = table.below[card], table.above[card]
    worth = gap_worth(rules, knobs, memory, low, cell, table.number[low], card, 0)
    worth += gap_worth(rules, knobs, memory, cell, high, card, table.number[high], 0)
    cost = cost_at(rules, table, card, cell)
    if cost > 0:
        worth -= price * cost + cheapest(hand, memory, payable, cost)
    if rules.day_night == 1 and table.hands_side != rules.wanted_side[cell]:
        worth -= knobs[WRONG]
    return worth


@rule
def best_placement(rules, table, hand, knobs, memory):
    """Return the placement that gains most, and what it gains."""
    action, best = NO_ACTION, 0.0
    funds = budget(rules, table, hand)
    allowed = discardable_mask(rules, table, hand)
    price = card_price(rules, table, hand, knobs)
    for slot in range(hand.held):
        card = hand.cards[slot]
        if card <= MAX_ISLANDS:
            payable = allowed & ~(1 << slot)
            before = worth_before(rules, table, knobs, memory, card)
            for cell in range(table.below[card] + 1, table.above[card]):
                if can_place(rules, table, hand.seat, card, cell, funds):
                    worth = placement_worth(rules, table, hand, knobs, memory, card, cell, price, payable) - before
                    if action == NO_ACTION or worth > best:
                        action, best = play(card, cell), worth
    return action, best
