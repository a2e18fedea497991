"""Sales: what a port buys, when a sale is large enough, and the port to go for."""

from __future__ import annotations

from analyzer.games.portolano.heuristics.worth import CLOSES, LEAST_SALE, TARGET
from analyzer.games.portolano.rules.board import is_port
from analyzer.games.portolano.rules.hold import capacity, n_goods
from analyzer.games.portolano.rules.sea import shortest_row
from analyzer.games.portolano.state import Kind, Phase
from analyzer.kernel.jit import phase, rule

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
    room = capacity(rules, ship) - ship.rum - n_goods(ship) + units
    rum = min(rules.port_rum[table.face[cell]], room)
    return rules.port_pay[units] + CHEST * fills + PORT_RUM * rum


@rule
def is_ending(rules, table):
    """Tell whether the game may end with the next round."""
    return table.closing == 1 or shortest_row(rules, table) <= 1


@rule
def seek_port(rules, table, ship, worth, eagerness):
    """Find the port with the best sale per step, among those where enough can be sold (section 6, trader)."""
    worth[LEAST_SALE] = 1.0 if is_ending(rules, table) else eagerness + (ship.rum >= 4)
    worth[TARGET] = -1.0
    best = 0.0
    has_enough = n_goods(ship) >= worth[LEAST_SALE] or ship.goods[Kind.COCOA] > 0 or worth[CLOSES] > 0.0
    if table.phase != Phase.CARDS or not has_enough:
        return  # nobody sails: only how much to sell may matter
    for cell in range(rules.cells):
        if is_port(table, cell):
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
