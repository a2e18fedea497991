"""The lists of placements: every play of a porthole card, every place of a joker tile (Q1, Q3).

A walk goes through a list in a fixed order. It returns the `wanted`-th entry, or, if the list ends before that,
-1 - (the number of entries): so one walk both counts and chooses.
"""

from analyzer.games.rumini import encoding, state
from analyzer.games.rumini.rules import grid, placing
from analyzer.kernel import jit, piles

ALL = 1 << 40  # more than any list is long: walk to the end


@jit.rule
def is_repeated(hand, slot):
    """Tell whether an equal porthole card lies in an earlier slot (equal cards are one option)."""
    return piles.find(hand.cards, slot, hand.cards[slot]) >= 0


@jit.phase
def walk_plays(rules, table, hand, wanted):
    """Walk through all plays of the porthole cards in hand (Q1)."""
    n = 0
    for slot in range(hand.held):
        if is_repeated(hand, slot):
            continue
        for way in range(placing.WAYS):
            found = walk_way(rules, table, hand.cards[slot], way, wanted - n)
            if found >= 0:
                return found
            n += -1 - found
    return -1 - n


@jit.phase
def walk_way(rules, table, face, way, wanted):
    """Walk through the plays of one porthole card in one way: cells beside the other half, then cards to place."""
    kind = placing.placed_kind(face, way)
    other_kind = placing.placed_kind(face, 1 - way)
    side = placing.placed_side(face, way)
    n = 0
    first = placing.first_card(other_kind)
    for other in range(first, first + rules.per_kind[other_kind]):
        if not placing.has_place_beside(rules, table, other, side):
            continue
        x, y = table.x[other] + state.STEP_X[side], table.y[other] + state.STEP_Y[side]
        card = placing.next_source(rules, table, kind, 0)
        while card != 0:
            if is_new_play(rules, table, face, way, card, other, x, y):
                if n == wanted:
                    return encoding.play(face, card, x, y)
                n += 1
            card = placing.next_source(rules, table, kind, card)
    return -1 - n


@jit.rule
def is_new_play(rules, table, face, way, card, other, x, y):
    """Tell whether a play is allowed and was not listed before: only equal pairs can be made in both ways at once."""
    kind = placing.placed_kind(face, 0)
    if kind == face & 3:
        if card == other:
            return False
        if way == 1:
            side = placing.placed_side(face, way)
            beyond = grid.card_at(table, x + state.STEP_X[side], y + state.STEP_Y[side])
            if placing.fits(rules, table, beyond, kind, card):
                return False
    return placing.is_allowed_cell(rules, table, card, x, y)


@jit.phase
def has_play(rules, table, hand):
    """Tell whether any porthole card in hand can be played."""
    return walk_plays(rules, table, hand, 0) >= 0


@jit.phase
def walk_jokers(rules, table, wanted):
    """Walk through all places of a joker tile (Q3)."""
    n = 0
    for card in range(1, state.CARDS):
        if placing.is_joker_source(rules, table, card):
            if placing.must_touch(rules):
                found = walk_edges(rules, table, card, wanted - n)
            else:
                found = walk_box(rules, table, card, wanted - n)
            if found >= 0:
                return found
            n += -1 - found
    return -1 - n


@jit.phase
def has_joker_place(rules, table):
    """Tell whether a joker tile can be placed: around a map there is always room for a card that need not touch it."""
    if placing.must_touch(rules) or not placing.may_fall_apart(rules):
        return walk_jokers(rules, table, 0) >= 0
    for card in range(1, state.CARDS):
        if placing.is_joker_source(rules, table, card):
            return True
    return False


@jit.phase
def walk_edges(rules, table, card, wanted):
    """Walk through the empty cells beside the cards on the table, each cell once, for one joker tile."""
    n = 0
    for other in range(1, state.CARDS):
        if table.laid[other] == 0 or table.sides[other] == state.SIDES or other == card:
            continue
        for side in range(state.SIDES):
            if table.beside[other, side] != 0:
                continue
            x, y = table.x[other] + state.STEP_X[side], table.y[other] + state.STEP_Y[side]
            if is_first_beside(table, card, side, x, y) and placing.is_allowed_cell(rules, table, card, x, y):
                if n == wanted:
                    return encoding.put(card, x, y)
                n += 1
    return -1 - n


@jit.rule
def is_first_beside(table, moved, side, x, y):
    """Tell whether no card stands beside a cell on an earlier side than the one from which it was found."""
    return not grid.touches_on(table, moved, x, y, state.SIDES - 1 - side)


@jit.phase
def walk_box(rules, table, card, wanted):
    """Walk through the empty cells of the map's rectangle and its border, for one joker tile (B-10)."""
    if placing.may_fall_apart(rules):
        return walk_empty_cells(table, card, wanted)
    n = 0
    left, top, right, bottom = grid.box(table)
    for y in range(top, bottom + 1):
        for x in range(left, right + 1):
            if grid.card_at(table, x, y) == 0 and placing.is_allowed_cell(rules, table, card, x, y):
                if n == wanted:
                    return encoding.put(card, x, y)
                n += 1
    return -1 - n


@jit.rule
def walk_empty_cells(table, card, wanted):
    """Do the same where every empty cell is allowed."""
    left, top, right, bottom = grid.box(table)
    width = right - left + 1
    n = width * (bottom - top + 1) - table.on_table
    place = nth_empty_cell(table, left, top, width, wanted) if wanted < n else 0
    return encoding.put(card, left + place % width, top + place // width) if wanted < n else -1 - n


@jit.phase
def nth_empty_cell(table, left, top, width, wanted):
    """Return the place of an empty cell of a rectangle, without looking at each one: groups may drift far apart."""
    place = wanted
    while place < wanted + n_cards_up_to(table, left, top, width, place):
        place = wanted + n_cards_up_to(table, left, top, width, place)
    return place


@jit.rule
def n_cards_up_to(table, left, top, width, place):
    """Count the cards on the first places of a rectangle, in reading order."""
    n = 0
    for card in range(1, state.CARDS):
        n += table.laid[card] == 1 and (table.y[card] - top) * width + table.x[card] - left <= place
    return n
