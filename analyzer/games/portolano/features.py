"""What a trained value looks at: the cells of the board and the table, once a laid card is carried out roughly.

Numbers are scaled to about one.
"""

from analyzer.games.portolano.heuristics import stops
from analyzer.games.portolano.heuristics.carrying import best_row, carry_out, demand, want_of
from analyzer.games.portolano.rules import board, final, hold, missions, sea
from analyzer.games.portolano.state import FIRST_PORT, MAX_CELLS, Deed, Extension, Item, Kind, Quest, Stern
from analyzer.games.turns import points_ahead, squashed
from analyzer.games.values.declared import Features
from analyzer.kernel.jit import phase, rule
from analyzer.kernel.nets.network import features
from analyzer.kernel.random import shuffle

CELL = features(
    ("near", "1 = one step away"),
    ("two", "1 = two steps away"),
    ("far", "1 = farther away"),
    ("is_port", "1 = a port"),
    ("units", "units that could be sold there, in fives"),
    ("pay", "talers for them, in tens"),
    ("fills", "1 = they fill it"),
    ("open", "empty slots, in fives"),
    ("rum", "rum that the port gives, in threes"),
    ("wanted", "open slots for the best good to be had there, in threes"),
    ("cocoa", "1 = a cocoa can be had there"),
    ("cannon", "1 = a cannon can be had there"),
    ("upgrade", "1 = the ship can be extended there"),
    ("goods_rum", "1 = goods for rum"),
    ("goods_goods", "1 = one good for two"),
    ("free_rum", "1 = a rum"),
    ("taler", "1 = a taler"),
    ("peace", "1 = the Isle of Peace"),
    ("pirate", "1 = the pirate is there"),
    ("by_pirate", "1 = the pirate is next to it"),
    ("rival", "ships of others there"),
)
TABLE = features(
    ("rum", "own rum after the way, in fives"),
    ("is_dry", "1 = none"),
    ("has_one", "1 = one"),
    ("cotton", "own cotton, in threes"),
    ("wine", "own wine, in threes"),
    ("tea", "own tea, in threes"),
    ("cocoa", "own cocoa"),
    ("goods", "own goods, in fives"),
    ("room", "empty spaces of the hold, in fives"),
    ("talers", "own talers, in tens"),
    ("cannons", "own cannons, in threes"),
    ("slots", "empty cannon slots, in twos"),
    ("holds", "HOLD extensions, in twos"),
    ("decks", "CANNON extensions, in twos"),
    ("sails", "1 = a SAIL extension"),
    ("fuses", "FUSE extensions, in twos"),
    ("worth", "ship value ahead of the dearest other, in fives"),
    ("guns", "cannons ahead of the most of another, in threes"),
    ("chests", "own chests, in threes"),
    ("knight", "1 = the Peace knight is unused"),
    ("lead", "points ahead of the best other as things stand, in tens"),
    ("rival_rum", "rum of the best other, in fives"),
    ("rival_goods", "goods of the best other, in fives"),
    ("rival_talers", "talers of the best other, in tens"),
    ("rival_cannons", "cannons of the best other, in threes"),
    ("rival_sails", "1 = the best other has a SAIL extension"),
    ("rival_way", "steps to the best other, in threes"),
    ("cotton_left", "tokens of the cotton row, in fives"),
    ("wine_left", "tokens of the wine row, in fives"),
    ("tea_left", "tokens of the tea row, in fives"),
    ("shortest", "tokens of the shortest row, in fives"),
    ("is_short", "1 = a row has one token or none"),
    ("closing", "1 = the last round"),
    ("rounds", "rounds so far, in twenties"),
    ("want_cotton", "open slots for cotton beyond the own, in threes"),
    ("want_wine", "the same for wine"),
    ("want_tea", "the same for tea"),
    ("at_port", "1 = the way leads to a port"),
    ("sold", "units sold there, in fives"),
    ("fills", "1 = they fill the port"),
    ("left_open", "slots that stay empty, in fives"),
    ("took", "1 = a good is picked up"),
    ("took_wanted", "open slots for it beyond the own, in threes"),
    ("took_cocoa", "1 = it is a cocoa"),
    ("cannon", "1 = a cannon can be had"),
    ("upgrade", "1 = the ship can be extended"),
    ("goods_rum", "1 = goods for rum"),
    ("goods_goods", "1 = one good for two"),
    ("free_rum", "1 = a rum"),
    ("taler", "1 = a taler"),
    ("peace", "1 = the Isle of Peace"),
    ("pirate", "expected result against the pirate"),
    ("duel", "expected hits ahead of those who lie there"),
    ("met", "others who lie there"),
    ("cost", "rum spent on the way, in twos"),
    ("near_sale", "most talers of a sale one step away, in tens"),
    ("best_sale", "most talers of a sale anywhere, in tens"),
    ("lacks", "what the nearest open mission lacks, in threes"),
    ("lacks_second", "what the second nearest lacks, in threes"),
    ("missions", "own markers"),
    ("rival_missions", "markers of the best other"),
    ("is_first", "1 = first in the next round"),
    ("players", "players, in threes"),
    ("is_pair", "1 = two players"),
    ("stratega", "1 = may anchor"),
    ("delfoki", "1 = sails south cheaply"),
    ("seftes", "1 = may sell a good for rum"),
)
SCALE = 8.0  # points ahead that count for half of what they can
_MANY = 9


