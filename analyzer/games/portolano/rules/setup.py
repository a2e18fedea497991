"""Setup: board, supply, missions, sterns, ships and pirate (rules 2.1 and 2.15)."""

from analyzer.games.portolano.rules import board, hold
from analyzer.games.portolano.state import (
    FIRST_PORT,
    HIDDEN_CARD,
    KIND_EXTENSION,
    KIND_MISSION,
    KIND_STERN,
    KIND_TILE,
    MAX_SEATS,
    Chance,
    Phase,
    Quest,
    Stage,
    Stern,
)
from analyzer.games.portolano.switches import Still as StillReading
from analyzer.games.portolano.switches import StockSide
from analyzer.games.turns import ask, is_removed, leave_out
from analyzer.kernel import jit, piles, random

ENYVESKEZO_TALERS = 2  # P-STERN-1
STILL_RUM = 4  # P-STERN-4


@jit.phase
def set_up(rules, state, chance):
    """Set up a game up to the stern gifts (P-SETUP-1 to P-SETUP-14)."""
    clear_table(rules, state)
    lay_tiles(rules, state, chance[Chance.BOARD], chance[Chance.PORTS])
    fill_supply(rules, state.table, chance[Chance.SUPPLY])
    pile_chests(rules, state, chance[Chance.CHESTS])
    reveal_missions(rules, state, chance[Chance.MISSIONS])
    launch_ships(rules, state, chance[Chance.STERNS])
    state.table.first = random.randbelow(chance[Chance.FIRST], rules.players)
    state.table.starter = state.table.first
    state.table.stage = Stage.GIFTS


@jit.rule
def clear_table(rules, state):
    """Empty the table and the counts."""
    table = state.table
    table.phase = table.asked = table.active = table.turn = table.cause = 0
    table.round_no = table.closing = table.place = table.wind = table.pirate = 0
    table.taken = table.acted = table.unloaded = table.trade_way = table.traded = table.given = table.pending = 0
    table.due = table.incoming = table.resume = table.declined = table.lucky_used = 0
    table.battle_cell = table.n_order = table.pair = table.n_used = table.stock_seen = 0
    table.order[:] = 0
    table.used[:] = 0
    table.offered[:] = 0
    table.slot[:] = 0
    table.n_open[:] = 0
    table.pool = rules.cannon_pool  # P-SETUP-8
    for extension in range(len(table.stack)):  # P-SETUP-10
        table.stack[extension] = 0 if is_removed(rules, KIND_EXTENSION, extension) else rules.players
    clear_tally(state.tally)


@jit.rule
def clear_tally(tally):
    """Begin all counts at 0."""
    tally.mutinies[:] = 0
    tally.pirate_won[:] = 0
    tally.pirate_lost[:] = 0
    tally.duels_won[:] = 0
    tally.duels_lost[:] = 0
    tally.units_sold[:] = 0
    tally.chest_points[:] = 0
    tally.knight_points[:] = 0
    tally.ship_points[:] = 0
    tally.gun_points[:] = 0
    tally.cargo_points[:] = 0
    tally.mission_points[:] = 0
    tally.score[:] = 0
    tally.share[:] = 0.0
    tally.last_pick_up = tally.longest_wait = 0


@jit.phase
def lay_tiles(rules, state, stream, port_stream):
    """Lay the grid of sea and port tiles, each on a random side (P-SETUP-1, P-23P-1)."""
    table = state.table
    order = state.hidden.order
    draw_sea_tiles(rules, order, stream)
    draw_ports(rules, state, port_stream)
    n_sea = rules.cells - rules.ports_laid
    for cell in range(n_sea):
        table.face[cell] = 2 * order[cell] + random.randbelow(stream, 2)
    for port in range(rules.ports_laid):
        table.face[n_sea + port] = take_port(state)
    random.shuffle(stream, table.face, rules.cells)
    for cell in range(rules.cells):
        table.n_open[cell] = rules.n_slots[table.face[cell]]


