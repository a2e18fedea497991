"""A plan carried out roughly: the ship sails, pays and acts; what chance or later answers decide is left out.

What the plan was is kept in fields of the turn under way: the action in `plan`, the chance of an attack in `need` (in
percent), the renown in `total`, the price of a new building in `force`.
"""

from analyzer.games.islebound import encoding
from analyzer.games.islebound import state as codes
from analyzer.games.islebound.heuristics import values, visits
from analyzer.games.islebound.rules import actions, buildings, crew, goods, move, recruit
from analyzer.kernel.lean import phase, rule

_CUBE = 2  # what a cube on the influence track is worth about


@phase
def carry_out(rules, state, plan):
    """Carry a plan out roughly."""
    table = state.table
    seat, town, action = table.asked, encoding.town_of(plan), encoding.action_of(plan)
    gone = move.admins_to_share(rules, table, seat, town)
    table.goods[seat, codes.FISH] -= move.fish_to(rules, table, seat, town)
    lose_crew(table, seat, gone, codes.ADMIN)
    table.region[seat] = town
    table.plan, table.need, table.total, table.force[0] = action, 100, 0, 0
    if action == codes.Action.HUNT:
        table.goods[seat, codes.COIN] += max(1, table.coins_on_map)
        table.coins_on_map = 0
    elif action >= codes.Action.VISIT:
        if action == codes.Action.VISIT:
            pay_fee(rules, table, seat, town)
        else:
            take(rules, table, seat, town, action)
        for place in range(codes.TOWN_STEPS):
            step = rules.town_step[town, place]
            if step >= 0:
                take_step(rules, state, table, seat, step)
    finish_events(rules, table, seat, town)


@rule
def lose_crew(table, seat, n, symbol):
    """Send so many crew of a symbol below, counted roughly."""
    table.ready[seat, symbol] = max(table.ready[seat, symbol] - n, 0)
    table.ready[seat, codes.CREW] = max(table.ready[seat, codes.CREW] - n, 0)


@rule
def pay_fee(rules, table, seat, town):
    """Pay the fee of a town."""
    owner, fee = table.owner[town], rules.fee_crew[town]
    if owner == seat:
        return
    table.goods[seat, codes.COIN] -= rules.fee_coin[town]
    if owner == codes.NOBODY:
        table.coins_on_map += rules.fee_coin[town]
    else:
        table.goods[owner, codes.COIN] += rules.fee_coin[town]
    lose_crew(table, seat, fee[0], codes.ADMIN)
    lose_crew(table, seat, fee[1], codes.WORK)
    table.ready[seat, codes.CREW] = max(table.ready[seat, codes.CREW] - fee[2], 0)