@phase
def look(rules, table, hand, view):
    """Write the features of what a seat sees once its card is carried out."""
    ship, seen = table.ships[hand.seat], view.table[0]
    look_at_ship(rules, table, hand, ship, seen)
    look_at_rivals(rules, table, hand, ship, seen)
    wants = demand(rules, table, ship)
    look_at_supply(rules, table, hand, wants, seen)
    look_at_stop(rules, table, hand, ship, wants, seen)
    look_at_missions(rules, table, hand.seat, ship, seen)
    n = 0
    for cell in range(rules.cells):
        if cell != ship.cell:
            look_at_cell(rules, table, ship, wants, seen, view.things[n], cell)
            n += 1
    view.n = n


@phase
def look_at_ship(rules, table, hand, ship, seen):
    """Write what the own ship has."""
    seen.rum, seen.is_dry, seen.has_one = ship.rum / 5.0, ship.rum == 0, ship.rum == 1
    seen.cotton, seen.wine, seen.tea = ship.goods[0] / 3.0, ship.goods[1] / 3.0, ship.goods[2] / 3.0
    seen.cocoa, seen.goods = ship.goods[3], hold.n_goods(ship) / 5.0
    seen.room, seen.talers = hold.free_space(rules, ship) / 5.0, ship.talers / 10.0
    seen.cannons, seen.slots = ship.cannons / 3.0, (hold.cannon_slots(rules, ship) - ship.cannons) / 2.0
    seen.holds, seen.decks = ship.extensions[Extension.HOLD] / 2.0, ship.extensions[Extension.CANNON] / 2.0
    seen.sails, seen.fuses = ship.extensions[Extension.SAIL] > 0, ship.extensions[Extension.FUSE] / 2.0
    seen.chests, seen.knight = ship.chests / 3.0, ship.knight
    seen.stratega, seen.delfoki = ship.stern == Stern.STRATEGA, ship.stern == Stern.DELFOKI
    seen.seftes = ship.stern == Stern.SEFTES


@rule
def points(rules, table, seat):
    """Count the points of a seat as things stand; a chest is worth two."""
    ship = table.ships[seat]
    total = ship.talers + 2 * ship.chests + ship.knight + final.cargo_points(ship)
    total += final.ship_points(rules, table, seat) + final.gun_points(rules, table, seat)
    return total + final.mission_points(rules, table, seat)


@phase
def look_at_rivals(rules, table, hand, ship, seen):
    """Write who is ahead, and what the best other has."""
    best, rival, most_worth, most_guns = -1000, 0, 0, 0
    for seat in range(rules.players):
        if seat != hand.seat:
            most_worth = max(most_worth, table.ships[seat].worth)
            most_guns = max(most_guns, table.ships[seat].cannons)
            found = points(rules, table, seat)
            if found > best:
                best, rival = found, seat
    other = table.ships[rival]
    seen.lead = (points(rules, table, hand.seat) - best) / 10.0
    seen.worth, seen.guns = (ship.worth - most_worth) / 5.0, (ship.cannons - most_guns) / 3.0
    seen.rival_rum, seen.rival_goods = other.rum / 5.0, hold.n_goods(other) / 5.0
    seen.rival_talers, seen.rival_cannons = other.talers / 10.0, other.cannons / 3.0
    seen.rival_sails, seen.rival_way = other.extensions[Extension.SAIL] > 0, rules.distance[ship.cell, other.cell] / 3.0
    n = 0
    for place in range(rules.revealed):
        n += table.marker[place, rival] > 0
    seen.rival_missions = n


@phase
def look_at_supply(rules, table, hand, wants, seen):
    """Write how long the game may last, and what ports want."""
    shortest = sea.shortest_row(rules, table)
    seen.cotton_left, seen.wine_left = sea.row_left(rules, table, 0) / 5.0, sea.row_left(rules, table, 1) / 5.0
    seen.tea_left, seen.shortest, seen.is_short = sea.row_left(rules, table, 2) / 5.0, shortest / 5.0, shortest <= 1
    seen.closing, seen.rounds = table.closing, table.round_no / 20.0
    seen.want_cotton, seen.want_wine, seen.want_tea = wants[0] / 3.0, wants[1] / 3.0, wants[2] / 3.0
    seen.is_first = hold.place_of(rules, table, hand.seat) == 1
    seen.players, seen.is_pair = rules.players / 3.0, rules.players == 2


