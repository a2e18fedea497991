"""Placing Islands: order, closed cells, cost, affordability, and what a Wild may stand for (rules 2.3 and 2.11)."""

from analyzer.games.tranquility.rules.hands import n_discardable
from analyzer.games.tranquility.switches.readings import (
    CompOwner,
    CostRule,
    OrangeNeighbours,
    WildAsMonster,
    WildNumber,
)
from analyzer.kernel import lanes, lean, piles


@lean.rule
def is_in_order(table, island, cell):
    """Tell whether an Island fits a cell: all before it smaller, all after it larger (T-BASE-12)."""
    return table.below[island] < cell < table.above[island]


@lean.rule
def cost_at(rules, table, island, cell):
    """Count the cards that a placement costs (T-BASE-2, T-BASE-2a, T-BASE-13)."""
    lower = table.number[cell - 1]
    upper = table.number[cell + 1] if cell < rules.cells else 0
    before = island - lower if lower > 0 else 0
    behind = upper - island if upper > 0 else 0
    return combined_cost(rules, before, behind) if before * behind > 0 else before + behind


@lean.rule
def combined_cost(rules, before, behind):
    """Combine the differences to two neighbours; the rulebook takes the smaller one (T-BASE-16, A7)."""
    if rules.cost_rule == CostRule.MAX:
        return max(before, behind)
    if rules.cost_rule == CostRule.SUM:
        return before + behind
    return min(before, behind)


@lean.rule
def budget(rules, table, hand):
    """Count the cards that a played card leaves to pay with (T-BASE-15; A12: a larger hand pays no more)."""
    return min(n_discardable(rules, table, hand) - 1, rules.hand_limit - 1)


@lean.rule
def is_row_closed(table, row):
    """Tell whether a row takes no Island (T-ROCKS-2, T-STORM-P1)."""
    return row == table.rocks_row or table.purple[row] > 0


@lean.rule
def is_open(rules, table, seat, cell):
    """Tell whether a cell takes Islands: T-ROCKS-2, T-STORM-P1, T-STORM-O1, T-ARCH-5, T-COMP-1."""
    if is_row_closed(table, rules.row_of[cell]):
        return False
    if rules.is_roof[cell] == 1 and table.lower_filled < rules.n_lower:
        return False
    if table.orange[seat] > 0 and not is_beside_island(rules, table, cell):
        return False
    return rules.competitive == 0 or is_own_direction(rules, table, seat, cell)


@lean.rule
def has_neighbour(rules, table, cell):
    """Tell whether a cell before or after this one holds an Island (T-BASE-2)."""
    return table.number[cell - 1] > 0 or (cell < rules.cells and table.number[cell + 1] > 0)


@lean.rule
def is_beside_island(rules, table, cell):
    """Tell whether Orange lets an Island be placed in a cell (T-STORM-O1, T-ARCH-7)."""
    is_path_enough = rules.orange_neighbours == OrangeNeighbours.PATH
    return has_neighbour(rules, table, cell) or (not is_path_enough and touches_island(rules, table, cell))


@lean.phase
def touches_island(rules, table, cell):
    """Tell whether a cell lies directly above or below an Island; in a pyramid there may be two of each."""
    for other in range(1, rules.cells + 1):
        if table.number[other] > 0 and is_touching(rules, cell, other):
            return True
    return False


@lean.rule
def is_touching(rules, cell, other):
    """Tell whether two cells lie one above the other, at least with a half."""
    is_next_row = abs(rules.row_of[other] - rules.row_of[cell]) == 1
    return is_next_row and abs(rules.middle_of[other] - rules.middle_of[cell]) < 2


@lean.phase
def is_own_direction(rules, table, seat, cell):
    """Tell whether a cell lies in the player's direction: seat 0 builds upward, seat 1 downward (T-COMP-1)."""
    if rules.comp_owner == CompOwner.ORIENTATION:
        return True
    first = cell + 1 if seat == 0 else 1
    last = rules.cells if seat == 0 else cell - 1
    for other in range(first, last + 1):
        if table.owner[other] == seat + 1:
            return False
    return True


@lean.rule
def can_place(rules, table, seat, island, cell, funds):
    """Tell whether an Island that is in order may lie in a cell and can be paid (T-BASE-15)."""
    if cost_at(rules, table, island, cell) > funds:
        return False
    return rules.has_closures == 0 or is_open(rules, table, seat, cell)


@lean.rule
def n_cells(rules, table, seat, island, funds):
    """Count the cells where an Island may be placed."""
    low = table.below[island] + 1
    high = table.above[island] - 1
    if rules.has_closures == 1:
        return n_open_cells(rules, table, seat, island, funds)
    # without closed cells only the two ends of the gap need a look
    n = max(high - low + 1, 0)
    n -= n > 0 and cost_at(rules, table, island, low) > funds
    n -= high > low and cost_at(rules, table, island, high) > funds
    return n


@lean.rule
def end_of_gap(rules, table, island):
    """Return the first cell after an Island's gap; the roof, last on every path, is out of reach at first."""
    end = table.above[island]
    return min(end, rules.n_lower + 1) if table.lower_filled < rules.n_lower else end


