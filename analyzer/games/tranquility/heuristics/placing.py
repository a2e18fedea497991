"""Where an Island belongs: the ideal cell, room for what is still to come, and the score made of both."""

from __future__ import annotations

from analyzer.kernel.lean import rule

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
