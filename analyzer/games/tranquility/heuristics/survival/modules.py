"""Actions that modules add, on the scale of placements: Monsters, Wilds, flips, and a hand dumped for a Compass."""

from __future__ import annotations

from analyzer.games.tranquility.encoding import play
from analyzer.games.tranquility.heuristics.module_actions import NO_ACTION, flip_action
from analyzer.games.tranquility.heuristics.survival.gaps import gap_worth
from analyzer.games.tranquility.heuristics.survival.keeping import cheapest
from analyzer.games.tranquility.heuristics.survival.storms import worst_storm
from analyzer.games.tranquility.heuristics.survival.supply import card_price, wait_worth
from analyzer.games.tranquility.heuristics.survival.weights import MONSTER, WILD, WRONG
from analyzer.games.tranquility.rules.actions import can_flip
from analyzer.games.tranquility.rules.hands import count_in_hand, discardable_mask
from analyzer.games.tranquility.rules.monsters import can_eat
from analyzer.games.tranquility.rules.placement import budget, cost_at, laid_before, laid_behind
from analyzer.games.tranquility.rules.storms import can_dump, is_dump_anytime
from analyzer.games.tranquility.rules.wilds import can_name
from analyzer.games.tranquility.state import Card, Kind
from analyzer.kernel.lean import phase, rule

NOTHING = -1e9  # below every worth
MUST = 1e3  # what an action is worth without which the game cannot be won


@phase
def best_module_action(rules, table, hand, knobs, memory):
    """Return the best action that modules add, and its worth."""
    action, best = NO_ACTION, NOTHING
    if count_in_hand(hand, Card.MONSTER) > 0:
        cell, worth = best_meal(rules, table, knobs, memory)
        if cell > 0:
            action, best = play(Kind.MONSTER, cell), worth + knobs[MONSTER]
    if can_flip(rules, table, hand) and table.n_wrong > 0:
        worth = flip_worth(rules, table, hand, knobs, memory)
        if worth > best:
            action, best = flip_action(rules, table), worth
    if can_dump(rules, table, hand) and not is_dump_anytime(rules) and table.stock == 0:
        worth = dump_worth(rules, table, hand, knobs, memory)
        if worth > best:
            action, best = play(Kind.DUMP, 0), worth
    if count_in_hand(hand, Card.WILD) > 0:
        other, worth = wild_action(rules, table, hand, knobs, memory)
        if worth > best:
            action, best = other, worth
    return action, best


@phase
def module_worth(rules, table, hand, knobs, memory, kind, cell):
    """Return what an action that a module adds is worth; nothing is known of those that turn hands."""
    if kind == Kind.MONSTER:
        return meal_worth(rules, table, knobs, memory, cell) + knobs[MONSTER]
    if kind == Kind.WILD_MONSTER:
        return meal_worth(rules, table, knobs, memory, cell) + knobs[MONSTER] - knobs[WILD]
    if kind == Kind.DUMP:
        return dump_worth(rules, table, hand, knobs, memory)
    if kind == Kind.FLIP:
        is_wrong = table.side[cell] != rules.wanted_side[cell]
        return flip_worth(rules, table, hand, knobs, memory) if is_wrong else NOTHING
    if kind == Kind.WILD_ISLAND:
        _, worth = best_number(rules, table, hand, knobs, memory, cell)
        return worth - knobs[WILD]
    return 0.0


@phase
def best_meal(rules, table, knobs, memory):
    """Return the Island that the grid misses least, and what a Monster gains there; 0 if it can reach none (H22)."""
    target, best = 0, NOTHING
    for cell in range(1, rules.cells + 1):
        if can_eat(rules, table, cell):
            worth = meal_worth(rules, table, knobs, memory, cell)
            if worth > best:
                target, best = cell, worth
    return target, best


@rule
def meal_worth(rules, table, knobs, memory, cell):
    """Return what the grid gains when the Island of a cell is gone: one gap instead of two."""
    low, high = laid_before(table, cell), laid_behind(rules, table, cell)
    lower, number, upper = table.number[low], table.number[cell], table.number[high]
    worth = gap_worth(rules, knobs, memory, low, high, lower, upper, 0)
    worth -= gap_worth(rules, knobs, memory, low, cell, lower, number, 0)
    return worth - gap_worth(rules, knobs, memory, cell, high, number, upper, 0)


@rule
def flip_worth(rules, table, hand, knobs, memory):
    """Return what a flip gains, less the card it costs; with a full grid nothing else helps (T-DAY-4, T-DAY-9)."""
    paid = cheapest(hand, memory, discardable_mask(rules, table, hand), 1)
    is_all_else_done = table.filled == rules.cells
    return knobs[WRONG] - card_price(rules, table, hand, knobs) - paid + MUST * is_all_else_done


@rule
def dump_worth(rules, table, hand, knobs, memory):
    """Return what it is worth to dump the hand as an action: instead of two cards discarded, all (T-STORM-C4)."""
    spared = 2 * card_price(rules, table, hand, knobs)
    return wait_worth(rules, table, hand, knobs) + spared + free_dump_worth(rules, table, hand, knobs, memory)


@rule
def free_dump_worth(rules, table, hand, knobs, memory):
    """Return what a Compass gains for the worst Storm, less the whole hand."""
    _, gain = worst_storm(rules, table, knobs)
    if gain <= 0.0:
        return NOTHING
    given = cheapest(hand, memory, discardable_mask(rules, table, hand), hand.held)
    return gain - given - hand.held * card_price(rules, table, hand, knobs)


@phase
def wild_action(rules, table, hand, knobs, memory):
    """Return the best use of a Wild, and its worth: the missing Start of a full grid, or an Island."""
    if table.started == 0 and table.filled == rules.cells:
        return play(Kind.WILD_START, 0), MUST
    action, best = NO_ACTION, NOTHING
    if 2 * table.filled < rules.cells:
        return action, best
    for cell in range(1, rules.cells + 1):
        if table.number[cell] == 0:
            number, worth = best_number(rules, table, hand, knobs, memory, cell)
            if number > 0 and worth - knobs[WILD] > best:
                action, best = play(Kind.WILD_ISLAND, cell), worth - knobs[WILD]
    return action, best


@phase
def best_number(rules, table, hand, knobs, memory, cell):
    """Return the number that a Wild should be in a cell, and what that gains; 0 if it can be none."""
    low, high = laid_before(table, cell), laid_behind(rules, table, cell)
    lower, upper = table.number[low], table.number[high]
    funds = budget(rules, table, hand)
    before = gap_worth(rules, knobs, memory, low, high, lower, upper, 0)
    named, best = 0, NOTHING
    for number in range(lower + 1, upper):
        if can_name(rules, table, hand.seat, number, cell, funds):
            worth = gap_worth(rules, knobs, memory, low, cell, lower, number, 0) - before
            worth += gap_worth(rules, knobs, memory, cell, high, number, upper, 0)
            worth -= cost_at(rules, table, number, cell) * card_price(rules, table, hand, knobs)
            if worth > best:
                named, best = number, worth
    return named, best
