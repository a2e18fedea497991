"""The yardstick's policy (yardstick/README.md): spread the numbers, pay little, wait when nothing fits."""

from __future__ import annotations

from analyzer.games.tranquility import policy
from analyzer.games.tranquility.encoding import play
from analyzer.games.tranquility.heuristics import (
    NEVER,
    ideal_cell,
    leaves_room,
    level_split,
    lowest,
    room,
    scratch,
    side_penalty,
    spare_offer,
)
from analyzer.games.tranquility.rules.actions import can_discard_two, can_finish, nth_action
from analyzer.games.tranquility.rules.hands import discardable_mask
from analyzer.games.tranquility.rules.options import n_to_give
from analyzer.games.tranquility.rules.placement import budget
from analyzer.games.tranquility.scoring import assemble
from analyzer.games.tranquility.state import MAX_ISLANDS, Kind, Phase
from analyzer.kernel.jit import rule

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


decide_with_modules = assemble(
    placement_score.py_func if hasattr(placement_score, "py_func") else placement_score,
    score=placement_score,
    keep=keep_value,
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
    best = 10 * NEVER
    action = 0
    funds = budget(rules, table, hand)
    for slot in range(hand.held):
        card = hand.cards[slot]
        if card <= MAX_ISLANDS and table.above[card] - table.below[card] > 1:
            score, cell = best_cell(rules, table, card, knobs[COST], funds)
            is_better = score > best
            best = score if is_better else best
            action = play(card, cell) if is_better else action
    if best > NEVER and (best > -knobs[PATIENCE] or hand.held < 2):
        return action
    if can_discard_two(rules, table, hand):
        return play(Kind.DISCARD_TWO, 0)
    return nth_action(rules, table, hand, 0)


@rule
def best_cell(rules, table, card, dear, funds):
    """Return the score and the cell of an Island's best placement.

    Only the ends of a gap cost anything, so the two ends and the two cells around the ideal one are all that
    can be best: four looks instead of one per cell.
    """
    low, high = table.below[card], table.above[card]
    lower, upper = table.number[low], table.number[high]
    want = ideal_cell(table, card)
    # never leave more empty cells than numbers on either side
    lowest_cell = max(low + 1, high - (upper - card))
    highest_cell = min(high - 1, low + (card - lower))
    cost_low = card - lower if (low > 0) & (lowest_cell == low + 1) else 0
    cost_high = upper - card if (high <= rules.cells) & (highest_cell == high - 1) else 0
    first_free = lowest_cell + (cost_low > 0)
    last_free = highest_cell - (cost_high > 0)
    nearer = min(cost_low, cost_high) if (cost_low > 0) & (cost_high > 0) else cost_low + cost_high
    cost_low = nearer if lowest_cell == highest_cell else cost_low

    cell = lowest_cell
    best = rate(want, cell, dear, cost_low, funds, lowest_cell, highest_cell)
    near = min(max(int(want), first_free), last_free)
    score = rate(want, near, dear, 0, funds, first_free, last_free)
    cell = near if score > best else cell
    best = max(score, best)
    score = rate(want, near + 1, dear, 0, funds, first_free, last_free)
    cell = near + 1 if score > best else cell
    best = max(score, best)
    score = rate(want, highest_cell, dear, cost_high, funds, lowest_cell + 1, highest_cell)
    cell = highest_cell if score > best else cell
    return max(score, best), cell


@rule
def rate(want, cell, dear, cost, funds, first, last):
    """Score one cell; a cell out of reach or out of range gets the lowest score."""
    score = -abs(cell - want) - dear * cost
    return score if (cost <= funds and first <= cell <= last) else NEVER


@rule
def choose_gift(rules, table, hand, knobs, memory):
    """Answer PAY, DISCARD_TWO and GIVE: the cards with the lowest value to keep."""
    values = scratch(memory)
    allowed = discardable_mask(rules, table, hand)
    for slot in range(hand.held):
        value = keep_value(rules, table, hand, knobs, hand.cards[slot])
        values[slot] = value if (allowed >> slot) & 1 else -10 * NEVER
    return lowest(values, hand.held, n_to_give(table, hand))
