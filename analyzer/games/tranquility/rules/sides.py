"""Day and Night: the sides of the Islands in the grid, and of the hands (rules 3.3)."""

from __future__ import annotations

from analyzer.games.tranquility.switches.readings import DayFlip
from analyzer.kernel.lean import phase, rule


@rule
def turning(rules):
    """Return when the hands turn (T-DAY-6)."""
    return rules.day_flip


@rule
def lay_side(rules, table, cell):
    """Lay an Island in the orientation of the hands (T-DAY-1, T-DAY-3)."""
    table.side[cell] = table.hands_side
    table.n_wrong += table.hands_side != rules.wanted_side[cell]


@rule
def flip(rules, state, cell):
    """Turn an Island in the grid (T-DAY-4)."""
    table = state.table
    was_wrong = table.side[cell] != rules.wanted_side[cell]
    table.side[cell] = 1 - table.side[cell]
    table.n_wrong += 1 - 2 * was_wrong
    state.tally.flips += 1


@rule
def turn_hands(table):
    """Turn all hands to the other side (T-DAY-6)."""
    table.hands_side = 1 - table.hands_side


@phase
def turn_hands_on_event(rules, table, is_start):
    """Turn the hands when the Start is laid, or at the end of a round (T-DAY-6)."""
    if rules.day_night == 0:
        return
    if is_start and turning(rules) == DayFlip.ON_START:
        table.hands_side = 1
    if not is_start and turning(rules) == DayFlip.EACH_ROUND:
        turn_hands(table)


@rule
def may_turn_hands(rules):
    """Tell whether turning all hands is an action (T-DAY-6)."""
    return turning(rules) == DayFlip.BY_ACTION


@rule
def is_sides_right(rules, table):
    """Tell whether the sides allow the win (T-DAY-2, T-DAY-7)."""
    return rules.day_night == 0 or table.n_wrong == 0
