"""What a trained value looks at: the towns and the table, once a plan is carried out roughly.

The ship sails, pays, acts; what chance or later answers decide is left out. Numbers are scaled to about one.
"""

from collections.abc import Mapping

from analyzer.games.islebound import state as codes
from analyzer.games.islebound.encoding import action_of, town_of
from analyzer.games.islebound.heuristics import plans, visits
from analyzer.games.islebound.rules import actions, buildings, crew, end, goods, move, recruit, redeal
from analyzer.games.switches import Value
from analyzer.games.values.declared import Features
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.nets.network import features

_TOWNS = (
    "crimsika", "krazk", "marhaven", "thundrake", "borsham", "farwold", "fels_garden", "grenille", "morlim", "ratnest",
    "rockslide", "stratic", "suns_rest", "grotto", "undervall", "zilliam",
)  # fmt: skip
TOWN = features(
    *((f"is_{name}", f"1 = town {number} of the data") for number, name in enumerate(_TOWNS)),
    ("here", "1 = the ship is there"),
    ("one", "1 = one move away"),
    ("two", "1 = two"),
    ("three", "1 = three"),
    ("far", "1 = farther"),
    ("in_reach", "1 = within the ship's speed"),
    ("own", "1 = the own town"),
    ("others", "1 = another's"),
    ("rival", "other ships there"),
    ("event", "open events there"),
    ("payable", "those that can be paid"),
    ("closed", "1 = the fee cannot be paid"),
    ("force", "what can be attacked with, per strength, at most 2"),
    ("influence", "own influence and negotiators, per strength, at most 2"),
)
TABLE = features(
    ("coin", "own coins, in tens"),
    ("wood", "own wood, in fives"),
    ("fish", "own fish, in fives"),
    ("book", "own books, in threes"),
    ("pirate", "own pirates, in threes"),
    ("serpent", "own serpents, in threes"),
    ("influence", "own influence, in fives"),
    ("cubes", "own cubes in stock, in tens"),
    ("crew", "own crew, in fives"),
    ("ready", "crew on deck, in fives"),
    ("admin", "of these with admin, in threes"),
    ("work", "with work, in threes"),
    ("combat", "with combat, in threes"),
    ("negotiate", "negotiators, in threes"),
    ("sail", "with sails, in twos"),
    ("room", "room in the hold, in tens"),
    ("speed", "speed of the ship, in fours"),
    ("buildings", "own buildings, in eights"),
    ("missing", "1 / (1 + buildings missing to the end)"),
    ("towns", "own towns, in threes"),
    ("track", "renown since the last tile, in sevens"),
    ("tiles", "renown tiles, in threes"),
    ("lead", "points ahead of the best other, in twenties"),
    ("score", "own points, in hundreds"),
    ("rival_coin", "coins of the best other, in tens"),
    ("rival_wood", "wood of the best other, in fives"),
    ("rival_book", "books of the best other, in threes"),
    ("rival_force", "pirates and serpents of the best other, in fives"),
    ("rival_influence", "influence of the best other, in fives"),
    ("rival_crew", "crew on deck of the best other, in fives"),
    ("rival_buildings", "most buildings of another, in eights"),
    ("rival_missing", "1 / (1 + buildings the other lacks to the end)"),
    ("rival_towns", "towns of the best other, in threes"),
    ("is_last", "1 = the last round"),
    ("is_ending", "1 = the end is triggered"),
    ("rounds", "rounds so far, in twenties"),
    ("map", "coins on the treasure map, in fives"),
    ("dearest", "price of the dearest building that can be bought, in tens"),
    ("cheapest", "price of the cheapest one within the own books, in tens"),
    ("lacking", "coins lacking for it, in fives"),
    ("first", "price of the first building of the row, in tens"),
    ("second", "price of the second"),
    ("third", "price of the third"),
    ("built", "price of the dearest building that could be built, in tens"),
    ("wood_lacking", "wood lacking for the dearest within the own books, in fives"),
    ("reputation", "what the better reputation card brings ahead of the other, in fives"),
    ("recruits", "1 = crew to hire for nothing"),
    ("hunts", "1 = the plan hunts"),
    ("visits", "1 = it visits"),
    ("attacks", "1 = it attacks"),
    ("allies", "1 = it allies"),
    ("chance", "chance of the attack"),
    ("taken", "renown that this turn gains, in fives"),
    ("new_building", "price of the building that is built, in tens"),
    ("players", "players, in threes"),
    ("is_pair", "1 = two players"),
    *((f"in_{name}", f"1 = the plan leads to town {number}") for number, name in enumerate(_TOWNS)),
)


# What a plan does


@phase
def carry_out(rules, state, plan):
    """Carry a plan out roughly."""
    table = state.table
    seat, town, action = table.asked, town_of(plan), action_of(plan)
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
        table.need = int(100 * plans.values.chance_of(rules, table, seat, need, 0))
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
        table.influence[seat] += 2 * n
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


