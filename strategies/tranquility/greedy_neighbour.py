"""The beginner's way: lay Islands beside those that lie, as cheaply as possible, and look no further."""

from analyzer.games.tranquility import scoring
from analyzer.games.tranquility.heuristics.values import NEVER, ideal_cell, leaves_room
from analyzer.games.tranquility.rules.placement import has_neighbour

OPENING = 6  # Islands that are laid without a neighbour before the rows grow together


@scoring(cost=1.0, most=2.0)
def greedy_neighbour(rules, table, hand, knobs, card, cell, cost):
    """A greedy neighbour: after a first few near their shares, lay Islands beside others for as few cards as possible.

    1. While few Islands lie: the cell nearest to the card's share of the grid. 2. Later only beside an Island, and for
    at most `most` cards. 3. Never where a side would have more empty cells than numbers. Otherwise discard two.
    """
    if not leaves_room(table, card, cell):
        return NEVER
    if table.filled < OPENING:
        return 3.0 - abs(cell - ideal_cell(table, card)) - cost
    if not has_neighbour(rules, table, cell):
        return -0.5
    return knobs[1] + 0.5 - knobs[0] * cost
