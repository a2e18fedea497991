"""What a gap is worth: the logarithm of its chance to be filled, and the cards that filling it will cost."""

from __future__ import annotations

from analyzer.games.tranquility.heuristics.survival.chances import log_chance, step_for
from analyzer.games.tranquility.heuristics.survival.sight import STEPS, known_between, n_held, n_lost
from analyzer.games.tranquility.heuristics.survival.weights import FLOOR, FUTURE, SPREAD, TIGHT
from analyzer.kernel.lean import rule


@rule
def gap_worth(rules, knobs, memory, low, high, lower, upper, n_less):
    """Return what the gap between two cells with these numbers is worth, at most 0, with `n_less` held cards less."""
    n_cells = high - low - 1
    if n_cells <= 0:
        return 0.0
    known = known_between(memory, lower, upper)
    n_numbers = upper - lower - 1
    reach = rules.hand_limit - 1
    if n_cells == 1 and n_numbers > reach:
        n_numbers, known = within_reach(rules, memory, low, high, lower, upper, reach, n_numbers, known)
    needed = n_cells - n_held(known) + n_less
    worth = 0.0
    if needed > 0:
        unknown = max(n_numbers - n_held(known) - n_lost(known), 0)
        worth = max(log_chance(step_for(memory[STEPS], n_cells), unknown, needed), -knobs[FLOOR])
        worth -= knobs[TIGHT] / max(1 + unknown - needed, 1)
    return worth - knobs[FUTURE] * cards_to_pay(rules, knobs, low, high, n_cells, upper - lower)


@rule
def cards_to_pay(rules, knobs, low, high, n_cells, span):
    """Guess how many cards it will take to fill a gap: every other cell is free, the others cost by their spread."""
    n_shores = (low == 0) + (high > rules.cells)
    n_paid = (n_cells + 2 - n_shores) >> 1
    return n_paid * (1.0 + knobs[SPREAD] * (span / (n_cells + 1) - 1.0))


@rule
def within_reach(rules, memory, low, high, lower, upper, reach, n_numbers, known):
    """Count only the numbers of a single cell that a full hand can pay (H15)."""
    if low == 0 and high > rules.cells:
        return n_numbers, known
    if low == 0:
        return reach, known_between(memory, upper - reach - 1, upper)
    if high > rules.cells:
        return reach, known_between(memory, lower, lower + reach + 1)
    if n_numbers > 2 * reach:
        middle = known_between(memory, lower + reach, upper - reach)
        return 2 * reach, known - middle
    return n_numbers, known
