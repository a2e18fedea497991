"""The Start's price: offers by what the cards are worth, shares by offers and by supply."""

from __future__ import annotations

from analyzer.games.tranquility.encoding import one_share, share_of
from analyzer.games.tranquility.heuristics.keep_values import UNIT
from analyzer.games.tranquility.heuristics.survival.sight import KEEP
from analyzer.games.tranquility.heuristics.survival.weights import OFFER, OFFERED, PILE_SHARE
from analyzer.games.tranquility.rules.hands import discardable_mask
from analyzer.games.tranquility.rules.options import most_to_offer
from analyzer.games.tranquility.rules.splits import cap
from analyzer.kernel.lean import phase, rule


@rule
def offer_by_worth(rules, table, hand, knobs, memory):
    """Offer every card that is worth less than a limit; where offers bind (Monsters), offer all there is."""
    if rules.has_monsters == 1:
        return most_to_offer(rules, table, hand)
    return n_spare(rules, table, hand, knobs, memory)


@rule
def n_spare(rules, table, hand, knobs, memory):
    """Count the cards in hand that are worth less than a limit."""
    n = 0
    mask = discardable_mask(rules, table, hand)
    for slot in range(hand.held):
        n += (mask >> slot) & 1 == 1 and memory[KEEP + slot] < knobs[OFFER] * UNIT
    return n


@phase
def split_by_supply(rules, table, hand, knobs, memory):
    """Share the price card by card: by the piles, first what was offered; ties go to the nearest after the active."""
    split = 0
    own = n_spare(rules, table, hand, knobs, memory)
    for _ in range(table.cost):
        giver, best = -1, 0.0
        for step in range(rules.players):
            seat = (table.active + 1 + step) % rules.players
            given = share_of(split, seat)
            if given < cap(rules, table, hand, seat):
                offered = own if seat == hand.seat else table.offer[seat]
                claim = knobs[PILE_SHARE] * table.pile[seat] - given + knobs[OFFERED] * (given < offered)
                if giver < 0 or claim > best:
                    giver, best = seat, claim
        split += one_share(giver, 1)
    return split
