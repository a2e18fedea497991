"""Clearing the table: everything empty before a game is set up (I-SETUP-16)."""

from __future__ import annotations

from analyzer.games.islebound.state import (
    BLOCKED,
    FACES,
    ICHOR,
    MAX_BUILDINGS,
    MAX_KINDS,
    MAX_ROW,
    MAX_SEATS,
    MAX_TRACK,
    N_ACTIONS,
    N_DUE,
    N_PAYABLE,
    N_READY,
    N_TOWNS,
    NO_CARD,
    NOBODY,
)
from analyzer.kernel.lean import phase, rule


@phase
def clear_table(rules, state):
    """Empty everything, and fill the supply (I-SETUP-16)."""
    table = state.table
    clear_course(table)
    clear_turn(table)
    for seat in range(MAX_SEATS):
        clear_goods(table, seat)
        clear_crew(table, seat)
        clear_deeds(state.tally, seat)
    clear_board(rules, table)
    clear_annals(state.tally)
    table.pirates_left = rules.pirates
    table.serpents_left = rules.serpents
    table.ichor_left = 1
    state.hidden.discards = 0


@rule
def clear_course(table):
    """Stand before the first turn."""
    table.phase = table.asked = table.active = table.turn = table.round_no = table.last_round = table.cause = 0
    table.offer = table.offers_made = table.drafted = table.coins_on_map = 0


@rule
def clear_turn(table):
    """Forget the turn under way."""
    table.plan = table.target = table.orders = table.moment = table.acted = table.pile = table.resume = 0
    table.due_hurts = table.visit_step = table.times_left = table.step_books = 0
    table.town_wood = table.town_fish = table.need = table.wood_limit = 0
    table.cards_due = table.after_drop = table.assigned = table.total = 0
    for symbol in range(N_DUE):
        table.due[symbol] = 0
    for part in range(len(table.force)):
        table.force[part] = 0
    for face in range(FACES):
        table.dice[face] = table.fixed[face] = 0


@rule
def clear_goods(table, seat):
    """Take everything but the crew from a player."""
    for item in range(ICHOR + 1):
        table.goods[seat, item] = 0
    table.region[seat] = table.home[seat] = NOBODY
    table.owned[seat] = table.n_owned[seat] = table.towns[seat] = table.track[seat] = table.tiles[seat] = 0
    table.influence[seat] = table.cubes[seat] = table.drops_wood[seat] = 0


@rule
def clear_crew(table, seat):
    """Dismiss a player's crew."""
    table.crew[seat] = 0
    for kind in range(MAX_KINDS):
        table.deck[seat, kind] = table.tired[seat, kind] = table.hurt[seat, kind] = 0
    for column in range(N_READY):
        table.ready[seat, column] = 0


@rule
def clear_board(rules, table):
    """Take the cubes from towns and influence track, and the buildings from the row."""
    for town in range(N_TOWNS):
        table.owner[town] = NOBODY
    for space in range(MAX_TRACK):
        table.space[space] = BLOCKED if space < rules.blocked else NOBODY  # I-SETUP-13
    for slot in range(MAX_ROW):
        table.row[slot] = NO_CARD


@rule
def clear_deeds(tally, seat):
    """Forget what a player did."""
    for action in range(N_ACTIONS):
        tally.actions[seat, action] = 0
    for item in range(N_PAYABLE):
        tally.spent[seat, item] = 0
    tally.conquered[seat] = tally.allied[seat] = tally.retreats[seat] = tally.events[seat] = tally.trades[seat] = 0
    tally.hunted[seat] = tally.fees[seat] = tally.bought[seat] = tally.built[seat] = 0


@rule
def clear_annals(tally):
    """Forget what happened to buildings and towns."""
    tally.trigger_round = 0
    tally.trigger_seat = NOBODY
    for building in range(MAX_BUILDINGS):
        tally.building_seat[building] = NOBODY
        tally.building_turn[building] = tally.building_way[building] = 0
    for town in range(N_TOWNS):
        tally.attacks_on[town] = tally.alliances_with[town] = 0
