"""Plans by value: the parts the archetypes of section 6 are made of.

`best_plan` weighs every destination and action; `best_taking`, `best_step_visit`, `best_hunt` and `best_raid` look
for one kind of plan only. All take the knobs of the evaluator.
"""

from analyzer.games.islebound import state as codes
from analyzer.games.islebound.encoding import make_plan, order_limits
from analyzer.games.islebound.heuristics import values, visits
from analyzer.games.islebound.heuristics.knobs import THRESHOLD, V_READY, W_ATTACK, W_DIPLOMACY, W_HUNT
from analyzer.games.islebound.rules import actions, move
from analyzer.games.values.deciding import NO_ANSWER, rank_plan
from analyzer.kernel.lean import phase, rule

NO_PLAN = -1
NONE, HUNT, VISIT, ATTACK, DIPLOMACY, RAID = (int(action) for action in codes.Action)
_RAID_HIT = 2 / 3
REACH = 3.0  # how much less than the best a plan may be worth to be listed
MOST = 3  # plans that are listed


@rule
def orders_for(knobs):
    """Give the standing orders of a policy: its threshold, wood and injuries by default."""
    return order_limits(int(100 * knobs[THRESHOLD]), -1, -1)


# Plans


@phase
def best_plan(rules, table, hand, knobs):
    """Return the plan of the greatest value: the gains of the action, less what the move and the fee cost."""
    seat = hand.seat
    farthest = move.reach(rules, table, seat)
    best, best_value = make_plan(table.region[seat], HUNT, 0, orders_for(knobs)), -1e9  # if stuck (I-MOVE-06)
    hunting = hunt_value(rules, table, knobs)
    for town in range(codes.N_TOWNS):
        if move.is_destination(rules, table, seat, town, farthest):
            gone = move.admins_to_share(rules, table, seat, town)
            base = move_value(rules, table, hand, knobs, town, gone)
            action, value = best_action(rules, table, hand, knobs, town, gone)
            if value < hunting:
                action, value = HUNT, hunting
            if value + base > best_value:
                best, best_value = make_plan(town, action, 0, orders_for(knobs)), value + base
    return best


@phase
def list_plans(rules, table, hand, knobs, memory, choice, found):
    """List the best plans by their values; nothing for any other question, or if a raid is worth it."""
    found.n = 0
    if table.phase != codes.Phase.PLAN or best_raid(rules, table, hand, knobs) != NO_PLAN:
        return
    seat = hand.seat
    farthest = move.reach(rules, table, seat)
    hunting = hunt_value(rules, table, knobs)
    for town in range(codes.N_TOWNS):
        if move.is_destination(rules, table, seat, town, farthest):
            gone = move.admins_to_share(rules, table, seat, town)
            base = move_value(rules, table, hand, knobs, town, gone)
            rank_plan(found, 0, hunting + base, make_plan(town, HUNT, 0, orders_for(knobs)), NO_ANSWER, NO_ANSWER)
            list_actions(rules, table, hand, knobs, found, town, gone, base)
    found.n = min(found.n, MOST)
    while found.n > 1 and found.ratings[found.n - 1] < found.ratings[0] - REACH:
        found.n -= 1


@rule
def list_actions(rules, table, hand, knobs, found, town, gone, base):
    """List what can be done in a town besides hunting."""
    seat, orders = hand.seat, orders_for(knobs)
    visiting = visits.visit_value(rules, table, hand, knobs, town, gone)
    if actions.is_possible(rules, table, seat, town, codes.Action.VISIT, 0):
        value = visiting - fee_value(rules, table, seat, knobs, town)
        rank_plan(found, 0, value + base, make_plan(town, VISIT, 0, orders), NO_ANSWER, NO_ANSWER)
    if table.owner[town] != seat:
        taking = rules.strength[town] + visiting + values.town_worth(rules, table, knobs)
        value = attack_value(rules, table, hand, knobs, town, gone, taking)
        if value > -1e8:
            rank_plan(found, 0, value + base, make_plan(town, ATTACK, 0, orders), NO_ANSWER, NO_ANSWER)
        value = alliance_value(rules, table, hand, knobs, town, taking)
        if value > -1e8:
            rank_plan(found, 0, value + base, make_plan(town, DIPLOMACY, 0, orders), NO_ANSWER, NO_ANSWER)


