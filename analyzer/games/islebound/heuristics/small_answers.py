"""The answers to every question but the plan, and what a policy thinks of any answer."""

from analyzer.games.islebound import encoding
from analyzer.games.islebound.heuristics import plans, values, visits
from analyzer.games.islebound.heuristics.knobs import DEAR, RESERVE, V_BUILD
from analyzer.games.islebound.rules import buildings, events, move, recruit, setup, visit
from analyzer.games.islebound.state import COIN, CREW, CREW_SLOTS, FISH, N_TOWNS, WOOD, Action, Moment, Phase
from analyzer.kernel.lean import phase, rule


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
        if events.can_complete(rules, table, seat, pile):
            keeps_plan = table.moment != Moment.BEFORE or leaves_fee(rules, table, seat, pile)
            if keeps_plan and plans.event_profit(rules, table, seat, knobs, pile, 0) > 0.0:
                return encoding.EVENT + pile
    if table.moment == Moment.BEFORE:
        return encoding.GO_ON
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
    best, best_value = encoding.GO_ON, -1e9
    left = table.goods[hand.seat, COIN] - (knobs[RESERVE] if values.future(rules, table) > 0.0 else 0.0)
    for place in range(buildings.n_places(rules)):
        if buildings.can_buy(rules, table, hand, place):
            price = rules.price[buildings.card_at(rules, table, hand, place)]
            if price <= left and knobs[DEAR] * price > best_value:
                best, best_value = encoding.BUY + place, knobs[DEAR] * price
    return best


@phase
def exchange_or_stop(rules, table, hand, knobs):
    """Exchange as long as it pays; wood or fish, whichever is worth less."""
    step = visit.step_at(rules, table)
    if visits.exchange_profit(rules, table, hand.seat, knobs, step) <= 0.0:
        return 0
    n = rules.step_either[step]
    goods = table.goods[hand.seat]
    return visit.WITH_FISH if n > 0 and goods[FISH] >= n else visit.ONCE_MORE


@phase
def recruit_best(rules, table, hand, knobs):
    """Recruit the crew with the most value for its price, or nobody."""
    best, best_value = 0, 0.0
    for slot in range(CREW_SLOTS):
        if recruit.can_recruit(rules, table, hand.seat, slot):
            value = values.crew_value(rules, table, knobs) - recruit.recruit_price(rules, table, slot)
            if value > best_value:
                best, best_value = slot + 1, value
    return best


@phase
def choose_good(rules, table, hand, knobs):
    """Take wood or fish by value; fish only as far as the hold takes them."""
    gain = rules.step_gain[visit.step_at(rules, table)]
    wood = gain[WOOD] * values.item_value(rules, table, hand.seat, knobs, WOOD)
    fish = gain[FISH] * values.item_value(rules, table, hand.seat, knobs, FISH)
    return 1 if fish > wood else 0


@phase
def build_best(rules, table, hand, knobs):
    """Build the building of the greatest value, if it has any."""
    best, best_value = 0, -knobs[V_BUILD]
    for place in range(buildings.n_places(rules)):
        if buildings.can_build(rules, table, hand, place):
            value = values.build_value(rules, table, hand, knobs, place)
            if value > best_value:
                best, best_value = place + 1, value
    return best


@phase
def choose_card(rules, table, hand, knobs):
    """Take the better reputation card, or skip both if they help the others more."""
    first, second = (
        values.card_value(rules, table, hand.seat, knobs, 0),
        values.card_value(rules, table, hand.seat, knobs, 1),
    )
    best = 1 if first >= second else 2
    if max(first, second) > 0.0 or not recruit.can_choose_reputation(rules, table, 0):
        return best if table.reputation_left[best - 1] > 0 else 3 - best
    return 0


@phase
def choose_port(rules, table, hand, knobs):
    """Choose the free port that gives the most on a visit."""
    best, best_value = -1, -1.0
    for town in range(N_TOWNS):
        if setup.is_free_port(rules, table, town):
            value = visits.visit_value(rules, table, hand, knobs, town, 0)
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
    gained = encoding.n_given_of(offer) * values.item_value(rules, table, hand.seat, knobs, encoding.given_of(offer))
    lost = encoding.n_wanted_of(offer) * values.item_value(rules, table, hand.seat, knobs, encoding.wanted_of(offer))
    return 1 if gained > lost else 0


@phase
def rate_answer(rules, table, hand, knobs, memory, choice, answer):
    """Rate an answer by the values of things; where there are none, the policy's own answer comes first."""
    question = table.phase
    if question == Phase.PLAN:
        return rate_plan(rules, table, hand, knobs, encoding.town_of(answer), encoding.action_of(answer))
    if question == Phase.FREE:
        return rate_free(rules, table, hand, knobs, answer)
    if question == Phase.BUILD:
        return values.build_value(rules, table, hand, knobs, answer - 1) if answer > 0 else 0.0
    if question == Phase.RECRUIT:
        return (
            values.crew_value(rules, table, knobs) - recruit.recruit_price(rules, table, answer - 1)
            if answer > 0
            else 0.0
        )
    if question == Phase.REPUTATION:
        return values.card_value(rules, table, hand.seat, knobs, answer - 1) if answer > 0 else 0.0
    if question == Phase.HOME:
        return visits.visit_value(rules, table, hand, knobs, answer, 0)
    return 1.0 if small_answer(rules, table, hand, knobs) == answer else 0.0


@phase
def rate_plan(rules, table, hand, knobs, town, action):
    """Rate a plan: its action in its town, and the move there."""
    seat = hand.seat
    gone = move.admins_to_share(rules, table, seat, town)
    return plans.move_value(rules, table, hand, knobs, town, gone) + rate_action(
        rules, table, hand, knobs, town, action, gone
    )


@rule
def rate_action(rules, table, hand, knobs, town, action, gone):
    """Rate one action in a town."""
    if action == Action.HUNT:
        return plans.hunt_value(rules, table, knobs)
    if action == Action.NONE or action == Action.RAID:
        return 0.0
    visiting = visits.visit_value(rules, table, hand, knobs, town, gone)
    if action == Action.VISIT:
        return visiting - plans.fee_value(rules, table, hand.seat, knobs, town)
    taking = rules.strength[town] + visiting + values.town_worth(rules, table, knobs)
    if action == Action.ATTACK:
        return plans.attack_value(rules, table, hand, knobs, town, gone, taking)
    return plans.alliance_value(rules, table, hand, knobs, town, taking)


@rule
def rate_free(rules, table, hand, knobs, answer):
    """Rate a free action: an event by its profit, a purchase by its price, going on by nothing."""
    if encoding.EVENT <= answer < encoding.EVENT + 2:
        return plans.event_profit(rules, table, hand.seat, knobs, answer - encoding.EVENT, 0)
    if encoding.BUY <= answer < encoding.BUY + rules.n_buildings:
        return 0.1 * knobs[DEAR] * rules.price[buildings.card_at(rules, table, hand, answer - encoding.BUY)]
    return 0.0
