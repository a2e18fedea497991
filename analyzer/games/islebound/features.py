"""What a trained value looks at: the towns and the table, once a plan is carried out roughly.

Numbers are scaled to about one.
"""

from collections.abc import Mapping

from analyzer.games.islebound import state as codes
from analyzer.games.islebound.heuristics import plans
from analyzer.games.islebound.heuristics.carrying import best_card, can_finish, carry_out
from analyzer.games.islebound.rules import actions, buildings, end, goods, move, redeal
from analyzer.games.switches import Value
from analyzer.games.turns import points_ahead, squashed
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

SCALE = 20.0  # points ahead that count for half of what they can


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
    return squashed(points_ahead(rules, row, seat), SCALE)


def family(values: Mapping[str, Value]) -> str:
    """Name a setting by what makes other towns, or other books, of the same names."""
    return "+".join(name for name in ("advanced", "architect") if values[name]) or "base"


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
    plans={"steward": plans.list_plans, "trained": plans.list_plans},
)
