"""Every plan with what may follow, and an end of the game only from ahead."""

from __future__ import annotations

from analyzer.games.islebound import evaluating
from analyzer.games.islebound.encoding import BUY, GO_ON, make_plan
from analyzer.games.islebound.heuristics.knobs import DEAR, EVALUATOR, RESERVE
from analyzer.games.islebound.heuristics.plans import HUNT, best_action, best_raid, hunt_value, move_value, orders_for
from analyzer.games.islebound.heuristics.ratings import rate_answer
from analyzer.games.islebound.heuristics.small_answers import build_best, free_action, small_answer
from analyzer.games.islebound.heuristics.timing import may_add_building
from analyzer.games.islebound.heuristics.values import future
from analyzer.games.islebound.rules.buildings import can_buy, card_at, n_places
from analyzer.games.islebound.rules.move import admins_to_share, distance, is_destination, reach, speed
from analyzer.games.islebound.state import COIN, N_TOWNS, Moment, Phase
from analyzer.kernel.lean import phase, rule

KNOBS = EVALUATOR.setting(
    book=1.3, pirate=0.8, serpent=1.2, cube=1.1, crew=2.4, attack=0.6, diplomacy=1.5, renown=1.3
).adding(next=0.3, lead=0.0, early=0.0)
NEXT, LEAD, EARLY = KNOBS.places("next", "lead", "early")
_UNITS = 1024.0  # values are kept in memory as whole numbers of these parts


@evaluating(knobs=KNOBS, traits=("look-ahead",), rate=rate_answer)
def steward(rules, table, hand, knobs, memory, choice):
    """Weigh every plan with the best that may follow it, and trigger the end only when ahead.

    1. Raid if it promises two coins (variant). 2. Every destination and action: gains, spoils, events, less fees and
    cards, plus a share of the best plan within reach of there. 3. Buy or build the last building only with a lead of
    `lead` points, unless the game drags on.
    """
    if table.phase == Phase.PLAN:
        raid = best_raid(rules, table, hand, knobs)
        return raid if raid >= 0 else plan_with_sequel(rules, table, hand, knobs, memory)
    if table.phase == Phase.FREE:
        return event_or_purchase(rules, table, hand, knobs)
    if table.phase == Phase.BUILD:
        is_welcome = may_add_building(rules, table, hand.seat, knobs[LEAD])
        return build_best(rules, table, hand, knobs) if is_welcome else 0
    return small_answer(rules, table, hand, knobs)


# Plans


@phase
def plan_with_sequel(rules, table, hand, knobs, memory):
    """Return the plan of the greatest value with what may follow."""
    seat = hand.seat
    value_towns(rules, table, hand, knobs, memory)
    farthest = reach(rules, table, seat)
    best, best_value = make_plan(table.region[seat], HUNT, 0, orders_for(knobs)), -1e9  # if stuck (I-MOVE-06)
    for town in range(N_TOWNS):
        if is_destination(rules, table, seat, town, farthest):
            action, value = act_there(rules, table, hand, knobs, town)
            value += knobs[NEXT] * sequel_value(rules, table, seat, town, memory)
            if value > best_value:
                best, best_value = make_plan(town, action, 0, orders_for(knobs)), value
    return best


@phase
def value_towns(rules, table, hand, knobs, memory):
    """Note what every town would be worth if it were in reach."""
    for town in range(N_TOWNS):
        value = best_action(rules, table, hand, knobs, town, 0)[1]
        value = max(value, 1.0) + move_value(rules, table, hand, knobs, town, 0)
        memory[town] = int(_UNITS * value)


@phase
def act_there(rules, table, hand, knobs, town):
    """Return the best action in a town, hunting included, and its value with that of the move."""
    gone = admins_to_share(rules, table, hand.seat, town)
    action, value = best_action(rules, table, hand, knobs, town, gone)
    hunting = hunt_value(rules, table, knobs)
    if value < hunting:
        action, value = HUNT, hunting
    return action, value + move_value(rules, table, hand, knobs, town, gone)


@phase
def sequel_value(rules, table, seat, town, memory):
    """Return the greatest worth of a town within the ship's speed of another; nothing follows the last round."""
    best = 0
    for other in range(N_TOWNS):
        if 0 < distance(rules, table, town, other) <= speed(rules, table, seat):
            best = max(best, memory[other])
    is_last = table.last_round > 0 and table.round_no >= table.last_round
    return 0.0 if is_last else best / _UNITS


# Buildings


@rule
def event_or_purchase(rules, table, hand, knobs):
    """Complete a profitable event, else buy what is welcome; before the action nothing is bought."""
    answer = free_action(rules, table, hand, knobs)
    is_event = answer != GO_ON and answer < BUY
    return answer if is_event or table.moment == Moment.BEFORE else purchase(rules, table, hand, knobs)


@phase
def purchase(rules, table, hand, knobs):
    """Buy the building of the greatest value that leaves the reserve, if one more is welcome; else go on."""
    best, best_value = GO_ON, -1e9
    if not may_add_building(rules, table, hand.seat, knobs[LEAD]):
        return best
    left = table.goods[hand.seat, COIN] - (
        reserve(rules, table, hand.seat, knobs) if future(rules, table) > 0.0 else 0.0
    )
    for place in range(n_places(rules)):
        if can_buy(rules, table, hand, place):
            price = rules.price[card_at(rules, table, hand, place)]
            if price <= left and knobs[DEAR] * price > best_value:
                best, best_value = BUY + place, knobs[DEAR] * price
    return best


@rule
def reserve(rules, table, seat, knobs):
    """Return the coins to keep: more (or fewer) while few buildings are owned."""
    return knobs[RESERVE] + knobs[EARLY] * (rules.end_count - table.n_owned[seat]) / rules.end_count
