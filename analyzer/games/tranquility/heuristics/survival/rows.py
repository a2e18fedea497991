"""Which row to close, for the Rocks and for purple Storms: the one whose empty cells are missed least (H23)."""

from __future__ import annotations

from analyzer.games.tranquility.heuristics.survival.gaps import gap_worth
from analyzer.games.tranquility.heuristics.survival.keeping import cheapest
from analyzer.games.tranquility.heuristics.survival.supply import card_price
from analyzer.games.tranquility.heuristics.survival.weights import ROW, ROW_DANGER, ROW_HELD
from analyzer.games.tranquility.rules.placement import laid_before, laid_behind
from analyzer.games.tranquility.rules.rocks import NO_ROW, STAY, STAY_COST, can_stay, rocks_payment_mask, takes_rocks
from analyzer.games.tranquility.rules.storms import takes_purple
from analyzer.games.tranquility.state import MAX_ISLANDS
from analyzer.kernel.lean import phase, rule


@phase
def rocks_row(rules, table, hand, knobs, memory):
    """Move the Rocks to the row that is missed least; pay for leaving them where that is worth two cards."""
    row, loss = row_to_close(rules, table, hand, knobs, memory, True)
    if can_stay(rules, table, hand):
        spared = loss - row_loss(rules, table, hand, knobs, memory, table.rocks_row, True)
        given = cheapest(hand, memory, rocks_payment_mask(rules, table, hand), STAY_COST)
        if knobs[ROW] * spared > given + STAY_COST * card_price(rules, table, hand, knobs):
            return STAY
    return row


@phase
def row_to_close(rules, table, hand, knobs, memory, is_for_rocks):
    """Choose the row that costs least while it is closed, and what it costs."""
    chosen, least = NO_ROW, 0.0
    for row in range(rules.n_rows):
        may_lie = takes_rocks(rules, table, row) if is_for_rocks else takes_purple(rules, table, row)
        if may_lie:
            loss = row_loss(rules, table, hand, knobs, memory, row, is_for_rocks)
            if chosen == NO_ROW or loss < least:
                chosen, least = row, loss
    return chosen, least


@rule
def row_loss(rules, table, hand, knobs, memory, row, is_for_rocks):
    """Return what it costs to close a row: nothing for the Rocks where a Storm closes it already."""
    if is_for_rocks and table.purple[row] > 0:
        return 0.0
    loss = 0.0
    for cell in range(1, rules.cells + 1):
        if rules.row_of[cell] == row and table.number[cell] == 0:
            loss += cell_loss(rules, table, hand, knobs, memory, cell)
    return loss


@rule
def cell_loss(rules, table, hand, knobs, memory, cell):
    """Return what an empty cell counts for: more in a gap in danger, more where one's own hand has a number for it."""
    low, high = laid_before(table, cell), laid_behind(rules, table, cell)
    n_cells = high - low - 1
    danger = -gap_worth(rules, knobs, memory, low, high, table.number[low], table.number[high], 0)
    n_held = 0
    for slot in range(hand.held):
        card = hand.cards[slot]
        n_held += card <= MAX_ISLANDS and table.below[card] == low
    return 1.0 + knobs[ROW_DANGER] * danger / n_cells + knobs[ROW_HELD] * n_held / n_cells
