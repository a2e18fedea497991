"""Pairs of face-up piles: events and reputation cards (I-EVENT-03, I-EVENT-04, I-EVENT-07, I-TOWN-FARWOLD-03, -06)."""

from __future__ import annotations

from analyzer.games.islebound.state import NO_CARD
from analyzer.kernel.lean import phase, rule


@rule
def split_piles(top, left, piles, cards, n):
    """Split n cards into two piles, the first one larger by an odd card (I-SETUP-10)."""
    n_first = (n + 1) // 2
    for place in range(n):
        if place < n_first:
            piles[0, place] = cards[place]
        else:
            piles[1, place - n_first] = cards[place]
    left[0] = n_first
    left[1] = n - n_first
    turn_up(top, left, piles, 0)
    turn_up(top, left, piles, 1)


@rule
def turn_up(top, left, piles, pile):
    """Show the top card of a pile."""
    top[pile] = piles[pile, left[pile] - 1] if left[pile] > 0 else NO_CARD


@phase
def discard_top(top, left, piles, pile):
    """Discard the top card; an emptied pile takes the top of the other, unless that is its only card."""
    other = 1 - pile
    left[pile] -= 1
    if left[pile] == 0 and left[other] > 1:
        left[other] -= 1
        piles[pile, 0] = piles[other, left[other]]
        left[pile] = 1
        turn_up(top, left, piles, other)
    turn_up(top, left, piles, pile)
