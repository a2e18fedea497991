"""Gap survival: play what keeps every gap most likely to be filled, and pay with what is missed least."""

from __future__ import annotations

from analyzer.games.tranquility import policy
from analyzer.games.tranquility.encoding import cell_of, kind_of, one_share, play, share_of
from analyzer.games.tranquility.heuristics.keep_values import UNIT
from analyzer.games.tranquility.heuristics.module_actions import NO_ACTION, finishing_action
from analyzer.games.tranquility.heuristics.sharing import spare_offer
from analyzer.games.tranquility.heuristics.survival.answers import module_answer
from analyzer.games.tranquility.heuristics.survival.gaps import gap_worth
from analyzer.games.tranquility.heuristics.survival.keeping import cheapest, value_hand
from analyzer.games.tranquility.heuristics.survival.modules import best_module_action
from analyzer.games.tranquility.heuristics.survival.sight import KEEP, look
from analyzer.games.tranquility.heuristics.survival.supply import card_price, wait_worth, weigh_supply
from analyzer.games.tranquility.heuristics.survival.weights import (
    KNOBS,
    PILE_SHARE,
    WRONG,
)
from analyzer.games.tranquility.rules.actions import can_discard_two, nth_action
from analyzer.games.tranquility.rules.hands import discardable_mask
from analyzer.games.tranquility.rules.options import gift_mask, is_gift, n_to_give
from analyzer.games.tranquility.rules.placement import budget, can_place, cost_at
from analyzer.games.tranquility.rules.splits import cap
from analyzer.games.tranquility.state import MAX_ISLANDS, Kind, Phase
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.piles import find


@rule
def gap_before(rules, table, knobs, memory, card):
    """Return what the gap of an Island is worth before it is placed."""
    low, high = table.below[card], table.above[card]
    return gap_worth(rules, knobs, memory, low, high, table.number[low], table.number[high], 0)


@rule
def placement_worth(rules, table, hand, knobs, memory, card, cell, price, payable):
    """Return what the two gaps that a placement leaves are worth, less what it takes."""
    low, high = table.below[card], table.above[card]
    worth = gap_worth(rules, knobs, memory, low, cell, table.number[low], card, 0)
    worth += gap_worth(rules, knobs, memory, cell, high, card, table.number[high], 0)
    cost = cost_at(rules, table, card, cell)
    if cost > 0:
        _, paid = cheapest(hand, memory, payable, cost)
        worth -= price * cost + paid
    if rules.day_night == 1 and table.hands_side != rules.wanted_side[cell]:
        worth -= knobs[WRONG]
    return worth


@rule
def best_placement(rules, table, hand, knobs, memory):
    """Return the placement that gains most, less what it takes, and that worth."""
    action, best = NO_ACTION, 0.0
    funds = budget(rules, table, hand)
    allowed = discardable_mask(rules, table, hand)
    price = card_price(rules, table, hand, knobs)
    for slot in range(hand.held):
        card = hand.cards[slot]
        if card <= MAX_ISLANDS:
            before = gap_before(rules, table, knobs, memory, card)
            for cell in range(table.below[card] + 1, table.above[card]):
                if can_place(rules, table, hand.seat, card, cell, funds):
                    payable = allowed & ~(1 << slot)
                    worth = placement_worth(rules, table, hand, knobs, memory, card, cell, price, payable) - before
                    if action == NO_ACTION or worth > best:
                        action, best = play(card, cell), worth
    return action, best


@rule
def waiting_worth(rules, table, hand, knobs, memory):
    """Return what it is worth to discard two cards instead."""
    _, given = cheapest(hand, memory, discardable_mask(rules, table, hand), 2)
    return wait_worth(rules, table, hand, knobs) - given


@phase
def choose_action(rules, table, hand, knobs, memory):
    """Answer ACTION: finish, or whatever is worth most of a module's action, a placement and waiting."""
    action = finishing_action(rules, table, hand)
    if action != NO_ACTION:
        return action
    action, best = best_placement(rules, table, hand, knobs, memory)
    can_wait = can_discard_two(rules, table, hand)
    wait = waiting_worth(rules, table, hand, knobs, memory) if can_wait else -1e9
    if rules.has_modules == 1:
        special, worth = best_module_action(rules, table, hand, knobs, memory)
        if special != NO_ACTION and worth > wait and (action == NO_ACTION or worth > best):
            return special
    if action != NO_ACTION and best > wait:
        return action
    if can_wait:
        return play(Kind.DISCARD_TWO, 0)
    return nth_action(rules, table, hand, 0)


@rule
def split_even(rules, table, hand, knobs):
    """Share the Start's price evenly; who has the larger pile gives rather more."""
    split = 0
    for _ in range(table.cost):
        giver, best = -1, 0.0
        for step in range(rules.players):
            seat = (table.active + 1 + step) % rules.players
            given = share_of(split, seat)
            if given < cap(rules, table, hand, seat):
                claim = -1.0 * given + knobs[PILE_SHARE] * table.pile[seat]
                if giver < 0 or claim > best:
                    giver, best = seat, claim
        split += one_share(giver, 1)
    return split


@phase
def rate_answer(rules, table, hand, knobs, memory, choice, answer):
    """Rate an answer for a look-ahead, with what the policy noted when it decided itself."""
    if is_gift(table.phase):
        total = 0
        for slot in range(hand.held):
            total += memory[KEEP + slot] * ((answer >> slot) & 1)
        return -total / UNIT
    kind, cell = kind_of(answer), cell_of(answer)
    if table.phase != Phase.ACTION:
        return 0.0
    if kind == Kind.DISCARD_TWO:
        return waiting_worth(rules, table, hand, knobs, memory)
    if kind > MAX_ISLANDS:
        return 0.0
    payable = discardable_mask(rules, table, hand) & ~(1 << find(hand.cards, hand.held, kind))
    price = card_price(rules, table, hand, knobs)
    before = gap_before(rules, table, knobs, memory, kind)
    return placement_worth(rules, table, hand, knobs, memory, kind, cell, price, payable) - before


@policy(rate=rate_answer, **KNOBS)
def survival(rules, table, hand, knobs, memory, choice):
    """A careful player: keep every gap as likely to be filled as possible, and pay with the cards missed least."""
    look(rules, table, hand, memory)
    weigh_supply(rules, table, hand, knobs, memory)
    value_hand(rules, table, hand, knobs, memory)
    if table.phase == Phase.ACTION:
        return choose_action(rules, table, hand, knobs, memory)
    if is_gift(table.phase):
        mask, _ = cheapest(hand, memory, gift_mask(rules, table, hand), n_to_give(table, hand))
        return mask
    if table.phase == Phase.OFFER:
        return spare_offer(rules, table, hand)
    if table.phase == Phase.SPLIT:
        return split_even(rules, table, hand, knobs)
    return module_answer(rules, table, hand, knobs, memory)
