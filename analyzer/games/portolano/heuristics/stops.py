"""What a stop brings at once: pick-up and action at sea, a sale in port."""

from __future__ import annotations

from analyzer.games.portolano.heuristics.sales import is_sale, sale_units, sale_value
from analyzer.games.portolano.heuristics.worth import CANNON, EXTENSION, best_good, least_good, least_worth
from analyzer.games.portolano.rules.hold import cannon_slots, free_space, n_goods
from analyzer.games.portolano.rules.sea import row_head, row_left
from analyzer.games.portolano.state import FIRST_PORT, Deed, Item
from analyzer.kernel.jit import phase, rule


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
    if free_space(rules, ship) <= 0:
        best = max(best - least_worth(ship, worth), 0.0)
    if rules.shows_cannon[face] == 1:
        best = max(best, cannon_worth(rules, table, ship, worth))
    return best


@rule
def take_worth(rules, table, worth, row):
    """Value the head of a supply row; an empty one is worth nothing."""
    return worth[row_head(rules, table, row) + 1] if row_left(rules, table, row) > 0 else 0.0


@rule
def cannon_worth(rules, table, ship, worth):
    """Value a cannon, if there is one and a slot for it."""
    return worth[CANNON] if table.pool > 0 and ship.cannons < cannon_slots(rules, ship) else 0.0


@phase
def deed_worth(rules, table, ship, worth, face):
    """Value the action of a sea tile."""
    deed = rules.deed[face]
    if deed == Deed.UPGRADE:
        return upgrade_worth(rules, table, ship, worth)
    if deed == Deed.FREE_RUM:
        return worth[Item.RUM] if free_space(rules, ship) > 0 else 0.0
    if deed == Deed.TALER:
        return worth[Item.TALER]
    if deed == Deed.GOODS_RUM:
        return max(to_rum_gain(ship, worth), to_goods_gain(ship, worth) * max(min(ship.rum - 1, 3), 0), 0.0)
    if deed == Deed.GOODS_GOODS:
        return max(2.0 * best_good(worth) - least_good(ship, worth), 0.0) if n_goods(ship) > 0 else 0.0
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
