"""The weights that policies of Rumini share: names, defaults and places from one table."""

from analyzer.games.knobs import Knobs
from analyzer.games.rumini import encoding, state
from analyzer.games.rumini.rules import capture, grid, placing
from analyzer.kernel.jit import phase, rule

WEIGHTS = Knobs(
    needed=10.0,  # a device that is still needed
    unneeded=3.4,  # another one: a bazaar card
    chest=2.0,
    side=0.1,  # one more side built around a needed card
)
NEEDED, UNNEEDED, CHEST, SIDE = WEIGHTS.places("needed", "unneeded", "chest", "side")


NEVER = -1e9
_TAKEN_BITS = 4  # per device, in the devices that a plan already counts on


@rule
def is_wanted(rules, hand, taken, card):
    """Tell whether a card shows a device that is still needed, besides those already counted on."""
    device = rules.device_of[card]
    return hand.need[device] > (taken >> (_TAKEN_BITS * device)) & 15


@rule
def take(rules, taken, card):
    """Count on the device of a card."""
    return taken + (1 << (_TAKEN_BITS * rules.device_of[card]))


@rule
def capture_value(rules, table, hand, knobs, taken, card):
    """Value the capture of a card: its device and its chest; another's flag leaves only the chest."""
    if not capture.is_worth(rules, table, card):
        return 0.0
    value = knobs[CHEST] * rules.chest[card]
    if table.flag[card] != 0 and table.flag[card] != hand.seat + 1:
        return value
    return value + (knobs[NEEDED] if is_wanted(rules, hand, taken, card) else knobs[UNNEEDED])


@rule
def sides_after(table, other, moved):
    """Count the sides of a card that gets a new neighbour, which may have been its neighbour before."""
    n = table.sides[other] + 1
    if table.laid[moved] == 1:
        for side in range(state.SIDES):
            n -= table.beside[other, side] == moved
    return n


@phase
def placement_value(rules, table, hand, knobs, gift, taken, card, x, y):
    """Value a placement: all captures, sides built around needed cards, cards left with three sides."""
    value = 0.0
    n_around = 0
    for side in range(state.SIDES):
        other = grid.card_at(table, x + state.STEP_X[side], y + state.STEP_Y[side])
        if other != 0 and other != card:
            n_around += 1
            n = sides_after(table, other, card)
            if n == state.SIDES:
                value += capture_value(rules, table, hand, knobs, taken, other)
            else:
                value += knobs[SIDE] if is_wanted(rules, hand, taken, other) else 0.0
                value -= gift if n == state.SIDES - 1 else 0.0
    if n_around == state.SIDES:
        value += capture_value(rules, table, hand, knobs, taken, card)
    return value - (gift if n_around == state.SIDES - 1 else 0.0)


@phase
def best_joker(rules, table, hand, knobs, least):
    """Return the value and the answer of the best place of a joker tile worth more than `least`; -1 if none is."""
    best = least
    answer = -1
    for other in range(1, state.CARDS):
        if table.laid[other] == 0 or table.sides[other] == state.SIDES:
            continue
        for side in range(state.SIDES):
            if table.beside[other, side] == 0:
                x, y = table.x[other] + state.STEP_X[side], table.y[other] + state.STEP_Y[side]
                if best_case(rules, table, hand, knobs, x, y) > best:
                    value, card = best_tile(rules, table, hand, knobs, other, x, y, best)
                    best = value if card != 0 else best
                    answer = encoding.put(card, x, y) if card != 0 else answer
    return best, answer


@rule
def best_case(rules, table, hand, knobs, x, y):
    """Value a cell for the best card there can be: no tile is worth more there, a moved one perhaps less."""
    value = placement_value(rules, table, hand, knobs, 0.0, 0, 0, x, y)
    return value + knobs[NEEDED] + knobs[UNNEEDED] + knobs[CHEST] if is_hole(table, x, y) else value


@rule
def is_hole(table, x, y):
    """Tell whether an empty cell is surrounded."""
    n = 0
    for side in range(state.SIDES):
        n += grid.card_at(table, x + state.STEP_X[side], y + state.STEP_Y[side]) != 0
    return n == state.SIDES


@phase
def best_tile(rules, table, hand, knobs, other, x, y, least):
    """Return the best joker tile for a cell beside a card, with its value, if that is above the least."""
    chosen = 0
    for card in range(1, state.CARDS):
        if card != other and placing.is_joker_source(rules, table, card):
            value = placement_value(rules, table, hand, knobs, 0.0, 0, card, x, y)
            if value > least and placing.is_allowed_cell(rules, table, card, x, y):
                least = value
                chosen = card
    return least, chosen