# What is seen then


@phase
def look(rules, table, hand, view):
    """Write the features of what a seat sees once its plan is carried out."""
    seat, seen = hand.seat, view.table[0]
    look_at_ship(rules, table, hand, seat, seen)
    look_at_rivals(rules, table, seat, seen)
    look_at_row(rules, table, hand, seat, seen)
    look_at_plan(rules, table, seat, seen)
    n_speed = move.speed(rules, table, seat)
    for town in range(codes.N_TOWNS):
        if view.n == 0:  # the towns stand at the same places every time
            name_town(view.things[town], town)
        look_at_town(rules, table, seat, view.things[town], town, n_speed)
    view.n = codes.N_TOWNS


@phase
def look_at_ship(rules, table, hand, seat, seen):
    """Write what the seat has."""
    own, ready = table.goods[seat], table.ready[seat]
    seen.coin, seen.wood, seen.fish = own[codes.COIN] / 10.0, own[codes.WOOD] / 5.0, own[codes.FISH] / 5.0
    seen.book, seen.pirate, seen.serpent = own[codes.BOOK] / 3.0, own[codes.PIRATE] / 3.0, own[codes.SERPENT] / 3.0
    seen.influence, seen.cubes = table.influence[seat] / 5.0, table.cubes[seat] / 10.0
    seen.crew, seen.ready = table.crew[seat] / 5.0, ready[codes.CREW] / 5.0
    seen.admin, seen.work, seen.combat = ready[codes.ADMIN] / 3.0, ready[codes.WORK] / 3.0, ready[codes.COMBAT] / 3.0
    seen.negotiate, seen.sail = ready[codes.NEGOTIATE] / 3.0, ready[codes.SAIL] / 2.0
    seen.room = (goods.hold_of(rules, table, seat) - own[codes.WOOD] - own[codes.FISH]) / 10.0
    seen.speed, seen.buildings = move.speed(rules, table, seat) / 4.0, table.n_owned[seat] / 8.0
    seen.missing = 1.0 / (1.0 + max(rules.end_count - table.n_owned[seat], 0))
    seen.towns, seen.track = table.towns[seat] / 3.0, table.track[seat] / 7.0
    seen.tiles = table.tiles[seat] / 3.0
    seen.players, seen.is_pair = rules.players / 3.0, rules.players == 2


@phase
def look_at_rivals(rules, table, seat, seen):
    """Write who is ahead, and what the best other has."""
    best, rival, most = -1000, 0, 0
    for other in range(rules.players):
        if other != seat:
            score = end.score_of(rules, table, other)
            most = max(most, table.n_owned[other])
            if score > best:
                best, rival = score, other
    own, theirs = end.score_of(rules, table, seat), table.goods[rival]
    seen.lead, seen.score = (own - best) / 20.0, own / 100.0
    seen.rival_coin, seen.rival_wood = theirs[codes.COIN] / 10.0, theirs[codes.WOOD] / 5.0
    seen.rival_book = theirs[codes.BOOK] / 3.0
    seen.rival_force = (theirs[codes.PIRATE] + theirs[codes.SERPENT]) / 5.0
    seen.rival_influence, seen.rival_crew = table.influence[rival] / 5.0, table.ready[rival, codes.CREW] / 5.0
    seen.rival_buildings, seen.rival_towns = most / 8.0, table.towns[rival] / 3.0
    seen.rival_missing = 1.0 / (1.0 + max(rules.end_count - most, 0))


@phase
def look_at_row(rules, table, hand, seat, seen):
    """Write which buildings can be had, and how far the others are."""
    coins, wood = table.goods[seat, codes.COIN], table.goods[seat, codes.WOOD]
    dearest = built = highest = 0
    cheapest, lacking = 30, 10
    for place in range(buildings.n_places(rules)):
        card = buildings.card_at(rules, table, hand, place)
        if card >= 0:
            price = rules.price[card]
            cheapest = min(cheapest, price)
            dearest = max(dearest, price) if price <= coins else dearest
            if buildings.can_build(rules, table, hand, place):
                built = max(built, price)
            if price > highest:
                highest, lacking = price, max(rules.build_wood[card] - wood, 0)
    seen.dearest, seen.cheapest, seen.lacking = dearest / 10.0, cheapest / 10.0, max(cheapest - coins, 0) / 5.0
    seen.built, seen.wood_lacking = built / 10.0, lacking / 5.0
    seen.first, seen.second = row_price(rules, table, 0), row_price(rules, table, 1)
    seen.third = row_price(rules, table, 2)


@rule
def row_price(rules, table, place):
    """Return the price of a building of the row, in tens."""
    return rules.price[table.row[place]] / 10.0 if table.row[place] >= 0 else 0.0