@jit.rule
def draw_sea_tiles(rules, order, stream):
    """Shuffle the sea tiles; with two or three players one that can upgrade is chosen before the others (P-23P-1)."""
    random.shuffle_numbers(stream, order, rules.n_sea)
    n_sea = leave_out(rules, KIND_TILE, order, rules.n_sea)
    if rules.players <= 3:
        chosen = choose_upgrade_tile(rules, stream)
        order[piles.find(order, n_sea, chosen)] = order[0]
        order[0] = chosen


@jit.rule
def choose_upgrade_tile(rules, stream):
    """Choose one of the sea tiles that can upgrade, whatever the order of the others (P-23P-1)."""
    tile = random.randbelow(stream, rules.n_sea)
    while rules.has_upgrade[tile] == 0 or is_removed(rules, KIND_TILE, tile):
        tile = random.randbelow(stream, rules.n_sea)
    return tile


@jit.rule
def draw_ports(rules, state, stream):
    """Shuffle all port tiles; those on the board are the first ones drawn (P-SETUP-1, P-SETUP-3, A-10)."""
    stock = state.hidden.stock
    for tile in range(rules.n_ports):
        stock[tile] = FIRST_PORT + 2 * tile
    random.shuffle(stream, stock, rules.n_ports)
    for place in range(rules.n_ports):
        is_in_stock = place < rules.n_ports - rules.ports_laid
        stock[place] += side_in_stock(rules, stream) if is_in_stock else random.randbelow(stream, 2)
    state.table.stock_left = rules.n_ports


@jit.rule
def side_in_stock(rules, stream):
    """Return the side on which a port lies in the stock: drawn even where it is always the front (A-10)."""
    side = random.randbelow(stream, 2)
    return 0 if rules.port_stock_side == StockSide.FRONT else side


@jit.rule
def take_port(state):
    """Take the top tile of the port stock (P-PORT-9)."""
    state.table.stock_left -= 1
    return state.hidden.stock[state.table.stock_left]


@jit.rule
def fill_supply(rules, table, stream):
    """Choose a supply board side and fill it; the rest of the goods is the box (P-SETUP-4, P-SETUP-6, A-18)."""
    layout = random.randbelow(stream, rules.n_layouts)
    if rules.supply_layout > 0:
        layout = rules.supply_layout - 1
    table.layout = layout
    table.head[:] = 0
    table.on_board[:] = 0
    for row in range(3):
        for place in range(rules.row_length[layout, row]):
            table.on_board[rules.row_token[layout, row, place]] += 1
    for kind in range(4):
        table.laid[kind] = table.on_board[kind]
        table.box[kind] = rules.goods_total[kind] - table.on_board[kind]


@jit.rule
def pile_chests(rules, state, stream):
    """Shuffle the chests face down (P-SETUP-7)."""
    for chest in range(rules.n_chests):
        state.hidden.chest[chest] = rules.chest_value[chest]
    random.shuffle(stream, state.hidden.chest, rules.n_chests)
    state.table.chests_left = rules.n_chests


@jit.rule
def reveal_missions(rules, state, stream):
    """Reveal some missions; everybody holds those that can only be lost (P-SETUP-9)."""
    table = state.table
    order = state.hidden.order
    random.shuffle_numbers(stream, order, rules.n_missions)
    leave_out(rules, KIND_MISSION, order, rules.n_missions)
    table.mission[:] = 0
    table.claimed[:] = 0
    table.marker[:] = 0
    for place in range(rules.revealed):
        table.mission[place] = order[place]
        if rules.quest[order[place]] >= Quest.KEEP_NO_CANNON:
            for seat in range(rules.players):
                table.marker[place, seat] = 1


