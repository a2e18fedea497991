"""Actions besides Islands and Discard-two: the end of the game, and when a module's action is the better one."""

from __future__ import annotations

from analyzer.games.tranquility.encoding import play
from analyzer.games.tranquility.heuristics.small_answers import is_compass_needed, wild_cell, worst_island
from analyzer.games.tranquility.rules.actions import can_finish, can_flip, may_finish
from analyzer.games.tranquility.rules.hands import count_in_hand
from analyzer.games.tranquility.rules.sides import may_turn_hands
from analyzer.games.tranquility.rules.storms import can_dump, is_dump_anytime
from analyzer.games.tranquility.state import Card, Kind
from analyzer.kernel.lean import phase, rule

NO_ACTION = -1


@rule
def finishing_action(rules, table, hand):
    """Return the action that ends the game, if there is one: a Finish, an open one, a Wild."""
    if can_finish(rules, table, hand):
        return play(Kind.FINISH, 0)
    if rules.has_modules == 1 and may_finish(rules, table, hand):
        if table.open_finishes > 0:
            return play(Kind.OPEN_FINISH, 0)
        if count_in_hand(hand, Card.WILD) > 0:
            return play(Kind.WILD_FINISH, 0)
    return NO_ACTION


@phase
def module_action(rules, table, hand, best):
    """Return a module action that is better than the best placement (its score: `best`), or NO_ACTION.

    1. Play a Monster as soon as it has a target: it only grows more costly. 2. With no placement worth its
    price: flip a wrong side, lay a Wild as the missing Start, dump the hand for a Compass that is needed,
    or put a Wild into a tight gap.
    """
    target = worst_island(rules, table) if count_in_hand(hand, Card.MONSTER) > 0 else 0
    if target > 0:
        return play(Kind.MONSTER, target)
    if best > 0.0:
        return NO_ACTION
    if can_flip(rules, table, hand) and table.n_wrong > 0:
        return flip_action(rules, table)
    if is_compass_needed(rules, table) and can_dump(rules, table, hand) and not is_dump_anytime(rules):
        return play(Kind.DUMP, 0)
    return wild_action(rules, table, hand)


@rule
def flip_action(rules, table):
    """Flip the first wrong Island, or turn the hands where that is an action and most empty cells want it."""
    n_other = 0
    for cell in range(1, rules.cells + 1):
        wants_other = table.number[cell] == 0 and rules.wanted_side[cell] != table.hands_side
        n_other += 1 if wants_other else -int(table.number[cell] == 0)
    if may_turn_hands(rules) and n_other > 0:
        return play(Kind.FLIP_HANDS, 0)
    for cell in range(1, rules.cells + 1):
        if table.number[cell] > 0 and table.side[cell] != rules.wanted_side[cell]:
            return play(Kind.FLIP, cell)
    return NO_ACTION


@rule
def wild_action(rules, table, hand):
    """Play a Wild as the missing Start of a full grid, or into a tight gap."""
    if count_in_hand(hand, Card.WILD) == 0:
        return NO_ACTION
    if table.started == 0 and table.filled == rules.cells:
        return play(Kind.WILD_START, 0)
    cell = wild_cell(rules, table, hand)
    return play(Kind.WILD_ISLAND, cell) if cell > 0 else NO_ACTION
