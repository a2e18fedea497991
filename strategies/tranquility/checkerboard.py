"""The experienced player's opening (H1): every other cell first, for nothing; then the cells between (H6)."""

from analyzer.games.tranquility import scoring
from analyzer.games.tranquility.heuristics.values import NEVER, ideal_cell, leaves_room
from analyzer.games.tranquility.rules.placement import has_neighbour


@scoring(far=1.0, cost=0.5, patience=2.0, odd=1.0)
def checkerboard(rules, table, hand, knobs, card, cell, cost):
    """A checkerboard player: fill every other cell first, near the card's share of its gap, then those between.

    1. A cell without neighbours costs nothing and is taken first, one that leaves gaps of odd length before others
    (H2). 2. A cell between others is paid, the cheaper the better. 3. Otherwise discard two.
    """
    if not leaves_room(table, card, cell):
        return NEVER
    score = knobs[2] - knobs[0] * abs(cell - ideal_cell(table, card)) - knobs[1] * cost
    if has_neighbour(rules, table, cell):
        return score
    is_odd = (cell - table.below[card]) & 1 == 0 or (table.above[card] - cell) & 1 == 0
    return score + knobs[3] * is_odd
