"""Placing Islands: order, cost, affordability (rules 2.3)."""

from __future__ import annotations

from analyzer.games.tranquility.rules.hands import n_discardable
from analyzer.games.tranquility.switches import CostRule
from analyzer.kernel.jit import rule


@rule
def is_in_order(table, island, cell):
    """Tell whether an Island fits a cell: all before it smaller, all behind it larger (T-BASE-12)."""
    return table.below[island] < cell < table.above[island]


@rule
def cost_at(rules, table, island, cell):
    """Count the cards that a placement costs (T-BASE-2, T-BASE-2a, T-BASE-13)."""
    lower = table.number[cell - 1]
    upper = table.number[cell + 1] if cell < rules.cells else 0
    before = island - lower if lower > 0 else 0
    behind = upper - island if upper > 0 else 0
    return combined_cost(rules, before, behind) if before * behind > 0 else before + behind


@rule
def combined_cost(rules, before, behind):
    """Combine the differences to two neighbours; the rulebook takes the smaller one (T-BASE-16, A7)."""
    if rules.cost_rule == CostRule.MAX:
        return max(before, behind)
    if rules.cost_rule == CostRule.SUM:
        return before + behind
    return min(before, behind)


@rule
def budget(rules, table, hand):
    """Count the cards that a played card leaves to pay with (T-BASE-15; A12: a larger hand pays no more)."""
    return min(n_discardable(rules, table, hand) - 1, rules.hand_limit - 1)


@rule
def is_affordable(rules, table, island, cell, funds):
    """Tell whether a placement can be paid (T-BASE-15)."""
    return cost_at(rules, table, island, cell) <= funds


@rule
def n_cells(rules, table, island, funds):
    """Count the cells where an Island may be placed: only the two ends of its gap can cost anything."""
    low = table.below[island] + 1
    high = table.above[island] - 1
    n = high - low + 1
    if n <= 0:
        return 0
    if not is_affordable(rules, table, island, low, funds):
        n -= 1
    if high > low and not is_affordable(rules, table, island, high, funds):
        n -= 1
    return n


@rule
def nth_cell(rules, table, island, funds, index):
    """Return the `index`-th cell, from the low end, where an Island may be placed."""
    cell = table.below[island] + 1
    while True:
        if is_affordable(rules, table, island, cell, funds):
            if index == 0:
                return cell
            index -= 1
        cell += 1


@rule
def has_cell(rules, table, island, funds):
    """Tell whether an Island may be placed anywhere."""
    n_empty = table.above[island] - table.below[island] - 1
    return n_empty > 2 or (n_empty > 0 and n_cells(rules, table, island, funds) > 0)


@rule
def put_island(table, island, cell):
    """Lay an Island into a cell and let every number know its new bounds."""
    lower = table.number[table.below[island]]
    upper = table.number[table.above[island]]
    for number in range(lower + 1, island + 1):
        table.above[number] = cell
    for number in range(island, upper):
        table.below[number] = cell
    table.number[cell] = island
    table.filled += 1
