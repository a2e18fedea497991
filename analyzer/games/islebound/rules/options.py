"""Section 7 of the rules: what may be answered to each question, from what the asked player sees.

The options of a question are the legal answers below a bound, in ascending order; answers above it (standing
orders, uneven trades, goods thrown overboard) are legal but not listed: no policy has to consider them.
"""

from __future__ import annotations

from analyzer.games.islebound.encoding import (
    BUY,
    DROP_FISH,
    DROP_WOOD,
    EVENT,
    GO_ON,
    ORDER_BITS,
    ORDER_SHIFT,
    TOWN_SHIFT,
    action_of,
    target_of,
    town_of,
)
from analyzer.games.islebound.rules.actions import is_possible
from analyzer.games.islebound.rules.attack import is_legal_injury
from analyzer.games.islebound.rules.buildings import can_build, can_buy, n_places
from analyzer.games.islebound.rules.commitment import is_legal_force
from analyzer.games.islebound.rules.crew import can_pay_next
from analyzer.games.islebound.rules.dice import may_reroll
from analyzer.games.islebound.rules.diplomacy import is_legal_payment
from analyzer.games.islebound.rules.events import can_complete
from analyzer.games.islebound.rules.goods import is_legal_drop
from analyzer.games.islebound.rules.move import is_destination, is_stuck, reach
from analyzer.games.islebound.rules.recruit import can_choose_reputation, can_recruit
from analyzer.games.islebound.rules.setup import is_free_port
from analyzer.games.islebound.rules.trade import is_legal_offer
from analyzer.games.islebound.rules.visit import is_legal_exchange
from analyzer.games.islebound.state import (
    CREW,
    CREW_SLOTS,
    FACES,
    FISH,
    MAX_BUILDINGS,
    MAX_KINDS,
    MAX_SEATS,
    N_TOWNS,
    WOOD,
    Phase,
)
from analyzer.kernel.lean import phase, rule


@phase
def n_options(rules, table, hand):
    """Count the options of the question at hand."""
    n = 0
    answer = next_option(rules, table, hand, -1)
    while answer >= 0:
        n += 1
        answer = next_option(rules, table, hand, answer)
    return n


@phase
def option(rules, table, hand, index):
    """Return the `index`-th option of the question at hand."""
    answer = next_option(rules, table, hand, -1)
    for _ in range(index):
        answer = next_option(rules, table, hand, answer)
    return answer


@phase
def has_choice(rules, table, hand):
    """Tell whether the question has more than one option."""
    first = next_option(rules, table, hand, -1)
    return next_option(rules, table, hand, first) >= 0


@phase
def next_option(rules, table, hand, before):
    """Return the first option above an answer, or -1."""
    if table.phase == Phase.PLAN:
        return next_plan(rules, table, hand, before)
    bound = n_codes(rules, table, hand)
    for answer in range(before + 1, bound):
        if is_legal(rules, table, hand, answer):
            return answer
    return -1


@phase
def next_plan(rules, table, hand, before):
    """Return the first plan above an answer, passing over whole destinations out of reach, or -1."""
    seat = hand.seat
    farthest = reach(rules, table, seat)
    stuck = is_stuck(rules, table, seat)
    for town in range((before + 1) >> TOWN_SHIFT, N_TOWNS):
        if may_end(rules, table, seat, town, farthest, stuck):
            first = town << TOWN_SHIFT
            for answer in range(max(before + 1, first), first + (1 << TOWN_SHIFT)):
                if is_possible(rules, table, seat, town, action_of(answer), target_of(answer)):
                    return answer
    return -1


@rule
def may_end(rules, table, seat, town, farthest, stuck):
    """Tell whether a plan may name a region: a destination, or the present one if there is none (I-MOVE-06)."""
    if stuck:
        return table.region[seat] == town
    return is_destination(rules, table, seat, town, farthest)


@phase
def n_codes(rules, table, hand):
    """Return the bound of the listed answers to the question at hand."""
    question = table.phase
    if question == Phase.HOME:
        return N_TOWNS
    if question == Phase.DRAFT:
        return rules.n_buildings
    if question == Phase.FREE:
        return BUY + n_places(rules)
    if question == Phase.BUILD:
        return 1 + n_places(rules)
    if question == Phase.OFFER:
        return 1 + 25 * MAX_SEATS
    return n_other_codes(rules, table, hand)


@rule
def n_other_codes(rules, table, hand):
    """Return the bound for the questions of a visit, and for those that only orders bring up."""
    question = table.phase
    if question == Phase.GOODS or question == Phase.REPLY:
        return 2
    if question == Phase.EXCHANGE or question == Phase.REPUTATION or question == Phase.LOSS:
        return 3
    if question == Phase.RECRUIT:
        return 1 + CREW_SLOTS
    if question == Phase.ACTION:
        return 1 << TOWN_SHIFT
    if question == Phase.CREW:
        return MAX_KINDS
    if question == Phase.REROLL:
        return 1 + FACES
    if question == Phase.INJURE:
        return 1 + table.ready[hand.seat, CREW]
    return n_set_codes(rules, table, hand)


