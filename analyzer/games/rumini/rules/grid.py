"""The map: which card lies where, laying a card and picking one up (R-PLACE-3, R-PLACE-7).

The map has no frame. A card laid or moved touches the map or its border, so no coordinate grows by more than one
per placement; a card is placed at most twice in a turn (R-EXHAUST-4), so the longest game (10,000 rounds of four)
stays below 10,000 * 4 * 2 * 48 = 3.84 million, and 24 bits hold +-8.39 million. The slots hold a card each, and
there are more slots than cards, so a search always ends.
"""

from analyzer.games.rumini.state import CARDS, SIDES, SLOTS, STEP_X, STEP_Y
from analyzer.kernel.jit import phase, rule

_SLOT_MASK = SLOTS - 1
_LOW = 15


@rule
def home_slot(x, y):
    """Return the slot where the search for a cell begins."""
    return ((y & _LOW) << 4) | (x & _LOW)


@rule
def card_at(table, x, y):
    """Return the map card on a cell, 0 if it is empty."""
    slot = home_slot(x, y)
    card = table.slots[slot]
    while card != 0 and (table.x[card] != x or table.y[card] != y):
        slot = (slot + 1) & _SLOT_MASK
        card = table.slots[slot]
    return card


@phase
def find_card(table, x, y):
    """Do `card_at` as a call, for what is seldom asked."""
    return card_at(table, x, y)


@rule
def enter(table, card, x, y):
    """Enter a card into the first free slot from its home on."""
    slot = home_slot(x, y)
    while table.slots[slot] != 0:
        slot = (slot + 1) & _SLOT_MASK
    table.slots[slot] = card


@rule
def strike(table, card):
    """Empty the slot of a card and close the gap, so that no later search stops too early (Knuth 6.4, R)."""
    gap = home_slot(table.x[card], table.y[card])
    while table.slots[gap] != card:
        gap = (gap + 1) & _SLOT_MASK
    table.slots[gap] = 0
    slot = (gap + 1) & _SLOT_MASK
    while table.slots[slot] != 0:
        other = table.slots[slot]
        way = (slot - home_slot(table.x[other], table.y[other])) & _SLOT_MASK
        if way >= ((slot - gap) & _SLOT_MASK):
            table.slots[gap] = other
            table.slots[slot] = 0
            gap = slot
        slot = (slot + 1) & _SLOT_MASK


@phase
def lay(table, card, x, y):
    """Lay a card on an empty cell and make it known to its neighbours."""
    enter(table, card, x, y)
    table.x[card] = x
    table.y[card] = y
    table.laid[card] = 1
    table.on_table += 1
    n = 0
    for side in range(SIDES):
        other = card_at(table, x + STEP_X[side], y + STEP_Y[side])
        table.beside[card, side] = other
        if other != 0:
            table.beside[other, SIDES - 1 - side] = card
            table.sides[other] += 1
            n += 1
    table.sides[card] = n


@phase
def pick_up(table, card):
    """Take a card off the map."""
    strike(table, card)
    table.laid[card] = 0
    table.on_table -= 1
    for side in range(SIDES):
        other = table.beside[card, side]
        table.beside[card, side] = 0
        if other != 0:
            table.beside[other, SIDES - 1 - side] = 0
            table.sides[other] -= 1
    table.sides[card] = 0


@rule
def is_surrounded(table, card):
    """Tell whether all four edges touch map cards; corners do not count (R-CAPTURE-8)."""
    return table.sides[card] == SIDES


@rule
def touches(table, moved, x, y):
    """Tell whether a cell has an edge in common with a card other than the moved one."""
    return touches_on(table, moved, x, y, SIDES)


@rule
def touches_on(table, moved, x, y, n_sides):
    """Tell whether a card other than the moved one lies beside a cell on one of its first sides."""
    for side in range(n_sides):
        other = card_at(table, x + STEP_X[side], y + STEP_Y[side])
        if other != 0 and other != moved:
            return True
    return False


@phase
def is_one_group(table, moved, x, y):
    """Tell whether the map hangs together once a card lies on (x, y) that left its old cell, if it had one."""
    reached = 0
    for side in range(SIDES):
        other = card_at(table, x + STEP_X[side], y + STEP_Y[side])
        if other != 0 and other != moved:
            reached |= 1 << other
    n_reached = 0
    grown = reached
    while grown != 0:
        grown = 0
        n_reached = 0
        for card in range(1, CARDS):
            if (reached >> card) & 1:
                n_reached += 1
                grown |= new_neighbours(table, card, moved, reached)
        reached |= grown
    return n_reached == table.on_table - table.laid[moved]


@rule
def new_neighbours(table, card, moved, reached):
    """Return the neighbours of a card that were not reached yet, as bits."""
    found = 0
    for side in range(SIDES):
        other = table.beside[card, side]
        if other != 0 and other != moved and (reached >> other) & 1 == 0:
            found |= 1 << other
    return found


@rule
def box(table):
    """Return the rectangle of all cards, widened by one cell: left, top, right, bottom."""
    left, top, right, bottom = 1 << 30, 1 << 30, -(1 << 30), -(1 << 30)
    for card in range(1, CARDS):
        if table.laid[card]:
            left = min(left, table.x[card])
            right = max(right, table.x[card])
            top = min(top, table.y[card])
            bottom = max(bottom, table.y[card])
    return left - 1, top - 1, right + 1, bottom + 1
