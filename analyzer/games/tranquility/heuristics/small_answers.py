"""Default answers for the modules: where the Rocks go, what a Monster eats, when a Compass is spent (H22 to H24)."""

from __future__ import annotations

from analyzer.games.tranquility.heuristics.keep_values import n_numbers_left
from analyzer.games.tranquility.heuristics.placing import leaves_room
from analyzer.games.tranquility.rules.monsters import can_eat
from analyzer.games.tranquility.rules.options import n_module_options, nth_module_option
from analyzer.games.tranquility.rules.placement import budget, cost_at, laid_before, laid_behind
from analyzer.games.tranquility.rules.rocks import NO_ROW, takes_rocks
from analyzer.games.tranquility.rules.storms import CANCEL_STORM, takes_purple
from analyzer.games.tranquility.rules.wilds import is_number_legal, n_numbers, number_before, number_behind
from analyzer.games.tranquility.state import Card, Phase
from analyzer.kernel.lean import phase, rule

_TIGHT = 1.3  # numbers per empty cell below which a gap is worth a Wild
_LAST_CELLS = 3  # from so few empty cells on, a Wild is played wherever it fits
_UNLIMITED = 1000.0  # more numbers per empty cell than any gap has


@phase
def small_answer(rules, table, hand):
    """Answer a module's question."""
    question = table.phase
    if question == Phase.ROCKS:
        return fullest_row(rules, table, True)
    if question == Phase.PURPLE:
        return fullest_row(rules, table, False)
    if question == Phase.CANCEL:
        return cancel_storm(rules, table)
    if question == Phase.CLEAR:
        return storm_to_clear(rules, table, hand)
    if question == Phase.WILD_CLEAR:
        return wild_to_clear(rules, table, hand)
    if question == Phase.WILD_NUMBER:
        return wild_number(rules, table, hand)
    if question == Phase.EXPLORER_TARGET:
        return worst_island(rules, table)
    return rare_answer(rules, table, hand)


@rule
def rare_answer(rules, table, hand):
    """Draw the roomiest face-up card; dump a hand only for a Compass that is needed; give all top cards allowed."""
    if table.phase == Phase.COMP_DRAW:
        return card_to_draw(rules, table)
    if table.phase == Phase.FREE_DUMP:
        return int(is_compass_needed(rules, table))
    return nth_module_option(rules, table, hand, n_module_options(rules, table, hand) - 1)


# Rows for the Rocks and for purple Storms


@phase
def fullest_row(rules, table, is_for_rocks):
    """Choose the row that blocks least: the fewest empty cells; for the Rocks a Purple row first (H23)."""
    best_row = NO_ROW
    fewest = 1000
    for row in range(rules.n_rows):
        n_empty = rules.row_length[row] - table.row_filled[row]
        n_empty = 0 if is_for_rocks and table.purple[row] > 0 else n_empty
        may_lie = takes_rocks(rules, table, row) if is_for_rocks else takes_purple(rules, table, row)
        if may_lie and n_empty < fewest:
            best_row, fewest = row, n_empty
    return best_row


# Monsters


@rule
def tightness(rules, table, cell):
    """Return the numbers per empty cell of the tighter gap beside an Island; large if both sides are filled."""
    tight = _UNLIMITED
    low, high = laid_before(table, cell), laid_behind(rules, table, cell)
    number = table.number[cell]
    if cell - low > 1:
        tight = min(tight, (number - table.number[low] - 1) / (cell - low - 1))
    if high - cell > 1:
        tight = min(tight, (table.number[high] - number - 1) / (high - cell - 1))
    # among Islands without an empty neighbour cell the one with the widest span is replaced most easily
    return tight if tight < _UNLIMITED else _UNLIMITED - (table.number[high] - table.number[low])


