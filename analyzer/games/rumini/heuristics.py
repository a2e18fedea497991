"""Small named heuristics: the value of a placement, and the default answers to the smaller questions.

The first four knobs of every policy that uses them are weights: a needed device, an unneeded one (a bazaar card),
a chest, and one more side built around a needed card. A `gift` is the cost of leaving a card with three sides.
"""

from __future__ import annotations

from analyzer.games.rumini.encoding import GIVE_UP, MISS, put, rob
from analyzer.games.rumini.rules.capture import is_worth
from analyzer.games.rumini.rules.grid import card_at
from analyzer.games.rumini.rules.placing import is_allowed_cell, is_joker_source
from analyzer.games.rumini.rules.targets import is_event_target, is_flag_target, is_pirate_target
from analyzer.games.rumini.state import CARDS, DEVICES, SIDES, Phase
from analyzer.games.rumini.tables import STEP_X, STEP_Y
from analyzer.kernel.jit import phase, rule

NEEDED, UNNEEDED, CHEST, SIDE = range(4)
NEVER = -1e9
_TAKEN_BITS = 4  # per device, in the devices that a plan already counts on


# The value of a placement


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
    if not is_worth(rules, table, card):
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
        for side in range(SIDES):
            n -= table.beside[other, side] == moved
    return n


@phase
def placement_value(rules, table, hand, knobs, gift, taken, card, x, y):
    """Value a placement: all captures, sides built around needed cards, cards left with three sides."""
    value = 0.0
    n_around = 0
    for side in range(SIDES):
        other = card_at(table, x + STEP_X[side], y + STEP_Y[side])
        if other != 0 and other != card:
            n_around += 1
            n = sides_after(table, other, card)
            if n == SIDES:
                value += capture_value(rules, table, hand, knobs, taken, other)
            else:
                value += knobs[SIDE] if is_wanted(rules, hand, taken, other) else 0.0
                value -= gift if n == SIDES - 1 else 0.0
    if n_around == SIDES:
        value += capture_value(rules, table, hand, knobs, taken, card)
    return value - (gift if n_around == SIDES - 1 else 0.0)


@phase
def best_joker(rules, table, hand, knobs, least):
    """Return the value and the answer of the best place of a joker tile worth more than `least`; -1 if none is."""
    best = least
    answer = -1
    for other in range(1, CARDS):
        if table.laid[other] == 0 or table.sides[other] == SIDES:
            continue
        for side in range(SIDES):
            if table.beside[other, side] == 0:
                x, y = table.x[other] + STEP_X[side], table.y[other] + STEP_Y[side]
                if best_case(rules, table, hand, knobs, x, y) > best:
                    value, card = best_tile(rules, table, hand, knobs, other, x, y, best)
                    best = value if card != 0 else best
                    answer = put(card, x, y) if card != 0 else answer
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
    for side in range(SIDES):
        n += card_at(table, x + STEP_X[side], y + STEP_Y[side]) != 0
    return n == SIDES


@phase
def best_tile(rules, table, hand, knobs, other, x, y, least):
    """Return the best joker tile for a cell beside a card, with its value, if that is above the least."""
    chosen = 0
    for card in range(1, CARDS):
        if card != other and is_joker_source(rules, table, card):
            value = placement_value(rules, table, hand, knobs, 0.0, 0, card, x, y)
            if value > least and is_allowed_cell(rules, table, card, x, y):
                least = value
                chosen = card
    return least, chosen


# Whom and what


@phase
def best_flag(rules, table, hand):
    """Return the sides (0 = not needed) and the number of the card to flag: the needed one with the most sides."""
    most = -1
    chosen = 0
    for card in range(1, CARDS):
        if is_flag_target(rules, table, card):
            n = table.sides[card] if is_wanted(rules, hand, 0, card) and is_worth(rules, table, card) else 0
            if n > most:
                most = n
                chosen = card
    return most, chosen


@rule
def opponent(rules, hand, step):
    """Return the opponent that sits `step` seats clockwise: so that ties fall on nobody by the number of a seat."""
    return (hand.seat + step) % rules.players


@phase
def best_robbery(rules, table, hand):
    """Return the value of a pirate's best target (2 = a needed device, 1 = of one who lacks one device, 0) and it."""
    best = -1
    chosen = -1
    for step in range(1, rules.players):
        victim = opponent(rules, hand, step)
        is_close = table.n_up[victim] >= rules.collect - 1
        for device in range(DEVICES):
            if is_pirate_target(rules, table, hand.seat, rob(victim, device)):
                value = 2 if hand.need[device] > 0 else (1 if is_close else 0)
                score = (value << 8) + table.n_up[victim]
                if score > best:
                    best = score
                    chosen = rob(victim, device)
    return best >> 8, chosen


@phase
def strongest_opponent(rules, table, hand, device):
    """Return who gets an event: the opponent with the most devices up, rather one who has the named device."""
    best = -1
    chosen = -1
    for step in range(1, rules.players):
        seat = opponent(rules, hand, step)
        if is_event_target(rules, table, hand.seat, device, seat):
            score = 2 * table.n_up[seat] + (table.up[seat, device] > 0)
            if score > best:
                best = score
                chosen = seat
    return chosen


@rule
def answer_to_event(rules, table, hand):
    """Miss the turn, unless few own devices are up and many down: then the device costs less than a turn."""
    n_up = table.n_up[hand.seat]
    return GIVE_UP if n_up <= 2 and rules.collect - n_up > 2 else MISS


@phase
def device_to_buy(rules, table, hand):
    """Return the needed device that is farthest from being captured: whose best card lacks the most sides."""
    least = SIDES + 1
    chosen = 0
    for device in range(DEVICES):
        if hand.need[device] > 0:
            n = best_sides(rules, table, device)
            if n < least:
                least = n
                chosen = device
    return chosen


@rule
def best_sides(rules, table, device):
    """Return the most sides built around a card that shows a device and is not surrounded."""
    most = 0
    for card in range(1, CARDS):
        if table.laid[card] == 1 and rules.device_of[card] == device and table.sides[card] < SIDES:
            most = max(most, table.sides[card])
    return most


@phase
def small_answer(rules, table, hand, knobs):
    """Answer every question but MAIN by the heuristics above."""
    phase = table.phase
    if phase == Phase.EXCHANGE:
        return device_to_buy(rules, table, hand)
    if phase == Phase.OFFER:
        return device_to_buy(rules, table, hand) + 1
    if phase == Phase.EVENT:
        return answer_to_event(rules, table, hand)
    if phase == Phase.PREFER:
        return 0  # a device is worth three bazaar cards
    if phase == Phase.TARGET:
        return strongest_opponent(rules, table, hand, table.event)
    if phase == Phase.JOKER:
        return best_joker(rules, table, hand, knobs, NEVER)[1]
    if phase == Phase.PIRATE:
        return best_robbery(rules, table, hand)[1]
    return best_flag(rules, table, hand)[1]
