"""What a trained value looks at: gaps and table as one seat sees them, scaled to about one; zero if a module is out."""

import numpy as np

from analyzer.games.tranquility.heuristics.survival import gaps, supply, weights
from analyzer.games.tranquility.heuristics.survival.plans import list_plans
from analyzer.games.tranquility.notation import name_gaps
from analyzer.games.tranquility.rules import hands, placement, redeal, storms, turn
from analyzer.games.tranquility.state import MAX_CELLS, MAX_ISLANDS, Card
from analyzer.games.tranquility.variants import family
from analyzer.games.values.declared import Features
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.nets.network import features

GAP = features(
    ("empty", "empty cells, in tens"),
    ("is_one", "1 = one empty cell"),
    ("is_two", "1 = two"),
    ("is_three", "1 = three"),
    ("is_four", "1 = four"),
    ("is_large", "1 = seven or more"),
    ("numbers", "numbers that fit, in twenties; of a single cell, those within reach"),
    ("held", "of these, in the own hand, in fives"),
    ("lost", "discarded by the seat itself, in tens"),
    ("unknown", "of unknown place, in twenties"),
    ("need", "cells that the own hand cannot fill, in tens"),
    ("slack", "unknown numbers beyond those, in twenties"),
    ("tight", "1 / (1 + slack)"),
    ("is_safe", "1 = the own hand can fill it"),
    ("sure", "log chance to be filled, if every living number comes"),
    ("likely", "the same if seven of ten come"),
    ("poor", "the same if nine of twenty come"),
    ("from_shore", "1 = it begins at the shore"),
    ("to_shore", "1 = it ends at the shore"),
    ("spread", "numbers per cell, in fives"),
    ("held_next", "held numbers next to an end, in twos"),
    ("held_near", "held numbers within four of an end, in fours"),
    ("unknown_next", "unknown numbers next to an end, in twos"),
    ("unknown_near", "unknown numbers within four of an end, in eights"),
    ("idle", "turns since it last changed, in twenties"),
    ("spent", "cards discarded since it last changed, in twenties"),
    ("worth", "what gap survival thinks of it"),
    ("cost", "of a single cell: the cheapest held card for it, in fives; 2 = none"),
    ("closed", "cells in closed rows, in tens"),
    ("roof", "cells of a roof that is still closed, in tens"),
    ("turned", "cells that want another side than the hands show, in tens"),
    ("border", "cells that draw an Explorer card, in tens"),
)
TABLE = features(
    ("filled", "filled cells, as a share"),
    ("piles", "cards in piles, in fifties"),
    ("in_hands", "cards in other hands, in tens"),
    ("own_hand", "cards in the own hand, in fives"),
    ("own_pile", "cards in the own pile, in twenties"),
    ("poorest", "cards of the poorest other seat, in twenties"),
    ("spare", "cards left per empty cell"),
    ("scarcity", "how scarce cards are, as gap survival counts it"),
    ("started", "1 = a Start lies"),
    ("alive", "share of the unseen cards that may still come"),
    ("no_finish", "1 = no Finish in the own hand"),
    ("two_finishes", "1 = two or more"),
    ("lost_finishes", "Finishes discarded by the seat itself, in twos"),
    ("dead", "cards in hand that fit nowhere, in twos"),
    ("gaps", "gaps, in tens"),
    ("others_lost", "cards discarded by others, in twenties"),
    ("removed", "Islands removed, in tens"),
    ("players", "players, in threes"),
    ("is_pair", "1 = two players"),
    ("is_solo", "1 = a single player"),
    ("monsters", "Monsters in the own hand"),
    ("more_monsters", "Monsters not yet played, in threes"),
    ("wilds", "Wilds in the own hand"),
    ("lost_wilds", "Wilds gone, in twos"),
    ("own_yellow", "1 = a Yellow Storm before the seat"),
    ("yellows", "other seats behind a Yellow Storm"),
    ("own_orange", "1 = an Orange Storm before the seat"),
    ("oranges", "other seats behind an Orange Storm"),
    ("purples", "rows that a Purple Storm closes"),
    ("stock", "Compasses the team has, in twos"),
    ("supply", "Compasses still to be gained, in threes"),
    ("more_storms", "Storms not yet drawn, in threes"),
    ("earned", "1 = the Island just laid completes a row, which earns a Compass"),
    ("near_rows", "rows with one or two empty cells, in threes"),
    ("met_yellow", "1 = a Yellow Storm was drawn and is not settled"),
    ("met_purple", "1 = a Purple Storm likewise"),
    ("met_orange", "1 = an Orange Storm likewise"),
    ("met_own", "1 = that Storm is the seat's own"),
    ("wrong", "cells with the wrong side, in fives"),
    ("side", "1 = hands show the moon"),
    ("explorers", "Explorer cards left, in tens"),
    ("explores", "1 = the Island just laid draws an Explorer card"),
    ("open_finishes", "Finishes that lie open"),
    ("rocks", "1 = the Rocks close a row"),
    ("is_pending", "1 = a Finish waits for the last Monster"),
    ("lead", "points ahead of the other, in tens"),
)
MOST_GAPS = MAX_CELLS // 2 + 1
_LEAST_LOG = -15.0
_THIRD = 1.0 / 3.0  # a product takes a tenth of the time of a quotient
KNOBS = np.array(list(weights.KNOBS.values()))  # of gap survival, as it stands in its file of weights


