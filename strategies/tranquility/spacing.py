"""The yardstick's policy (yardstick/README.md): spread the numbers, pay little, wait when nothing fits."""

from __future__ import annotations

import numpy as np

from analyzer.games.tranquility import policy
from analyzer.games.tranquility.encoding import CELL_BITS, play
from analyzer.games.tranquility.heuristics import (
    NEVER,
    NOT_TO_GIVE,
    fixed,
    ideal_cell,
    leaves_room,
    level_split,
    lowest,
    room,
    side_penalty,
    spare_offer,
)
from analyzer.games.tranquility.module_heuristics import NO_ACTION
from analyzer.games.tranquility.rules.actions import can_discard_two, can_finish, nth_action
from analyzer.games.tranquility.rules.hands import discardable_mask
from analyzer.games.tranquility.rules.options import n_to_give
from analyzer.games.tranquility.rules.placement import budget, can_place, cost_at
from analyzer.games.tranquility.scoring import assemble
from analyzer.games.tranquility.state import MAX_ISLANDS, Kind, Phase
from analyzer.kernel.lean import phase, rule

BARRED = 2 * NEVER
CELLS = 1 << CELL_BITS
COST, PATIENCE, ROOM, FINISH_GAIN, FINISH_START = range(5)


@rule
def placement_score(rules, table, hand, knobs, card, cell, cost):
    """Score a placement; above 0 it is worth playing."""
    if not leaves_room(table, card, cell):
        return NEVER
    distance = abs(cell - ideal_cell(table, card))
    return knobs[PATIENCE] - distance - knobs[COST] * cost - side_penalty(rules, table, cell)


@rule
def keep_value(rules, table, hand, knobs, card):
    """Value a card to keep by the room it has."""
    return room(rules, table, card, knobs[ROOM], knobs[FINISH_GAIN], knobs[FINISH_START])


@rule
def best_placement(rules, table, hand, knobs):
    """Return the best placement and its score, where modules close cells or make them count differently."""
    action, best = NO_ACTION, 0.0
    funds = budget(rules, table, hand)
    for slot in range(hand.held):
        card = hand.cards[slot]
        if card <= MAX_ISLANDS and table.above[card] - table.below[card] > 1:
            if rules.is_spaced_freely == 1:
                score, place = best_cell(rules, table, card, knobs[COST], float(funds))
                cell = int(place)
            else:
                score, cell = best_open_cell(rules, table, hand, knobs, card, funds)
            if score > NEVER and (action == NO_ACTION or score + knobs[PATIENCE] > best):
                action, best = play(card, cell), score + knobs[PATIENCE]
    return action, best


@rule
def best_open_cell(rules, table, hand, knobs, card, funds):
    """Return score and cell of an Island's best placement: look outward from the ideal cell until none is better."""
    low, high = table.below[card], table.above[card]
    want = ideal_cell(table, card)
    first = max(low + 1, high - (table.number[high] - card))
    last = min(high - 1, low + (card - table.number[low]))
    middle = min(max(int(want), first), last)
    is_cheaper_far = knobs[COST] < 0.0  # then distance alone does not bound the score
    best, best_at = BARRED, 0
    for cell in range(middle, first - 1, -1):
        if -abs(cell - want) < best and not is_cheaper_far:
            break
        score = open_score(rules, table, hand, knobs, card, cell, want, funds)
        best_at = cell if score >= best else best_at
        best = max(best, score)
    for cell in range(middle + 1, last + 1):
        if -abs(cell - want) <= best and not is_cheaper_far:
            break
        score = open_score(rules, table, hand, knobs, card, cell, want, funds)
        best_at = cell if score > best else best_at
        best = max(best, score)
    return best, best_at


@rule
def open_score(rules, table, hand, knobs, card, cell, want, funds):
    """Score a cell that leaves room; BARRED if it is closed or too dear."""
    if not can_place(rules, table, hand.seat, card, cell, funds):
        return BARRED
    return -abs(cell - want) - knobs[COST] * cost_at(rules, table, card, cell) - side_penalty(rules, table, cell)


decide_with_modules = assemble(
    placement_score.py_func if hasattr(placement_score, "py_func") else placement_score,
    score=placement_score,
    keep=keep_value,
    best_placement=best_placement,
    part=phase,
)


