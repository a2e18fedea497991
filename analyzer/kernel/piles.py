"""Small sets of cards: in integer arrays, and as bit masks of at most 32 members."""

import numpy as np

from analyzer.kernel.compiler.callee import IS_PLAIN
from analyzer.kernel.lean import rule

place = int if IS_PLAIN else np.uintp
"""`place(number)`: a place in an array that is not negative, so that compiled code need not test for the end."""


@rule
def find(cards, n, card):
    """Return the first slot of a card among the first n, or -1."""
    found = -1
    for slot in range(n - 1, -1, -1):  # to the end, without a jump that no processor can foresee
        found = slot if cards[slot] == card else found
    return found


@rule
def remove_slot(cards, n, slot):
    """Close the gap that a card leaves among the first n."""
    for here in range(n - 1):
        cards[here] = cards[here + (here >= slot)]


@rule
def remove_card(cards, n, card):
    """Take the first copy of a card out of the first n, which holds it, and close the gap."""
    shift = 0
    for here in range(n - 1):
        shift |= cards[here] == card
        cards[here] = cards[place(here + shift)]
    cards[n - 1] = 0


@rule
def count_bits(mask):
    """Count the members of a mask (Warren 2012, section 5-1)."""
    pairs = mask - ((mask >> 1) & 0x55555555)
    nibbles = (pairs & 0x33333333) + ((pairs >> 2) & 0x33333333)
    octets = (nibbles + (nibbles >> 4)) & 0x0F0F0F0F
    return ((octets * 0x01010101) & 0xFFFFFFFF) >> 24


@rule
def lowest_bit(mask):
    """Return the lowest member of a mask that has any."""
    member = 0
    while (mask >> member) & 1 == 0:
        member += 1
    return member


@rule
def nth_bit(mask, index):
    """Return the `index`-th member of a mask, from the lowest."""
    for _ in range(index):
        mask &= mask - 1
    return lowest_bit(mask)


@rule
def n_subsets(n, size):
    """Count the ways to choose `size` of n."""
    if size < 0 or size > n:
        return 0
    ways = 1
    for step in range(min(size, n - size)):
        ways = ways * (n - step) // (step + 1)
    return ways


@rule
def subset(mask, size, index):
    """Return the `index`-th of all subsets of a mask that have `size` members, in a fixed order."""
    chosen = 0
    left = count_bits(mask)
    slot = 0
    while size > 0:
        if (mask >> slot) & 1:
            left -= 1
            with_slot = n_subsets(left, size - 1)
            if index < with_slot:
                chosen |= 1 << slot
                size -= 1
            else:
                index -= with_slot
        slot += 1
    return chosen
