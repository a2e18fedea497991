"""The deck: all of it shuffled, and the Islands that are taken out (rules 2.2 and 2.12)."""

from __future__ import annotations

from analyzer.games.tranquility.state import Card
from analyzer.games.tranquility.switches.base import FINISHES, ISLANDS
from analyzer.kernel.lean import rule
from analyzer.kernel.random import randbelow, shuffle


@rule
def remove_islands(rules, hidden, stream):
    """Take out `removed` random Islands unseen (T-REMOVE-1, T-REMOVE-4).

    The first k of one random order: whoever removes twelve removes the same four first.
    """
    hidden.removed[:] = 0
    if rules.removed == 0:
        return
    for island in range(rules.islands):
        hidden.order[island] = island + 1
    for place in range(rules.removed):
        other = place + randbelow(stream, rules.islands - place)
        island = hidden.order[other]
        hidden.order[other] = hidden.order[place]
        hidden.removed[island] = 1


@rule
def shuffle_deck(rules, hidden, stream):
    """Shuffle Islands and Finishes (T-BASE-5): at least the standard 80 and 5, so that every variant has one order."""
    n = 0
    for island in range(1, max(rules.islands, ISLANDS) + 1):
        hidden.order[n] = island
        n += 1
    n_finishes = 0 if rules.explorer == 1 or rules.competitive == 1 else rules.finishes
    for copy in range(max(rules.finishes, FINISHES)):
        hidden.order[n] = Card.FINISH if copy < n_finishes else Card.NONE
        n += 1
    shuffle(stream, hidden.order, n)


@rule
def is_in_play(rules, hidden, card):
    """Tell whether a card of the full deck takes part in this game."""
    return card == Card.FINISH or (0 < card <= rules.islands and hidden.removed[card] == 0)
