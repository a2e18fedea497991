"""Small named heuristics: the default answers of scoring policies, each to be replaced at will.

The numbers H1 to H24 are those of section 6 of the rules file.
"""

from __future__ import annotations

from analyzer.games.tranquility.encoding import one_share, share_of
from analyzer.games.tranquility.rules.hands import discardable_mask
from analyzer.games.tranquility.rules.options import most_to_offer
from analyzer.games.tranquility.rules.splits import cap
from analyzer.games.tranquility.state import MAX_ISLANDS, Card
from analyzer.games.turns import next_seat
from analyzer.kernel.lean import rule

DEAR = 0.6  # what one paid card counts against one cell of distance
PATIENCE = 2.2  # a placement worth less than nothing waits: two cards are discarded instead
WRONG_SIDE = 0.8  # what a side that must be flipped later counts (Day and Night)
NEVER = -1e9
WILD_VALUE = 50.0
UNIT = 2.0**32  # values to keep are compared as fixed-point numbers: a policy's memory holds integers
MOST = 2.0**30
NOT_TO_GIVE = 2**62  # above every value


@rule
def ideal_cell(table, card):
    """Return where an Island belongs in its gap, in proportion to the numbers, as a fraction of cells (H3, H12)."""
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
def side_penalty(rules, table, cell):
    """Charge a placement whose side would have to be flipped later."""
    is_wrong = rules.day_night == 1 and table.hands_side != rules.wanted_side[cell]
    return WRONG_SIDE if is_wrong else 0.0


@rule
def spacing_score(rules, table, hand, knobs, card, cell, cost):
    """Score a placement by its distance from the ideal cell and its cost; never close a gap for good."""
    if not leaves_room(table, card, cell):
        return NEVER
    return PATIENCE - abs(cell - ideal_cell(table, card)) - DEAR * cost - side_penalty(rules, table, cell)


@rule
def room_value(rules, table, hand, knobs, card):
    """Value a card to keep by the empty cells per number of its gap; Finishes gain as the grid fills."""
    return room(rules, table, card, 10.0, 20.0, 5.0)


@rule
def room(rules, table, card, per_number, finish_gain, finish_start):
    """Value a card to keep: see `room_value`; the numbers are those of the yardstick."""
    low, high = table.below[card], table.above[card]
    n_numbers = max(table.number[high] - table.number[low] - 1, 1)
    value = per_number * (high - low - 1) / n_numbers if high - low > 1 else -50.0
    return value if card <= MAX_ISLANDS else special_value(rules, table, card, finish_gain, finish_start)


@rule
def special_value(rules, table, card, finish_gain, finish_start):
    """Value a Start, a Finish or a Wild to keep (H11, H18)."""
    start = -100.0 if table.started == 1 else 100.0
    finish = table.filled / rules.cells * finish_gain - finish_start
    finish = 1000.0 if table.filled == rules.cells else finish
    value = start if card == Card.START else finish
    return WILD_VALUE if card == Card.WILD else value


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
        values[chosen] = NOT_TO_GIVE + 1
    return mask


@rule
def fixed(value):
    """Turn a value to keep into a fixed-point number."""
    return int(min(max(value, -MOST), MOST) * UNIT)


@rule
def level_split(rules, table, hand):
    """Share the Start's price: each card from whoever holds the most then (ties: nearest to the first player)."""
    split = 0
    for _ in range(table.cost):
        giver = -1
        most = -1000
        seat = table.first
        for _ in range(rules.players):
            left = table.held[seat] - share_of(split, seat)
            if left > most and share_of(split, seat) < cap(rules, table, hand, seat):
                giver = seat
                most = left
            seat = next_seat(rules, seat)
        split += one_share(giver, 1)
    return split


@rule
def spare_offer(rules, table, hand):
    """Offer every card that fits nowhere any more; where offers bind (Monsters), offer all there is."""
    if rules.has_monsters == 1:
        return most_to_offer(rules, table, hand)
    n = 0
    mask = discardable_mask(rules, table, hand)
    for slot in range(hand.held):
        card = hand.cards[slot]
        fits_nowhere = card <= MAX_ISLANDS and table.above[card] - table.below[card] < 2
        n += (card == Card.START or fits_nowhere) and (mask >> slot) & 1 == 1
    return n
