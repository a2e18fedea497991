"""Battles with the pirate: whom it attacks, and what is won and lost (rules 2.10)."""

from __future__ import annotations

from analyzer.games.portolano.rules.battle import ask_knight, capped, fire, is_exempt, is_lucky, roll
from analyzer.games.portolano.rules.board import is_adjacent, is_port
from analyzer.games.portolano.rules.hold import loot_held, throw_out
from analyzer.games.portolano.rules.seating import seat_at
from analyzer.games.portolano.state import Item, Phase, Stage
from analyzer.games.turns import ask
from analyzer.kernel.jit import phase, rule


@rule
def reaches(rules, pirate, cell, wind):
    """Tell whether the pirate attacks a cell beside its own; up to 3 players: across the wind (P-BATTLE-2, P-23P-2)."""
    if not is_adjacent(rules, pirate, cell):
        return False
    if rules.players > 3:
        return True
    across = (wind ^ 2) & 2  # N and S are ways 0 and 1, E and W are 2 and 3
    return rules.next_cell[across, pirate] == cell or rules.next_cell[across + 1, pirate] == cell


@rule
def meets_pirate(rules, table, ship):
    """Tell whether a ship has to fight the pirate (P-BATTLE-2, P-SEA-10, P-STERN-8)."""
    is_near = ship.cell == table.pirate or reaches(rules, table.pirate, ship.cell, table.wind)
    return is_near and not is_port(table, ship.cell) and not is_exempt(rules, table, ship)


@phase
def next_pirate_battle(rules, state, stream):
    """Go clockwise to the next ship that fights the pirate (P-BATTLE-1, D10)."""
    table = state.table
    while table.place < rules.players:
        seat = seat_at(rules, table, table.place)
        ship = table.ships[seat]
        if meets_pirate(rules, table, ship):
            if ship.knight == 1 and table.declined == 0:
                ask_knight(table, seat, Stage.PIRATE_BATTLE)
                return
            fight_pirate(rules, state, seat, stream)
            return
        table.place += 1
    table.battle_cell = 0
    table.stage = Stage.DUELS


@rule
def fight_pirate(rules, state, seat, stream):
    """Roll for the pirate and for the player (P-BATTLE-3)."""
    table = state.table
    ship = table.ships[seat]
    n_dice = rules.dice_same if ship.cell == table.pirate else rules.dice_near
    pirate_hits = roll(rules, capped(rules, n_dice), stream)
    fire(rules, ship, stream)
    ship.fought = 1
    settle_pirate(rules, state, seat, pirate_hits)


@rule
def settle_pirate(rules, state, seat, pirate_hits):
    """Pay the difference, or lose it (P-BATTLE-5, P-STERN-7)."""
    ship = state.table.ships[seat]
    lead = ship.hits - pirate_hits
    state.tally.pirate_won[seat] += lead > 0
    state.tally.pirate_lost[seat] += lead < 0
    if lead > 0:
        ship.talers += lead
        ship.beat = 1
    elif lead == 0 and is_lucky(rules, ship):
        ship.talers += 1
    state.table.due = max(-lead, 0)
    state.table.stage = Stage.LOSE


@rule
def loss_options(rules, ship):
    """Return what may be given up to the pirate: goods, rum, talers (P-BATTLE-5, A-26, D11)."""
    return loot_held(ship) if rules.pirate_takes_talers == 1 else loot_held(ship) & ~(1 << Item.TALER)


@rule
def owe(rules, ship, due):
    """Forgive what cannot be paid, or write it down as talers below zero (P-BATTLE-5, A-15)."""
    if rules.loss_debt == 1:
        ship.talers -= due


@rule
def ask_loss(rules, table):
    """Ask for the next unit to lose, as long as there is any (P-BATTLE-5, D11)."""
    seat = seat_at(rules, table, table.place)
    if table.due > 0 and loss_options(rules, table.ships[seat]) != 0:
        ask(table, Phase.LOSE, seat)
    else:
        owe(rules, table.ships[seat], table.due)
        table.place += 1
        table.stage = Stage.PIRATE_BATTLE


@rule
def lose(table, item):
    """Give up one unit (P-BATTLE-5)."""
    throw_out(table, table.ships[table.asked], item)
    table.due -= 1
    table.stage = Stage.LOSE