@lean.phase
def n_open_cells(rules, table, seat, island, funds):
    """Count the cells where an Island may be placed, looking at each."""
    n = 0
    for cell in range(table.below[island] + 1, end_of_gap(rules, table, island)):
        n += can_place(rules, table, seat, island, cell, funds)
    return n


@lean.phase
def nth_cell(rules, table, seat, island, funds, index):
    """Return the `index`-th cell, from the low end, where an Island may be placed; 0 if there are fewer."""
    for cell in range(table.below[island] + 1, end_of_gap(rules, table, island)):
        if can_place(rules, table, seat, island, cell, funds):
            if index == 0:
                return cell
            index -= 1
    return 0


@lean.rule
def has_cell(rules, table, seat, island, funds):
    """Tell whether an Island may be placed anywhere."""
    if is_gap_wide(table, island) and is_inside_open(rules, table, seat, island):
        return True
    if rules.has_closures == 0:
        return n_cells(rules, table, seat, island, funds) > 0
    return nth_cell(rules, table, seat, island, funds, 0) > 0


@lean.rule
def is_gap_wide(table, island):
    """Tell whether a gap has cells that are not its ends: they cost nothing, whatever the ends cost."""
    return table.above[piles.place(island)] - table.below[piles.place(island)] > 3


@lean.rule
def is_inside_open(rules, table, seat, island):
    """Tell whether the first cell inside a wide gap is open."""
    return rules.has_closures == 0 or is_open(rules, table, seat, table.below[island] + 2)


@lean.rule
def laid_before(table, cell):
    """Return the nearest cell before this one that holds an Island, or the shore."""
    other = cell - 1
    while other > 0 and table.number[other] == 0:
        other -= 1
    return other


@lean.rule
def laid_behind(rules, table, cell):
    """Return the nearest cell after this one that holds an Island, or the shore."""
    other = cell + 1
    while other <= rules.cells and table.number[other] == 0:
        other += 1
    return other


@lean.rule
def put_island(rules, table, island, cell):
    """Lay an Island into a cell and let every number know its new bounds."""
    lower = table.number[piles.place(table.below[island])]
    upper = table.number[piles.place(table.above[island])]
    lanes.fill_span(table.above, lower + 1, island, cell)
    lanes.fill_span(table.below, island, upper - 1, cell)
    table.number[cell] = island
    table.filled += 1
    table.row_filled[rules.row_of[cell]] += 1
    note_change(table, cell)


@lean.rule
def note_change(table, cell):
    """Note when the gaps beside a cell changed: everybody sees for how long nobody has laid anything there."""
    table.laid_at[cell] = (table.turn << 16) + table.all_discarded


@lean.phase
def lift_island(rules, table, cell):
    """Take an Island out of its cell (T-MONSTER-3) and give the numbers around it their old bounds."""
    island = table.number[cell]
    low, high = laid_before(table, cell), laid_behind(rules, table, cell)
    lanes.fill_span(table.above, table.number[low] + 1, island, high)
    lanes.fill_span(table.below, island, table.number[high] - 1, low)
    table.number[cell] = 0
    table.filled -= 1
    table.row_filled[rules.row_of[cell]] -= 1
    table.lower_filled -= 1 - rules.is_roof[cell]
    table.n_wrong -= table.side[cell] != rules.wanted_side[cell]
    table.side[cell] = 0
    table.owner[cell] = 0
    table.laid_at[cell] = 0
    note_change(table, low)


@lean.rule
def number_before(table, cell):
    """Return the nearest number before a cell, 0 if there is none."""
    return table.number[laid_before(table, cell)]


@lean.rule
def number_behind(rules, table, cell):
    """Return the nearest number after a cell, one more than all Islands if there is none."""
    return table.number[laid_behind(rules, table, cell)]


@lean.rule
def can_name(rules, table, seat, number, cell, funds):
    """Tell whether a Wild may be this number in this empty cell (T-WILD-2, T-WILD-3, T-WILD-9, T-STORM-O4)."""
    if rules.wild_number == WildNumber.NEVER_PLAYED and table.played[number] == 1:
        return False
    return can_place(rules, table, seat, number, cell, funds)


@lean.phase
def n_numbers(rules, table, seat, cell, funds):
    """Count the numbers that a Wild may be in a cell (D-15)."""
    if cell < 1 or cell > rules.cells or table.number[cell] > 0:
        return 0
    n = 0
    for number in range(number_before(table, cell) + 1, number_behind(rules, table, cell)):
        n += can_name(rules, table, seat, number, cell, funds)
    return n


@lean.phase
def nth_number(rules, table, seat, cell, funds, index):
    """Return the `index`-th number that a Wild may be in a cell, 0 if there are fewer."""
    for number in range(number_before(table, cell) + 1, number_behind(rules, table, cell)):
        if can_name(rules, table, seat, number, cell, funds):
            if index == 0:
                return number
            index -= 1
    return 0


@lean.phase
def is_number_legal(rules, table, seat, cell, funds, number):
    """Tell whether a Wild may be this number in the chosen cell."""
    if number <= number_before(table, cell) or number >= number_behind(rules, table, cell):
        return False
    return can_name(rules, table, seat, number, cell, funds)


@lean.rule
def can_be_monster(rules):
    """Tell whether a Wild may be played as a Monster (T-WILD-6)."""
    return rules.has_monsters == 1 and rules.wild_as_monster == WildAsMonster.MODULE