@phase
def look(rules, table, hand, view):
    """Write the features of what a seat sees."""
    supply.look(rules, table, hand, view.memory)
    before = supply_seen(view.table[0])
    look_at_table(rules, table, hand, view.table[0])
    if before != supply_seen(view.table[0]) or view.memory[supply.COUNT_STEPS] == 0:
        supply.weigh_supply(rules, table, hand, KNOBS, view.memory)  # most plans leave it as it was
    n, low, alive = 0, 0, float(view.table[0].alive)
    while low <= rules.cells:
        number = table.number[low] + 1
        high = table.above[number] if number <= rules.islands else rules.cells + 1
        if high - low > 1:
            look_at_gap(rules, table, hand, view.memory, alive, view.things[n], low, high)
            look_at_time(table, view.things[n], low, high)
            if rules.has_modules == 1:
                look_at_cells(rules, table, view.things[n], low, high)
            n += 1
        low = high
    view.n = n
    view.table[0].gaps = n * 0.1


@rule
def supply_seen(seen):
    """Return all that decides how likely a number is still to come."""
    return seen.alive, seen.piles, seen.in_hands, seen.others_lost


# Gaps


@rule
def look_at_gap(rules, table, hand, memory, alive, gap, low, high):
    """Write how likely a gap is to be filled, by what the seat knows of its numbers."""
    lower, upper = table.number[low], table.number[high]
    n_cells, n_numbers, reach = high - low - 1, upper - lower - 1, rules.hand_limit - 1
    known = supply.known_between(memory, lower, upper)
    if n_cells == 1 and n_numbers > reach:
        n_numbers, known = gaps.within_reach(rules, memory, low, high, lower, upper, reach, n_numbers, known)
    n_held, n_lost = supply.n_held(known), supply.n_lost(known)
    unknown = max(n_numbers - n_held - n_lost, 0)
    need = n_cells - n_held
    slack = unknown - need
    gap.empty, gap.numbers, gap.unknown = n_cells * 0.1, n_numbers * 0.05, unknown * 0.05
    gap.is_one, gap.is_two, gap.is_three = n_cells == 1, n_cells == 2, n_cells == 3
    gap.is_four, gap.is_large = n_cells == 4, n_cells >= 7
    gap.held, gap.lost = n_held * 0.2, n_lost * 0.1
    gap.need, gap.slack = max(need, 0) * 0.1, min(slack, 40) * 0.05
    gap.tight, gap.is_safe = 1.0 / (1.0 + max(slack, 0)), need <= 0
    gap.sure = log_of(alive, unknown, need)
    gap.likely = log_of(0.7 * alive, unknown, need)
    gap.poor = log_of(0.45 * alive, unknown, need)
    gap.from_shore, gap.to_shore = low == 0, high > rules.cells
    gap.spread = (upper - lower) / (n_cells + 1) * 0.2
    gap.worth = max(gaps.gap_worth(rules, KNOBS, memory, low, high, lower, upper, 0), -40.0) * 0.1
    gap.cost = cheapest_for(rules, table, hand, low, high) if n_cells == 1 else 0.0
    look_at_ends(rules, memory, gap, low, high, lower, upper)


