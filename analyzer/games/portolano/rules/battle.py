"""Battles with the pirate and among players (rules 2.10)."""

from __future__ import annotations

from analyzer.games.portolano.rules.board import is_adjacent, is_isle_of_peace, is_port, protects_by_position
from analyzer.games.portolano.rules.hold import capacity as hold_capacity
from analyzer.games.portolano.rules.hold import free_space, kinds_held, loot_held, receive, remove_item, throw_out
from analyzer.games.portolano.rules.seating import place_of, seat_at
from analyzer.games.portolano.state import Extension, Item, Phase, Stage, Stern
from analyzer.games.turns import ask
from analyzer.kernel.jit import phase, rule
from analyzer.kernel.random import randbelow


@rule
def is_exempt(rules, table, ship):
    """Tell whether a ship takes part in no battle this round (P-SEA-10, P-STERN-8, A-16, A-24)."""
    by_position = ship.exempt == 0 and protects_by_position(rules)
    return ship.exempt == 1 or (by_position and is_isle_of_peace(rules, table, ship.cell))


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


@rule
def roll(rules, n_dice, stream):
    """Roll dice and count the hits (P-BATTLE-3)."""
    hits = 0
    for _ in range(n_dice):
        hits += randbelow(stream, rules.die_faces) < rules.die_hit_faces
    return hits * rules.die_hits


@rule
def capped(rules, n_dice):
    """Limit the dice of one roll (P-BATTLE-13, A-12)."""
    return min(n_dice, rules.dice_cap) if rules.dice_cap > 0 else n_dice


@rule
def sure_hits(ship, n_dice):
    """Count the dice that fuses set to a hit (P-BATTLE-4, P-EXT-4)."""
    return min(ship.extensions[Extension.FUSE], n_dice)


@phase
def fire(rules, ship, stream):
    """Fight on a sea tile: sure hits and one die for every other cannon (P-BATTLE-3, P-BATTLE-4, P-BATTLE-7)."""
    n_dice = capped(rules, ship.cannons)
    sure = sure_hits(ship, n_dice)
    rolled = roll(rules, n_dice - sure, stream)
    set_hits(rules, ship, sure * rules.die_hits, rolled)


@rule
def set_hits(rules, ship, sure, rolled):
    """Note the hits of a sea battle; a mission looks at the best ones (P-MISSION-3, A-20)."""
    ship.hits = sure + rolled
    counted = ship.hits if rules.m10_counts_fuse == 1 else rolled
    ship.best_hits = max(ship.best_hits, counted)


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
def ask_knight(table, seat, resume):
    """Ask the Peace knight before the first battle of the round (P-STERN-8, D10)."""
    table.resume = resume
    ask(table, Phase.KNIGHT, seat)


@rule
def answer_knight(table, answer):
    """Spend the Peace-knight marker for this round, or not (P-STERN-8, D10)."""
    ship = table.ships[table.asked]
    if answer == 1:
        ship.knight = 0
        ship.exempt = 1
    else:
        table.declined = 1
    table.stage = table.resume


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
def is_lucky(rules, ship):
    """Tell whether a tie pays for this ship (P-STERN-7, A-11)."""
    return ship.stern == Stern.SZERENCSE_FIA and (ship.hits > 0 or rules.lucky_zero_tie == 1)


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


@rule
def fights_players(rules, table, ship):
    """Tell whether a ship would fight other ships on its tile (P-BATTLE-1, P-BATTLE-6, A-28)."""
    return ship.fought == 0 and not is_exempt(rules, table, ship)


@rule
def is_blocked(rules, table, cell):
    """Tell whether an exempt ship keeps the others on its tile from fighting (A-28)."""
    if rules.exempt_blocks == 1:
        for seat in range(rules.players):
            if table.ships[seat].cell == cell and is_exempt(rules, table, table.ships[seat]):
                return True
    return False


@phase
def next_duel_cell(rules, table):
    """Return the next cell, row by row, where at least two ships fight; the number of cells if none (P-BATTLE-6)."""
    found = rules.cells
    for seat in range(1, rules.players):
        ship = table.ships[seat]
        for other in range(seat):
            if table.ships[other].cell == ship.cell and table.battle_cell <= ship.cell < found:
                fight = fights_players(rules, table, ship) and fights_players(rules, table, table.ships[other])
                fight = fight and not is_blocked(rules, table, ship.cell)
                found = ship.cell if fight else found
    return found


@phase
def next_duel(rules, state, stream):
    """Go to the next battle among players, or end the battles (P-BATTLE-6, D10)."""
    table = state.table
    table.battle_cell = next_duel_cell(rules, table)
    if table.battle_cell == rules.cells:
        table.stage = Stage.END_ROUND
        return
    for seat in range(rules.players):
        ship = table.ships[seat]
        can_declare = ship.knight == 1 and table.declined == 0
        if can_declare and ship.cell == table.battle_cell and fights_players(rules, table, ship):
            ask_knight(table, seat, Stage.DUELS)
            return
    roll_duel(rules, table, stream)
    rank_duel(rules, state)
    table.pair = 0
    table.lucky_used = 0
    table.stage = Stage.LOOT