@phase
def worst_island(rules, table):
    """Choose the Island beside the tightest gap, 0 if a Monster can reach none (H22)."""
    worst = 0
    least = 1e9
    for cell in range(1, rules.cells + 1):
        if can_eat(rules, table, cell):
            tight = tightness(rules, table, cell)
            worst = cell if tight < least else worst
            least = min(tight, least)
    return worst


# Storms


@rule
def n_purples(rules, table):
    """Count the purple Storms on the table; each needs a Compass before the grid can be full (T-STORM-P4)."""
    n = 0
    for row in range(rules.n_rows):
        n += table.purple[row]
    return n


@rule
def cancel_storm(rules, table):
    """Cancel a purple Storm, and any other while a Compass is left for every purple one."""
    is_spare = table.stock > n_purples(rules, table)
    return CANCEL_STORM if table.storm == Card.PURPLE or is_spare else 0


@rule
def storm_to_clear(rules, table, hand):
    """Choose a Storm to clear: purple, else a Yellow of the largest pile, else an Orange; 0 if none is ours (H24)."""
    n = n_module_options(rules, table, hand)
    best = 0
    rank = 0
    for index in range(1, n):
        code = nth_module_option(rules, table, hand, index)
        card, place = code >> 6, code & 63
        value = 1000 if card == Card.PURPLE else 1
        value = 10 + table.pile[place] if card == Card.YELLOW else value
        best = code if value > rank else best
        rank = max(value, rank)
    return best


@rule
def is_compass_needed(rules, table):
    """Tell whether a purple Storm waits for a Compass that the team does not have."""
    return table.stock == 0 and table.supply > 0 and n_purples(rules, table) > 0


@rule
def wild_to_clear(rules, table, hand):
    """Spend a Wild on a Storm only where a purple one cannot be cleared otherwise and few cells are left."""
    if table.storm > 0:
        return 0
    is_late = rules.cells - table.filled <= _LAST_CELLS
    return storm_to_clear(rules, table, hand) if is_late and n_purples(rules, table) > table.stock else 0


# Wilds


@phase
def wild_cell(rules, table, hand):
    """Choose the cell where a Wild helps most: inside the tightest gap, 0 if none is tight enough."""
    best_cell = 0
    least = _UNLIMITED if rules.cells - table.filled <= _LAST_CELLS else _TIGHT
    funds = budget(rules, table, hand)
    for cell in range(1, rules.cells + 1):
        if table.number[cell] == 0 and n_numbers(rules, table, hand.seat, cell, funds) > 0:
            tight = gap_tightness(rules, table, cell)
            best_cell = cell if tight < least else best_cell
            least = min(tight, least)
    return best_cell


@rule
def gap_tightness(rules, table, cell):
    """Return the numbers per empty cell of the gap around an empty cell."""
    low, high = laid_before(table, cell), laid_behind(rules, table, cell)
    return (table.number[high] - table.number[low] - 1) / (high - low - 1)


@phase
def wild_number(rules, table, hand):
    """Choose the number of a Wild: it leaves room on both sides, and costs least; ties go to the middle."""
    cell = table.wild_cell
    lower, upper = number_before(table, cell), number_behind(rules, table, cell)
    funds = budget(rules, table, hand)
    best = 0
    least = 1e9
    for number in range(lower + 1, upper):
        if is_number_legal(rules, table, hand.seat, cell, funds, number):
            trouble = 0.0 if leaves_room(table, number, cell) else 1000.0
            trouble += cost_at(rules, table, number, cell) + 0.01 * abs(2 * number - lower - upper)
            best = number if trouble < least else best
            least = min(trouble, least)
    return best


# Competitive


@rule
def card_to_draw(rules, table):
    """Choose the face-up card with the most room per number."""
    best = 0
    most = -1.0
    for slot in range(table.n_market):
        card = table.market[slot]
        value = (table.above[card] - table.below[card] - 1) / n_numbers_left(table, card)
        best = slot if value > most else best
        most = max(value, most)
    return best
