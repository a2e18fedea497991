"""Sea tiles: pick-up and the six actions (rules 2.6)."""

from analyzer.games.portolano.encoding import ACT, SEFTES, STOP, TAKE_CANNON, TO_GOODS
from analyzer.games.portolano.rules import board, hold
from analyzer.games.portolano.state import Deed, Item, Phase, Stage, Stern
from analyzer.games.turns import ask
from analyzer.kernel.jit import phase, rule


@rule
def row_left(rules, table, row):
    """Count the tokens left in a supply row."""
    return rules.row_length[table.layout, row] - table.head[row]


@rule
def shortest_row(rules, table):
    """Count the tokens of the shortest supply row."""
    return min(row_left(rules, table, 0), row_left(rules, table, 1), row_left(rules, table, 2))


@rule
def row_head(rules, table, row):
    """Return the kind of the first token of a supply row that is not empty (P-SEA-2)."""
    return rules.row_token[table.layout, row, table.head[row]]


@rule
def can_take_cannon(rules, table, ship):
    """Tell whether the tile gives this ship a cannon (P-SEA-3)."""
    shown = rules.shows_cannon[table.face[ship.cell]] == 1
    return shown and table.pool > 0 and ship.cannons < hold.cannon_slots(rules, ship)


@rule
def take_options(rules, table, ship):
    """Return what may be picked up here (P-SEA-2, P-SEA-3)."""
    printed = rules.printed[table.face[ship.cell]]
    mask = 0
    for row in range(3):
        mask |= ((printed >> row) & 1 == 1 and row_left(rules, table, row) > 0) << (row + 1)
    return mask | can_take_cannon(rules, table, ship) << TAKE_CANNON


@phase
def is_usable(rules, table, ship):
    """Tell whether the tile's action can be used (D6a to D6d)."""
    deed = rules.deed[table.face[ship.cell]]
    if deed == Deed.UPGRADE:
        return ship.talers >= rules.ext_cost and upgrade_options(table) != 0
    if deed == Deed.GOODS_RUM:
        return trade_ways(rules, table, ship) != 0
    if deed == Deed.GOODS_GOODS:
        return swap_gives(rules, table, ship) != 0
    if deed == Deed.FREE_RUM:
        return ship.rum < hold.capacity(rules, ship)
    if deed == Deed.PEACE:
        return not board.protects_by_position(rules)
    return deed == Deed.TALER


@phase
def sea_options(rules, table, ship):
    """Return what can be done on the sea tile: pick-up and action once each, in either order (P-SEA-1, D6)."""
    mask = 1 << STOP
    if table.taken == 0:
        mask |= take_options(rules, table, ship)
    if table.acted == 0:
        mask |= is_usable(rules, table, ship) << ACT
        mask |= (ship.stern == Stern.SEFTES and hold.kinds_held(ship) != 0) << SEFTES
    return mask


@phase
def answer_sea(rules, state, answer):
    """Carry out one part of a sea turn (P-SEA-1)."""
    table = state.table
    ship = table.ships[table.asked]
    if answer == STOP:
        table.stage = Stage.END_ACTION
    elif answer < TAKE_CANNON:
        pick_up(rules, state, answer - 1)
    elif answer == TAKE_CANNON:
        table.taken = 1
        table.pool -= 1
        ship.cannons += 1
        table.stage = Stage.SEA
    else:
        table.acted = 1
        if answer == SEFTES:
            ask(table, Phase.SEFTES, table.asked)
        else:
            act(rules, table, ship)


@rule
def pick_up(rules, state, row):
    """Take the head of a supply row; a cocoa there is taken as it is (P-SEA-2, P-SEA-4)."""
    table = state.table
    kind = row_head(rules, table, row)
    table.taken = 1
    table.head[row] += 1
    table.on_board[kind] -= 1
    state.tally.last_pick_up = table.round_no
    hold.receive(rules, table, table.asked, kind + 1, Stage.SEA)


@rule
def act(rules, table, ship):
    """Begin the action of the tile (P-SEA-5 to P-SEA-10)."""
    deed = rules.deed[table.face[ship.cell]]
    table.stage = Stage.SEA
    if deed == Deed.UPGRADE:
        ask(table, Phase.UPGRADE, table.asked)
    elif deed == Deed.GOODS_RUM:
        table.traded = 0
        ask(table, Phase.TRADE_WAY, table.asked)
    elif deed == Deed.GOODS_GOODS:
        ask(table, Phase.SWAP_GIVE, table.asked)
    elif deed == Deed.FREE_RUM:
        hold.receive(rules, table, table.asked, Item.RUM, Stage.SEA)
    elif deed == Deed.TALER:
        hold.add_item(ship, Item.TALER)
    else:
        ship.exempt = 1  # only asked where the Isle of Peace has to be used


