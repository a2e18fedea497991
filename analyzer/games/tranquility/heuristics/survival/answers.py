"""Answers to the questions of the modules, by the same values as everything else."""

from __future__ import annotations

from analyzer.games.tranquility.heuristics.keep_values import UNIT
from analyzer.games.tranquility.heuristics.small_answers import small_answer
from analyzer.games.tranquility.heuristics.survival.gaps import gap_worth
from analyzer.games.tranquility.heuristics.survival.keeping import cheapest
from analyzer.games.tranquility.heuristics.survival.modules import best_meal, best_number, free_dump_worth
from analyzer.games.tranquility.heuristics.survival.rows import rocks_row, row_to_close
from analyzer.games.tranquility.heuristics.survival.sight import KEEP
from analyzer.games.tranquility.heuristics.survival.storms import cancel_worst, drawn_cost, worst_storm
from analyzer.games.tranquility.heuristics.survival.weights import UNSEEN, WILD
from analyzer.games.tranquility.rules.hands import discardable_mask
from analyzer.games.tranquility.rules.options import n_tops, nth_top
from analyzer.games.tranquility.rules.storms import CANCEL_STORM
from analyzer.games.tranquility.rules.windows import is_clearable
from analyzer.games.tranquility.state import Phase
from analyzer.kernel.lean import phase, rule


@phase
def module_answer(rules, table, hand, knobs, memory):
    """Answer a module's question."""
    question = table.phase
    if question == Phase.CANCEL:
        return cancel_worst(rules, table, knobs)
    if question == Phase.CLEAR:
        return storm_to_clear(rules, table, hand, knobs)
    if question == Phase.WILD_CLEAR:
        return storm_for_a_wild(rules, table, hand, knobs)
    if question == Phase.WILD_NUMBER:
        number, _ = best_number(rules, table, hand, knobs, memory, table.wild_cell)
        return number
    if question == Phase.EXPLORER_TARGET:
        target, _ = best_meal(rules, table, knobs, memory)
        return target
    if question == Phase.ROCKS:
        return rocks_row(rules, table, hand, knobs, memory)
    if question == Phase.PURPLE:
        row, _ = row_to_close(rules, table, hand, knobs, memory, False)
        return row
    return rare_answer(rules, table, hand, knobs, memory)


@rule
def rare_answer(rules, table, hand, knobs, memory):
    """Take the card that is needed most; dump a hand and give top cards where that is worth more than the hand."""
    question = table.phase
    if question == Phase.COMP_DRAW:
        return card_to_draw(rules, table, knobs, memory)
    if question == Phase.FREE_DUMP:
        return int(table.stock == 0 and free_dump_worth(rules, table, hand, knobs, memory) > 0.0)
    return tops_to_give(rules, table, hand, knobs, memory)


@rule
def tops_to_give(rules, table, hand, knobs, memory):
    """Give unseen top cards as long as they are worth less than the hand's least: unseen, they are worth its mean."""
    chosen, least = 0, 0.0
    mean = 0.0
    for slot in range(hand.held):
        mean += memory[KEEP + slot] / (UNIT * hand.held)
    for index in range(n_tops(rules, table, hand)):
        n_unseen = nth_top(rules, table, hand, index)
        n_more = table.owed[hand.seat] - n_unseen
        given = n_unseen * knobs[UNSEEN] * mean + cheapest(hand, memory, discardable_mask(rules, table, hand), n_more)
        if index == 0 or given < least:
            chosen, least = n_unseen, given
    return chosen


@rule
def storm_to_clear(rules, table, hand, knobs):
    """Clear the worst Storm, or the worst of those within reach."""
    worst, _ = worst_storm(rules, table, knobs)
    if is_clearable(rules, table, hand.seat, worst):
        return worst
    return small_answer(rules, table, hand)


@rule
def storm_for_a_wild(rules, table, hand, knobs):
    """Spend a Wild as a Compass where the team has none and a Storm costs more than the Wild is worth."""
    if table.stock > 0:
        return 0
    if table.storm > 0:
        return CANCEL_STORM if drawn_cost(rules, table, knobs) > knobs[WILD] else 0
    _, most = worst_storm(rules, table, knobs)
    return storm_to_clear(rules, table, hand, knobs) if most > knobs[WILD] else 0


@rule
def card_to_draw(rules, table, knobs, memory):
    """Choose the face-up card that its gap needs most."""
    chosen, best = 0, 0.0
    for slot in range(table.n_market):
        card = table.market[slot]
        low, high = table.below[card], table.above[card]
        lower, upper = table.number[low], table.number[high]
        gain = gap_worth(rules, knobs, memory, low, high, lower, upper, -1)
        gain -= gap_worth(rules, knobs, memory, low, high, lower, upper, 0)
        gain += (high - low - 1) / max(upper - lower - 1, 1)
        if slot == 0 or gain > best:
            chosen, best = slot, gain
    return chosen
