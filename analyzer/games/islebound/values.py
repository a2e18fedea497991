"""What things are worth to a policy: the shared evaluator of section 6, in points.

A policy weighs things by its knobs; their order is the same for all policies that use this evaluator. Near the end
goods lose their worth, for only coins and renown score (I-END-03).
"""

from __future__ import annotations

from analyzer.games.islebound.abilities import Effect, Trigger
from analyzer.games.islebound.rules.buildings import can_build, card_at, n_places, wood_price
from analyzer.games.islebound.rules.crew import deck_limit, has_ability, workers
from analyzer.games.islebound.rules.goods import hold_of, n_serpents
from analyzer.games.islebound.rules.recruit import reputation_gain
from analyzer.games.islebound.state import (
    BOOK,
    COIN,
    COMBAT,
    CREW,
    CREW_SLOTS,
    FISH,
    ICHOR,
    INFLUENCE,
    MAX_DICE,
    MAX_NEED,
    NEGOTIATE,
    NO_CARD,
    NOBODY,
    PIRATE,
    RENOWN,
    SERPENT,
    TOWN_STEPS,
    WOOD,
    StepKind,
)
from analyzer.kernel.lean import phase, rule

# The knobs every policy with this evaluator has, in this order.
(
    V_WOOD,
    V_FISH,
    V_BOOK,
    V_PIRATE,
    V_SERPENT,
    V_CUBE,
    V_READY,
    V_CREW,
    V_TOWN,
    V_RENOWN,
    W_ATTACK,
    W_DIPLOMACY,
    W_HUNT,
    V_BUILD,
    THRESHOLD,
    DEAR,
    RESERVE,
) = range(17)
LONG_GAME = 30  # rounds
MEAN_SPACE = 2.0  # value of a space where the next cube may go
_INJURIES = 2  # the default limit (D3c)


@rule
def future(rules, table):
    """Return what goods still count: less as the game drags on, half before the last round, nothing in it."""
    if table.last_round == 0:
        return patience(table)
    return 0.5 if table.round_no < table.last_round else 0.0


@rule
def patience(table):
    """Return what counts besides coins and buildings: all for 30 rounds, then less, so that games come to an end."""
    return 1.0 if table.round_no <= LONG_GAME else max(0.2, 1.0 - 0.04 * (table.round_no - LONG_GAME))


@rule
def renown_value(table, knobs):
    """Value one renown."""
    return patience(table) * knobs[V_RENOWN]


@rule
def rounds_left(rules, table):
    """Guess how many rounds are left: about three for each building the leader still needs."""
    if table.last_round > 0:
        return table.last_round - table.round_no
    most = 0
    for seat in range(rules.players):
        most = max(most, table.n_owned[seat])
    return 1 + 3 * (rules.end_count - most)


@phase
def item_value(rules, table, seat, knobs, item):
    """Value one piece of a good, card or cube."""
    if item == COIN:
        return 1.0
    if item == RENOWN:
        return renown_value(table, knobs)
    if item == BOOK and rules.architect == 1 and lacks_cards(rules, table, seat):
        return knobs[V_BOOK] + max(knobs[V_BUILD], 2.0 * knobs[V_RENOWN])  # more than any town pays for it
    scale = future(rules, table)
    if item == INFLUENCE:
        return scale * knobs[V_CUBE] * MEAN_SPACE
    return scale * knobs[V_WOOD + item - 1]


@rule
def lacks_cards(rules, table, seat):
    """Tell whether an architect's hand holds no more buildings than are missing to the end (I-VAR-ARCHITECT)."""
    return table.last_round == 0 and table.goods[seat, BOOK] <= rules.end_count - table.n_owned[seat]


@rule
def book_extra(rules, table, seat, knobs):
    """Value what a player's abilities add to a gained book (Library, School of War)."""
    if (table.owned[seat] & rules.trigger_mask[Trigger.ON_GAIN_BOOK_EACH]) == 0:
        return 0.0
    return renown_value(table, knobs)


# Visits


@phase
def visit_value(rules, table, hand, knobs, town, crew_gone):
    """Value the steps of a town for a player with so many crew fewer on deck, without its fee."""
    value = 0.0
    for place in range(TOWN_STEPS):
        step = rules.town_step[town, place]
        if step < 0:
            break
        value += step_value(rules, table, hand, knobs, step, crew_gone)
    return value


