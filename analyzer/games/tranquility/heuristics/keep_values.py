"""Which cards to keep: their values, and the mask of those that are given up first."""

from __future__ import annotations

from analyzer.games.tranquility.state import MAX_ISLANDS, Card
from analyzer.kernel.lean import rule

PER_NUMBER = 10.0  # what an empty cell per number of the gap counts
FINISH_GAIN = 20.0  # what a Finish gains while the grid is filled
FINISH_START = 5.0  # what it lacks at the start
WILD_VALUE = 50.0
UNIT = 2.0**32  # values to keep are compared as fixed-point numbers: a policy's memory holds integers
MOST = 2.0**30
NOT_TO_GIVE = 2**62  # above every value


@rule
def room_value(rules, table, hand, knobs, card):
    """Value a card to keep by the empty cells per number of its gap; Finishes gain as the grid fills."""
    return room(rules, table, card, PER_NUMBER, FINISH_GAIN, FINISH_START)


@rule
def room(rules, table, card, per_number, finish_gain, finish_start):
    """Value a card to keep: see `room_value`."""
    low, high = table.below[card], table.above[card]
    n_left = n_numbers_left(table, card)
    value = per_number * (high - low - 1) / n_left if high - low > 1 else -50.0
    return value if card <= MAX_ISLANDS else special_value(rules, table, card, finish_gain, finish_start)


@rule
def n_numbers_left(table, card):
    """Count the numbers of an Island's gap, at least 1 to divide by."""
    return max(table.number[table.above[card]] - table.number[table.below[card]] - 1, 1)


@rule
def special_value(rules, table, card, finish_gain, finish_start):
    """Value a Start, a Finish or a Wild to keep (H11, H18)."""
    start = -100.0 if table.started == 1 else 100.0
    finish = table.filled / rules.cells * finish_gain - finish_start
    finish = 1000.0 if table.filled == rules.cells else finish
    value = start if card == Card.START else finish
    return WILD_VALUE if card == Card.WILD else value


@rule
def fixed(value):
    """Turn a value to keep into a fixed-point number."""
    return int(min(max(value, -MOST), MOST) * UNIT)


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