@rule
def roll_duel(rules, table, stream):
    """Roll for everybody before anything is evaluated: cannons at sea, rum in port (P-BATTLE-7, P-BATTLE-12)."""
    table.n_order = 0
    in_port = is_port(table, table.battle_cell)
    for place in range(rules.players):
        seat = seat_at(rules, table, place)
        ship = table.ships[seat]
        if ship.cell == table.battle_cell and fights_players(rules, table, ship):
            if in_port:
                ship.hits = roll(rules, capped(rules, ship.rum), stream)
            else:
                fire(rules, ship, stream)
            table.order[table.n_order] = seat
            table.n_order += 1


@phase
def rank_duel(rules, state):
    """Order the fighters by hits, ties by distance from the start player (P-BATTLE-8)."""
    table = state.table
    for last in range(1, table.n_order):
        seat = table.order[last]
        place = last
        while place > 0 and comes_before(rules, table, seat, table.order[place - 1]):
            table.order[place] = table.order[place - 1]
            place -= 1
        table.order[place] = seat
    for first in range(table.n_order):
        for later in range(first + 1, table.n_order):
            winner, loser = table.order[first], table.order[later]
            decided = table.ships[winner].hits > table.ships[loser].hits
            state.tally.duels_won[winner] += decided
            state.tally.duels_lost[loser] += decided


@rule
def comes_before(rules, table, seat, other):
    """Tell whether a fighter is evaluated before another (P-BATTLE-8)."""
    lead = table.ships[seat].hits - table.ships[other].hits
    return lead > 0 or (lead == 0 and place_of(rules, table, seat) < place_of(rules, table, other))


@rule
def taker_of(table):
    """Return the seat that is evaluated."""
    return table.order[table.pair // table.n_order]


@rule
def victim_of(table):
    """Return the seat that is looted."""
    return table.order[table.pair % table.n_order]


@rule
def claim(rules, table, taker, victim):
    """Return how many units one fighter may take from another (P-BATTLE-9, P-BATTLE-10, P-STERN-7, A-30)."""
    lead = table.ships[taker].hits - table.ships[victim].hits
    if lead != 0 or taker == victim:
        return max(lead, 0)
    is_open = rules.lucky_each == 1 or table.lucky_used == 0
    return 1 if is_open and is_lucky(rules, table.ships[taker]) else 0


@phase
def next_pair(rules, table):
    """Go to the next taker and victim of the battle, the most hits first (P-BATTLE-8, P-BATTLE-11)."""
    while table.pair < table.n_order * table.n_order:
        table.due = claim(rules, table, taker_of(table), victim_of(table))
        if table.due > 0:
            table.stage = Stage.LOOT_MORE
            if rules.free_discard == 1 and has_cargo(table.ships[victim_of(table)]):
                ask(table, Phase.JETTISON, victim_of(table))
            return
        table.pair += 1
    table.battle_cell += 1
    table.stage = Stage.DUELS


@rule
def has_cargo(ship):
    """Tell whether goods or rum are aboard."""
    return ship.rum > 0 or kinds_held(ship) != 0


@rule
def jettison(table, item):
    """Throw cargo overboard before it is looted, as often as wanted (P-HOLD-2, A-13)."""
    table.stage = Stage.LOOT_MORE
    if item != Item.STOP:
        throw_out(table, table.ships[table.asked], item)
        if has_cargo(table.ships[table.asked]):
            ask(table, Phase.JETTISON, table.asked)


@rule
def ask_loot(table):
    """Ask the taker for the next unit, as long as there is any (P-BATTLE-9, D12)."""
    if table.due > 0 and loot_held(table.ships[victim_of(table)]) != 0:
        ask(table, Phase.LOOT, taker_of(table))
    else:
        table.pair += 1
        table.stage = Stage.LOOT


@phase
def loot_options(rules, table):
    """Return what the taker may take; stopping is free unless loot is compulsory (P-BATTLE-9, A-14, A-31, D12)."""
    taker = table.ships[taker_of(table)]
    mask = loot_held(table.ships[victim_of(table)])
    if taker.rum >= hold_capacity(rules, taker):
        mask &= ~(1 << Item.RUM)
    if rules.loot_discards == 0 and free_space(rules, taker) <= 0:
        mask &= 1 << Item.TALER
    return mask | 1 << Item.STOP if rules.loot_optional == 1 or mask == 0 else mask


@rule
def loot(rules, table, item):
    """Take one unit from the victim (P-BATTLE-9)."""
    if item == Item.STOP:
        table.due = 0
        table.stage = Stage.LOOT_MORE
        return
    victim = table.ships[victim_of(table)]
    table.lucky_used |= victim.hits == table.ships[table.asked].hits
    table.due -= 1
    remove_item(victim, item)
    receive(rules, table, table.asked, item, Stage.LOOT_MORE)


@phase
def answer_battle(rules, table, answer):
    """Carry out an answer in a battle."""
    if table.phase == Phase.KNIGHT:
        answer_knight(table, answer)
    elif table.phase == Phase.LOSE:
        lose(table, answer)
    elif table.phase == Phase.LOOT:
        loot(rules, table, answer)
    else:
        jettison(table, answer)
