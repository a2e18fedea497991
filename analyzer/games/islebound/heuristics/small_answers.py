"""The answers to every question but PLAN, by the values of things."""

from __future__ import annotations

from analyzer.games.islebound.encoding import BUY, EVENT, GO_ON, given_of, n_given_of, n_wanted_of, wanted_of
from analyzer.games.islebound.heuristics.knobs import DEAR, RESERVE, V_BUILD
from analyzer.games.islebound.heuristics.plans import event_profit
from analyzer.games.islebound.heuristics.values import build_value, card_value, crew_value, future, item_value
from analyzer.games.islebound.heuristics.visits import exchange_profit, visit_value
from analyzer.games.islebound.rules.buildings import can_build, can_buy, card_at, n_places
from analyzer.games.islebound.rules.events import can_complete
from analyzer.games.islebound.rules.recruit import can_choose_reputation, can_recruit, recruit_price
from analyzer.games.islebound.rules.setup import is_free_port
from analyzer.games.islebound.rules.visit import ONCE_MORE, WITH_FISH, step_at
from analyzer.games.islebound.state import COIN, CREW, CREW_SLOTS, FISH, N_TOWNS, WOOD, Action, Moment, Phase
from analyzer.kernel.lean import phase


@phase
def small_answer(rules, table, hand, knobs):
    """Answer every question but PLAN by value; questions that only orders bring up are never asked."""
    question = table.phase
    if question == Phase.FREE:
        return free_action(rules, table, hand, knobs)
    if question == Phase.EXCHANGE:
        return exchange_or_stop(rules, table, hand, knobs)
    if question == Phase.RECRUIT:
        return recruit_best(rules, table, hand, knobs)
    if question == Phase.GOODS:
        return choose_good(rules, table, hand, knobs)
    if question == Phase.BUILD:
        return build_best(rules, table, hand, knobs)
    if question == Phase.REPUTATION:
        return choose_card(rules, table, hand, knobs)
    return rare_answer(rules, table, hand, knobs)


@phase
def rare_answer(rules, table, hand, knobs):
    """Answer the questions of the setup and of trades."""
    question = table.phase
    if question == Phase.HOME:
        return choose_port(rules, table, hand, knobs)
    if question == Phase.DRAFT:
        return draft_cheapest(rules, hand)
    if question == Phase.OFFER:
        return 0
    if question == Phase.REPLY:
        return reply_by_value(rules, table, hand, knobs)
    return 0


@phase
def free_action(rules, table, hand, knobs):
    """Complete a profitable event, then buy; before the action only what leaves the plan possible."""
    seat = hand.seat
    for pile in range(2):
        if can_complete(rules, table, seat, pile):
            keeps_plan = table.moment != Moment.BEFORE or leaves_fee(rules, table, seat, pile)
            if keeps_plan and event_profit(rules, table, seat, knobs, pile, 0) > 0.0:
                return EVENT + pile
    if table.moment == Moment.BEFORE:
        return GO_ON
    return purchase(rules, table, hand, knobs)


@phase
def leaves_fee(rules, table, seat, pile):
    """Tell whether an event leaves the coins and crew for the planned visit."""
    if table.plan != Action.VISIT:
        return True
    town, event = table.region[seat], table.event_top[pile]
    n_crew = rules.event_crew[event, 0] + rules.event_crew[event, 1] + rules.event_crew[event, 2]
    for symbol in range(3):
        n_crew += rules.fee_crew[town, symbol]
    coins = table.goods[seat, COIN] - rules.event_cost[event, COIN]
    return table.owner[town] == seat or (coins >= rules.fee_coin[town] and n_crew <= table.ready[seat, CREW])


@phase
def purchase(rules, table, hand, knobs):
    """Buy the dearest (or, with a negative knob, cheapest) building that leaves the reserve, or go on."""
    best, best_value = GO_ON, -1e9
    left = table.goods[hand.seat, COIN] - (knobs[RESERVE] if future(rules, table) > 0.0 else 0.0)
    for place in range(n_places(rules)):
        if can_buy(rules, table, hand, place):
            price = rules.price[card_at(rules, table, hand, place)]
            if price <= left and knobs[DEAR] * price > best_value:
                best, best_value = BUY + place, knobs[DEAR] * price
    return best


@phase
def exchange_or_stop(rules, table, hand, knobs):
    """Exchange as long as it pays; wood or fish, whichever is worth less."""
    step = step_at(rules, table)
    if exchange_profit(rules, table, hand.seat, knobs, step) <= 0.0:
        return 0
    n = rules.step_either[step]
    goods = table.goods[hand.seat]
    return WITH_FISH if n > 0 and goods[FISH] >= n else ONCE_MORE


@phase
def recruit_best(rules, table, hand, knobs):
    """Recruit the crew with the most value for its price, or nobody."""
    best, best_value = 0, 0.0
    for slot in range(CREW_SLOTS):
        if can_recruit(rules, table, hand.seat, slot):
            value = crew_value(rules, table, knobs) - recruit_price(rules, table, slot)
            if value > best_value:
                best, best_value = slot + 1, value
    return best


@phase
def choose_good(rules, table, hand, knobs):
    """Take wood or fish by value; fish only as far as the hold takes them."""
    gain = rules.step_gain[step_at(rules, table)]
    wood = gain[WOOD] * item_value(rules, table, hand.seat, knobs, WOOD)
    fish = gain[FISH] * item_value(rules, table, hand.seat, knobs, FISH)
    return 1 if fish > wood else 0


@phase
def build_best(rules, table, hand, knobs):
    """Build the building of the greatest value, if it has any."""
    best, best_value = 0, -knobs[V_BUILD]
    for place in range(n_places(rules)):
        if can_build(rules, table, hand, place):
            value = build_value(rules, table, hand, knobs, place)
            if value > best_value:
                best, best_value = place + 1, value
    return best


@phase
def choose_card(rules, table, hand, knobs):
    """Take the better reputation card, or skip both if they help the others more."""
    first, second = card_value(rules, table, hand.seat, knobs, 0), card_value(rules, table, hand.seat, knobs, 1)
    best = 1 if first >= second else 2
    if max(first, second) > 0.0 or not can_choose_reputation(rules, table, 0):
        return best if table.reputation_left[best - 1] > 0 else 3 - best
    return 0


@phase
def choose_port(rules, table, hand, knobs):
    """Choose the free port that gives the most on a visit."""
    best, best_value = -1, -1.0
    for town in range(N_TOWNS):
        if is_free_port(rules, table, town):
            value = visit_value(rules, table, hand, knobs, town, 0)
            if value > best_value:
                best, best_value = town, value
    return best


@phase
def draft_cheapest(rules, hand):
    """Keep the cheapest building of the pack: it is bought soonest."""
    best = -1
    for building in range(rules.n_buildings):
        if (hand.pack >> building) & 1 and (best < 0 or rules.price[building] < rules.price[best]):
            best = building
    return best


@phase
def reply_by_value(rules, table, hand, knobs):
    """Accept a trade that gives more than it takes."""
    offer = table.offer
    gained = n_given_of(offer) * item_value(rules, table, hand.seat, knobs, given_of(offer))
    lost = n_wanted_of(offer) * item_value(rules, table, hand.seat, knobs, wanted_of(offer))
    return 1 if gained > lost else 0
