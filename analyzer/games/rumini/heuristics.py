"""Small named heuristics: the value of a placement, and the default answers to the smaller questions.

The first five knobs of every policy that uses them are weights: a needed device, an unneeded one (a bazaar card),
a chest, one more side built around a needed card, and the cost of a card left with three sides.
"""

from __future__ import annotations

from analyzer.games.rumini.encoding import GIVE_UP, MISS, put
from analyzer.games.rumini.rules.capture import is_worth
from analyzer.games.rumini.rules.grid import card_at
from analyzer.games.rumini.rules.placing import is_allowed_cell, is_joker_source
from analyzer.games.rumini.rules.targets import is_event_target, is_flag_target, is_pirate_target
from analyzer.games.rumini.state import CARDS, DEVICES, SIDES, Phase
from analyzer.games.rumini.tables import STEP_X, STEP_Y
from analyzer.kernel.jit import phase, rule

NEEDED, UNNEEDED, CHEST, SIDE, GIFT = range(5)
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
def placement_value(rules, table, hand, knobs, taken, card, x, y):
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
                value -= knobs[GIFT] if n == SIDES - 1 else 0.0
    if n_around == SIDES:
        value += capture_value(rules, table, hand, knobs, taken, card)
    return value - (knobs[GIFT] if n_around == SIDES - 1 else 0.0)


@phase
def best_joker(rules, table, hand, knobs):
    """Return the value and the answer of the best place of a joker tile."""
    best = NEVER
    answer = -1
    for other in range(1, CARDS):
        if table.laid[other] == 0 or table.sides[other] == SIDES:
            continue
        for side in range(SIDES):
            if table.beside[other, side] == 0:
                x, y = table.x[other] + STEP_X[side], table.y[other] + STEP_Y[side]
                value, card = best_tile(rules, table, hand, knobs, other, x, y, best)
                if card != 0:
                    best = value
                    answer = put(card, x, y)
    return best, answer


@phase
def best_tile(rules, table, hand, knobs, other, x, y, least):
    """Return the best joker tile for a cell beside a card, with its value, if that is above the least."""
    chosen = 0
    for card in range(1, CARDS):
        if card != other and is_joker_source(rules, table, card):
            value = placement_value(rules, table, hand, knobs, 0, card, x, y)
            if value > least and is_allowed_cell(rules, table, card, x, y):
                least = value
                chosen = card
    return least, chosen


# Whom and what


@phase
def best_flag(rules, table, hand):
    """Return the needed card without a flag that has the most sides built, else any card; with its sides (0 = not needed)."""
    most = -1
    chosen = 0
    for card in range(1, CARDS):
        if is_flag_target(table, card):
            n = table.sides[card] if is_wanted(rules, hand, 0, card) and is_worth(rules, table, card) else 0
            if n > most:
                most = n
                chosen = card
    return most, chosen


@phase
def best_robbery(rules, table, hand):
    """Return the best target of a pirate and its value: 2 = a needed device, 1 = of one who lacks one device, 0."""
    best = -1
    chosen = -1
    for target in range(rules.players * DEVICES):
        if is_pirate_target(rules, table, hand.seat, target):
            victim = target // DEVICES
            is_close = table.n_up[victim] >= rules.collect - 1
            value = 2 if hand.need[target % DEVICES] > 0 else (1 if is_close else 0)
            score = (value << 8) + table.n_up[victim]
            if score > best:
                best = score
                chosen = target
    return best >> 8, chosen


@phase
def strongest_opponent(rules, table, hand, device):
    """Return who gets an event: the opponent with the most devices up, rather one who has the named device."""
    best = -1
    chosen = -1
    for seat in range(rules.players):
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
    if phase == Phase.TARGET:
        return strongest_opponent(rules, table, hand, table.event)
    if phase == Phase.JOKER:
        return best_joker(rules, table, hand, knobs)[1]
    if phase == Phase.PIRATE:
        return best_robbery(rules, table, hand)[1]
    return best_flag(rules, table, hand)[1]