@phase
def look_at_stop(rules, table, hand, ship, wants, seen):
    """Write what the stop is."""
    face = table.face[ship.cell]
    is_port, deed = face >= FIRST_PORT, rules.deed[face]
    met = board.n_ships(rules, table, ship.cell) - 1
    seen.at_port, seen.sold, seen.met = is_port, table.unloaded / 5.0, met
    seen.fills = is_port and table.n_open[ship.cell] == 0
    seen.left_open = table.n_open[ship.cell] / 5.0 if is_port else 0.0
    seen.took = table.taken
    seen.took_wanted = want_of(wants, table.given - 1) / 3.0 if table.taken == 1 else 0.0
    seen.took_cocoa = table.given == Item.COCOA
    seen.cannon = not is_port and sea.can_take_cannon(rules, table, ship)
    seen.upgrade = deed == Deed.UPGRADE and ship.talers >= rules.ext_cost
    seen.goods_rum, seen.goods_goods = deed == Deed.GOODS_RUM, deed == Deed.GOODS_GOODS
    seen.free_rum, seen.taler, seen.peace = deed == Deed.FREE_RUM, deed == Deed.TALER, deed == Deed.PEACE
    seen.pirate = stops.pirate_swing(rules, table, ship, ship.cell, face)
    seen.duel = stops.duel_swing(rules, table, hand.seat, ship.cell, face) if met > 0 else 0.0
    seen.cost = ship.refilled / 2.0
    seen.near_sale = seen.best_sale = 0.0


@phase
def look_at_missions(rules, table, seat, ship, seen):
    """Write how far the open missions are, and how many are won."""
    n, least, second = 0, _MANY, _MANY
    for place in range(rules.revealed):
        n += table.marker[place, seat] > 0
        mission = table.mission[place]
        if table.marker[place, seat] == 0 and rules.quest[mission] == Quest.NEED:
            lacking = 0
            for what in range(missions.N_AMOUNTS):
                lacking += max(rules.need[mission, what] - missions.amount(ship, what), 0)
            if lacking < least:
                least, second = lacking, least
            elif lacking < second:
                second = lacking
    seen.missions, seen.lacks, seen.lacks_second = n, least / 3.0, second / 3.0


@rule
def look_at_cell(rules, table, ship, wants, seen, thing, cell):
    """Write what another cell is good for."""
    way = rules.distance[ship.cell, cell]
    thing.near, thing.two, thing.far = way == 1, way == 2, way > 2
    way = rules.distance[table.pirate, cell]
    thing.pirate, thing.by_pirate = way == 0, way == 1
    thing.rival = board.n_ships(rules, table, cell)
    face = table.face[cell]
    if face >= FIRST_PORT:
        look_at_port(rules, table, ship, seen, thing, cell, face)
    else:
        look_at_sea(rules, table, ship, wants, thing, face)


@phase
def look_at_port(rules, table, ship, seen, thing, cell, face):
    """Write what can be sold in a port."""
    units = stops.sale_units(rules, table, ship, cell)
    pay = rules.port_pay[units] / 10.0
    thing.is_port, thing.units, thing.pay = 1, units / 5.0, pay
    thing.fills, thing.open = units == table.n_open[cell], table.n_open[cell] / 5.0
    thing.rum = rules.port_rum[face] / 3.0
    thing.wanted = thing.cocoa = thing.cannon = thing.upgrade = thing.goods_rum = thing.goods_goods = 0
    thing.free_rum = thing.taler = thing.peace = 0
    seen.best_sale = max(seen.best_sale, pay)
    if thing.near > 0:
        seen.near_sale = max(seen.near_sale, pay)


@phase
def look_at_sea(rules, table, ship, wants, thing, face):
    """Write what a sea tile gives."""
    thing.is_port = thing.units = thing.pay = thing.fills = thing.open = thing.rum = 0
    row, deed = best_row(rules, table, wants, face), rules.deed[face]
    thing.wanted = thing.cocoa = 0
    if row >= 0:
        kind = sea.row_head(rules, table, row)
        thing.wanted, thing.cocoa = want_of(wants, kind) / 3.0, kind == Kind.COCOA
    has_slot = ship.cannons < hold.cannon_slots(rules, ship) and table.pool > 0
    thing.cannon = rules.shows_cannon[face] == 1 and has_slot
    thing.upgrade = deed == Deed.UPGRADE and ship.talers >= rules.ext_cost
    thing.goods_rum, thing.goods_goods = deed == Deed.GOODS_RUM, deed == Deed.GOODS_GOODS
    thing.free_rum, thing.taler, thing.peace = deed == Deed.FREE_RUM, deed == Deed.TALER, deed == Deed.PEACE


# Worlds


@phase
def reshuffle(rules, state, stream):
    """Shuffle the ports and chests that nobody has seen."""
    shuffle(stream, state.hidden.stock, state.table.stock_left)
    shuffle(stream, state.hidden.chest, state.table.chests_left)


@rule
def worth(rules, row, seat):
    """Return what a finished game is worth: how far a seat is ahead of the best other, squashed."""
    return squashed(points_ahead(rules, row, seat), SCALE)


FEATURES = Features(
    thing=CELL,
    table=TABLE,
    most_things=MAX_CELLS,
    look=look,
    carry_out=carry_out,
    reshuffle=reshuffle,
    worth=worth,
    trains_with=0.05,
)
