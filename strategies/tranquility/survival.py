"""Gap survival: play what keeps every gap most likely to be filled, and pay with what is missed least."""

from analyzer.games.tranquility import policy
from analyzer.games.tranquility.encoding import play
from analyzer.games.tranquility.heuristics.small_answers import NO_ACTION, finishing_action
from analyzer.games.tranquility.heuristics.survival.actions import NOTHING, best_module_action, best_placement
from analyzer.games.tranquility.heuristics.survival.answers import (
    module_answer,
    offer_by_worth,
    rate_answer,
    split_by_supply,
    waiting_worth,
)
from analyzer.games.tranquility.heuristics.survival.gaps import appraise, cheapest_in_turn
from analyzer.games.tranquility.heuristics.survival.weights import KNOBS
from analyzer.games.tranquility.rules.actions import can_discard_two, nth_action
from analyzer.games.tranquility.rules.options import gift_mask, is_gift, n_to_give
from analyzer.games.tranquility.state import Kind, Phase
from analyzer.kernel.lean import phase


@policy(rate=rate_answer, **KNOBS.tuned(__file__))
def survival(rules, table, hand, knobs, memory, choice):
    """A keeper of gaps: keep every gap as likely to be filled as possible, and pay with the cards missed least.

    1. Play a Finish as soon as it is legal. 2. Otherwise take the action that is worth most: an Island (what its gap
    gains, less the cards it costs and what they were worth), two discarded cards, or what a module adds, all on one
    scale. 3. Give up the cards without which the gaps lose least, one after the other. 4. Share the Start's price by
    what each offers and by the piles.
    """
    appraise(rules, table, hand, knobs, memory)
    if table.phase == Phase.ACTION:
        return choose_action(rules, table, hand, knobs, memory)
    if is_gift(table.phase):
        allowed, n_wanted = gift_mask(rules, table, hand), n_to_give(table, hand)
        mask, _ = cheapest_in_turn(rules, table, hand, knobs, memory, allowed, n_wanted)
        return mask
    if table.phase == Phase.OFFER:
        return offer_by_worth(rules, table, hand, knobs, memory)
    if table.phase == Phase.SPLIT:
        return split_by_supply(rules, table, hand, knobs, memory)
    return module_answer(rules, table, hand, knobs, memory)


@phase
def choose_action(rules, table, hand, knobs, memory):
    """Answer ACTION: finish, or take the action that is worth most."""
    action = finishing_action(rules, table, hand)
    if action != NO_ACTION:
        return action
    action, best = best_placement(rules, table, hand, knobs, memory)
    if rules.has_modules == 1:
        special, worth = best_module_action(rules, table, hand, knobs, memory)
        if special != NO_ACTION and (action == NO_ACTION or worth > best):
            action, best = special, worth
    can_wait = can_discard_two(rules, table, hand)
    wait = waiting_worth(rules, table, hand, knobs, memory) if can_wait else NOTHING
    if action != NO_ACTION and best > wait:
        return action
    return play(Kind.DISCARD_TWO, 0) if can_wait else nth_action(rules, table, hand, 0)
