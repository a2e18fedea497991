"""Cards in small integer arrays: finding and removing them."""

from __future__ import annotations

from analyzer.kernel.lean import rule


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
    for place in range(n - 1):
        cards[place] = cards[place + (place >= slot)]


@rule
def remove_card(cards, n, card):
    """Take the first copy of a card out of the first n, which holds it, and close the gap."""
    shift = 0
    for place in range(n - 1):
        shift |= cards[place] == card
        cards[place] = cards[place + shift]
    cards[n - 1] = 0