@rule
def n_set_codes(rules, table, hand):
    """Return the bound for the questions that choose a set, COMMIT and INFLUENCE, and for the last details."""
    if table.phase == Phase.COMMIT:
        return 1 << 16
    if table.phase >= Phase.STEP:
        return MAX_BUILDINGS
    n_cubes = 0
    for space in range(rules.n_spaces):
        n_cubes += table.space[space] == hand.seat
    return 1 << (4 + n_cubes)


@phase
def is_legal(rules, table, hand, answer):
    """Tell whether an answer is allowed."""
    question = table.phase
    if answer < 0:
        return False
    if question == Phase.PLAN:
        return is_legal_plan(rules, table, hand, answer)
    if question == Phase.FREE:
        return is_legal_free(rules, table, hand, answer)
    if question == Phase.EXCHANGE:
        return is_legal_exchange(rules, table, hand.seat, answer)
    if question == Phase.BUILD:
        return answer == 0 or (answer <= n_places(rules) and can_build(rules, table, hand, answer - 1))
    if question == Phase.RECRUIT:
        return answer == 0 or can_recruit(rules, table, hand.seat, answer - 1)
    if question == Phase.GOODS or question == Phase.REPLY:
        return answer <= 1
    return is_legal_other(rules, table, hand, answer)


@phase
def is_legal_other(rules, table, hand, answer):
    """Tell whether an answer to one of the rarer questions is allowed."""
    question = table.phase
    if question == Phase.REPUTATION:
        return can_choose_reputation(rules, table, answer)
    if question == Phase.HOME:
        return is_free_port(rules, table, answer)
    if question == Phase.DRAFT:
        return answer < rules.n_buildings and (hand.pack >> answer) & 1 == 1
    if question == Phase.OFFER:
        return is_legal_offer(rules, table, answer)
    if question == Phase.ACTION:
        town = table.region[hand.seat]
        in_range = answer < 1 << TOWN_SHIFT
        return in_range and is_possible(rules, table, hand.seat, town, action_of(answer), target_of(answer))
    return is_legal_detail(rules, table, hand, answer)


@rule
def is_legal_detail(rules, table, hand, answer):
    """Tell whether an answer to a question that only orders bring up is allowed."""
    question = table.phase
    if question == Phase.CREW:
        return can_pay_next(rules, table, answer)
    if question == Phase.COMMIT:
        return is_legal_force(rules, table, hand.seat, answer)
    if question == Phase.REROLL:
        return answer == 0 or (answer <= FACES and may_reroll(rules, table, answer - 1))
    if question == Phase.INJURE:
        return is_legal_injury(rules, table, hand.seat, answer)
    if question == Phase.LOSS:
        return answer <= 2 and table.force[answer] > 0
    if question >= Phase.STEP:
        return is_legal_choice(rules, table, hand, answer)
    return is_legal_payment(rules, table, hand.seat, answer)


@rule
def is_legal_choice(rules, table, hand, answer):
    """Tell whether an answer about a step, a payment, the hold, the dice or a cube is allowed."""
    question = table.phase
    if question == Phase.STEP:
        return answer <= 1
    if question == Phase.HEAL:
        return answer < rules.n_kinds and table.hurt[hand.seat, answer] > 0
    if question == Phase.DISCARD:
        return answer < rules.n_buildings and (hand.cards >> answer) & 1 == 1
    if question == Phase.DROP:
        return is_legal_drop(rules, table, hand.seat, answer)
    if question == Phase.ASSIGN:
        return answer < FACES and table.dice[answer] > 0
    return answer < rules.n_spaces and table.space[answer] == hand.seat


@phase
def is_legal_plan(rules, table, hand, answer):
    """Tell whether a plan is allowed: the destination, and the action as the move leaves things (D1)."""
    if answer >= 1 << (ORDER_SHIFT + ORDER_BITS):
        return False
    seat, town = hand.seat, town_of(answer)
    if table.region[seat] == town:
        is_end = is_stuck(rules, table, seat)
    else:
        is_end = is_destination(rules, table, seat, town, reach(rules, table, seat))
    return is_end and is_possible(rules, table, seat, town, action_of(answer), target_of(answer))


@rule
def is_legal_free(rules, table, hand, answer):
    """Tell whether a free action is allowed: go on, an event, a purchase, goods overboard (D2, I-CREW-05)."""
    if answer == GO_ON:
        return True
    if answer < BUY:
        return answer <= EVENT + 1 and can_complete(rules, table, hand.seat, answer - EVENT)
    if answer < BUY + n_places(rules):
        return can_buy(rules, table, hand, answer - BUY)
    if answer == DROP_FISH:
        return table.goods[hand.seat, FISH] > 0
    return answer == DROP_WOOD and table.goods[hand.seat, WOOD] > 0


@phase
def has_free_action(rules, table, hand):
    """Tell whether a free action can be taken (I-TURN-03)."""
    if can_complete(rules, table, hand.seat, 0) or can_complete(rules, table, hand.seat, 1):
        return True
    place = 0
    while place < n_places(rules) and not can_buy(rules, table, hand, place):
        place += 1
    return place < n_places(rules)
