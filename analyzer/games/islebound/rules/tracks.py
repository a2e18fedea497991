"""The influence and renown tracks: cubes, tiles, and what abilities hand out (I-INFL, rules 2.12, I-BUILD-06)."""

import numpy as np

from analyzer.games.islebound.abilities import Effect, Trigger
from analyzer.games.islebound.encoding import ALWAYS_SKIP, NEVER_SKIP
from analyzer.games.islebound.rules import crew, goods
from analyzer.games.islebound.state import BOOK, COIN, FISH, INFLUENCE, NO_CARD, NOBODY, PIRATE, SERPENT, WOOD
from analyzer.games.islebound.switches import CommonsSkip, TilesOut
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
    if not crew.has_ability(rules, table, seat, Effect.MAY_SKIP_FIRST_EMPTY_SPACE):
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


GIVEN = np.array([COIN, WOOD, FISH, PIRATE, SERPENT])  # by effect, from GAIN_COIN on


@phase
def gain_renown(rules, state, seat, n):
    """Move on the renown track; every lap takes the top tile and its reward at once (I-RENOWN-01, I-RENOWN-02)."""
    table = state.table
    table.track[seat] += n
    while table.track[seat] >= rules.lap:
        table.track[seat] -= rules.lap
        if table.tiles_left > 0:
            table.tiles[seat] += 1
            reward(rules, state, seat, take_tile(state))
        elif rules.tiles_out == TilesOut.SEVEN_POINTS:
            table.tiles[seat] += 1  # I-RENOWN-04


@rule
def take_tile(state):
    """Take the top tile and turn up the next (I-SETUP-12)."""
    table = state.table
    tile = table.tile_top
    table.tiles_gone |= 1 << tile
    table.tiles_left -= 1
    table.tile_top = state.hidden.tiles[table.tiles_left - 1] if table.tiles_left > 0 else NO_CARD
    return tile


@phase
def reward(rules, state, seat, tile):
    """Hand out a tile's reward (I-RENOWN-02)."""
    gain, n = rules.tile_gain[tile], rules.tile_amount[tile]
    if gain == INFLUENCE:
        place_cubes(rules, state.table, seat, n)
    elif gain == BOOK:
        for nth in range(n):
            if goods.take_book(rules, state, seat):
                for _ in range(n_answers(rules, nth + 1)):
                    answer_book(rules, state, seat)
    else:
        goods.gain_goods(rules, state.table, seat, gain, n)


@rule
def answer_book(rules, state, seat):
    """Let the abilities answer to a book from a tile; renown is only added, the caller's loop settles it."""
    mask = state.table.owned[seat] & rules.trigger_mask[Trigger.ON_GAIN_BOOK_EACH]
    if mask != 0:
        for place in range(rules.trigger_count[Trigger.ON_GAIN_BOOK_EACH]):
            building = rules.trigger_list[Trigger.ON_GAIN_BOOK_EACH, place]
            if (mask >> building) & 1:
                if rules.effect[building] == Effect.GAIN_RENOWN:
                    state.table.track[seat] += rules.amount[building]
                else:
                    give(rules, state.table, seat, rules.effect[building], rules.amount[building])


@rule
def fire(rules, state, seat, trigger):
    """Let a player's buildings with this trigger answer, in data order (I-BUILD-06)."""
    mask = state.table.owned[seat] & rules.trigger_mask[trigger]
    if mask != 0:
        answer(rules, state, seat, trigger, mask)


@phase
def answer(rules, state, seat, trigger, mask):
    """Carry out the effects of the buildings of a mask that have this trigger."""
    for place in range(rules.trigger_count[trigger]):
        building = rules.trigger_list[trigger, place]
        if (mask >> building) & 1:
            if rules.effect[building] == Effect.GAIN_RENOWN:
                gain_renown(rules, state, seat, rules.amount[building])
            else:
                give(rules, state.table, seat, rules.effect[building], rules.amount[building])


@phase
def give(rules, table, seat, effect, n):
    """Hand out an effect that gives goods or cards; other effects are read where they matter."""
    if effect < Effect.GAIN_RENOWN:
        goods.gain_goods(rules, table, seat, GIVEN[effect], n)


@phase
def gain_book(rules, state, seat, nth):
    """Gain one book, the nth of its batch, with what answers to it (I-BLDG-LIBRARY, I-BLDG-SCHOOL_OF_WAR)."""
    if goods.take_book(rules, state, seat):
        for _ in range(n_answers(rules, nth)):
            fire(rules, state, seat, Trigger.ON_GAIN_BOOK_EACH)


@rule
def n_answers(rules, nth):
    """Count the answers to the nth book of a batch: if only two at once count, the second counts twice (AMB-47)."""
    least = rules.book_trigger_min
    return 0 if nth < least else (least if nth == least else 1)
