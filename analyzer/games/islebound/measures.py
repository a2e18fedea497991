"""What one game leaves behind."""

from analyzer.games.islebound import state as codes
from analyzer.games.islebound.rules.end import building_points, end_points, score_of, share_wins
from analyzer.games.turns import points_given, row_layout, write_head
from analyzer.kernel.lean import phase, rule

RECORD = row_layout(
    codes.MAX_SEATS,
    ("rounds", "i2"),
    ("trigger_round", "i2"),
    ("trigger_seat", "i2", "the seat that triggered the end, -1 nobody"),
    ("margin", "i2", "points between the first and the second"),
    # the score by source
    ("points_coins", "i2", (codes.MAX_SEATS,), "points for coins"),
    ("points_buildings", "i2", (codes.MAX_SEATS,), "points for the numbers of buildings"),
    ("points_abilities", "i2", (codes.MAX_SEATS,), "points for what buildings count at the end"),
    ("points_track", "i2", (codes.MAX_SEATS,), "points for the place on the renown track"),
    ("points_tiles", "i2", (codes.MAX_SEATS,), "points for renown tiles"),
    # what was done
    ("home", "i2", (codes.MAX_SEATS,), "the town of the home port"),
    ("actions", "i2", (codes.MAX_SEATS, codes.N_ACTIONS), "how often each Action was taken"),
    ("conquered", "i2", (codes.MAX_SEATS,), "towns taken by attack"),
    ("allied", "i2", (codes.MAX_SEATS,), "towns taken by diplomacy"),
    ("retreats", "i2", (codes.MAX_SEATS,), "attacks that ended in a retreat"),
    ("events", "i2", (codes.MAX_SEATS,), "events completed"),
    ("hunted", "i2", (codes.MAX_SEATS,), "coins from treasure hunts"),
    ("fees", "i2", (codes.MAX_SEATS,), "coins paid to other players for visits"),
    ("bought", "i2", (codes.MAX_SEATS,), "buildings bought"),
    ("built", "i2", (codes.MAX_SEATS,), "buildings built"),
    ("spent", "i2", (codes.MAX_SEATS, codes.N_PAYABLE), "goods spent, columns COIN to SERPENT"),
    ("trades", "i2", (codes.MAX_SEATS,), "trades with other players"),
    ("towns", "i2", (codes.MAX_SEATS,), "towns held at the end"),
    ("crew", "i2", (codes.MAX_SEATS,), "crew cards at the end"),
    # buildings and towns, to estimate what each is worth
    ("building_seat", "i2", (codes.MAX_BUILDINGS,), "by building: who gained it, -1 nobody"),
    ("building_turn", "i2", (codes.MAX_BUILDINGS,), "by building: the turn in which it was gained"),
    ("building_way", "i2", (codes.MAX_BUILDINGS,), "by building: 1 bought, 2 built"),
    ("town_owner", "i2", (codes.N_TOWNS,), "by town: the seat that holds it at the end, -1 nobody"),
    ("attacks_on", "i2", (codes.N_TOWNS,), "by town: successful attacks on it"),
    ("alliances_with", "i2", (codes.N_TOWNS,), "by town: alliances made with it"),
)


@phase
def measure(rules, state, fault, decisions, out):
    """Write one game's row."""
    table, tally = state.table, state.tally
    write_head(table, fault, codes.Cause.FAULT, decisions, out)
    out.rounds = table.round_no
    out.trigger_round = tally.trigger_round
    out.trigger_seat = tally.trigger_seat
    for seat in range(rules.players):
        measure_seat(rules, state, seat, out)
    share_wins(rules, table, out.score, out.share)
    out.margin = margin(rules, out.score)
    measure_buildings(tally, out)
    measure_towns(table, tally, out)


@rule
def measure_buildings(tally, out):
    """Write who gained each building, when and how."""
    for building in range(codes.MAX_BUILDINGS):
        out.building_seat[building] = tally.building_seat[building]
        out.building_turn[building] = tally.building_turn[building]
        out.building_way[building] = tally.building_way[building]


@rule
def measure_towns(table, tally, out):
    """Write who holds each town at the end, and how often it was taken."""
    for town in range(codes.N_TOWNS):
        out.town_owner[town] = table.owner[town]
        out.attacks_on[town] = tally.attacks_on[town]
        out.alliances_with[town] = tally.alliances_with[town]


@rule
def margin(rules, score):
    """Return the points between the first and the second player."""
    best, second = -1, -1
    for seat in range(rules.players):
        second = max(second, min(best, score[seat]))
        best = max(best, score[seat])
    return best - second


@rule
def measure_seat(rules, state, seat, out):
    """Write what one player did and scored."""
    table, tally = state.table, state.tally
    out.score[seat] = score_of(rules, table, seat) + points_given(rules, table, seat)
    out.points_coins[seat] = table.goods[seat, codes.COIN]
    out.points_buildings[seat] = building_points(rules, table, seat)
    out.points_abilities[seat] = end_points(rules, table, seat)
    out.points_track[seat] = table.track[seat]
    out.points_tiles[seat] = rules.lap * table.tiles[seat]
    out.home[seat] = table.home[seat]
    out.conquered[seat] = tally.conquered[seat]
    out.allied[seat] = tally.allied[seat]
    out.retreats[seat] = tally.retreats[seat]
    out.events[seat] = tally.events[seat]
    out.hunted[seat] = tally.hunted[seat]
    out.fees[seat] = tally.fees[seat]
    out.bought[seat] = tally.bought[seat]
    out.built[seat] = tally.built[seat]
    out.trades[seat] = tally.trades[seat]
    out.towns[seat] = table.towns[seat]
    out.crew[seat] = table.crew[seat]
    for action in range(codes.N_ACTIONS):
        out.actions[seat, action] = tally.actions[seat, action]
    for item in range(codes.N_PAYABLE):
        out.spent[seat, item] = tally.spent[seat, item]
