"""The deck: shuffled, with Islands taken out and module cards mixed in (rules 2.2 and 2.12)."""

from __future__ import annotations

from analyzer.games.tranquility.state import Card
from analyzer.games.tranquility.switches.base import FINISHES, ISLANDS
from analyzer.kernel.lean import phase, rule
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
    """Shuffle Islands and Finishes, and leave out what is not in play (T-BASE-5).

    Always at least the standard 80 and 5 are shuffled, so that deal N has the same order in every variant.
    """
    n = 0
    for island in range(1, max(rules.islands, ISLANDS) + 1):
        hidden.order[n] = island
        n += 1
    n_finishes = 0 if rules.explorer == 1 or rules.competitive == 1 else rules.finishes
    for copy in range(max(rules.finishes, FINISHES)):
        hidden.order[n] = Card.FINISH if copy < n_finishes else Card.NONE
        n += 1
    shuffle(stream, hidden.order, n)
    if rules.removed > 0 or n > rules.islands + n_finishes:
        leave_out(rules, hidden, n)


@rule
def leave_out(rules, hidden, n):
    """Close the ranks of the first n cards around those that take no part in this game."""
    kept = 0
    for place in range(n):
        card = hidden.order[place]
        hidden.order[kept] = card
        kept += is_in_play(rules, hidden, card)


@rule
def is_in_play(rules, hidden, card):
    """Tell whether a card of the full deck takes part in this game."""
    return card == Card.FINISH or (0 < card <= rules.islands and hidden.removed[card] == 0)


@phase
def mix_in(hidden, n, card, n_copies, stream):
    """Put copies of a card at random places of a shuffled deck of n; the order of the others stays."""
    for _ in range(n_copies):
        place = randbelow(stream, n + 1)
        for later in range(n, place, -1):
            hidden.order[later] = hidden.order[later - 1]
        hidden.order[place] = card
        n += 1
    return n
