"""Porthole cards and jokers: which card may be placed where (rules 2.3 and 2.7)."""

from analyzer.games.rumini.rules.grid import box, card_at, is_one_group, is_surrounded, touches
from analyzer.games.rumini.state import KIND_OF, PER_KIND, SIDES, STEP_X, STEP_Y, Side
from analyzer.games.rumini.switches import JokerPick, PilePick
from analyzer.kernel.jit import phase, rule

WAYS = 2  # a pair is made by placing its first or its second half


# The pair on a porthole card


@rule
def placed_kind(face, way):
    """Return the kind to be placed: way 0 places the first half of the pair, way 1 the second (R-PLACE-1)."""
    return (face >> 2) & 3 if way == 0 else face & 3


@rule
def placed_side(face, way):
    """Return on which side of the other half: left or right for H, above or below for V (R-PLACE-1, R-PLACE-2)."""
    vertical = face >> 4
    return Side.LEFT - vertical if way == 0 else Side.RIGHT + vertical


@rule
def first_card(kind):
    """Return the lowest card number of a kind."""
    return 1 + kind * PER_KIND


# Sources: the cards of a kind that may be placed


@rule
def is_movable(table, card):
    """Tell whether a card may be picked up: on the table, not surrounded, not locked (R-EXHAUST-2, R-EXHAUST-4)."""
    return table.laid[card] == 1 and not is_surrounded(table, card) and (table.locked >> card) & 1 == 0


@rule
def is_searched(rules):
    """Tell whether any card of a face-up pile may be taken, not only its top (B-5)."""
    return rules.pile_pick == PilePick.SEARCH


@rule
def is_in_pile(rules, table, card):
    """Tell whether a card lies in its pile: everybody knows, because the map is open."""
    return table.laid[card] == 0 and card < first_card(KIND_OF[card]) + rules.per_kind[KIND_OF[card]]


@rule
def is_source(rules, table, card):
    """Tell whether a card may be placed: from its pile, or from the table if the pile is empty (R-EXHAUST-1, 8)."""
    kind = KIND_OF[card]
    if table.left[kind] == 0:
        return is_movable(table, card)
    return is_in_pile(rules, table, card) if is_searched(rules) else card == table.top[kind]


@rule
def next_source(rules, table, kind, card):
    """Return the next card after `card` (0 = the first) that may be placed for a kind; 0 after the last."""
    if table.left[kind] > 0 and not is_searched(rules):
        return table.top[kind] if card == 0 else 0
    first = first_card(kind)
    card = max(card + 1, first)
    end = first + rules.per_kind[kind]
    while card < end and not is_source(rules, table, card):
        card += 1
    return card if card < end else 0


@rule
def is_joker_source(rules, table, card):
    """Tell whether a joker tile may be this card (R-TREASURE-5; B-10: any card of the pile; B-11: moved or not)."""
    kind = KIND_OF[card]
    if table.left[kind] == 0:
        return rules.joker_moves == 1 and is_movable(table, card)
    if rules.joker_pick == JokerPick.ANY:
        return is_in_pile(rules, table, card)
    return card == table.top[kind]


# References: the other half of the pair


@rule
def is_reference(rules, table, card):
    """Tell whether a table card may be the other half of a pair: any may (R-PLACE-5), if need be no new one."""
    return rules.porthole_reference_new == 1 or (table.fresh >> card) & 1 == 0


@rule
def has_place_beside(rules, table, card, side):
    """Tell whether a card may be laid on one side of another to make a pair with it (R-PLACE-3, R-PLACE-5)."""
    return table.laid[card] == 1 and table.beside[card, side] == 0 and is_reference(rules, table, card)


@rule
def fits(rules, table, card, kind, moved):
    """Tell whether what lies beside a cell is the other half: another card than the moved one (R-EXHAUST-5)."""
    return card != 0 and card != moved and KIND_OF[card] == kind and is_reference(rules, table, card)


@rule
def makes_pair(rules, table, face, way, card, x, y):
    """Tell whether a card on a cell makes the pair in one of the two ways; no other neighbour matters (R-PLACE-4)."""
    if KIND_OF[card] != placed_kind(face, way):
        return False
    side = SIDES - 1 - placed_side(face, way)
    other = card_at(table, x + STEP_X[side], y + STEP_Y[side])
    return fits(rules, table, other, placed_kind(face, 1 - way), card)


# Cells


@rule
def may_fall_apart(rules):
    """Tell whether the map may consist of several groups: so it is by default (R-EXHAUST-6, B-18)."""
    return rules.keep_connected == 0


@rule
def is_allowed_cell(rules, table, card, x, y):
    """Tell whether the map may look like that afterwards (R-EXHAUST-6, B-18)."""
    return may_fall_apart(rules) or is_one_group(table, card, x, y)


@phase
def is_legal_play(rules, table, face, card, x, y):
    """Tell whether a porthole card may be played so: source, empty cell, pair (R-PLACE-1 to R-PLACE-3, R-EXHAUST)."""
    if not is_source(rules, table, card) or card_at(table, x, y) != 0:
        return False
    if not makes_pair(rules, table, face, 0, card, x, y) and not makes_pair(rules, table, face, 1, card, x, y):
        return False
    return is_allowed_cell(rules, table, card, x, y)


@phase
def is_legal_joker(rules, table, card, x, y):
    """Tell whether a joker tile may be laid so: source, empty cell on or around the map (R-TREASURE-5)."""
    if not is_joker_source(rules, table, card) or card_at(table, x, y) != 0:
        return False
    return is_joker_cell(rules, table, card, x, y) and is_allowed_cell(rules, table, card, x, y)


@rule
def must_touch(rules):
    """Tell whether a joker tile must lie beside another card (B-10)."""
    return rules.joker_adjacent == 1


@rule
def is_joker_cell(rules, table, card, x, y):
    """Tell whether a joker tile may lie there: beside another card, or anywhere within the map's border (B-10)."""
    if must_touch(rules):
        return touches(table, card, x, y)
    left, top, right, bottom = box(table)
    return left <= x <= right and top <= y <= bottom
