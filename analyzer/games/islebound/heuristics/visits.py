"""What a visit is worth: the steps of a town, one after the other."""

from analyzer.games.islebound import state as codes
from analyzer.games.islebound.abilities import Effect
from analyzer.games.islebound.heuristics import values
from analyzer.games.islebound.heuristics.knobs import V_READY
from analyzer.games.islebound.rules import buildings, crew
from analyzer.games.islebound.rules.goods import books_left, hold_of
from analyzer.kernel.lean import phase


@phase
def visit_value(rules, table, hand, knobs, town, crew_gone):
    """Value the steps of a town for a player with so many crew fewer on deck, without its fee."""
    value = 0.0
    for place in range(codes.TOWN_STEPS):
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
    if kind == codes.StepKind.REST:
        n_below = table.crew[seat] - table.ready[seat, codes.CREW] + crew_gone
        return values.future(rules, table) * knobs[V_READY] * n_below
    if kind == codes.StepKind.GAIN:
        return gain_value(rules, table, seat, knobs, step)
    if kind == codes.StepKind.EXCHANGE:
        return exchange_value(rules, table, seat, knobs, step, crew_gone)
    if kind == codes.StepKind.CHOOSE:
        gain = rules.step_gain[step]
        room = hold_of(rules, table, seat) - table.goods[seat, codes.WOOD] - table.goods[seat, codes.FISH]
        wood = values.item_value(rules, table, seat, knobs, codes.WOOD) * gain[codes.WOOD]
        return max(wood, values.item_value(rules, table, seat, knobs, codes.FISH) * min(gain[codes.FISH], room))
    if kind == codes.StepKind.RECRUIT:
        return recruit_value(rules, table, seat, knobs, step)
    if kind == codes.StepKind.REPUTATION:
        return max(
            0.0, max(values.card_value(rules, table, seat, knobs, 0), values.card_value(rules, table, seat, knobs, 1))
        )
    return max(0.0, best_build_value(rules, table, hand, knobs))


@phase
def gain_value(rules, table, seat, knobs, step):
    """Value a step that gives things; fish beyond the hold are worth nothing."""
    gain = rules.step_gain[step]
    n_workers = crew.workers(rules, table, seat)
    goods = table.goods[seat]
    room = hold_of(rules, table, seat) - goods[codes.WOOD] - goods[codes.FISH]
    n_wood = gain[codes.WOOD] + rules.step_per_worker[step, 0] * n_workers
    n_fish = gain[codes.FISH] + rules.step_per_worker[step, 1] * n_workers
    value = 0.0
    if n_wood > 0:
        # wood pushes fish overboard
        n_kept = min(n_wood, room + goods[codes.FISH])
        value += n_kept * values.item_value(rules, table, seat, knobs, codes.WOOD)
        value -= max(0, n_kept - room) * values.item_value(rules, table, seat, knobs, codes.FISH)
    if n_fish > 0:
        value += min(n_fish, room) * values.item_value(rules, table, seat, knobs, codes.FISH)
    if gain[codes.PIRATE] > 0:
        value += min(gain[codes.PIRATE], table.pirates_left) * values.item_value(
            rules, table, seat, knobs, codes.PIRATE
        )
    if gain[codes.BOOK] > 0:
        n_books = min(gain[codes.BOOK], books_left(rules, table))
        value += n_books * (
            values.item_value(rules, table, seat, knobs, codes.BOOK) + values.book_extra(rules, table, seat, knobs)
        )
    value += gain[codes.RENOWN] * values.renown_value(table, knobs)
    if gain[codes.INFLUENCE] > 0:
        value += gain[codes.INFLUENCE] * values.item_value(rules, table, seat, knobs, codes.INFLUENCE)
    return value


@phase
def exchange_profit(rules, table, seat, knobs, step):
    """Value one exchange: what it gives less what it costs."""
    cost, gain = rules.step_cost[step], rules.step_gain[step]
    if cost[codes.COIN] > 0 and gain[codes.RENOWN] > 0 and values.patience(table) < 1.0:
        return 0.0  # advanced Rockslide: in a game that drags on coins are for buildings
    value = 0.0
    for item in range(codes.SERPENT + 1):
        n = gain[item] - cost[item]
        if n != 0:
            value += n * values.item_value(rules, table, seat, knobs, item)
    value += gain[codes.RENOWN] * values.renown_value(table, knobs)
    value += gain[codes.INFLUENCE] * values.item_value(rules, table, seat, knobs, codes.INFLUENCE)
    value += gain[codes.BOOK] * values.book_extra(rules, table, seat, knobs)
    value -= rules.step_either[step] * values.item_value(rules, table, seat, knobs, codes.FISH)
    n_crew = rules.step_crew[step, 0] + rules.step_crew[step, 1] + rules.step_crew[step, 2]
    return value - n_crew * values.future(rules, table) * knobs[V_READY]


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
    goods, cost, n_books = table.goods[seat], rules.step_cost[step], rules.step_gain[step, codes.BOOK]
    n = crew.deck_limit(rules, table, seat) - crew_gone if rules.step_by_deck[step] == 1 else 99
    for item in range(codes.SERPENT + 1):
        if cost[item] > 0:
            n = min(n, goods[item] // cost[item])
    if rules.step_either[step] > 0:
        n = min(n, (goods[codes.WOOD] + goods[codes.FISH]) // rules.step_either[step])
    if rules.step_crew[step, 0] > 0:
        n = min(n, table.ready[seat, 0] - crew_gone)
    if rules.step_crew[step, 2] > 0:
        n = min(n, table.ready[seat, codes.CREW] - crew_gone)
    if n_books > 0:
        n = min(n, books_left(rules, table) // n_books)
    return max(n, 0)


@phase
def recruit_value(rules, table, seat, knobs, step):
    """Value a recruit: the cheapest one, if there is any."""
    for slot in range(codes.CREW_SLOTS - 1, -1, -1):
        price = max(0, rules.slot_cost[slot] - rules.step_discount[step])
        if table.recruit[slot] != codes.NO_CARD and price <= table.goods[seat, codes.COIN]:
            return max(0.0, values.crew_value(rules, table, knobs) - price)
    return 0.0


@phase
def best_build_value(rules, table, hand, knobs):
    """Value the best building that can be built."""
    best = 0.0
    if table.goods[hand.seat, codes.WOOD] == 0 and not crew.has_ability(rules, table, hand.seat, Effect.WOOD_DISCOUNT):
        return best
    for place in range(buildings.n_places(rules)):
        if buildings.can_build(rules, table, hand, place):
            best = max(best, values.build_value(rules, table, hand, knobs, place))
    return best