@phase
def take(rules, table, seat, town, action):
    """Take a town: pay with cards or influence, and gain what it is strong."""
    goods_of, owner = table.goods[seat], table.owner[town]
    if action == codes.Action.ATTACK:
        need = actions.attack_needed(rules, table, seat, town)
        table.need = int(100 * values.chance_of(rules, table, seat, need, 0))
        need -= table.ready[seat, codes.COMBAT]
        serpents = min(goods_of[codes.SERPENT], max((need + 1) // 2, 0))
        goods_of[codes.SERPENT] -= serpents
        goods_of[codes.PIRATE] -= min(goods_of[codes.PIRATE], max(need - 2 * serpents, 0))
        lose_crew(table, seat, table.ready[seat, codes.COMBAT], codes.COMBAT)
    else:
        need = actions.influence_needed(rules, table, seat, town) - table.ready[seat, codes.NEGOTIATE]
        table.influence[seat] -= min(max(need, 0), table.influence[seat])
        lose_crew(table, seat, table.ready[seat, codes.NEGOTIATE], codes.NEGOTIATE)
    if owner >= 0:
        table.towns[owner] -= 1
    table.owner[town] = seat
    table.towns[seat] += 1
    goods_of[codes.COIN] += rules.strength[town]


@phase
def take_step(rules, state, table, seat, step):
    """Carry out one step of a visit as far as it can be told."""
    kind = rules.step_kind[step]
    if kind == codes.StepKind.REST:
        crew.rest_crew(rules, table, seat, -1)
    elif kind == codes.StepKind.GAIN:
        n = crew.workers(rules, table, seat)
        for item in range(codes.N_GAINS):
            add(table, seat, item, rules.step_gain[step, item])
        add(table, seat, codes.WOOD, rules.step_per_worker[step, 0] * n)
        add(table, seat, codes.FISH, rules.step_per_worker[step, 1] * n)
        goods.drop_overflow(rules, table, seat)
    elif kind == codes.StepKind.EXCHANGE:
        exchange(rules, table, seat, step)
    elif kind == codes.StepKind.CHOOSE:
        add(table, seat, codes.WOOD, rules.step_gain[step, codes.WOOD])
        goods.drop_overflow(rules, table, seat)
    elif kind == codes.StepKind.RECRUIT:
        hire(rules, table, seat, step)
    elif kind == codes.StepKind.REPUTATION:
        add(table, seat, codes.RENOWN, max(0, best_card(rules, table, seat)))
    else:
        build(rules, table, state.hands[seat], seat)


@rule
def add(table, seat, item, n):
    """Add goods, influence or renown."""
    if item == codes.INFLUENCE:
        table.influence[seat] += _CUBE * n
        table.cubes[seat] -= n
    elif item == codes.RENOWN:
        table.track[seat] += n
        table.total += n
    else:
        table.goods[seat, item] += n


@phase
def exchange(rules, table, seat, step):
    """Exchange as often as it can be paid."""
    n = visits.n_exchanges(rules, table, seat, step, 0)
    for item in range(codes.N_PAYABLE):
        table.goods[seat, item] -= n * rules.step_cost[step, item]
    either = n * rules.step_either[step]
    n_fish = min(either, table.goods[seat, codes.FISH])
    table.goods[seat, codes.FISH] -= n_fish
    table.goods[seat, codes.WOOD] -= either - n_fish
    lose_crew(table, seat, n * rules.step_crew[step, 0], codes.ADMIN)
    lose_crew(table, seat, n * rules.step_crew[step, 1], codes.WORK)
    table.ready[seat, codes.CREW] = max(table.ready[seat, codes.CREW] - n * rules.step_crew[step, 2], 0)
    for item in range(codes.N_GAINS):
        if rules.step_gain[step, item] > 0:
            add(table, seat, item, n * rules.step_gain[step, item])


@rule
def hire(rules, table, seat, step):
    """Hire the cheapest crew."""
    for slot in range(codes.CREW_SLOTS - 1, -1, -1):
        price = max(0, rules.slot_cost[slot] - rules.step_discount[step])
        if table.recruit[slot] != codes.NO_CARD and price <= table.goods[seat, codes.COIN]:
            table.goods[seat, codes.COIN] -= price
            table.crew[seat] += 1
            for column in range(codes.N_READY):
                table.ready[seat, column] += rules.kind_shows[table.recruit[slot], column]
            return


@phase
def best_card(rules, table, seat):
    """Return what the better reputation card brings ahead of the best other."""
    best = 0
    for pile in range(2):
        if table.reputation_left[pile] > 0:
            card, others = table.reputation_top[pile], 0
            for other in range(rules.players):
                if other != seat:
                    others = max(others, recruit.reputation_gain(rules, table, other, card))
            own = rules.reputation_bonus[card] + recruit.reputation_gain(rules, table, seat, card)
            best = max(best, own - others)
    return best


@phase
def build(rules, table, hand, seat):
    """Build the dearest building that can be built; the row stays as it is."""
    best, dearest = -1, 0
    for place in range(buildings.n_places(rules)):
        if buildings.can_build(rules, table, hand, place):
            card = buildings.card_at(rules, table, hand, place)
            if rules.price[card] > dearest:
                best, dearest = card, rules.price[card]
    if best >= 0:
        table.goods[seat, codes.WOOD] -= buildings.wood_price(rules, table, seat, best)
        table.goods[seat, codes.FISH] -= rules.build_fish[best]
        table.owned[seat] |= 1 << best
        table.n_owned[seat] += 1
        table.force[0] = dearest


@phase
def finish_events(rules, table, seat, town):
    """Complete the events of a town that can be paid."""
    for pile in range(2):
        if table.event_left[pile] > 0 and rules.event_town[table.event_top[pile]] == town:
            event = table.event_top[pile]
            if can_finish(rules, table, seat, event):
                for item in range(codes.N_PAYABLE):
                    table.goods[seat, item] -= rules.event_cost[event, item]
                lose_crew(table, seat, rules.event_crew[event, 0], codes.ADMIN)
                lose_crew(table, seat, rules.event_crew[event, 1], codes.WORK)
                add(table, seat, codes.INFLUENCE, rules.event_cubes[event])
                table.event_left[pile] = 0


@phase
def can_finish(rules, table, seat, event):
    """Tell whether an event can be paid."""
    n_crew = rules.event_crew[event, 0] + rules.event_crew[event, 1] + rules.event_crew[event, 2]
    enough = n_crew <= table.ready[seat, codes.CREW]
    for item in range(codes.N_PAYABLE):
        enough = enough and table.goods[seat, item] >= rules.event_cost[event, item]
    return enough