@phase
def step_value(rules, table, hand, knobs, step, crew_gone):
    """Value one step of a town."""
    seat = hand.seat
    kind = rules.step_kind[step]
    if kind == StepKind.REST:
        n_below = table.crew[seat] - table.ready[seat, CREW] + crew_gone
        return future(rules, table) * knobs[V_READY] * n_below
    if kind == StepKind.GAIN:
        return gain_value(rules, table, seat, knobs, step)
    if kind == StepKind.EXCHANGE:
        return exchange_value(rules, table, seat, knobs, step, crew_gone)
    if kind == StepKind.CHOOSE:
        gain = rules.step_gain[step]
        room = hold_of(rules, table, seat) - table.goods[seat, WOOD] - table.goods[seat, FISH]
        wood = item_value(rules, table, seat, knobs, WOOD) * gain[WOOD]
        return max(wood, item_value(rules, table, seat, knobs, FISH) * min(gain[FISH], room))
    if kind == StepKind.RECRUIT:
        return recruit_value(rules, table, seat, knobs, step)
    if kind == StepKind.REPUTATION:
        return max(0.0, max(card_value(rules, table, seat, knobs, 0), card_value(rules, table, seat, knobs, 1)))
    return max(0.0, best_build_value(rules, table, hand, knobs))


@phase
def gain_value(rules, table, seat, knobs, step):
    """Value a step that gives things; fish beyond the hold are worth nothing."""
    gain = rules.step_gain[step]
    n_workers = workers(rules, table, seat)
    goods = table.goods[seat]
    room = hold_of(rules, table, seat) - goods[WOOD] - goods[FISH]
    n_wood = gain[WOOD] + rules.step_per_worker[step, 0] * n_workers
    n_fish = gain[FISH] + rules.step_per_worker[step, 1] * n_workers
    value = 0.0
    if n_wood > 0:
        # wood pushes fish overboard
        n_kept = min(n_wood, room + goods[FISH])
        value += n_kept * item_value(rules, table, seat, knobs, WOOD)
        value -= max(0, n_kept - room) * item_value(rules, table, seat, knobs, FISH)
    if n_fish > 0:
        value += min(n_fish, room) * item_value(rules, table, seat, knobs, FISH)
    if gain[PIRATE] > 0:
        value += min(gain[PIRATE], table.pirates_left) * item_value(rules, table, seat, knobs, PIRATE)
    value += gain[BOOK] * (item_value(rules, table, seat, knobs, BOOK) + book_extra(rules, table, seat, knobs))
    value += gain[RENOWN] * renown_value(table, knobs)
    if gain[INFLUENCE] > 0:
        value += gain[INFLUENCE] * item_value(rules, table, seat, knobs, INFLUENCE)
    return value


@phase
def exchange_profit(rules, table, seat, knobs, step):
    """Value one exchange: what it gives less what it costs."""
    cost, gain = rules.step_cost[step], rules.step_gain[step]
    if cost[COIN] > 0 and gain[RENOWN] > 0 and patience(table) < 1.0:
        return 0.0  # advanced Rockslide: in a game that drags on coins are for buildings
    value = 0.0
    for item in range(SERPENT + 1):
        n = gain[item] - cost[item]
        if n != 0:
            value += n * item_value(rules, table, seat, knobs, item)
    value += gain[RENOWN] * renown_value(table, knobs)
    value += gain[INFLUENCE] * item_value(rules, table, seat, knobs, INFLUENCE)
    value += gain[BOOK] * book_extra(rules, table, seat, knobs)
    value -= rules.step_either[step] * item_value(rules, table, seat, knobs, FISH)
    n_crew = rules.step_crew[step, 0] + rules.step_crew[step, 1] + rules.step_crew[step, 2]
    return value - n_crew * future(rules, table) * knobs[V_READY]


@phase
def exchange_value(rules, table, seat, knobs, step, crew_gone):
    """Value an exchange step: its profit as often as it can be made."""
    profit = exchange_profit(rules, table, seat, knobs, step)
    if profit <= 0.0:
        return 0.0
    return profit * n_exchanges(rules, table, seat, step, crew_gone)


