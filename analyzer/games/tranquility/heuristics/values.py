"""What cards and cells are worth: which cards to keep, where an Island belongs, and the score made of both."""

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


DEAR = 0.6  # what one paid card counts against one cell of distance
PATIENCE = 2.2  # a placement worth less than nothing waits: two cards are discarded instead
WRONG_SIDE = 0.8  # what a side that must be flipped later counts (Day and Night)
NEVER = -1e9


@rule
def spaced_worth(worth, want, cell, dear, cost):
    """Take distance from the ideal cell and cost off what a placement is worth; for a cell, or lanes of cells."""
    return worth - abs(cell - want) - dear * cost


@rule
def proportional_cell(low, high, before, span):
    """Return the cell as far between two others as a number is between theirs; for a card, or lanes of cards."""
    return low + (high - low) * before / span


@rule
def ideal_cell(table, card):
    """Return where an Island belongs in its gap, in proportion to the numbers, as a fraction of cells (H3, H12)."""
    low, high = table.below[card], table.above[card]
    lower, upper = table.number[low], table.number[high]
    return proportional_cell(low, high, card - lower, upper - lower)


@rule
def ends_with_room(table, card):
    """Return the first and the last cell that leave each side at least as many numbers as empty cells (H9)."""
    low, high = table.below[card], table.above[card]
    lower, upper = table.number[low], table.number[high]
    return max(low + 1, high - (upper - card)), min(high - 1, low + (card - lower))


@rule
def leaves_room(table, card, cell):
    """Tell whether both sides of a placement keep at least as many numbers as empty cells (H9)."""
    first, last = ends_with_room(table, card)
    return first <= cell <= last


@rule
def side_penalty(rules, table, cell):
    """Charge a placement whose side would have to be flipped later."""
    is_wrong = rules.day_night == 1 and table.hands_side != rules.wanted_side[cell]
    return WRONG_SIDE if is_wrong else 0.0


@rule
def score_spacing(rules, table, card, cell, cost, dear, patience):
    """Score a placement by its distance from the ideal cell and its cost; never close a gap for good."""
    if not leaves_room(table, card, cell):
        return NEVER
    return spaced_worth(patience, ideal_cell(table, card), cell, dear, cost) - side_penalty(rules, table, cell)


@rule
def spacing_score(rules, table, hand, knobs, card, cell, cost):
    """Score a placement as `score_spacing` does, with the numbers of the yardstick."""
    return score_spacing(rules, table, card, cell, cost, DEAR, PATIENCE)
