"""Battles: who is spared, the dice, the Peace knight, and what the pirate takes and gives (rules 2.10)."""

from analyzer.games.portolano.rules import board, hold
from analyzer.games.portolano.state import Extension, Item, Phase, Stage, Stern
from analyzer.games.turns import ask
from analyzer.kernel import jit, random


@jit.rule
def is_exempt(rules, table, ship):
    """Tell whether a ship takes part in no battle this round (P-SEA-10, P-STERN-8, A-16, A-24)."""
    by_position = ship.exempt == 0 and board.protects_by_position(rules)
    return ship.exempt == 1 or (by_position and board.is_isle_of_peace(rules, table, ship.cell))


@jit.rule
def roll(rules, n_dice, stream):
    """Roll dice and count the hits (P-BATTLE-3)."""
    hits = 0
    for _ in range(n_dice):
        hits += random.randbelow(stream, rules.die_faces) < rules.die_hit_faces
    return hits * rules.die_hits


@jit.rule
def capped(rules, n_dice):
    """Limit the dice of one roll (P-BATTLE-13, A-12)."""
    return min(n_dice, rules.dice_cap) if rules.dice_cap > 0 else n_dice


@jit.rule
def sure_hits(ship, n_dice):
    """Count the dice that fuses set to a hit (P-BATTLE-4, P-EXT-4)."""
    return min(ship.extensions[Extension.FUSE], n_dice)


@jit.phase
def fire(rules, ship, stream):
    """Fight on a sea tile: sure hits and one die for every other cannon (P-BATTLE-3, P-BATTLE-4, P-BATTLE-7)."""
    n_dice = capped(rules, ship.cannons)
    sure = sure_hits(ship, n_dice)
    rolled = roll(rules, n_dice - sure, stream)
    set_hits(rules, ship, sure * rules.die_hits, rolled)


@jit.rule
def set_hits(rules, ship, sure, rolled):
    """Note the hits of a sea battle; a mission looks at the best ones (P-MISSION-3, A-20)."""
    ship.hits = sure + rolled
    counted = ship.hits if rules.m10_counts_fuse == 1 else rolled
    ship.best_hits = max(ship.best_hits, counted)


@jit.rule
def is_lucky(rules, ship):
    """Tell whether a tie pays for this ship (P-STERN-7, A-11)."""
    return ship.stern == Stern.SZERENCSE_FIA and (ship.hits > 0 or rules.lucky_zero_tie == 1)


@jit.rule
def ask_knight(table, seat, resume):
    """Ask the Peace knight before the first battle of the round (P-STERN-8, D10)."""
    table.resume = resume
    ask(table, Phase.KNIGHT, seat)


@jit.rule
def answer_knight(table, answer):
    """Spend the Peace-knight marker for this round, or not (P-STERN-8, D10)."""
    ship = table.ships[table.asked]
    if answer == 1:
        ship.knight = 0
        ship.exempt = 1
    else:
        table.declined = 1
    table.stage = table.resume


@jit.rule
def reaches(rules, pirate, cell, wind):
    """Tell whether the pirate attacks a cell beside its own; up to 3 players: across the wind (P-BATTLE-2, P-23P-2)."""
    if not board.is_adjacent(rules, pirate, cell):
        return False
    if rules.players > 3:
        return True
    across = (wind ^ 2) & 2  # N and S are ways 0 and 1, E and W are 2 and 3
    return rules.next_cell[across, pirate] == cell or rules.next_cell[across + 1, pirate] == cell


@jit.rule
def meets_pirate(rules, table, ship):
    """Tell whether a ship has to fight the pirate (P-BATTLE-2, P-SEA-10, P-STERN-8)."""
    is_near = ship.cell == table.pirate or reaches(rules, table.pirate, ship.cell, table.wind)
    return is_near and not board.is_port(table, ship.cell) and not is_exempt(rules, table, ship)


@jit.phase
def next_pirate_battle(rules, state, stream):
    """Go clockwise to the next ship that fights the pirate (P-BATTLE-1, D10)."""
    table = state.table
    while table.place < rules.players:
        seat = hold.seat_at(rules, table, table.place)
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


@jit.rule
def fight_pirate(rules, state, seat, stream):
    """Roll for the pirate and for the player (P-BATTLE-3)."""
    table = state.table
    ship = table.ships[seat]
    n_dice = rules.dice_same if ship.cell == table.pirate else rules.dice_near
    pirate_hits = roll(rules, capped(rules, n_dice), stream)
    fire(rules, ship, stream)
    ship.fought = 1
    settle_pirate(rules, state, seat, pirate_hits)


@jit.rule
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


@jit.rule
def loss_options(rules, ship):
    """Return what may be given up to the pirate: goods, rum, talers (P-BATTLE-5, A-26, D11)."""
    return hold.loot_held(ship) if rules.pirate_takes_talers == 1 else hold.loot_held(ship) & ~(1 << Item.TALER)


@jit.rule
def owe(rules, ship, due):
    """Forgive what cannot be paid, or write it down as talers below zero (P-BATTLE-5, A-15)."""
    if rules.loss_debt == 1:
        ship.talers -= due


@jit.rule
def ask_loss(rules, table):
    """Ask for the next unit to lose, as long as there is any (P-BATTLE-5, D11)."""
    seat = hold.seat_at(rules, table, table.place)
    if table.due > 0 and loss_options(rules, table.ships[seat]) != 0:
        ask(table, Phase.LOSE, seat)
    else:
        owe(rules, table.ships[seat], table.due)
        table.place += 1
        table.stage = Stage.PIRATE_BATTLE


@jit.rule
def lose(table, item):
    """Give up one unit (P-BATTLE-5)."""
    hold.throw_out(table, table.ships[table.asked], item)
    table.due -= 1
    table.stage = Stage.LOSE
