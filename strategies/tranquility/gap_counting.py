"""Counting (H9, H13): how many numbers a gap still has for its cells, without those the player gave up."""

from analyzer.games.tranquility import scoring
from analyzer.games.tranquility.heuristics.values import NEVER
from analyzer.kernel.lean import rule

WIDE = 4.0  # numbers per cell beyond which a gap is as good as filled


@rule
def n_possible(hand, lower, upper):
    """Count the numbers between two others that the player has not given up."""
    n = 0
    for number in range(lower + 1, upper):
        n += hand.lost[number] == 0
    return n


@rule
def per_cell(hand, n_cells, lower, upper):
    """Return the possible numbers per empty cell of a gap; WIDE if it has no cell to fill."""
    return min(n_possible(hand, lower, upper) / n_cells, WIDE) if n_cells > 0 else WIDE


@scoring(tight=1.6, cost=0.3, balance=1.0)
def gap_counting(rules, table, hand, knobs, card, cell, cost):
    """A counter of numbers: place where the tighter of the two new gaps keeps most possible numbers per cell.

    Count the numbers between the neighbours that may still come, those given up left out. A placement waits if it would
    leave a gap with less than `tight` numbers per cell and the cost on top.
    """
    low, high = table.below[card], table.above[card]
    lower, upper = table.number[low], table.number[high]
    below = per_cell(hand, cell - low - 1, lower, card)
    above = per_cell(hand, high - cell - 1, card, upper)
    if min(below, above) < 1.0:
        return NEVER
    return min(below, above) - knobs[0] - knobs[1] * cost - 0.1 * knobs[2] * abs(below - above)