@phase
def move_value(rules, table, hand, knobs, town, gone):
    """Value a destination itself: events to complete there, less fish and the admin for sharing."""
    seat = hand.seat
    value = -gone * values.future(rules, table) * knobs[V_READY]
    n_fish = move.fish_to(rules, table, seat, town)
    if n_fish > 0:
        value -= n_fish * values.item_value(rules, table, seat, knobs, codes.FISH)
    for pile in range(2):
        if table.event_left[pile] > 0 and rules.event_town[table.event_top[pile]] == town:
            value += max(0.0, event_profit(rules, table, seat, knobs, pile, gone))
    return value


@phase
def event_profit(rules, table, seat, knobs, pile, gone):
    """Value an event: its cubes less its cost; nothing if the goods or the crew are missing."""
    event = table.event_top[pile]
    n_crew = rules.event_crew[event, 0] + rules.event_crew[event, 1] + rules.event_crew[event, 2]
    if n_crew + gone > table.ready[seat, codes.CREW] or table.cubes[seat] == 0:
        return 0.0
    value = rules.event_cubes[event] * values.item_value(rules, table, seat, knobs, codes.INFLUENCE)
    for item in range(codes.N_PAYABLE):
        n = rules.event_cost[event, item]
        if n > 0:
            if table.goods[seat, item] < n:
                return 0.0
            value -= n * values.item_value(rules, table, seat, knobs, item)
    return value - n_crew * values.future(rules, table) * knobs[V_READY]


@phase
def hunt_value(rules, table, knobs):
    """Value a hunt: the coins on the map."""
    return knobs[W_HUNT] * max(1, table.coins_on_map)


@phase
def best_action(rules, table, hand, knobs, town, gone):
    """Return the best action in a town other than hunting, and its value."""
    seat = hand.seat
    visiting = visits.visit_value(rules, table, hand, knobs, town, gone)
    best, best_value = NONE, -1e9
    if actions.is_possible(rules, table, seat, town, codes.Action.VISIT, 0):
        best, best_value = VISIT, visiting - fee_value(rules, table, seat, knobs, town)
    if table.owner[town] != seat:
        taking = rules.strength[town] + visiting + values.town_worth(rules, table, knobs)
        value = attack_value(rules, table, hand, knobs, town, gone, taking)
        if value > best_value:
            best, best_value = ATTACK, value
        value = alliance_value(rules, table, hand, knobs, town, taking)
        if value > best_value:
            best, best_value = DIPLOMACY, value
    return best, best_value


@rule
def fee_value(rules, table, seat, knobs, town):
    """Value a town's fee."""
    if table.owner[town] == seat:
        return 0.0
    fee = rules.fee_crew[town]
    return rules.fee_coin[town] + (fee[0] + fee[1] + fee[2]) * values.future(rules, table) * knobs[V_READY]


@phase
def attack_value(rules, table, hand, knobs, town, gone, taking):
    """Value an attack: what it wins, times its chance, less the cards; none below the threshold."""
    seat = hand.seat
    if not values.has_cards(table, seat) or not actions.is_possible(rules, table, seat, town, codes.Action.ATTACK, 0):
        return -1e9
    need = actions.attack_needed(rules, table, seat, town)
    chance = values.chance_of(rules, table, seat, need, gone)
    if chance < knobs[THRESHOLD]:
        return -1e9
    lost = values.item_value(rules, table, seat, knobs, codes.PIRATE)
    return knobs[W_ATTACK] * (chance * (taking - values.force_value(rules, table, knobs, need)) - (1.0 - chance) * lost)


@phase
def alliance_value(rules, table, hand, knobs, town, taking):
    """Value a diplomacy: what it wins, less the cubes."""
    seat = hand.seat
    need = actions.influence_needed(rules, table, seat, town)
    if table.influence[seat] + table.ready[seat, codes.NEGOTIATE] < need:  # the usual case, told quickly
        return -1e9
    if not actions.is_possible(rules, table, seat, town, codes.Action.DIPLOMACY, 0):
        return -1e9
    return knobs[W_DIPLOMACY] * (taking - values.influence_value(rules, table, seat, knobs, need))


