"""A laid card carried out roughly: the ship sails at once, sells what it can or picks up what is wanted most.

Rivals, wind and pirate stay where they are. What the way costs is kept in `refilled`, which nothing else looks at here,
what is sold in `unloaded`, and what is picked up in `given`.
"""

from analyzer.games.portolano.heuristics import stops
from analyzer.games.portolano.rules import board, hold, sea, selection
from analyzer.games.portolano.state import FIRST_PORT, Deed, Item, Kind
from analyzer.kernel.jit import phase, rule

NO_ROW = -1
_LEAST = -9  # of a demand
_COCOA = 6  # slots that wait for a cocoa, which fits anywhere


@phase
def carry_out(rules, state, answer):
    """Lay a card and carry it out roughly, as if the ship sailed at once."""
    selection.lay_cards(state, answer)
    table = state.table
    ship = table.ships[table.asked]
    ship.refilled = board.card_cost(table, ship, answer)
    board.sail(rules, table, ship, answer)
    table.taken = table.unloaded = 0
    table.given = Item.STOP
    if board.is_port(table, ship.cell):
        sell(rules, table, ship)
    else:
        pick_up(rules, table, ship)


@rule
def sell(rules, table, ship):
    """Sell all that fits, take the pay and rum."""
    cell = ship.cell
    units = stops.sale_units(rules, table, ship, cell)
    table.unloaded = units
    if units == 0:
        return
    face = table.face[cell]
    gaps = 0
    for slot in range(rules.n_slots[face]):
        if table.slot[cell, slot] == 0:
            kind = rules.slot_kind[face, slot]
            if ship.goods[kind] > 0:
                ship.goods[kind] -= 1
                table.slot[cell, slot] = kind + 1
            else:
                gaps += 1
    ship.goods[Kind.COCOA] -= min((gaps + 1) >> 1, ship.goods[Kind.COCOA])
    table.n_open[cell] -= units
    ship.talers += rules.port_pay[units]
    ship.chests += table.n_open[cell] == 0
    ship.rum += max(min(rules.port_rum[face], hold.free_space(rules, ship)), 0)


@rule
def pick_up(rules, table, ship):
    """Pick up the good that most slots wait for, if there is room; take a free rum or taler."""
    face = table.face[ship.cell]
    row = best_row(rules, table, demand(rules, table, ship), face)
    if row >= 0 and hold.free_space(rules, ship) > 0:
        kind = sea.row_head(rules, table, row)
        table.given = kind + 1
        ship.goods[kind] += 1
        table.head[row] += 1
        table.taken = 1
    if rules.deed[face] == Deed.FREE_RUM:
        ship.rum += hold.free_space(rules, ship) > 0
    ship.talers += rules.deed[face] == Deed.TALER


@phase
def best_row(rules, table, wants, face):
    """Return the supply row of the good that most slots wait for; NO_ROW if the tile gives none."""
    best, found = _LEAST, NO_ROW
    for row in range(3):
        if (rules.printed[face] >> row) & 1 and sea.row_left(rules, table, row) > 0:
            demand = want_of(wants, sea.row_head(rules, table, row))
            if demand > best:
                best, found = demand, row
    return found


@rule
def want_of(wants, kind):
    """Return the demand for a kind; a cocoa fits anywhere."""
    return _COCOA if kind == Kind.COCOA else (wants[0] if kind == 0 else (wants[1] if kind == 1 else wants[2]))


@phase
def demand(rules, table, ship):
    """Count by kind the open slots beyond what is aboard."""
    cotton, wine, tea = -ship.goods[0], -ship.goods[1], -ship.goods[2]
    for cell in range(rules.cells):
        face = table.face[cell]
        if face >= FIRST_PORT:
            for slot in range(rules.n_slots[face]):
                if table.slot[cell, slot] == 0:
                    kind = rules.slot_kind[face, slot]
                    cotton += kind == 0
                    wine += kind == 1
                    tea += kind == 2
    return cotton, wine, tea
