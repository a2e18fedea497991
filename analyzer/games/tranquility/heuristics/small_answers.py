"""Default answers: where Rocks go, what a Monster eats, when a Compass is spent, who pays the Start (H22 to H24)."""

from analyzer.games.tranquility.encoding import one_share, play, share_of
from analyzer.games.tranquility.heuristics.values import leaves_room, n_numbers_left
from analyzer.games.tranquility.rules import actions, hands, hazards, options, placement, sheets, splits, storms
from analyzer.games.tranquility.state import MAX_ISLANDS, Card, Kind, Phase
from analyzer.games.turns import next_seat
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
    return options.nth_module_option(rules, table, hand, options.n_module_options(rules, table, hand) - 1)


# Rows for the Rocks and for purple Storms


@phase
def fullest_row(rules, table, is_for_rocks):
    """Choose the row that blocks least: the fewest empty cells; for the Rocks a Purple row first (H23)."""
    best_row = hazards.NO_ROW
    fewest = 1000
    for row in range(rules.n_rows):
        n_empty = rules.row_length[row] - table.row_filled[row]
        n_empty = 0 if is_for_rocks and table.purple[row] > 0 else n_empty
        may_lie = hazards.takes_rocks(rules, table, row) if is_for_rocks else storms.takes_purple(rules, table, row)
        if may_lie and n_empty < fewest:
            best_row, fewest = row, n_empty
    return best_row


# Monsters


@rule
def tightness(rules, table, cell):
    """Return the numbers per empty cell of the tighter gap beside an Island; large if both sides are filled."""
    tight = _UNLIMITED
    low, high = placement.laid_before(table, cell), placement.laid_behind(rules, table, cell)
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
        if hazards.can_eat(rules, table, cell):
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
    return storms.CANCEL_STORM if table.storm == Card.PURPLE or is_spare else 0


@rule
def storm_to_clear(rules, table, hand):
    """Choose a Storm to clear: purple, else a Yellow of the largest pile, else an Orange; 0 if none is ours (H24)."""
    n = options.n_module_options(rules, table, hand)
    best = 0
    rank = 0
    for index in range(1, n):
        code = options.nth_module_option(rules, table, hand, index)
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
    funds = placement.budget(rules, table, hand)
    for cell in range(1, rules.cells + 1):
        if table.number[cell] == 0 and placement.n_numbers(rules, table, hand.seat, cell, funds) > 0:
            tight = gap_tightness(rules, table, cell)
            best_cell = cell if tight < least else best_cell
            least = min(tight, least)
    return best_cell


@rule
def gap_tightness(rules, table, cell):
    """Return the numbers per empty cell of the gap around an empty cell."""
    low, high = placement.laid_before(table, cell), placement.laid_behind(rules, table, cell)
    return (table.number[high] - table.number[low] - 1) / (high - low - 1)


@phase
def wild_number(rules, table, hand):
    """Choose the number of a Wild: it leaves room on both sides, and costs least; ties go to the middle."""
    cell = table.wild_cell
    lower, upper = placement.number_before(table, cell), placement.number_behind(rules, table, cell)
    funds = placement.budget(rules, table, hand)
    best = 0
    least = 1e9
    for number in range(lower + 1, upper):
        if placement.is_number_legal(rules, table, hand.seat, cell, funds, number):
            trouble = 0.0 if leaves_room(table, number, cell) else 1000.0
            trouble += placement.cost_at(rules, table, number, cell) + 0.01 * abs(2 * number - lower - upper)
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


@rule
def level_split(rules, table, hand):
    """Share the Start's price: each card from whoever holds the most then (ties: nearest to the first player)."""
    split = 0
    for _ in range(table.cost):
        giver = -1
        most = -1000
        seat = table.first
        for _ in range(rules.players):
            left = table.held[seat] - share_of(split, seat)
            if left > most and share_of(split, seat) < splits.cap(rules, table, hand, seat):
                giver = seat
                most = left
            seat = next_seat(rules, seat)
        split += one_share(giver, 1)
    return split


@rule
def spare_offer(rules, table, hand):
    """Offer every card that fits nowhere any more; where offers bind (Monsters), offer all there is."""
    if rules.has_monsters == 1:
        return options.most_to_offer(rules, table, hand)
    n = 0
    mask = hands.discardable_mask(rules, table, hand)
    for slot in range(hand.held):
        card = hand.cards[slot]
        fits_nowhere = card <= MAX_ISLANDS and table.above[card] - table.below[card] < 2
        n += (card == Card.START or fits_nowhere) and (mask >> slot) & 1 == 1
    return n


NO_ACTION = -1


@rule
def finishing_action(rules, table, hand):
    """Return the action that ends the game, if there is one: a Finish, an open one, a Wild."""
    if actions.can_finish(rules, table, hand):
        return play(Kind.FINISH, 0)
    if rules.has_modules == 1 and actions.may_finish(rules, table, hand):
        if table.open_finishes > 0:
            return play(Kind.OPEN_FINISH, 0)
        if hands.count_in_hand(hand, Card.WILD) > 0:
            return play(Kind.WILD_FINISH, 0)
    return NO_ACTION


@phase
def module_action(rules, table, hand, best):
    """Return a module action that is better than the best placement (its score: `best`), or NO_ACTION.

    1. Play a Monster as soon as it has a target: it only grows more costly. 2. With no placement worth its
    price: flip a wrong side, lay a Wild as the missing Start, dump the hand for a Compass that is needed,
    or put a Wild into a tight gap.
    """
    target = worst_island(rules, table) if hands.count_in_hand(hand, Card.MONSTER) > 0 else 0
    if target > 0:
        return play(Kind.MONSTER, target)
    if best > 0.0:
        return NO_ACTION
    if actions.can_flip(rules, table, hand) and table.n_wrong > 0:
        return flip_action(rules, table)
    if is_compass_needed(rules, table) and storms.can_dump(rules, table, hand) and not storms.is_dump_anytime(rules):
        return play(Kind.DUMP, 0)
    return wild_action(rules, table, hand)


@rule
def flip_action(rules, table):
    """Flip the first wrong Island, or turn the hands where that is an action and most empty cells want it."""
    n_other = 0
    for cell in range(1, rules.cells + 1):
        wants_other = table.number[cell] == 0 and rules.wanted_side[cell] != table.hands_side
        n_other += 1 if wants_other else -int(table.number[cell] == 0)
    if sheets.may_turn_hands(rules) and n_other > 0:
        return play(Kind.FLIP_HANDS, 0)
    for cell in range(1, rules.cells + 1):
        if table.number[cell] > 0 and table.side[cell] != rules.wanted_side[cell]:
            return play(Kind.FLIP, cell)
    return NO_ACTION


@rule
def wild_action(rules, table, hand):
    """Play a Wild as the missing Start of a full grid, or into a tight gap."""
    if hands.count_in_hand(hand, Card.WILD) == 0:
        return NO_ACTION
    if table.started == 0 and table.filled == rules.cells:
        return play(Kind.WILD_START, 0)
    cell = wild_cell(rules, table, hand)
    return play(Kind.WILD_ISLAND, cell) if cell > 0 else NO_ACTION
