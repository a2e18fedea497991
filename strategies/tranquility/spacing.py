"""The yardstick's policy (yardstick/README.md): spread the numbers, pay little, wait when nothing fits."""

from analyzer.games.tranquility import policy
from analyzer.games.tranquility.encoding import cell_of, play
from analyzer.games.tranquility.heuristics import values
from analyzer.games.tranquility.heuristics.assembly import assemble, rating_of
from analyzer.games.tranquility.heuristics.small_answers import NO_ACTION, level_split, spare_offer
from analyzer.games.tranquility.heuristics.values import NEVER, NOT_TO_GIVE, fixed, lowest, room, score_spacing
from analyzer.games.tranquility.rules.actions import can_discard_two, can_finish, nth_action
from analyzer.games.tranquility.rules.hands import discardable_mask
from analyzer.games.tranquility.rules.options import n_to_give
from analyzer.games.tranquility.rules.placement import is_open
from analyzer.games.tranquility.state import Kind, Phase
from analyzer.kernel.lean import phase, rule
from strategies.tranquility.spaced_placement import best_free_placement, best_open_placement

COST, PATIENCE, ROOM, FINISH_GAIN, FINISH_START = range(5)


@rule
def placement_score(rules, table, hand, knobs, card, cell, cost):
    """Score a placement; above 0 it is worth playing."""
    return score_spacing(rules, table, card, cell, cost, knobs[COST], knobs[PATIENCE])


@rule
def keep_value(rules, table, hand, knobs, card):
    """Value a card to keep by the room it has."""
    return room(rules, table, card, knobs[ROOM], knobs[FINISH_GAIN], knobs[FINISH_START])


@rule
def best_placement(rules, table, hand, knobs):
    """Return the best placement and its score, whatever the modules do to cells and costs.

    Closed cells only take placements away: the best one without them is the best one if its cell is open.
    """
    if rules.has_plain_costs == 1:
        score, action = best_free_placement(rules, table, hand, knobs[COST], knobs[PATIENCE])
        if score <= NEVER:
            return NO_ACTION, 0.0
        if rules.has_closures == 0 or is_open(rules, table, hand.seat, cell_of(action)):
            return action, score
    score, action = best_open_placement(rules, table, hand, knobs[COST], knobs[PATIENCE])
    return (action, score) if score > NEVER else (NO_ACTION, 0.0)


decide_with_modules = assemble(
    placement_score.py_func if hasattr(placement_score, "py_func") else placement_score,
    score=placement_score,
    keep=keep_value,
    best_placement=best_placement,
    part=phase,
)


@policy(
    score=placement_score,
    rate=rating_of(placement_score, score=placement_score, keep=keep_value),
    cost=values.DEAR,
    patience=values.PATIENCE,
    room=values.PER_NUMBER,
    finish_gain=values.FINISH_GAIN,
    finish_start=values.FINISH_START,
)
def spacing(rules, table, hand, knobs, memory, choice):
    """A careful placer: place each Island near its proportional cell, never closing a gap for good, or discard two.

    1. Play a Finish as soon as it is legal. 2. Play the best-placed Island unless all are too far off or too
    dear. 3. Otherwise discard two. Give up the cards with the least room first; level the hands at the Start.
    Modules are played by the default heuristics.
    """
    if rules.has_modules == 1 or rules.has_plain_costs == 0:
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
    best, action = best_free_placement(rules, table, hand, knobs[COST], 0.0)
    if best > NEVER and (best > -knobs[PATIENCE] or hand.held < 2):
        return action
    if can_discard_two(rules, table, hand):
        return play(Kind.DISCARD_TWO, 0)
    return nth_action(rules, table, hand, 0)


@rule
def choose_gift(rules, table, hand, knobs, memory):
    """Answer PAY, DISCARD_TWO and GIVE: the cards with the lowest value to keep."""
    allowed = discardable_mask(rules, table, hand)
    for slot in range(hand.held):
        value = fixed(keep_value(rules, table, hand, knobs, hand.cards[slot]))
        memory[slot] = value if (allowed >> slot) & 1 else NOT_TO_GIVE
    return lowest(memory, hand.held, n_to_give(table, hand))
