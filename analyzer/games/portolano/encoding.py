"""Answers as integers: every question has fewer than 32, so that the legal ones are the bits of one mask.

Cells, types, ways, counts and Items stand for themselves. Cards: a single step is its way 0..3, two steps are
4 + 4 * first + second, 20 is the anchor. Unloading: 1 + slot puts the slot's own kind there, 8 + slot a cocoa,
16 + slot a cocoa across this slot and the next.
"""

from analyzer.kernel.jit import rule

STOP = 0
TAKE_CANNON = 4
ACT = 5
SEFTES = 6

TO_RUM = 0
TO_GOODS = 1

PAIRS = 4
ANCHOR = 20
SINGLE_CARDS = 0b1111
PAIR_CARDS = 0xFFFF << PAIRS

OWN_KIND = 1
COCOA_ONE = 8
COCOA_TWO = 16

NAMED = {  # answers, and parts of answers, that have a name
    "STOP": "no more, wherever it may be said",
    "TAKE_CANNON": "SEA: take a cannon; 1..3 take from the cotton, wine or tea row",
    "ACT": "SEA: the action of the tile",
    "SEFTES": "SEA: the trade of Seftes",
    "TO_RUM": "TRADE_WAY: goods for rum",
    "TO_GOODS": "TRADE_WAY: rum for goods",
    "ANCHOR": "CARDS: stay",
    "OWN_KIND": "UNLOAD: + slot: the slot's own kind",
    "COCOA_ONE": "UNLOAD: + slot: a cocoa",
    "COCOA_TWO": "UNLOAD: + slot: a cocoa across this slot and the next",
}


@rule
def two_steps(first, second):
    """Encode two cards in order; the same way twice is that card and `2x` (P-SELECT-2)."""
    return PAIRS + 4 * first + second


@rule
def is_pair(card):
    """Tell whether two steps are laid."""
    return PAIRS <= card < ANCHOR


@rule
def first_way(card):
    """Return the way of the first step."""
    return (card - PAIRS) >> 2 if card >= PAIRS else card


@rule
def second_way(card):
    """Return the way of the second step."""
    return (card - PAIRS) & 3