@phase
def n_exchanges(rules, table, seat, step, crew_gone):
    """Count how often an exchange can be paid."""
    goods, cost = table.goods[seat], rules.step_cost[step]
    n = deck_limit(rules, table, seat) - crew_gone if rules.step_by_deck[step] == 1 else 99
    for item in range(SERPENT + 1):
        if cost[item] > 0:
            n = min(n, goods[item] // cost[item])
    if rules.step_either[step] > 0:
        n = min(n, (goods[WOOD] + goods[FISH]) // rules.step_either[step])
    if rules.step_crew[step, 0] > 0:
        n = min(n, table.ready[seat, 0] - crew_gone)
    if rules.step_crew[step, 2] > 0:
        n = min(n, table.ready[seat, CREW] - crew_gone)
    return max(n, 0)


@phase
def recruit_value(rules, table, seat, knobs, step):
    """Value a recruit: the cheapest one, if there is any."""
    for slot in range(CREW_SLOTS - 1, -1, -1):
        price = max(0, rules.slot_cost[slot] - rules.step_discount[step])
        if table.recruit[slot] != NO_CARD and price <= table.goods[seat, COIN]:
            return max(0.0, crew_value(rules, table, knobs) - price)
    return 0.0


@rule
def crew_value(rules, table, knobs):
    """Value a new crew: less and less towards the end."""
    return knobs[V_CREW] * min(1.0, rounds_left(rules, table) / 8.0)


@phase
def card_value(rules, table, seat, knobs, pile):
    """Value a reputation card: the own renown, less what the others gain on average."""
    if table.reputation_left[pile] == 0:
        return -1.0
    card = table.reputation_top[pile]
    others = 0.0
    for other in range(rules.players):
        if other != seat:
            others += reputation_gain(rules, table, other, card)
    own = rules.reputation_bonus[card] + reputation_gain(rules, table, seat, card)
    return renown_value(table, knobs) * (own - others / (rules.players - 1))


# Buildings


@phase
def build_value(rules, table, hand, knobs, place):
    """Value building a card: its points and the step towards the end, less the goods."""
    card = card_at(rules, table, hand, place)
    wood = wood_price(rules, table, hand.seat, card) * item_value(rules, table, hand.seat, knobs, WOOD)
    fish = rules.build_fish[card] * item_value(rules, table, hand.seat, knobs, FISH)
    return rules.price[card] + knobs[V_BUILD] - wood - fish


@phase
def best_build_value(rules, table, hand, knobs):
    """Value the best building that can be built."""
    best = 0.0
    if table.goods[hand.seat, WOOD] == 0 and not has_ability(rules, table, hand.seat, Effect.WOOD_DISCOUNT):
        return best
    for place in range(n_places(rules)):
        if can_build(rules, table, hand, place):
            best = max(best, build_value(rules, table, hand, knobs, place))
    return best


# Towns


@rule
def town_worth(rules, table, knobs):
    """Value owning a town: fees saved and earned while the game lasts."""
    return knobs[V_TOWN] * rounds_left(rules, table) / 4.0


@phase
def chance_of(rules, table, seat, need, crew_gone):
    """Return the chance to reach a need with all cards, combat crew and up to two injuries."""
    goods = table.goods[seat]
    ichor = goods[ICHOR]
    serpents = min(goods[SERPENT], MAX_DICE - ichor)
    pirates = min(goods[PIRATE], MAX_DICE - ichor - serpents)
    extra = min(table.ready[seat, COMBAT], MAX_DICE - ichor - serpents - pirates)
    helpers = max(0, min(_INJURIES, table.ready[seat, CREW] - crew_gone - extra))
    need -= helpers * rules.injury_bonus
    if need <= 0:
        return 1.0
    if need > MAX_NEED:
        return 0.0
    return rules.p_success[ichor, rules.set_index[pirates, serpents, extra], need]


@rule
def force_value(rules, table, knobs, need):
    """Value the cards that an attack on a need uses up: a serpent is good for 1.67, a pirate for 1."""
    return future(rules, table) * need * knobs[V_SERPENT] / 1.67


@rule
def influence_value(rules, table, seat, knobs, need):
    """Value the cubes that a diplomacy uses up."""
    return future(rules, table) * knobs[V_CUBE] * max(0, need - table.ready[seat, NEGOTIATE])


@rule
def has_cards(table, seat):
    """Tell whether there is anything to attack with."""
    return table.goods[seat, PIRATE] + n_serpents(table, seat) > 0


@rule
def is_owned(table, town):
    """Tell whether somebody controls a town."""
    return table.owner[town] != NOBODY
