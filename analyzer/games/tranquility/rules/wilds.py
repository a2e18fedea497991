"""Wild cards: which numbers one may stand for in a cell (rules 2.11)."""

from __future__ import annotations

from analyzer.games.tranquility.rules.placement import can_place, laid_before, laid_behind
from analyzer.games.tranquility.switches.readings import WildAsMonster, WildNumber
from analyzer.kernel.lean import phase, rule


@rule
def number_before(table, cell):
    """Return the nearest number before a cell, 0 if there is none."""
    return table.number[laid_before(table, cell)]


@rule
def number_behind(rules, table, cell):
    """Return the nearest number after a cell, one more than all Islands if there is none."""
    return table.number[laid_behind(rules, table, cell)]


@rule
def can_name(rules, table, seat, number, cell, funds):
    """Tell whether a Wild may be this number in this empty cell (T-WILD-2, T-WILD-3, T-WILD-9, T-STORM-O4)."""
    if rules.wild_number == WildNumber.NEVER_PLAYED and table.played[number] == 1:
        return False
    return can_place(rules, table, seat, number, cell, funds)


@phase
def n_numbers(rules, table, seat, cell, funds):
    """Count the numbers that a Wild may be in a cell (D-15)."""
    if cell < 1 or cell > rules.cells or table.number[cell] > 0:
        return 0
    n = 0
    for number in range(number_before(table, cell) + 1, number_behind(rules, table, cell)):
        n += can_name(rules, table, seat, number, cell, funds)
    return n


@phase
def nth_number(rules, table, seat, cell, funds, index):
    """Return the `index`-th number that a Wild may be in a cell, 0 if there are fewer."""
    for number in range(number_before(table, cell) + 1, number_behind(rules, table, cell)):
        if can_name(rules, table, seat, number, cell, funds):
            if index == 0:
                return number
            index -= 1
    return 0


@phase
def is_number_legal(rules, table, seat, cell, funds, number):
    """Tell whether a Wild may be this number in the chosen cell."""
    if number <= number_before(table, cell) or number >= number_behind(rules, table, cell):
        return False
    return can_name(rules, table, seat, number, cell, funds)


@rule
def can_be_monster(rules):
    """Tell whether a Wild may be played as a Monster (T-WILD-6)."""
    return rules.has_monsters == 1 and rules.wild_as_monster == WildAsMonster.MODULE
