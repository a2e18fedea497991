"""The board: neighbours on the torus, sea and port, wind and pirate, and movement on it (rules 2.5, 2.8 and 2.9)."""

from analyzer.games.portolano.encoding import ANCHOR, first_way, is_pair, second_way
from analyzer.games.portolano.rules.missions import check_underway, lose_mutiny_mission
from analyzer.games.portolano.state import FIRST_PORT, HIDDEN_CARD, Deed, Stage, Stern, Way
from analyzer.kernel import jit, random


@jit.rule
def is_port(table, cell):
    """Tell a port from a sea tile."""
    return table.face[cell] >= FIRST_PORT


@jit.rule
def is_adjacent(rules, cell, other):
    """Tell whether two cells share an edge on the torus (P-MOVE-2, P-BATTLE-2)."""
    return rules.distance[cell, other] == 1


@jit.rule
def is_isle_of_peace(rules, table, cell):
    """Tell whether a cell shows the Isle of Peace (P-SEA-10)."""
    return rules.deed[table.face[cell]] == Deed.PEACE


@jit.rule
def protects_by_position(rules):
    """Tell whether the Isle of Peace protects whoever stands there, used or not (P-SEA-10, A-16)."""
    return rules.peace_auto == 1


@jit.rule
def n_ships(rules, table, cell):
    """Count the ships on a cell."""
    n = 0
    for seat in range(rules.players):
        n += table.ships[seat].cell == cell
    return n


@jit.phase
def is_occupied(rules, table, cell):
    """Tell whether a player's ship is on a cell."""
    return n_ships(rules, table, cell) > 0


@jit.phase
def turn_over(rules, table, cell):
    """Turn a sea tile over that nobody stands on any more (P-MOVE-9, P-PIRATE-3)."""
    if not is_port(table, cell) and table.pirate != cell and not is_occupied(rules, table, cell):
        table.face[cell] ^= 1


@jit.rule
def sea_cells(rules, table):
    """Return a mask of the sea cells (D1, D2)."""
    mask = 0
    for cell in range(rules.cells):
        mask |= (not is_port(table, cell)) << cell
    return mask


@jit.phase
def spin_wind(rules, table, stream):
    """Spin the wind; it blows towards the result (P-WIND-1, P-WIND-2)."""
    left = random.randbelow(stream, rules.wind_total)
    way = 0
    while left >= rules.wind_weight[way]:
        left -= rules.wind_weight[way]
        way += 1
    table.wind = way


@jit.rule
def pirate_target(rules, table, way):
    """Return where the pirate goes with a wind: on to the next sea tile (P-PIRATE-1, P-PIRATE-2)."""
    cell = rules.next_cell[way, table.pirate]
    while is_port(table, cell):
        cell = rules.next_cell[way, cell]
    return cell


@jit.phase
def move_pirate(rules, table):
    """Move the pirate and turn the tile it left (P-PIRATE-1 to P-PIRATE-3)."""
    left = table.pirate
    table.pirate = pirate_target(rules, table, table.wind)
    if table.pirate != left:
        turn_over(rules, table, left)
    elif turns_by_circling(rules, table):
        table.face[left] ^= 1


@jit.rule
def turns_by_circling(rules, table):
    """Tell whether a pirate that has come back to its own tile turns it: it has left it, or not (P-PIRATE-4, A-32)."""
    return rules.flip_on_circle == 1 and not is_occupied(rules, table, table.pirate)


ACROSS = 1  # P-MOVE-3
AGAINST = 2


@jit.rule
def step_cost(table, ship, way):
    """Return the rum that one step costs (P-MOVE-3, P-MOVE-4)."""
    cost = ACROSS
    if way == table.wind:
        cost = 0
    elif way == table.wind ^ 1:
        cost = AGAINST
    if way == Way.SOUTH and ship.stern == Stern.DELFOKI and cost > 0:
        cost -= 1
    return cost


@jit.rule
def card_cost(table, ship, card):
    """Return the rum that all laid cards cost (P-MOVE-3, P-STERN-9)."""
    if card == ANCHOR:
        return 0
    cost = step_cost(table, ship, first_way(card))
    if is_pair(card):
        cost += step_cost(table, ship, second_way(card))
    return cost


@jit.phase
def take_turn(rules, state, seat):
    """Reveal the cards and move; then the action of the tile begins (P-MOVE-1, P-MOVE-12)."""
    table = state.table
    ship = table.ships[seat]
    card = state.hands[seat].card
    ship.card = card
    table.active = seat
    table.turn += 1
    table.taken = table.acted = table.unloaded = 0
    if card == HIDDEN_CARD:
        drift(rules, table, ship)
    elif card_cost(table, ship, card) > ship.rum:
        mutiny(rules, state, seat)
    else:
        sail(rules, table, ship, card)
    check_underway(rules, table, seat)
    table.stage = first_stage(rules, table, ship)


@jit.rule
def first_stage(rules, table, ship):
    """Return where the action begins: on a sea tile, in a port, or nowhere (P-MOVE-12, A-27)."""
    if not is_port(table, ship.cell):
        return Stage.SEA
    if ship.drifted == 1 and rules.drift_port_action == 0:
        return Stage.END_ACTION
    return Stage.UNLOAD


@jit.rule
def mutiny(rules, state, seat):
    """Lose all rum and drift: the laid cards cannot be paid (P-MOVE-7)."""
    ship = state.table.ships[seat]
    ship.rum = 0
    lose_mutiny_mission(rules, state, seat)
    drift(rules, state.table, ship)


@jit.phase
def drift(rules, table, ship):
    """Drift one tile with the wind at no cost (P-MOVE-6, P-MOVE-7, A-21)."""
    left = ship.cell
    ship.cell = rules.next_cell[table.wind, left]
    if rules.flip_on_drift == 1:
        turn_over(rules, table, left)
    ship.drifted = 1
    ship.refilled = 0
    ship.anchored = 0


@jit.rule
def sail(rules, table, ship, card):
    """Pay for the laid cards and carry them out (P-MOVE-1 to P-MOVE-5, P-STERN-9)."""
    ship.rum -= card_cost(table, ship, card)
    ship.drifted = 0
    ship.anchored = card == ANCHOR
    if card == ANCHOR:
        return
    left = ship.cell
    ship.cell = rules.next_cell[first_way(card), left]
    turn_over(rules, table, left)
    if is_pair(card):
        go_on(rules, table, ship, second_way(card))


@jit.rule
def go_on(rules, table, ship, way):
    """Take the second step; the tile between is stepped off too (P-MOVE-10, P-MOVE-11, A-7)."""
    left = ship.cell
    ship.cell = rules.next_cell[way, left]
    if rules.flip_intermediate == 1:
        turn_over(rules, table, left)