@rule
def log_of(chance, unknown, need):
    """Return the log chance that enough of the unknown numbers come, in fives."""
    if need <= 0:
        return 0.0
    return max(supply.log_chance(supply.step_of(chance), unknown, need), _LEAST_LOG) * 0.2


@rule
def cheapest_for(rules, table, hand, low, high):
    """Return what the cheapest held card for a single cell costs, in fives; 2 if there is none."""
    least = 10
    for slot in range(hand.held):
        card = hand.cards[slot]
        if card <= MAX_ISLANDS and table.below[card] == low and table.above[card] == high:
            least = min(least, placement.cost_at(rules, table, card, low + 1))
    return least * 0.2


@rule
def look_at_ends(rules, memory, gap, low, high, lower, upper):
    """Write how many numbers lie near the ends of a gap, where an Island can be laid beside another."""
    is_low, is_high = low > 0, high <= rules.cells
    n_next, next_known = near_ends(memory, lower, upper, is_low, is_high, 1)
    n_near, near_known = near_ends(memory, lower, upper, is_low, is_high, 4)
    gap.held_next = supply.n_held(next_known) / 2.0
    gap.held_near = supply.n_held(near_known) / 4.0
    gap.unknown_next = (n_next - supply.n_held(next_known) - supply.n_lost(next_known)) / 2.0
    gap.unknown_near = (n_near - supply.n_held(near_known) - supply.n_lost(near_known)) / 8.0


@rule
def near_ends(memory, lower, upper, is_low, is_high, reach):
    """Count the numbers within reach of the ends of a gap, and what is known of them."""
    n_low = min(reach * is_low, upper - lower - 1)
    n_high = min(reach * is_high, upper - lower - 1 - n_low)
    known = supply.known_between(memory, lower, lower + n_low + 1)
    return n_low + n_high, known + supply.known_between(memory, upper - n_high - 1, upper)


@rule
def look_at_time(table, gap, low, high):
    """Write for how long nobody has laid anything beside a gap."""
    laid = max(table.laid_at[low], table.laid_at[high])
    turns, cards = table.turn - (laid >> 16), table.all_discarded - (laid & 65535)
    gap.idle, gap.spent = min(turns, 60) * 0.05, min(cards, 80) * 0.05


@rule
def look_at_cells(rules, table, gap, low, high):
    """Write what modules do to the cells of a gap; each module by itself, since most games have one."""
    if rules.has_closures == 1:
        gap.closed, gap.roof = closed_cells(rules, table, low, high)
    if rules.day_night == 1:
        gap.turned = turned_cells(rules, table, low, high) * 0.1
    if rules.explorer == 1:
        border = 0
        for cell in range(low + 1, high):
            border += table.border[cell]
        gap.border = border * 0.1


@rule
def closed_cells(rules, table, low, high):
    """Count the cells in closed rows, and those of a closed roof, in tens."""
    closed = roof = 0
    is_roof_closed = table.lower_filled < rules.n_lower
    for cell in range(low + 1, high):
        closed += placement.is_row_closed(table, rules.row_of[cell])
        roof += rules.is_roof[cell] * is_roof_closed
    return closed * 0.1, roof * 0.1


@rule
def turned_cells(rules, table, low, high):
    """Count the cells that want another side than the hands show."""
    turned = 0
    for cell in range(low + 1, high):
        turned += rules.wanted_side[cell] != table.hands_side
    return turned


# The table


@rule
def look_at_table(rules, table, hand, seen):
    """Write how far the game is, and how many cards are left to whom."""
    piles = others = gone = 0
    poorest = 1000
    for seat in range(rules.players):
        piles += table.pile[seat]
        is_other = seat != hand.seat
        others += table.held[seat] * is_other
        gone += table.discarded[seat] * is_other
        poorest = min(poorest, supply.n_own(rules, table, seat)) if is_other else poorest
    n_empty = rules.cells - table.filled
    unseen = max(piles + others + gone + rules.removed, 1)
    seen.filled, seen.piles, seen.in_hands = table.filled / rules.cells, piles * 0.02, others * 0.1
    seen.own_hand, seen.own_pile = hand.held * 0.2, supply.n_own(rules, table, hand.seat) * 0.05
    seen.poorest = min(poorest, 60) * 0.05
    seen.spare = min((piles + others + hand.held) / max(n_empty, 1), 6.0) / 2.0
    seen.scarcity, seen.started = supply.scarcity(rules, table), table.started
    seen.alive = max(piles + others - rules.start_price * (1 - table.started), 0) / unseen
    seen.others_lost, seen.removed = gone * 0.05, rules.removed * 0.1
    seen.players, seen.is_pair, seen.is_solo = rules.players * _THIRD, rules.players == 2, rules.players == 1
    look_at_hand(rules, table, hand, seen)
    if rules.has_modules == 1:
        look_at_modules(rules, table, hand, seen)