@phase
def look_at_plan(rules, table, seat, seen):
    """Write what the plan was, and how far the game is."""
    seen.is_last = table.last_round > 0 and table.round_no >= table.last_round
    seen.is_ending, seen.rounds = table.last_round > 0, table.round_no / 20.0
    seen.map = table.coins_on_map / 5.0
    seen.reputation = best_card(rules, table, seat) / 5.0
    seen.recruits = table.recruit[codes.CREW_SLOTS - 1] != codes.NO_CARD
    seen.hunts, seen.visits = table.plan == codes.Action.HUNT, table.plan == codes.Action.VISIT
    seen.attacks, seen.allies = table.plan == codes.Action.ATTACK, table.plan == codes.Action.DIPLOMACY
    seen.chance, seen.taken, seen.new_building = table.need / 100.0, table.total / 5.0, table.force[0] / 10.0
    town = table.region[seat]
    seen.in_crimsika = town == 0
    seen.in_krazk = town == 1
    seen.in_marhaven = town == 2
    seen.in_thundrake = town == 3
    seen.in_borsham = town == 4
    seen.in_farwold = town == 5
    seen.in_fels_garden = town == 6
    seen.in_grenille = town == 7
    seen.in_morlim = town == 8
    seen.in_ratnest = town == 9
    seen.in_rockslide = town == 10
    seen.in_stratic = town == 11
    seen.in_suns_rest = town == 12
    seen.in_grotto = town == 13
    seen.in_undervall = town == 14
    seen.in_zilliam = town == 15


@phase
def name_town(thing, town):
    """Write which town it is."""
    thing.is_crimsika = town == 0
    thing.is_krazk = town == 1
    thing.is_marhaven = town == 2
    thing.is_thundrake = town == 3
    thing.is_borsham = town == 4
    thing.is_farwold = town == 5
    thing.is_fels_garden = town == 6
    thing.is_grenille = town == 7
    thing.is_morlim = town == 8
    thing.is_ratnest = town == 9
    thing.is_rockslide = town == 10
    thing.is_stratic = town == 11
    thing.is_suns_rest = town == 12
    thing.is_grotto = town == 13
    thing.is_undervall = town == 14
    thing.is_zilliam = town == 15


@rule
def look_at_town(rules, table, seat, thing, town, n_speed):
    """Write how far a town is, whose it is, and what it takes."""
    way = move.distance(rules, table, table.region[seat], town)
    thing.here, thing.one, thing.two, thing.three, thing.far = way == 0, way == 1, way == 2, way == 3, way > 3
    thing.in_reach = 0 < way <= n_speed
    owner = table.owner[town]
    thing.own, thing.others = owner == seat, owner != seat and owner >= 0
    thing.rival = move.n_ships(rules, table, seat, town)
    fee = rules.fee_crew[town]
    ready = table.ready[seat]
    is_closed = table.goods[seat, codes.COIN] < rules.fee_coin[town] or ready[codes.ADMIN] < fee[0]
    is_closed = is_closed or ready[codes.WORK] < fee[1] or ready[codes.CREW] < fee[0] + fee[1] + fee[2]
    thing.closed = is_closed and owner != seat
    look_at_taking(rules, table, seat, thing, town, owner)
    thing.event = thing.payable = 0
    for pile in range(2):
        if table.event_left[pile] > 0 and rules.event_town[table.event_top[pile]] == town:
            thing.event += 1
            thing.payable += can_finish(rules, table, seat, table.event_top[pile])


@rule
def look_at_taking(rules, table, seat, thing, town, owner):
    """Write how far a town is from being taken."""
    thing.force = thing.influence = 0
    if owner != seat:
        own, need = table.goods[seat], 1.0 * actions.required(rules, table, town)
        if (rules.takes[town] & actions.ATTACKABLE) != 0:
            force = own[codes.PIRATE] + 1.67 * own[codes.SERPENT] + table.ready[seat, codes.COMBAT]
            thing.force = min(force / need, 2.0)
        if (rules.takes[town] & actions.ALLIABLE) != 0:
            thing.influence = min((table.influence[seat] + table.ready[seat, codes.NEGOTIATE]) / need, 2.0)


# Worlds


@phase
def reshuffle(rules, state, stream):
    """Deal all piles and dice anew: nobody has seen them."""
    redeal.redeal(rules, state.table, state.hands[state.table.asked], state, stream)


@rule
def worth(rules, row, seat):
    """Return what a finished game is worth: how far a seat is ahead of the best other, squashed."""
    best = -1000
    for other in range(rules.players):
        if other != seat:
            best = max(best, row.score[other])
    ahead = float(row.score[seat] - best)
    return 0.5 + 0.5 * ahead / (abs(ahead) + 20.0)


def family(values: Mapping[str, Value]) -> str:
    """Share one network among all settings."""
    return "all"


FEATURES = Features(
    thing=TOWN,
    table=TABLE,
    most_things=codes.N_TOWNS,
    look=look,
    carry_out=carry_out,
    reshuffle=reshuffle,
    worth=worth,
    trains_with=0.05,
    family=family,
    plans={"steward": plans.list_plans},
)
