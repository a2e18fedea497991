"""Battles among players: where they happen, in which order, and the loot (rules 2.10)."""

from analyzer.games.portolano.rules import battle, board, hold
from analyzer.games.portolano.rules.hold import capacity as hold_capacity
from analyzer.games.portolano.state import Item, Phase, Stage
from analyzer.games.turns import ask
from analyzer.kernel.jit import phase, rule


@rule
def fights_players(rules, table, ship):
    """Tell whether a ship would fight other ships on its tile (P-BATTLE-1, P-BATTLE-6, A-28)."""
    return ship.fought == 0 and not battle.is_exempt(rules, table, ship)


@rule
def is_blocked(rules, table, cell):
    """Tell whether an exempt ship keeps the others on its tile from fighting (A-28)."""
    if rules.exempt_blocks == 1:
        for seat in range(rules.players):
            if table.ships[seat].cell == cell and battle.is_exempt(rules, table, table.ships[seat]):
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
            battle.ask_knight(table, seat, Stage.DUELS)
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
    in_port = board.is_port(table, table.battle_cell)
    for place in range(rules.players):
        seat = hold.seat_at(rules, table, place)
        ship = table.ships[seat]
        if ship.cell == table.battle_cell and fights_players(rules, table, ship):
            if in_port:
                ship.hits = battle.roll(rules, battle.capped(rules, ship.rum), stream)
            else:
                battle.fire(rules, ship, stream)
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
    return lead > 0 or (lead == 0 and hold.place_of(rules, table, seat) < hold.place_of(rules, table, other))


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
    return 1 if is_open and battle.is_lucky(rules, table.ships[taker]) else 0


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
    return ship.rum > 0 or hold.kinds_held(ship) != 0


@rule
def jettison(table, item):
    """Throw cargo overboard before it is looted, as often as wanted (P-HOLD-2, A-13)."""
    table.stage = Stage.LOOT_MORE
    if item != Item.STOP:
        hold.throw_out(table, table.ships[table.asked], item)
        if has_cargo(table.ships[table.asked]):
            ask(table, Phase.JETTISON, table.asked)


@rule
def ask_loot(table):
    """Ask the taker for the next unit, as long as there is any (P-BATTLE-9, D12)."""
    if table.due > 0 and hold.loot_held(table.ships[victim_of(table)]) != 0:
        ask(table, Phase.LOOT, taker_of(table))
    else:
        table.pair += 1
        table.stage = Stage.LOOT


@phase
def loot_options(rules, table):
    """Return what the taker may take; stopping is free unless loot is compulsory (P-BATTLE-9, A-14, A-31, D12)."""
    taker = table.ships[taker_of(table)]
    mask = hold.loot_held(table.ships[victim_of(table)])
    if taker.rum >= hold_capacity(rules, taker):
        mask &= ~(1 << Item.RUM)
    if rules.loot_discards == 0 and hold.free_space(rules, taker) <= 0:
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
    hold.remove_item(victim, item)
    hold.receive(rules, table, table.asked, item, Stage.LOOT_MORE)