@rule
def look_at_hand(rules, table, hand, seen):
    """Write what else the seat holds, and has given up."""
    n_finishes = hands.count_in_hand(hand, Card.FINISH)
    seen.no_finish, seen.two_finishes = n_finishes == 0, n_finishes > 1
    seen.lost_finishes = hand.lost[Card.FINISH] / 2.0
    dead = 0
    for slot in range(hand.held):
        card = hand.cards[slot]
        dead += card <= MAX_ISLANDS and table.above[card] - table.below[card] < 2
    seen.dead = dead / 2.0


@phase
def look_at_modules(rules, table, hand, seen):
    """Write what modules have laid down, and what they still hold."""
    n_monsters = rules.monsters + rules.explorer * rules.explorer_monsters
    seen.monsters = hands.count_in_hand(hand, Card.MONSTER)
    seen.more_monsters = max(n_monsters - table.shown[Card.MONSTER], 0) * _THIRD
    seen.wilds = hands.count_in_hand(hand, Card.WILD)
    seen.lost_wilds = (table.shown[Card.WILD] + hand.lost[Card.WILD]) / 2.0
    seen.wrong, seen.side = table.n_wrong * 0.2, table.hands_side
    seen.explorers, seen.open_finishes = table.explorers * 0.1, table.open_finishes
    seen.explores = table.cell > 0 and table.border[table.cell] > 0 and table.explorers > 0
    seen.rocks, seen.is_pending = table.rocks_row >= 0, table.pending_finish
    if rules.has_storms == 1:
        look_at_storms(rules, table, hand, seen)
    if rules.competitive == 1:
        seen.lead = (table.score[hand.seat] - table.score[1 - hand.seat]) * 0.1


@rule
def look_at_storms(rules, table, hand, seen):
    """Write which Storms lie where, and what there is against them."""
    yellows = oranges = purples = drawn = 0
    for seat in range(rules.players):
        yellows += (table.yellow[seat] > 0) and seat != hand.seat
        oranges += (table.orange[seat] > 0) and seat != hand.seat
    near = 0
    for row in range(rules.n_rows):
        purples += table.purple[row] > 0
        near += 0 < rules.row_length[row] - table.row_filled[row] < 3
    for card in range(Card.YELLOW, Card.ORANGE + 1):
        drawn += table.shown[card]
    seen.own_yellow, seen.own_orange = table.yellow[hand.seat] > 0, table.orange[hand.seat] > 0
    seen.yellows, seen.oranges, seen.purples = yellows, oranges, purples
    seen.stock, seen.supply = table.stock / 2.0, table.supply * _THIRD
    seen.more_storms = max(rules.yellow + rules.purple + rules.orange - drawn, 0) * _THIRD
    seen.near_rows = near * _THIRD
    seen.earned = table.cell > 0 and storms.row_earns_compass(rules, table, table.cell)
    seen.met_yellow, seen.met_purple = table.storm == Card.YELLOW, table.storm == Card.PURPLE
    seen.met_orange, seen.met_own = table.storm == Card.ORANGE, table.storm > 0 and table.storm_seat == hand.seat


FEATURES = Features(
    thing=GAP,
    table=TABLE,
    most_things=MOST_GAPS,
    look=look,
    carry_out=turn.carry_out,
    reshuffle=redeal.reshuffle,
    stops=("ACTION",),
    is_lost=turn.is_lost,
    is_team=turn.is_team,
    family=family,
    plans={"survival": list_plans, "trained": list_plans},
    name_things=name_gaps,
)
