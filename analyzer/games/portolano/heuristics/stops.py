"""What a stop brings: pick-up and action at sea, a sale in port, battles on the way."""

from analyzer.games.portolano.heuristics.worth import (
    CANNON,
    CLOSES,
    EXTENSION,
    LEAST_SALE,
    TARGET,
    best_good,
    least_good,
    least_worth,
)
from analyzer.games.portolano.rules import battle, board, hold, sea
from analyzer.games.portolano.state import FIRST_PORT, Deed, Extension, Item, Kind, Phase
from analyzer.games.portolano.switches import MAX_FUSES, MAX_GUNS
from analyzer.kernel.jit import phase, rule

LOSS = 0.6  # what a unit lost to the pirate counts


@rule
def guns_of(ship):
    """Return the fuses in use and the dice rolled, as the odds tables have them."""
    fuses = min(ship.extensions[Extension.FUSE], ship.cannons, MAX_FUSES - 1)
    return fuses, min(ship.cannons - fuses, MAX_GUNS - 1)


@rule
def pirate_result(rules, ship, near):
    """Return the expected result of one battle with the pirate, losses counted less than talers."""
    fuses, dice = guns_of(ship)
    return rules.pirate_gain[near, fuses, dice] - LOSS * rules.pirate_loss[near, fuses, dice]


@phase
def pirate_swing(rules, table, ship, cell, face):
    """Return the expected result against the pirate over the four winds to come, standing on a cell."""
    if face >= FIRST_PORT or rules.deed[face] == Deed.PEACE:
        return 0.0
    swing = 0.0
    for wind in range(4):
        pirate = board.pirate_target(rules, table, wind)
        if pirate == cell:
            swing += rules.wind_weight[wind] * pirate_result(rules, ship, 1)
        elif battle.reaches(rules, pirate, cell, wind):
            swing += rules.wind_weight[wind] * pirate_result(rules, ship, 0)
    return swing / rules.wind_total


@phase
def duel_swing(rules, table, seat, cell, face):
    """Return the expected hits above (or below) the ships that stand on a cell now; 0 where nobody fights."""
    if face < FIRST_PORT and rules.deed[face] == Deed.PEACE:
        return 0.0
    swing = 0.0
    for other in range(rules.players):
        if other != seat and table.ships[other].cell == cell:
            swing += expected_hits(rules, table.ships[seat], face) - expected_hits(rules, table.ships[other], face)
    return swing


@rule
def expected_hits(rules, ship, face):
    """Return the hits to expect in a battle among players: cannons at sea, rum in port (P-BATTLE-7)."""
    p_hit = rules.die_hit_faces / rules.die_faces
    if face >= FIRST_PORT:
        return p_hit * ship.rum
    fuses, dice = guns_of(ship)
    return fuses + p_hit * dice


CHEST = 2.0  # what a chest brings on average
PORT_RUM = 0.4  # what a rum taken in port counts (section 6)


@phase
def sale_units(rules, table, ship, cell):
    """Count the units that a ship could unload in a port: own kinds first, then cocoa (P-PORT-2, P-PORT-3)."""
    face = table.face[cell]
    cotton, wine, tea = ship.goods[0], ship.goods[1], ship.goods[2]
    units = 0
    gaps = 0
    for slot in range(rules.n_slots[face]):
        if table.slot[cell, slot] == 0:
            kind = rules.slot_kind[face, slot]
            held = cotton if kind == 0 else (wine if kind == 1 else tea)
            cotton -= kind == 0
            wine -= kind == 1
            tea -= kind == 2
            units += held > 0
            gaps += held <= 0
    return units + min(gaps, 2 * ship.goods[Kind.COCOA])


@rule
def is_sale(table, worth, cell, units):
    """Tell whether a sale is large enough, or takes the chest for a policy that closes ports."""
    return units >= worth[LEAST_SALE] or (worth[CLOSES] > 0.0 and 0 < units == table.n_open[cell])


@rule
def sale_value(rules, table, ship, cell, units):
    """Value a sale: pay, the chest if the port gets full, and rum (section 6, trader)."""
    fills = units == table.n_open[cell]
    room = hold.capacity(rules, ship) - ship.rum - hold.n_goods(ship) + units
    rum = min(rules.port_rum[table.face[cell]], room)
    return rules.port_pay[units] + CHEST * fills + PORT_RUM * rum


