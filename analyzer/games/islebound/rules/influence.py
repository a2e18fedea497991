"""The influence track: placing cubes and paying with them (I-INFL, I-BLDG-HOUSE_OF_COMMONS)."""

from __future__ import annotations

from analyzer.games.islebound.abilities import Effect
from analyzer.games.islebound.encoding import ALWAYS_SKIP, NEVER_SKIP
from analyzer.games.islebound.rules.crew import has_ability
from analyzer.games.islebound.state import NOBODY
from analyzer.games.islebound.switches import CommonsSkip
from analyzer.kernel.lean import phase, rule


@phase
def n_empty(rules, table):
    """Count the empty spaces."""
    n = 0
    for space in range(rules.n_spaces):
        n += table.space[space] == NOBODY
    return n


@rule
def can_place(rules, table, seat):
    """Tell whether at least one cube can be placed (I-INFL-02)."""
    return table.cubes[seat] > 0 and n_empty(rules, table) > 0


@phase
def place_cubes(rules, table, seat, n):
    """Place a batch of cubes on the leftmost empty spaces, one after another (I-INFL-01, I-INFL-02)."""
    n = min(n, min(table.cubes[seat], n_empty(rules, table)))
    begin = 0
    for placed in range(n):
        if placed == 0 or skips_per_cube(rules):
            begin = skip_space(rules, table, seat, begin, n - placed)
        space = next_empty(rules, table, begin)
        table.space[space] = seat
        table.cubes[seat] -= 1
        table.influence[seat] += rules.space_value[space]
        begin = space + 1


@rule
def next_empty(rules, table, begin):
    """Return the first empty space from `begin` on, or the end of the track."""
    space = begin
    while space < rules.n_spaces and table.space[space] != NOBODY:
        space += 1
    return space


@rule
def skips_per_cube(rules):
    """Tell whether House of Commons may skip a space before every cube (AMB-24)."""
    return rules.commons_skip == CommonsSkip.PER_CUBE


@rule
def skip_space(rules, table, seat, begin, n):
    """Return where to place next: after the first empty space if House of Commons skips it (D9)."""
    if not has_ability(rules, table, seat, Effect.MAY_SKIP_FIRST_EMPTY_SPACE):
        return begin
    first = next_empty(rules, table, begin)
    return first + 1 if wants_skip(rules, table, seat, first, n) else begin


@phase
def wants_skip(rules, table, seat, first, n):
    """Tell whether to skip: by default if the next space is worth more and all cubes fit after it (D9)."""
    n_behind = 0
    for space in range(first + 1, rules.n_spaces):
        n_behind += table.space[space] == NOBODY
    second = next_empty(rules, table, first + 1)
    if n_behind < n or second >= rules.n_spaces:
        return False
    orders = table.orders if seat == table.active else 0
    if (orders & (NEVER_SKIP | ALWAYS_SKIP)) != 0:
        return (orders & ALWAYS_SKIP) != 0
    return rules.space_value[second] > rules.space_value[first]


@phase
def take_cube(rules, table, seat, space):
    """Take one's own cube from the track back to the stock (I-DIPLO-04)."""
    table.space[space] = NOBODY
    table.cubes[seat] += 1
    table.influence[seat] -= rules.space_value[space]


@phase
def cheapest_cube(rules, table, seat):
    """Return the space of one's own cube of the lowest value, the leftmost on a tie (D4, I-INFL-04)."""
    found = -1
    for space in range(rules.n_spaces):
        if table.space[space] == seat and (found < 0 or rules.space_value[space] < rules.space_value[found]):
            found = space
    return found


@rule
def sums_with(rules, table, seat, begin, end):
    """Return the sums that own cubes on the spaces begin..end-1 can make, as a bit mask."""
    sums = 1
    for space in range(begin, end):
        if table.space[space] == seat:
            sums |= sums << rules.space_value[space]
    return sums


@phase
def least_sum(rules, table, seat, need):
    """Return the least sum of own cubes that reaches a need (there is one)."""
    sums = sums_with(rules, table, seat, 0, rules.n_spaces)
    total = max(need, 0)
    while (sums >> total) & 1 == 0:
        total += 1
    return total


@phase
def pay_influence(rules, table, seat, total):
    """Take back cubes worth exactly `total`: few of the high ones, of equal ones the leftmost (D4)."""
    for space in range(rules.n_spaces - 1, -1, -1):
        if table.space[space] == seat and (sums_with(rules, table, seat, 0, space) >> total) & 1 == 0:
            total -= rules.space_value[space]
            take_cube(rules, table, seat, space)
