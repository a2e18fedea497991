"""The hold: room, goods and rum coming aboard and leaving (rules 2.2); and seats counted from the start player."""

from analyzer.games.portolano.state import Extension, Item, Kind, Phase
from analyzer.games.turns import ask
from analyzer.kernel.jit import phase, rule


@rule
def seat_at(rules, table, place):
    """Return the seat that sits `place` places clockwise of the start player (P-ROUND-2)."""
    seat = table.starter + place
    return seat - rules.players if seat >= rules.players else seat


@rule
def place_of(rules, table, seat):
    """Return how far clockwise of the start player a seat sits."""
    place = seat - table.starter
    return place + rules.players if place < 0 else place


@rule
def capacity(rules, ship):
    """Count the spaces of the hold (P-HOLD-1, P-EXT-1)."""
    return rules.base_hold + rules.hold_bonus * ship.extensions[Extension.HOLD]


@rule
def cannon_slots(rules, ship):
    """Count the cannon slots (P-HOLD-3, P-EXT-2)."""
    return rules.base_cannon_slots + rules.slot_bonus * ship.extensions[Extension.CANNON]


@rule
def n_goods(ship):
    """Count the goods aboard; a cocoa takes one space (P-HOLD-1)."""
    return ship.goods[0] + ship.goods[1] + ship.goods[2] + ship.goods[3]


@rule
def free_space(rules, ship):
    """Count the empty spaces of the hold."""
    return capacity(rules, ship) - ship.rum - n_goods(ship)


@rule
def kinds_held(ship):
    """Return a mask of the Items that are goods aboard."""
    mask = 0
    for kind in range(4):
        mask |= (ship.goods[kind] > 0) << (kind + 1)
    return mask


@rule
def loot_held(ship):
    """Return a mask of the Items that can be lost or looted: goods, rum, talers (P-BATTLE-5, P-BATTLE-9)."""
    return kinds_held(ship) | (ship.rum > 0) << Item.RUM | (ship.talers > 0) << Item.TALER


@rule
def has_in_box(rules, table, kind):
    """Tell whether the box can supply a good (P-SEA-6, A-17)."""
    return table.box[kind] > 0 or rules.box_limited == 0


@rule
def kinds_in_box(rules, table):
    """Return a mask of the Items that the box supplies: never cocoa (P-SEA-6, P-SEA-7)."""
    mask = 0
    for kind in range(Kind.COCOA):
        mask |= has_in_box(rules, table, kind) << (kind + 1)
    return mask


@rule
def add_item(ship, item):
    """Bring one unit aboard."""
    if item == Item.RUM:
        ship.rum += 1
        ship.refilled = 1
    elif item == Item.TALER:
        ship.talers += 1
    else:
        ship.goods[item - 1] += 1


@rule
def remove_item(ship, item):
    """Take one unit off the ship."""
    if item == Item.RUM:
        ship.rum -= 1
    elif item == Item.TALER:
        ship.talers -= 1
    else:
        ship.goods[item - 1] -= 1


@phase
def throw_out(table, ship, item):
    """Give up one unit: goods go to the box, rum vanishes, talers to the bank (P-SETUP-5, P-HOLD-2)."""
    remove_item(ship, item)
    if item <= Item.COCOA:
        table.box[item - 1] += 1


@phase
def receive(rules, table, seat, item, resume):
    """Bring one unit aboard, throwing something out first if the hold is full (P-SEA-11, D9)."""
    table.resume = resume
    if item != Item.TALER and free_space(rules, table.ships[seat]) <= 0:
        table.incoming = item
        ask(table, Phase.DISCARD, seat)
    else:
        add_item(table.ships[seat], item)
        table.stage = resume


@rule
def make_room(table, item):
    """Carry out D9: throw one unit out, then the incoming one arrives."""
    ship = table.ships[table.asked]
    throw_out(table, ship, item)
    add_item(ship, table.incoming)
    table.stage = table.resume


@rule
def discard_options(table, ship):
    """Return what may be thrown out for room: goods, and rum if a good comes in (D9)."""
    mask = kinds_held(ship)
    if table.incoming != Item.RUM:
        mask |= (ship.rum > 0) << Item.RUM
    return mask
