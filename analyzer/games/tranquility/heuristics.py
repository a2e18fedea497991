"""Small named heuristics: the default answers of scoring policies, each to be replaced at will."""

from __future__ import annotations

import numpy as np

from analyzer.games.tranquility.encoding import one_share, share_of
from analyzer.games.tranquility.rules.hands import discardable_mask
from analyzer.games.tranquility.state import Card
from analyzer.kernel.jit import rule

DEAR = 0.6  # what one paid card counts against one cell of distance
PATIENCE = 2.2  # a placement worth less than nothing waits: two cards are discarded instead
_OUT = 1e300  # above every value: no longer to choose


@rule
def ideal_cell(table, card):
    """Return where an Island belongs in its gap, in proportion to the numbers, as a fraction of cells."""
    low, high = table.below[card], table.above[card]
    lower, upper = table.number[low], table.number[high]
    return low + (high - low) * (card - lower) / (upper - lower)


@rule
def leaves_room(table, card, cell):
    """Tell whether both sides of a placement keep at least as many numbers as empty cells (H9)."""
    low, high = table.below[card], table.above[card]
    lower, upper = table.number[low], table.number[high]
    return cell - low <= card - lower and high - cell <= upper - card


@rule
def spacing_score(rules, table, hand, knobs, card, cell, cost):
    """Score a placement by its distance from the ideal cell and its cost; never close a gap for good."""
    if not leaves_room(table, card, cell):
        return -1000.0
    return PATIENCE - abs(cell - ideal_cell(table, card)) - DEAR * cost


@rule
def room_value(rules, table, hand, knobs, card):
    """Value a card to keep by the empty cells per number of its gap; Finishes gain as the grid fills."""
    return room(rules, table, card, 10.0, 20.0, 5.0)


@rule
def room(rules, table, card, per_number, finish_gain, finish_start):
    """Value a card to keep: see `room_value`; the numbers are those of the yardstick."""
    if card > Card.NONE + 120:
        return special_value(rules, table, card, finish_gain, finish_start)
    low, high = table.below[card], table.above[card]
    n_numbers = max(table.number[high] - table.number[low] - 1, 1)
    value = per_number * (high - low - 1) / n_numbers
    return value if high - low > 1 else -50.0


@rule
def special_value(rules, table, card, finish_gain, finish_start):
    """Value a Start or a Finish to keep."""
    if card == Card.START:
        return -100.0 if table.started == 1 else 100.0
    if table.filled == rules.cells:
        return 1000.0
    return table.filled / rules.cells * finish_gain - finish_start


@rule
def lowest(values, n, n_wanted):
    """Return a mask of the lowest of the first n values, the first ones on a tie; spoils the values."""
    mask = 0
    for _ in range(n_wanted):
        chosen = 0
        least = values[0]
        for slot in range(1, n):
            value = values[slot]
            is_less = value < least
            least = value if is_less else least
            chosen = slot if is_less else chosen
        mask |= 1 << chosen
        values[chosen] = _OUT
    return mask


@rule
def scratch(memory):
    """Return the policy's memory as room for one number per hand slot."""
    return memory.view(np.float64)


@rule
def level_split(rules, table):
    """Share the Start's price: each card from whoever holds the most then (ties: nearest to the first player)."""
    split = 0
    for _ in range(table.cost):
        giver = table.first
        for step in range(1, rules.players):
            seat = (table.first + step) % rules.players
            if table.held[seat] - share_of(split, seat) > table.held[giver] - share_of(split, giver):
                giver = seat
        split += one_share(giver, 1)
    return split


@rule
def spare_offer(rules, table, hand):
    """Offer every card that fits nowhere any more."""
    n = 0
    mask = discardable_mask(rules, table, hand)
    for slot in range(hand.held):
        card = hand.cards[slot]
        is_dead = card == Card.START or table.above[card] - table.below[card] < 2
        n += is_dead and (mask >> slot) & 1 == 1 and card != Card.FINISH
    return n
