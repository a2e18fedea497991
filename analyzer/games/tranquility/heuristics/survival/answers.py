"""Answers to the questions of the modules, by the same values as everything else."""

from __future__ import annotations

from analyzer.games.tranquility.heuristics.small_answers import n_purples, small_answer
from analyzer.games.tranquility.heuristics.survival.gaps import gap_worth
from analyzer.games.tranquility.heuristics.survival.modules import best_meal, best_number
from analyzer.games.tranquility.heuristics.survival.storms import cancel_worst, worst_storm
from analyzer.games.tranquility.rules.windows import is_clearable
from analyzer.games.tranquility.state import Phase
from analyzer.kernel.lean import phase, rule

_LAST_CELLS = 3  # from so few empty cells on a Wild may clear a row


@phase
def module_answer(rules, table, hand, knobs, memory):
    """Answer a module's question."""
    question = table.phase
    if question == Phase.CANCEL:
        return cancel_worst(rules, table, knobs)
    if question == Phase.CLEAR or question == Phase.WILD_CLEAR:
        return storm_to_clear(rules, table, hand, knobs)
    if question == Phase.WILD_NUMBER:
        number, _ = best_number(rules, table, hand, knobs, memory, table.wild_cell)
        return number
    if question == Phase.EXPLORER_TARGET:
        target, _ = best_meal(rules, table, knobs, memory)
        return target
    if question == Phase.COMP_DRAW:
        return card_to_draw(rules, table, knobs, memory)
    return small_answer(rules, table, hand)


@rule
def storm_to_clear(rules, table, hand, knobs):
    """Clear the worst Storm; spend a Wild on one only where a closed row is among the last cells."""
    if table.phase == Phase.WILD_CLEAR:
        is_late = rules.cells - table.filled <= _LAST_CELLS
        if table.storm > 0 or not is_late or n_purples(rules, table) <= table.stock:
            return 0
    worst, _ = worst_storm(rules, table, knobs)
    if is_clearable(rules, table, hand.seat, worst):
        return worst
    return small_answer(rules, table, hand)


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
