"""The Start's price: what to offer for it, and who should give how much."""

from __future__ import annotations

from analyzer.games.tranquility.encoding import one_share, share_of
from analyzer.games.tranquility.rules.hands import discardable_mask
from analyzer.games.tranquility.rules.options import most_to_offer
from analyzer.games.tranquility.rules.splits import cap
from analyzer.games.tranquility.state import MAX_ISLANDS, Card
from analyzer.games.turns import next_seat
from analyzer.kernel.lean import rule


@rule
def level_split(rules, table, hand):
    """Share the Start's price: each card from whoever holds the most then (ties: nearest to the first player)."""
    split = 0
    for _ in range(table.cost):
        giver = -1
        most = -1000
        seat = table.first
        for _ in range(rules.players):
            left = table.held[seat] - share_of(split, seat)
            if left > most and share_of(split, seat) < cap(rules, table, hand, seat):
                giver = seat
                most = left
            seat = next_seat(rules, seat)
        split += one_share(giver, 1)
    return split


@rule
def spare_offer(rules, table, hand):
    """Offer every card that fits nowhere any more; where offers bind (Monsters), offer all there is."""
    if rules.has_monsters == 1:
        return most_to_offer(rules, table, hand)
    n = 0
    mask = discardable_mask(rules, table, hand)
    for slot in range(hand.held):
        card = hand.cards[slot]
        fits_nowhere = card <= MAX_ISLANDS and table.above[card] - table.below[card] < 2
        n += (card == Card.START or fits_nowhere) and (mask >> slot) & 1 == 1
    return n
