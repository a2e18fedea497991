"""Jagged Rocks and Sea Monsters: a row that takes no Islands, and eaten Islands (rules 2.8 and 2.9)."""

from analyzer.games.tranquility.rules import hands, placement, windows
from analyzer.games.tranquility.state import MAX_ISLANDS, MAX_ROWS, Card, Phase
from analyzer.games.tranquility.switches.readings import MonsterDisclose, RocksStayCost
from analyzer.games.turns import ask
from analyzer.kernel import lean, piles

NO_ROW = -1
STAY = MAX_ROWS  # the answer: pay two cards and leave the Rocks
COMPLETE_ROWS = 4  # T-ROCKS-5
STAY_COST = 2


@lean.rule
def n_complete_rows(rules, table):
    """Count the complete rows (T-ROCKS-10)."""
    n = 0
    for row in range(rules.n_rows):
        n += table.row_filled[row] == rules.row_length[row]
    return n


@lean.rule
def lift_rocks(rules, table):
    """Take the Rocks out of the game once four rows are complete (T-ROCKS-5)."""
    if table.rocks_row != NO_ROW and n_complete_rows(rules, table) >= COMPLETE_ROWS:
        table.rocks_row = NO_ROW


@lean.rule
def takes_rocks(rules, table, row):
    """Tell whether the Rocks may move to a row: another one with an empty cell (T-ROCKS-3, T-STORM-P6)."""
    in_range = (row >= 0) & (row < rules.n_rows)
    return in_range and row != table.rocks_row and table.row_filled[row] < rules.row_length[row]


@lean.rule
def is_row_free(rules, table):
    """Tell whether there is a row that the Rocks may move to."""
    for row in range(rules.n_rows):
        if takes_rocks(rules, table, row):
            return True
    return False


@lean.rule
def rocks_payment_mask(rules, table, hand):
    """Return the cards that can pay for leaving the Rocks in place (T-ROCKS-4, T-ROCKS-10)."""
    mask = hands.discardable_mask(rules, table, hand)
    if rules.rocks_stay_cost == RocksStayCost.ISLAND2:
        for slot in range(hand.held):
            if hand.cards[slot] > MAX_ISLANDS:
                mask &= ~(1 << slot)
    return mask


@lean.rule
def can_stay(rules, table, hand):
    """Tell whether two cards can be paid to leave the Rocks (T-ROCKS-4)."""
    return piles.count_bits(rocks_payment_mask(rules, table, hand)) >= STAY_COST


@lean.phase
def n_rocks_options(rules, table, hand):
    """Count the options of the Rocks step."""
    n = 0
    for row in range(rules.n_rows):
        n += takes_rocks(rules, table, row)
    return n + can_stay(rules, table, hand)


@lean.phase
def nth_rocks_option(rules, table, hand, index):
    """Return the `index`-th option of the Rocks step: rows from the bottom, then STAY."""
    for row in range(rules.n_rows):
        if takes_rocks(rules, table, row):
            if index == 0:
                return row
            index -= 1
    return STAY


@lean.phase
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


@lean.phase
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
    if piles.count_bits(rocks_payment_mask(rules, table, hand)) == STAY_COST:
        pay_rocks(rules, state, rocks_payment_mask(rules, table, hand))
    else:
        ask(table, Phase.ROCKS_PAY, table.active)


@lean.phase
def pay_rocks(rules, state, mask):
    """Pay two cards; the Rocks stay."""
    hands.discard(rules, state, state.table.active, mask)
    state.table.cost = 0
    end_rocks(rules, state.table)


@lean.rule
def end_rocks(rules, table):
    """Go on to window iii, if there are Storms (T-BASE-30)."""
    if rules.has_storms == 1:
        windows.open_window(rules, table, 3)
    else:
        table.stage = table.refill_stage


@lean.rule
def can_eat(rules, table, cell):
    """Tell whether a Monster may be played on a cell (T-MONSTER-3, T-MONSTER-12, T-ROCKS-7, T-STORM-P5)."""
    if cell < 1 or cell > rules.cells or table.number[cell] == 0:
        return False
    row = rules.row_of[cell]
    if rules.rocks_block_monster == 1 and row == table.rocks_row:
        return False
    return rules.purple_block_monster == 0 or table.purple[row] == 0


@lean.phase
def n_targets(rules, table):
    """Count the Islands that a Monster may be played on."""
    n = 0
    for cell in range(1, rules.cells + 1):
        n += can_eat(rules, table, cell)
    return n


@lean.phase
def nth_target(rules, table, index):
    """Return the `index`-th cell that a Monster may be played on."""
    for cell in range(1, rules.cells + 1):
        if can_eat(rules, table, cell):
            if index == 0:
                return cell
            index -= 1
    return 0


@lean.rule
def eat(rules, state, cell):
    """Take an Island and the Monster out of the game (T-MONSTER-3, T-MONSTER-10)."""
    placement.lift_island(rules, state.table, cell)
    state.tally.monsters_played += 1


@lean.phase
def is_monster_held(rules, state):
    """Tell whether any hand holds a Monster (T-MONSTER-6, T-MONSTER-8)."""
    for seat in range(rules.players):
        if hands.count_in_hand(state.hands[seat], Card.MONSTER) > 0:
            return True
    return False


@lean.phase
def disclose(rules, state):
    """Let everybody tell about Monsters when a Finish is refused (T-MONSTER-7)."""
    table = state.table
    for seat in range(rules.players):
        n = hands.count_in_hand(state.hands[seat], Card.MONSTER)
        is_counted = rules.monster_disclose == MonsterDisclose.COUNT
        table.disclosed[seat] = n if is_counted else min(n, 1)
        note_monsters(table, seat, table.disclosed[seat], is_counted or n == 0)
    table.refused = 1
    state.tally.finishes_refused += 1


@lean.rule
def note_monsters(table, seat, n, is_all):
    """Note that a seat holds this many Monsters, or more unless these are all; what it draws may be others."""
    more = max(n - table.known_monsters[seat], 0)
    table.known_monsters[seat] += more
    table.told_at[seat] = table.pile[seat] if is_all else table.told_at[seat] - more


@lean.rule
def note_at_most(table, seat, n):
    """Note that a seat holds at most this many Monsters."""
    most = table.pile[seat] + n - table.known_monsters[seat]
    table.told_at[seat] = min(table.told_at[seat], most)


@lean.rule
def note_played(table, seat):
    """Note that a seat played a Monster: one of those known to be there, or one that it had drawn since."""
    is_new = table.known_monsters[seat] == 0
    table.known_monsters[seat] -= 1 - is_new
    table.told_at[seat] -= is_new
    table.is_blocked = 0
