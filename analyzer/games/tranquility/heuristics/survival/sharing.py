"""The Start's price by supply: whoever has the larger pile gives more."""

from __future__ import annotations

from analyzer.games.tranquility.encoding import one_share, share_of
from analyzer.games.tranquility.heuristics.survival.weights import PILE_SHARE
from analyzer.games.tranquility.rules.splits import cap
from analyzer.kernel.lean import phase


@phase
def split_by_supply(rules, table, hand, knobs):
    """Share the price evenly but for the piles, card by card; ties go to the nearest after the active seat."""
    split = 0
    for _ in range(table.cost):
        giver, best = -1, 0.0
        for step in range(rules.players):
            seat = (table.active + 1 + step) % rules.players
            given = share_of(split, seat)
            if given < cap(rules, table, hand, seat):
                claim = knobs[PILE_SHARE] * table.pile[seat] - given
                if giver < 0 or claim > best:
                    giver, best = seat, claim
        split += one_share(giver, 1)
    return split