@jit.rule
def launch_ships(rules, state, stream):
    """Give every player a ship with rum and a random stern tile (P-SETUP-11 to P-SETUP-13)."""
    order = state.hidden.order
    for tile in range(rules.n_sterns):
        order[tile] = rules.stern_code[tile]
    random.shuffle(stream, order, rules.n_sterns)
    leave_out(rules, KIND_STERN, order, rules.n_sterns)
    for seat in range(MAX_SEATS):
        clear_ship(state.table.ships[seat])
        state.hands[seat].seat = seat
        state.hands[seat].card = HIDDEN_CARD
        state.hands[seat].chest_sum = state.hands[seat].chests = state.hidden.chest_sum[seat] = 0
    for seat in range(rules.players):
        ship = state.table.ships[seat]
        ship.stern = order[seat]
        ship.rum = rules.start_rum
        ship.talers = rules.start_talers
        apply_stern(rules, state.table, ship)


@jit.rule
def clear_ship(ship):
    """Begin with an empty ship that is not on the board yet."""
    ship.cell = -1
    ship.rum = ship.talers = ship.cannons = ship.worth = ship.chests = ship.stern = ship.knight = 0
    ship.goods[:] = 0
    ship.extensions[:] = 0
    ship.card = HIDDEN_CARD
    ship.drifted = ship.refilled = ship.anchored = 0
    ship.exempt = ship.fought = ship.beat = ship.hits = ship.best_hits = 0


@jit.rule
def apply_stern(rules, table, ship):
    """Give what a stern tile brings without a choice (P-STERN-1, P-STERN-2, P-STERN-8)."""
    if ship.stern == Stern.ENYVESKEZO:
        ship.talers += ENYVESKEZO_TALERS
    elif ship.stern == Stern.KARTACSMESTER:
        if table.pool > 0 and hold.cannon_slots(rules, ship) > 0:
            table.pool -= 1
            ship.cannons = 1
    elif ship.stern == Stern.BEKELOVAG:
        ship.knight = 1


@jit.rule
def ask_gifts(rules, table):
    """Ask for the stern gifts with a choice, then for the pirate's place (P-STERN-3, P-STERN-4, D1, D3)."""
    while table.place < rules.players:
        seat = hold.seat_at(rules, table, table.place)
        table.place += 1
        stern = table.ships[seat].stern
        if stern == Stern.EZERMESTER or stern == Stern.SZESZKAZAN:
            ask(table, Phase.GIFT_TYPE if stern == Stern.EZERMESTER else Phase.GIFT_RUM, seat)
            return
    table.place = 0
    ask(table, Phase.PIRATE, table.starter)


@jit.rule
def fill_still(rules, table, ship, answer):
    """Give the Szeszkazán's rum, and a good if one was chosen; rum is cut at capacity (P-STERN-4, A-4)."""
    if rules.szeszkazan == StillReading.REPLACE:
        ship.rum = 0
    rum = STILL_RUM
    if answer > 0:
        table.box[answer - 1] -= 1
        ship.goods[answer - 1] += 1
        rum -= 1
    ship.rum = min(ship.rum + rum, hold.capacity(rules, ship) - (answer > 0))


@jit.phase
def answer_setup(rules, table, answer):
    """Carry out an answer given during setup (P-SETUP-14, P-SETUP-15)."""
    ship = table.ships[table.asked]
    table.stage = Stage.GIFTS
    if table.phase == Phase.GIFT_TYPE:
        ship.extensions[answer] += 1
    elif table.phase == Phase.GIFT_RUM:
        fill_still(rules, table, ship, answer)
    elif table.phase == Phase.PIRATE:
        table.pirate = answer
        table.stage = Stage.SHIPS
    else:
        ship.cell = answer
        table.place += 1
        table.stage = Stage.SHIPS


@jit.rule
def ask_ships(rules, table, chance):
    """Ask for the ships' places in turn, then spin the wind of the first round (P-SETUP-15, P-SETUP-16)."""
    if table.place < rules.players:
        ask(table, Phase.SHIP, hold.seat_at(rules, table, table.place))
    else:
        board.spin_wind(rules, table, chance[Chance.WIND])
        table.stage = Stage.ROUND