@rule
def upgrade_options(table):
    """Return the extension types that are left (P-SEA-5, D6a)."""
    mask = 0
    for extension in range(4):
        mask |= (table.stack[extension] > 0) << extension
    return mask


@rule
def upgrade(rules, table, ship, extension):
    """Pay, and take the highest extension left of a type (P-SEA-5, P-EXT-5, A-25)."""
    ship.talers -= rules.ext_cost
    table.pending = extension + 1
    if rules.upgrade_at_once == 1:
        build_pending(table, ship)
    ship.worth += table.stack[extension]
    table.stack[extension] -= 1
    table.stage = Stage.SEA


@rule
def build_pending(table, ship):
    """Put a paid extension to use (P-SEA-5, A-25)."""
    if table.pending > 0:
        ship.extensions[table.pending - 1] += 1
        table.pending = 0


@rule
def trade_ways(rules, table, ship):
    """Return the ways that goods-rum trade can go: to rum, to goods (P-SEA-6, D6b)."""
    to_goods = ship.rum > 0 and hold.kinds_in_box(rules, table) != 0
    return (hold.kinds_held(ship) != 0) | to_goods << TO_GOODS


@rule
def trade_options(rules, table, ship):
    """Return the goods that can be given for rum, or got for rum; stop after the first (P-SEA-6, D6b)."""
    goods = hold.kinds_held(ship)
    if table.trade_way == TO_GOODS:
        goods = hold.kinds_in_box(rules, table) if ship.rum > 0 else 0
    return goods | (table.traded > 0) << STOP


@rule
def trade(rules, table, ship, item):
    """Trade one unit, 1:1, by way of the box (P-SEA-4, P-SEA-6, A-23)."""
    table.stage = Stage.SEA
    if item == STOP:
        return
    if table.trade_way == TO_GOODS:
        hold.remove_item(ship, Item.RUM)
        table.box[item - 1] -= 1
        hold.add_item(ship, item)
    else:
        hold.throw_out(table, ship, item)
        hold.add_item(ship, Item.RUM)
        if item == Item.COCOA and rules.cocoa_rum > 1 and hold.free_space(rules, ship) > 0:
            hold.add_item(ship, Item.RUM)
    table.traded += 1
    table.stage = Stage.TRADE


@rule
def swap_gives(rules, table, ship):
    """Return the goods that can be given for two others (P-SEA-7, D6c)."""
    box = hold.kinds_in_box(rules, table)
    mask = 0
    for item in range(1, Item.COCOA + 1):
        mask |= (ship.goods[item - 1] > 0 and box & ~(1 << item) != 0) << item
    return mask


@rule
def swap_takes(rules, table):
    """Return the goods that can be taken: none of the kind given (P-SEA-7, D6c)."""
    return hold.kinds_in_box(rules, table) & ~(1 << table.given)


@rule
def swap_give(table, ship, item):
    """Give one good; two are to be taken (P-SEA-7)."""
    hold.throw_out(table, ship, item)
    table.given = item
    table.due = 2
    table.stage = Stage.SWAP


@rule
def ask_swap(rules, table):
    """Ask for the next good to take, as long as the box has any (P-SEA-7, D6c)."""
    if table.due > 0 and swap_takes(rules, table) != 0:
        ask(table, Phase.SWAP_TAKE, table.active)
    else:
        table.stage = Stage.SEA


@rule
def swap_take(rules, table, item):
    """Take one good from the box, never cocoa (P-SEA-4, P-SEA-7)."""
    table.due -= 1
    table.box[item - 1] -= 1
    hold.receive(rules, table, table.asked, item, Stage.SWAP)


@rule
def sell_for_rum(rules, table, ship, item):
    """Exchange one good for one rum instead of the tile's action (P-SEA-12, P-STERN-5, A-24)."""
    if rules.seftes_keeps_peace == 0 and rules.deed[table.face[ship.cell]] == Deed.PEACE:
        ship.exempt = -1
    hold.throw_out(table, ship, item)
    hold.add_item(ship, Item.RUM)
    table.stage = Stage.SEA


@phase
def answer_trade(rules, table, answer):
    """Carry out an answer within an action."""
    ship = table.ships[table.asked]
    if table.phase == Phase.UPGRADE:
        upgrade(rules, table, ship, answer)
    elif table.phase == Phase.TRADE_WAY:
        table.trade_way = answer
        table.stage = Stage.TRADE
    elif table.phase == Phase.TRADE:
        trade(rules, table, ship, answer)
    elif table.phase == Phase.SWAP_GIVE:
        swap_give(table, ship, answer)
    elif table.phase == Phase.SWAP_TAKE:
        swap_take(rules, table, answer)
    else:
        sell_for_rum(rules, table, ship, answer)
