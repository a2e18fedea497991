"""Jagged Rocks: a row that takes no Islands, moved after every action (rules 2.8)."""

from __future__ import annotations

from analyzer.games.tranquility.rules.hands import discard, discardable_mask
from analyzer.games.tranquility.rules.windows import open_window
from analyzer.games.tranquility.state import MAX_ISLANDS, MAX_ROWS, Phase
from analyzer.games.tranquility.switches.readings import RocksStayCost
from analyzer.games.turns import ask
from analyzer.kernel.bits import count_bits
from analyzer.kernel.lean import phase, rule

NO_ROW = -1
STAY = MAX_ROWS  # the answer: pay two cards and leave the Rocks
COMPLETE_ROWS = 4  # T-ROCKS-5
STAY_COST = 2


@rule
def n_complete_rows(rules, table):
    """Count the complete rows (T-ROCKS-10)."""
    n = 0
    for row in range(rules.n_rows):
        n += table.row_filled[row] == rules.row_length[row]
    return n


@rule
def lift_rocks(rules, table):
    """Take the Rocks out of the game once four rows are complete (T-ROCKS-5)."""
    if table.rocks_row != NO_ROW and n_complete_rows(rules, table) >= COMPLETE_ROWS:
        table.rocks_row = NO_ROW


@rule
def takes_rocks(rules, table, row):
    """Tell whether the Rocks may move to a row: another one with an empty cell (T-ROCKS-3, T-STORM-P6)."""
    in_range = (row >= 0) & (row < rules.n_rows)
    return in_range and row != table.rocks_row and table.row_filled[row] < rules.row_length[row]


@rule
def is_row_free(rules, table):
    """Tell whether there is a row that the Rocks may move to."""
    for row in range(rules.n_rows):
        if takes_rocks(rules, table, row):
            return True
    return False


@rule
def rocks_payment_mask(rules, table, hand):
    """Return the cards that can pay for leaving the Rocks in place (T-ROCKS-4, T-ROCKS-10)."""
    mask = discardable_mask(rules, table, hand)
    if rules.rocks_stay_cost == RocksStayCost.ISLAND2:
        for slot in range(hand.held):
            if hand.cards[slot] > MAX_ISLANDS:
                mask &= ~(1 << slot)
    return mask


@rule
def can_stay(rules, table, hand):
    """Tell whether two cards can be paid to leave the Rocks (T-ROCKS-4)."""
    return count_bits(rocks_payment_mask(rules, table, hand)) >= STAY_COST


@phase
def n_rocks_options(rules, table, hand):
    """Count the options of the Rocks step."""
    n = 0
    for row in range(rules.n_rows):
        n += takes_rocks(rules, table, row)
    return n + can_stay(rules, table, hand)


@phase
def nth_rocks_option(rules, table, hand, index):
    """Return the `index`-th option of the Rocks step: rows from the bottom, then STAY."""
    for row in range(rules.n_rows):
        if takes_rocks(rules, table, row):
            if index == 0:
                return row
            index -= 1
    return STAY


@phase
def ask_rocks(rules, state):
    """Let the active player move the Rocks (D-8, T-ROCKS-3, T-ROCKS-9); on a tiny board they may have to stay."""
    table = state.table
    hand = state.hands[table.active]
    lift_rocks(rules, table)
    if table.rocks_row == NO_ROW or table.rocks_rest == 1 or not is_row_free(rules, table):
        table.rocks_rest = 0
        end_rocks(rules, table)
    elif n_rocks_options(rules, table, hand) == 1:
        table.asked = table.active
        hear_rocks(rules, state, nth_rocks_option(rules, table, hand, 0))
    else:
        ask(table, Phase.ROCKS, table.active)


@phase
def hear_rocks(rules, state, answer):
    """Move the Rocks, or ask for the two cards that leave them (D-9, T-ROCKS-4)."""
    table = state.table
    if answer != STAY:
        table.rocks_row = answer
        end_rocks(rules, table)
        return
    hand = state.hands[table.active]
    state.tally.rocks_stays += 1
    table.cost = STAY_COST
    if count_bits(rocks_payment_mask(rules, table, hand)) == STAY_COST:
        pay_rocks(rules, state, rocks_payment_mask(rules, table, hand))
    else:
        ask(table, Phase.ROCKS_PAY, table.active)


@phase
def pay_rocks(rules, state, mask):
    """Pay two cards; the Rocks stay."""
    discard(rules, state, state.table.active, mask)
    state.table.cost = 0
    end_rocks(rules, state.table)


@rule
def end_rocks(rules, table):
    """Go on to window iii, if there are Storms (T-BASE-30)."""
    if rules.has_storms == 1:
        open_window(rules, table, 3)
    else:
        table.stage = table.refill_stage