@rule
def is_ending(rules, table):
    """Tell whether the game may end with the next round."""
    return table.closing == 1 or sea.shortest_row(rules, table) <= 1


@rule
def seek_port(rules, table, ship, worth, eagerness):
    """Find the port with the best sale per step, among those where enough can be sold (section 6, trader)."""
    worth[LEAST_SALE] = 1.0 if is_ending(rules, table) else eagerness + (ship.rum >= 4)
    worth[TARGET] = -1.0
    best = 0.0
    has_enough = hold.n_goods(ship) >= worth[LEAST_SALE] or ship.goods[Kind.COCOA] > 0 or worth[CLOSES] > 0.0
    if table.phase != Phase.CARDS or not has_enough:
        return  # nobody sails: only how much to sell may matter
    for cell in range(rules.cells):
        if board.is_port(table, cell):
            units = sale_units(rules, table, ship, cell)
            if is_sale(table, worth, cell, units):
                rate = sale_value(rules, table, ship, cell, units) / (rules.distance[ship.cell, cell] + 1)
                worth[TARGET] = cell if rate > best else worth[TARGET]
                best = max(best, rate)


@rule
def pull(rules, worth, cell):
    """Return the distance to the port that the policy goes for, 0 without one."""
    target = int(worth[TARGET])
    return rules.distance[cell, target] if target >= 0 else 0


@phase
def stop_worth(rules, table, ship, worth, cell, face):
    """Value what a stop brings at once: pick-up and action at sea, a sale in port."""
    if face < FIRST_PORT:
        gain = pick_up_worth(rules, table, ship, worth, face)
        return gain + max(deed_worth(rules, table, ship, worth, face), 0.0)
    units = sale_units(rules, table, ship, cell)
    return sale_value(rules, table, ship, cell, units) if is_sale(table, worth, cell, units) else 0.0


@phase
def pick_up_worth(rules, table, ship, worth, face):
    """Value the best pick-up of a sea tile; a full hold has to give something up."""
    best = 0.0
    for row in range(3):
        if (rules.printed[face] >> row) & 1:
            best = max(best, take_worth(rules, table, worth, row))
    if hold.free_space(rules, ship) <= 0:
        best = max(best - least_worth(ship, worth), 0.0)
    if rules.shows_cannon[face] == 1:
        best = max(best, cannon_worth(rules, table, ship, worth))
    return best


@rule
def take_worth(rules, table, worth, row):
    """Value the head of a supply row; an empty one is worth nothing."""
    return worth[sea.row_head(rules, table, row) + 1] if sea.row_left(rules, table, row) > 0 else 0.0


@rule
def cannon_worth(rules, table, ship, worth):
    """Value a cannon, if there is one and a slot for it."""
    return worth[CANNON] if table.pool > 0 and ship.cannons < hold.cannon_slots(rules, ship) else 0.0


@phase
def deed_worth(rules, table, ship, worth, face):
    """Value the action of a sea tile."""
    deed = rules.deed[face]
    if deed == Deed.UPGRADE:
        return upgrade_worth(rules, table, ship, worth)
    if deed == Deed.FREE_RUM:
        return worth[Item.RUM] if hold.free_space(rules, ship) > 0 else 0.0
    if deed == Deed.TALER:
        return worth[Item.TALER]
    if deed == Deed.GOODS_RUM:
        return max(to_rum_gain(ship, worth), to_goods_gain(ship, worth) * max(min(ship.rum - 1, 3), 0), 0.0)
    if deed == Deed.GOODS_GOODS:
        return max(2.0 * best_good(worth) - least_good(ship, worth), 0.0) if hold.n_goods(ship) > 0 else 0.0
    return 0.0


@rule
def upgrade_worth(rules, table, ship, worth):
    """Value the best extension against its price; nothing if it cannot be bought."""
    if ship.talers < rules.ext_cost:
        return 0.0
    best = 0.0
    for extension in range(4):
        if table.stack[extension] > 0:
            best = max(best, worth[EXTENSION + extension])
    return best - rules.ext_cost * worth[Item.TALER]


@rule
def to_rum_gain(ship, worth):
    """Value the exchange of the least good for a rum."""
    return worth[Item.RUM] - least_good(ship, worth)


@rule
def to_goods_gain(ship, worth):
    """Value the exchange of a rum for the best good; the last rum stays aboard."""
    return best_good(worth) - worth[Item.RUM] if ship.rum > 1 else 0.0
