"""The best-spaced placement of a hand, found without scoring every cell; on a tie the first card, then the lowest cell.

Two searches, for one score: all cards at once where no cell is closed and costs are the printed ones, and a look
outward from the ideal cell where modules close cells or make them count differently.
"""

from analyzer.games.tranquility.encoding import CELL_BITS, CELL_MASK, play
from analyzer.games.tranquility.heuristics.small_answers import NO_ACTION
from analyzer.games.tranquility.heuristics.values import (
    NEVER,
    ends_with_room,
    ideal_cell,
    proportional_cell,
    side_penalty,
    spaced_worth,
)
from analyzer.games.tranquility.rules.placement import budget, can_place, cost_at
from analyzer.kernel.lanes import (
    LANES,
    count_from,
    largest,
    least,
    look_up,
    most,
    numbers,
    pick,
    round_up,
    smallest,
    spread,
    take,
)
from analyzer.kernel.lean import rule

BARRED = 2 * NEVER
_CELLS = 1 << CELL_BITS
_FAR = 1e6  # behind every cell of every slot


# All cards at once


@rule
def best_free_placement(rules, table, hand, dear, patience):
    """Return score and action of the best placement where no cell is closed and costs are the printed ones."""
    funds = float(budget(rules, table, hand))
    best, places = spread(BARRED), spread(0.0)
    for first in range(0, hand.held, LANES):
        scores, cells = best_cells(rules, table, take(hand.cards, first), dear, funds)
        scores = pick(scores - NEVER, scores + patience, scores)
        places = pick(scores - best, _CELLS * count_from(first) + cells, places)
        best = most(best, scores)
    score = largest(best)
    place = int(smallest(pick(score - best, _FAR, places)))
    return score, play(hand.cards[place >> CELL_BITS], place & CELL_MASK)


@rule
def best_cells(rules, table, cards, dear, funds):
    """Return, in lanes, the scores and the cells of the Islands' best placements; the lowest cell on a tie.

    Only the ends of a gap can cost anything, so the two ends and the free cell nearest to the ideal one are all
    that can be best: three looks instead of one per cell. A card without a gap has no room, at either end.
    """
    below, above = look_up(table.below, cards), look_up(table.above, cards)
    low, high = numbers(below), numbers(above)
    before = numbers(cards) - numbers(look_up(table.number, below))
    behind = numbers(look_up(table.number, above)) - numbers(cards)
    want = proportional_cell(low, high, before, most(before + behind, 1.0))
    # `ends_with_room` and `cost_at` in lanes, where the smaller of two is no jump
    first, last = most(low + 1.0, high - behind), least(high - 1.0, low + before)
    cost_first = priced(before, first - low, low)
    cost_last = priced(behind, high - last, rules.cells + 1.0 - high)
    cost_first = pick(last - first, cost_first, nearer(cost_first, cost_last))
    middle = least(most(nearest(want), first + 1.0), last - 1.0)
    at_first = rate(want, first, dear, cost_first, funds, last - first)
    at_middle = rate(want, middle, dear, 0.0, funds, last - first - 2.0)
    at_last = rate(want, last, dear, cost_last, funds, last - first - 1.0)
    cells = pick(at_middle - at_first, middle, first)
    best = most(at_first, at_middle)
    cells = pick(at_last - best, last, cells)
    return most(best, at_last), cells


@rule
def priced(differences, steps, to_shore):
    """Return the differences to neighbours that are one step away and not the shore, otherwise 0 (T-BASE-13)."""
    return pick(steps - 1.0, 0.0, differences * least(to_shore, 1.0))


@rule
def nearer(one, other):
    """Return the smaller of two costs, unless it is none (T-BASE-16)."""
    smaller = least(one, other)
    return pick(smaller, smaller, most(one, other))


@rule
def nearest(want):
    """Round to the nearest cell, down from the middle between two."""
    return round_up(want - 0.5)


@rule
def rate(want, cells, dear, costs, funds, room):
    """Score one cell per Island; it is barred without the room, or the money."""
    scores = spaced_worth(0.0, want, cells, dear, costs)
    return pick(costs - funds, BARRED, pick(0.0 - room, BARRED, scores))


# Cell by cell


@rule
def best_open_placement(rules, table, hand, dear, patience):
    """Return score and action of the best placement, where modules close cells or make them count differently."""
    best, action = BARRED, NO_ACTION
    funds = budget(rules, table, hand)
    for slot in range(hand.held):
        card = hand.cards[slot]
        if table.above[card] - table.below[card] > 1:
            score, cell = best_open_cell(rules, table, hand.seat, card, dear, funds)
            if score > NEVER and score + patience > best:
                best, action = score + patience, play(card, cell)
    return best, action


@rule
def best_open_cell(rules, table, seat, card, dear, funds):
    """Return score and cell of an Island's best placement: look outward from the ideal cell until none is better."""
    want = ideal_cell(table, card)
    first, last = ends_with_room(table, card)
    middle = min(max(int(want), first), last)
    is_cheaper_far = dear < 0.0  # then distance alone does not bound the score
    best, best_at = BARRED, 0
    for step in (-1, 1):  # down first: among equals the lowest cell is the best
        cell = middle if step < 0 else middle + 1
        while first <= cell <= last and (is_cheaper_far or -abs(cell - want) >= best):
            score = open_score(rules, table, seat, card, cell, want, dear, funds)
            is_better = score > best or (score == best and step < 0)
            best_at = cell if is_better else best_at
            best = max(best, score)
            cell += step
    return best, best_at


@rule
def open_score(rules, table, seat, card, cell, want, dear, funds):
    """Score a cell that leaves room; BARRED if it is closed or too dear."""
    if not can_place(rules, table, seat, card, cell, funds):
        return BARRED
    cost = cost_at(rules, table, card, cell)
    return spaced_worth(0.0, want, cell, dear, cost) - side_penalty(rules, table, cell)
