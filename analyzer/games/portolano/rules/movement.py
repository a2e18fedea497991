"""Movement: cost, steps, mutiny and drift (rules 2.5)."""

from __future__ import annotations

from analyzer.games.portolano.encoding import ANCHOR, first_way, is_pair, second_way
from analyzer.games.portolano.rules.board import is_port, turn_over
from analyzer.games.portolano.rules.missions import check_underway, lose_mutiny_mission
from analyzer.games.portolano.state import HIDDEN_CARD, Stage, Stern, Way
from analyzer.kernel.jit import phase, rule

ACROSS = 1  # P-MOVE-3
AGAINST = 2


@rule
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


@rule
def card_cost(table, ship, card):
    """Return the rum that all laid cards cost (P-MOVE-3, P-STERN-9)."""
    if card == ANCHOR:
        return 0
    cost = step_cost(table, ship, first_way(card))
    if is_pair(card):
        cost += step_cost(table, ship, second_way(card))
    return cost


@phase
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


@rule
def first_stage(rules, table, ship):
    """Return where the action begins: on a sea tile, in a port, or nowhere (P-MOVE-12, A-27)."""
    if not is_port(table, ship.cell):
        return Stage.SEA
    if ship.drifted == 1 and rules.drift_port_action == 0:
        return Stage.END_ACTION
    return Stage.UNLOAD


@rule
def mutiny(rules, state, seat):
    """Lose all rum and drift: the laid cards cannot be paid (P-MOVE-7)."""
    ship = state.table.ships[seat]
    ship.rum = 0
    lose_mutiny_mission(rules, state, seat)
    drift(rules, state.table, ship)


@phase
def drift(rules, table, ship):
    """Drift one tile with the wind at no cost (P-MOVE-6, P-MOVE-7, A-21)."""
    left = ship.cell
    ship.cell = rules.next_cell[table.wind, left]
    if rules.flip_on_drift == 1:
        turn_over(rules, table, left)
    ship.drifted = 1
    ship.refilled = 0
    ship.anchored = 0


@rule
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


@rule
def go_on(rules, table, ship, way):
    """Take the second step; the tile between is stepped off too (P-MOVE-10, P-MOVE-11, A-7)."""
    left = ship.cell
    ship.cell = rules.next_cell[way, left]
    if rules.flip_intermediate == 1:
        turn_over(rules, table, left)