@policy(score=placement_score, cost=0.6, patience=2.2, room=10.0, finish_gain=20.0, finish_start=5.0)
def spacing(rules, table, hand, knobs, memory, choice):
    """Place each Island near its proportional cell, never closing a gap for good, or discard two.

    1. Play a Finish as soon as it is legal. 2. Play the best-placed Island unless all are too far off or too
    dear. 3. Otherwise discard two. Give up the cards with the least room first; level the hands at the Start.
    Modules are played by the default heuristics.
    """
    if rules.is_plain == 0:
        return decide_with_modules(rules, table, hand, knobs, memory, choice)
    if table.phase == Phase.ACTION:
        return choose_action(rules, table, hand, knobs)
    if table.phase == Phase.OFFER:
        return spare_offer(rules, table, hand)
    if table.phase == Phase.SPLIT:
        return level_split(rules, table, hand)
    return choose_gift(rules, table, hand, knobs, memory)


@rule
def choose_action(rules, table, hand, knobs):
    """Answer ACTION in the base game, without scoring every cell."""
    if can_finish(rules, table, hand):
        return play(Kind.FINISH, 0)
    best = 4 * NEVER
    action = 0.0
    funds = float(budget(rules, table, hand))
    for slot in range(hand.held):
        card = hand.cards[slot]
        if card <= MAX_ISLANDS and table.above[card] - table.below[card] > 1:
            score, cell = best_cell(rules, table, card, knobs[COST], funds)
            is_better = score > best
            best = score if is_better else best
            action = card * CELLS + cell if is_better else action
    if best > NEVER and (best > -knobs[PATIENCE] or hand.held < 2):
        return int(action)
    if can_discard_two(rules, table, hand):
        return play(Kind.DISCARD_TWO, 0)
    return nth_action(rules, table, hand, 0)


@rule
def best_cell(rules, table, card, dear, funds):
    """Return the score and the cell of an Island's best placement; the lowest cell on a tie.

    Only the ends of the gap can cost anything, so the two ends and the free cell nearest to the ideal one are
    all that can be best: three looks instead of one per cell. All of it in floating point, where choosing
    between two numbers is no jump that the processor would have to guess.
    """
    low, high = float(table.below[card]), float(table.above[card])
    before = float(card - table.number[table.below[card]])
    behind = float(table.number[table.above[card]] - card)
    want = low + (high - low) * before / (before + behind)
    # never leave more empty cells than numbers on either side
    first, last = max(low + 1.0, high - behind), min(high - 1.0, low + before)
    cost_first = priced(before, first - low, low)
    cost_last = priced(behind, high - last, rules.cells + 1.0 - high)
    cost_first = nearer(cost_first, cost_last) if first == last else cost_first
    middle = min(max(nearest(want), first + 1.0), last - 1.0)
    at_first = rate(want, first, dear, cost_first, funds, last - first)
    at_middle = rate(want, middle, dear, 0.0, funds, last - first - 2.0)
    at_last = rate(want, last, dear, cost_last, funds, last - first - 1.0)
    cell = middle if at_middle > at_first else first
    best = max(at_first, at_middle)
    cell = last if at_last > best else cell
    return max(best, at_last), cell


@rule
def priced(difference, steps, to_shore):
    """Return the difference to a neighbour that is one step away and not the shore, otherwise 0 (T-BASE-13)."""
    return difference * min(to_shore, 1.0) * (steps == 1.0)


@rule
def nearer(one, other):
    """Return the smaller of two costs, unless it is none (T-BASE-16)."""
    least = min(one, other)
    most = max(one, other)
    return least if least > 0.0 else most


@rule
def nearest(want):
    """Round to the nearest cell, down from the middle between two."""
    return np.ceil(want - 0.5)


@rule
def barred(excess):
    """Return what makes a cell worse than any other, if there is an excess."""
    return BARRED if excess > 0.0 else 0.0


@rule
def rate(want, cell, dear, cost, funds, room):
    """Score one cell; without room, or money, it gets less than any other."""
    score = -abs(cell - want) - dear * cost
    return score + barred(cost - funds) + barred(-room)


@rule
def choose_gift(rules, table, hand, knobs, memory):
    """Answer PAY, DISCARD_TWO and GIVE: the cards with the lowest value to keep."""
    allowed = discardable_mask(rules, table, hand)
    for slot in range(hand.held):
        value = fixed(keep_value(rules, table, hand, knobs, hand.cards[slot]))
        memory[slot] = value if (allowed >> slot) & 1 else NOT_TO_GIVE
    return lowest(memory, hand.held, n_to_give(table, hand))
