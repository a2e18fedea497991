"""Section 7 of the rules: what may be answered to each question, from what the asked player sees.

The options of a question are the legal answers below a bound, in ascending order; answers above it (standing
orders, uneven trades, goods thrown overboard) are legal but not listed: no policy has to consider them.
"""

from analyzer.games.islebound import encoding
from analyzer.games.islebound import state as codes
from analyzer.games.islebound.rules import (
    actions,
    attack,
    buildings,
    crew,
    dice,
    events,
    goods,
    move,
    recruit,
    setup,
    towns,
    visit,
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
def list_options(rules, table, hand, out):
    """Write all options of the question at hand, as many as have room, and count them."""
    n, answer = 0, next_option(rules, table, hand, -1)
    while answer >= 0:
        if n < len(out):
            out[n] = answer
        n, answer = n + 1, next_option(rules, table, hand, answer)
    return n


@phase
def has_choice(rules, table, hand):
    """Tell whether the question has more than one option."""
    first = next_option(rules, table, hand, -1)
    return next_option(rules, table, hand, first) >= 0


@phase
def next_option(rules, table, hand, before):
    """Return the first option above an answer, or -1."""
    if table.phase == codes.Phase.PLAN:
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
    farthest = move.reach(rules, table, seat)
    stuck = move.is_stuck(rules, table, seat)
    for town in range((before + 1) >> encoding.TOWN_SHIFT, codes.N_TOWNS):
        if may_end(rules, table, seat, town, farthest, stuck):
            first = town << encoding.TOWN_SHIFT
            for answer in range(max(before + 1, first), first + (1 << encoding.TOWN_SHIFT)):
                if actions.is_possible(
                    rules, table, seat, town, encoding.action_of(answer), encoding.target_of(answer)
                ):
                    return answer
    return -1


@rule
def may_end(rules, table, seat, town, farthest, stuck):
    """Tell whether a plan may name a region: a destination, or the present one if there is none (I-MOVE-06)."""
    if stuck:
        return table.region[seat] == town
    return move.is_destination(rules, table, seat, town, farthest)


@phase
def n_codes(rules, table, hand):
    """Return the bound of the listed answers to the question at hand."""
    question = table.phase
    if question == codes.Phase.HOME:
        return codes.N_TOWNS
    if question == codes.Phase.DRAFT:
        return rules.n_buildings
    if question == codes.Phase.FREE:
        return encoding.BUY + buildings.n_places(rules)
    if question == codes.Phase.BUILD:
        return 1 + buildings.n_places(rules)
    if question == codes.Phase.OFFER:
        return 1 + 25 * codes.MAX_SEATS
    return n_other_codes(rules, table, hand)


@rule
def n_other_codes(rules, table, hand):
    """Return the bound for the questions of a visit, and for those that only orders bring up."""
    question = table.phase
    if question == codes.Phase.GOODS or question == codes.Phase.REPLY:
        return 2
    if question == codes.Phase.EXCHANGE or question == codes.Phase.REPUTATION or question == codes.Phase.LOSS:
        return 3
    if question == codes.Phase.RECRUIT:
        return 1 + codes.CREW_SLOTS
    if question == codes.Phase.ACTION:
        return 1 << encoding.TOWN_SHIFT
    if question == codes.Phase.CREW:
        return codes.MAX_KINDS
    if question == codes.Phase.REROLL:
        return 1 + codes.FACES
    if question == codes.Phase.INJURE:
        return 1 + table.ready[hand.seat, codes.CREW]
    return n_set_codes(rules, table, hand)


@rule
def n_set_codes(rules, table, hand):
    """Return the bound for the questions that choose a set, COMMIT and INFLUENCE, and for the last details."""
    if table.phase == codes.Phase.COMMIT:
        return 1 << 16
    if table.phase >= codes.Phase.STEP:
        return codes.MAX_BUILDINGS
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
    if question == codes.Phase.PLAN:
        return is_legal_plan(rules, table, hand, answer)
    if question == codes.Phase.FREE:
        return is_legal_free(rules, table, hand, answer)
    if question == codes.Phase.EXCHANGE:
        return visit.is_legal_exchange(rules, table, hand.seat, answer)
    if question == codes.Phase.BUILD:
        return answer == 0 or (
            answer <= buildings.n_places(rules) and buildings.can_build(rules, table, hand, answer - 1)
        )
    if question == codes.Phase.RECRUIT:
        return answer == 0 or recruit.can_recruit(rules, table, hand.seat, answer - 1)
    if question == codes.Phase.GOODS or question == codes.Phase.REPLY:
        return answer <= 1
    return is_legal_other(rules, table, hand, answer)


@phase
def is_legal_other(rules, table, hand, answer):
    """Tell whether an answer to one of the rarer questions is allowed."""
    question = table.phase
    if question == codes.Phase.REPUTATION:
        return recruit.can_choose_reputation(rules, table, answer)
    if question == codes.Phase.HOME:
        return setup.is_free_port(rules, table, answer)
    if question == codes.Phase.DRAFT:
        return answer < rules.n_buildings and (hand.pack >> answer) & 1 == 1
    if question == codes.Phase.OFFER:
        return move.is_legal_offer(rules, table, answer)
    if question == codes.Phase.ACTION:
        town = table.region[hand.seat]
        in_range = answer < 1 << encoding.TOWN_SHIFT
        return in_range and actions.is_possible(
            rules, table, hand.seat, town, encoding.action_of(answer), encoding.target_of(answer)
        )
    return is_legal_detail(rules, table, hand, answer)


@rule
def is_legal_detail(rules, table, hand, answer):
    """Tell whether an answer to a question that only orders bring up is allowed."""
    question = table.phase
    if question == codes.Phase.CREW:
        return crew.can_pay_next(rules, table, answer)
    if question == codes.Phase.COMMIT:
        return attack.is_legal_force(rules, table, hand.seat, answer)
    if question == codes.Phase.REROLL:
        return answer == 0 or (answer <= codes.FACES and dice.may_reroll(rules, table, answer - 1))
    if question == codes.Phase.INJURE:
        return attack.is_legal_injury(rules, table, hand.seat, answer)
    if question == codes.Phase.LOSS:
        return answer <= 2 and table.force[answer] > 0
    if question >= codes.Phase.STEP:
        return is_legal_choice(rules, table, hand, answer)
    return towns.is_legal_payment(rules, table, hand.seat, answer)


@rule
def is_legal_choice(rules, table, hand, answer):
    """Tell whether an answer about a step, a payment, the hold, the dice or a cube is allowed."""
    question = table.phase
    if question == codes.Phase.STEP:
        return answer <= 1
    if question == codes.Phase.HEAL:
        return answer < rules.n_kinds and table.hurt[hand.seat, answer] > 0
    if question == codes.Phase.DISCARD:
        return answer < rules.n_buildings and (hand.cards >> answer) & 1 == 1
    if question == codes.Phase.DROP:
        return goods.is_legal_drop(rules, table, hand.seat, answer)
    if question == codes.Phase.ASSIGN:
        return answer < codes.FACES and table.dice[answer] > 0
    return answer < rules.n_spaces and table.space[answer] == hand.seat


@phase
def is_legal_plan(rules, table, hand, answer):
    """Tell whether a plan is allowed: the destination, and the action as the move leaves things (D1)."""
    if answer >= 1 << (encoding.ORDER_SHIFT + encoding.ORDER_BITS):
        return False
    seat, town = hand.seat, encoding.town_of(answer)
    if table.region[seat] == town:
        is_end = move.is_stuck(rules, table, seat)
    else:
        is_end = move.is_destination(rules, table, seat, town, move.reach(rules, table, seat))
    return is_end and actions.is_possible(
        rules, table, seat, town, encoding.action_of(answer), encoding.target_of(answer)
    )


@rule
def is_legal_free(rules, table, hand, answer):
    """Tell whether a free action is allowed: go on, an event, a purchase, goods overboard (D2, I-CREW-05)."""
    if answer == encoding.GO_ON:
        return True
    if answer < encoding.BUY:
        return answer <= encoding.EVENT + 1 and events.can_complete(rules, table, hand.seat, answer - encoding.EVENT)
    if answer < encoding.BUY + buildings.n_places(rules):
        return buildings.can_buy(rules, table, hand, answer - encoding.BUY)
    if answer == encoding.DROP_FISH:
        return table.goods[hand.seat, codes.FISH] > 0
    return answer == encoding.DROP_WOOD and table.goods[hand.seat, codes.WOOD] > 0


@phase
def has_free_action(rules, table, hand):
    """Tell whether a free action can be taken (I-TURN-03)."""
    if events.can_complete(rules, table, hand.seat, 0) or events.can_complete(rules, table, hand.seat, 1):
        return True
    place = 0
    while place < buildings.n_places(rules) and not buildings.can_buy(rules, table, hand, place):
        place += 1
    return place < buildings.n_places(rules)
