"""What a visit is worth: the steps of a town, one after the other."""

from __future__ import annotations

from analyzer.games.islebound.abilities import Effect
from analyzer.games.islebound.heuristics.knobs import V_READY
from analyzer.games.islebound.heuristics.values import (
    book_extra,
    build_value,
    card_value,
    crew_value,
    future,
    item_value,
    patience,
    renown_value,
)
from analyzer.games.islebound.rules.buildings import can_build, n_places
from analyzer.games.islebound.rules.crew import deck_limit, has_ability, workers
from analyzer.games.islebound.rules.goods import books_left, hold_of
from analyzer.games.islebound.state import (
    BOOK,
    COIN,
    CREW,
    CREW_SLOTS,
    FISH,
    INFLUENCE,
    NO_CARD,
    PIRATE,
    RENOWN,
    SERPENT,
    TOWN_STEPS,
    WOOD,
    StepKind,
)
from analyzer.kernel.lean import phase


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
    if gain[BOOK] > 0:
        n_books = min(gain[BOOK], books_left(rules, table))
        value += n_books * (item_value(rules, table, seat, knobs, BOOK) + book_extra(rules, table, seat, knobs))
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
    """Count how often an exchange can be paid, and its books be given."""
    goods, cost, n_books = table.goods[seat], rules.step_cost[step], rules.step_gain[step, BOOK]
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
    if n_books > 0:
        n = min(n, books_left(rules, table) // n_books)
    return max(n, 0)


@phase
def recruit_value(rules, table, seat, knobs, step):
    """Value a recruit: the cheapest one, if there is any."""
    for slot in range(CREW_SLOTS - 1, -1, -1):
        price = max(0, rules.slot_cost[slot] - rules.step_discount[step])
        if table.recruit[slot] != NO_CARD and price <= table.goods[seat, COIN]:
            return max(0.0, crew_value(rules, table, knobs) - price)
    return 0.0


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
