"""Answers as integers: what a policy returns for each kind of question.

MAIN: END, EXCHANGE, a treasure face (TREASURE + face), or a play: porthole card, map card and cell.
JOKER: map card and cell. FLAG: map card. PIRATE: seat * 8 + device. TARGET: seat. EVENT: MISS or GIVE_UP.
EXCHANGE: device. OFFER and PREFER: 0 = no, else device + 1.

A cell takes 24 bits for x and for y: more than the longest game can use (see rules/grid.py).
"""

from analyzer.games.rumini.state import DEVICES
from analyzer.kernel.jit import rule

AXIS_BITS = 24
AXIS_MASK = (1 << AXIS_BITS) - 1
ORIGIN = 1 << (AXIS_BITS - 1)
CARD_SHIFT = 2 * AXIS_BITS
CARD_MASK = 63
FACE_SHIFT = CARD_SHIFT + 6

END = 0
EXCHANGE = 1
TREASURE = 2
MISS = 0
GIVE_UP = 1

NAMED = {  # answers, and parts of answers, that have a name
    "END": "MAIN: end the turn",
    "EXCHANGE": "MAIN: buy a device with bazaar cards",
    "TREASURE": "MAIN: + face: play a treasure card",
    "MISS": "EVENT: miss a turn",
    "GIVE_UP": "EVENT: give the device up",
}


@rule
def porthole(vertical, first, second):
    """Encode a porthole card: H(first, second) or V(first, second)."""
    return (vertical << 4) | (first << 2) | second


@rule
def put(card, x, y):
    """Encode `this map card to that cell`: an answer to JOKER."""
    return (card << CARD_SHIFT) | ((x + ORIGIN) << AXIS_BITS) | (y + ORIGIN)


@rule
def play(face, card, x, y):
    """Encode `play this porthole card, with this map card, at that cell`: an answer to MAIN."""
    return ((face + 1) << FACE_SHIFT) | put(card, x, y)


@rule
def face_of(answer):
    """Return the porthole card of a play; below 0 if the answer is none."""
    return (answer >> FACE_SHIFT) - 1


@rule
def card_of(answer):
    """Return the map card of a play or a joker."""
    return (answer >> CARD_SHIFT) & CARD_MASK


@rule
def x_of(answer):
    """Return the column of a play or a joker."""
    return ((answer >> AXIS_BITS) & AXIS_MASK) - ORIGIN


@rule
def y_of(answer):
    """Return the row of a play or a joker."""
    return (answer & AXIS_MASK) - ORIGIN


@rule
def rob(seat, device):
    """Encode `take this device from that seat`: an answer to PIRATE."""
    return seat * DEVICES + device