@phase
def best_taking(rules, table, hand, knobs, action):
    """Return the plan that takes a town by one action: the strongest in reach, the nearest on a tie; or NO_PLAN."""
    seat = hand.seat
    farthest = move.reach(rules, table, seat)
    best, best_value = NO_PLAN, -1e9
    for town in range(codes.N_TOWNS):
        if move.is_destination(rules, table, seat, town, farthest) and actions.is_possible(
            rules, table, seat, town, action, 0
        ):
            gone = move.admins_to_share(rules, table, seat, town)
            need = actions.attack_needed(rules, table, seat, town)
            is_sure = action != ATTACK or values.chance_of(rules, table, seat, need, gone) >= knobs[THRESHOLD]
            value = rules.strength[town] + move_value(rules, table, hand, knobs, town, gone)
            if is_sure and value > best_value:
                best, best_value = make_plan(town, action, 0, orders_for(knobs)), value
    return best


@phase
def best_raid(rules, table, hand, knobs):
    """Return the plan of the most promising raid, or NO_PLAN if none is worth two coins (I-VAR-RAID)."""
    seat = hand.seat
    best, best_value = NO_PLAN, 2.0
    if rules.raid == 0:
        return best
    farthest = move.reach(rules, table, seat)
    own = table.ready[seat, codes.COMBAT] + table.goods[seat, codes.PIRATE]
    for other in range(rules.players):
        town = table.region[other]
        if other != seat and move.is_destination(rules, table, seat, town, farthest):
            lead = own - table.ready[other, codes.COMBAT] - table.goods[other, codes.PIRATE]
            value = min(_RAID_HIT * lead, 1.0 * table.goods[other, codes.COIN])
            if value > best_value:
                best, best_value = make_plan(town, RAID, other, orders_for(knobs)), value
    return best


@phase
def best_step_visit(rules, table, hand, knobs, kind, gained, least):
    """Return the best plan to visit a town for one kind of step worth at least `least`, or NO_PLAN.

    For an exchange `gained` names the good it must give (-1: any).
    """
    seat = hand.seat
    farthest = move.reach(rules, table, seat)
    best, best_value = NO_PLAN, least
    for town in range(codes.N_TOWNS):
        if move.is_destination(rules, table, seat, town, farthest):
            gone = move.admins_to_share(rules, table, seat, town)
            if actions.is_possible(rules, table, seat, town, codes.Action.VISIT, 0):
                value = kind_value(rules, table, hand, knobs, town, gone, kind, gained)
                if value > 0.0 and value + move_value(rules, table, hand, knobs, town, gone) > best_value:
                    best = make_plan(town, VISIT, 0, orders_for(knobs))
                    best_value = value + move_value(rules, table, hand, knobs, town, gone)
    return best


@phase
def kind_value(rules, table, hand, knobs, town, gone, kind, gained):
    """Value the steps of one kind in a town."""
    value = 0.0
    for place in range(codes.TOWN_STEPS):
        step = rules.town_step[town, place]
        if step >= 0 and rules.step_kind[step] == kind and (gained < 0 or rules.step_gain[step, gained] > 0):
            value += visits.step_value(rules, table, hand, knobs, step, gone)
    return value


@phase
def best_hunt(rules, table, hand, knobs, least):
    """Return a plan to hunt where it is best to be, if the map holds enough coins; else NO_PLAN."""
    if table.coins_on_map < least:
        return NO_PLAN
    seat = hand.seat
    farthest = move.reach(rules, table, seat)
    best, best_value = NO_PLAN, -1e9
    for town in range(codes.N_TOWNS):
        if move.is_destination(rules, table, seat, town, farthest):
            value = move_value(rules, table, hand, knobs, town, move.admins_to_share(rules, table, seat, town))
            if value > best_value:
                best, best_value = make_plan(town, HUNT, 0, orders_for(knobs)), value
    return best
