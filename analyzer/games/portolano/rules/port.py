"""Ports: unloading, pay, rum, chests and new ports (rules 2.7)."""

from analyzer.games.portolano.encoding import COCOA_ONE, COCOA_TWO, OWN_KIND, STOP
from analyzer.games.portolano.rules import hold, setup
from analyzer.games.portolano.state import FIRST_PORT, Chance, Item, Kind, Phase, Stage
from analyzer.games.portolano.switches import PortReplace
from analyzer.games.turns import ask
from analyzer.kernel import jit, random

COVERED = 5  # a slot under the cocoa of the slot before


@jit.phase
def unload_options(rules, table, ship):
    """Return what can be unloaded here, and stop (P-PORT-2, P-PORT-3, D7)."""
    mask = 1 << STOP
    cell = ship.cell
    face = table.face[cell]
    has_cocoa = ship.goods[Kind.COCOA] > 0
    was_empty = False
    for slot in range(rules.n_slots[face]):
        is_empty = table.slot[cell, slot] == 0
        mask |= (is_empty and ship.goods[rules.slot_kind[face, slot]] > 0) << (OWN_KIND + slot)
        mask |= (is_empty and has_cocoa) << (COCOA_ONE + slot)
        if slot > 0:
            mask |= (is_empty and was_empty and has_cocoa) << (COCOA_TWO + slot - 1)
        was_empty = is_empty
    return mask


@jit.phase
def unload(rules, table, answer):
    """Put a good on a slot, or a cocoa on one or two (P-PORT-2, P-PORT-3)."""
    ship = table.ships[table.asked]
    cell = ship.cell
    if answer == STOP:
        table.stage = Stage.PAY_OUT
    elif answer >= COCOA_TWO:
        fill_slot(table, ship, cell, answer - COCOA_TWO, Kind.COCOA)
        table.slot[cell, answer - COCOA_TWO + 1] = COVERED
        table.n_open[cell] -= 1
        table.unloaded += 1
    elif answer >= COCOA_ONE:
        fill_slot(table, ship, cell, answer - COCOA_ONE, Kind.COCOA)
    else:
        slot = answer - OWN_KIND
        fill_slot(table, ship, cell, slot, rules.slot_kind[table.face[cell], slot])


@jit.rule
def fill_slot(table, ship, cell, slot, kind):
    """Move one good from the hold to a slot."""
    hold.remove_item(ship, kind + 1)
    table.slot[cell, slot] = kind + 1
    table.n_open[cell] -= 1
    table.unloaded += 1
    table.stage = Stage.UNLOAD


@jit.rule
def pay_out(rules, state):
    """Pay for the units of this visit, then offer rum (P-PORT-4, P-PORT-5)."""
    table = state.table
    ship = table.ships[table.active]
    ship.talers += rules.port_pay[table.unloaded]
    state.tally.units_sold[table.active] += table.unloaded
    if table.unloaded > 0:
        ask(table, Phase.PORT_RUM, table.active)
    else:
        table.stage = Stage.END_ACTION


@jit.rule
def port_rum_limit(rules, table, ship):
    """Return the most rum that can be taken here (P-PORT-5, D8)."""
    return max(min(rules.port_rum[table.face[ship.cell]], hold.capacity(rules, ship) - ship.rum), 0)


@jit.rule
def load_rum(rules, table):
    """Take the chosen rum one by one, goods overboard where the hold is full (P-PORT-5, D8, D9)."""
    if table.due > 0:
        table.due -= 1
        hold.receive(rules, table, table.active, Item.RUM, Stage.PORT_RUM)
    else:
        table.stage = Stage.CLOSE_PORT


@jit.phase
def close_port(rules, state, chance):
    """Reward whoever filled a port, and replace it (P-PORT-6 to P-PORT-9)."""
    table = state.table
    cell = table.ships[table.active].cell
    table.stage = Stage.END_ACTION
    if table.n_open[cell] > 0:
        return
    draw_chest(rules, state, table.active)
    clear_port(rules, table, cell)
    if table.stock_left == 0:
        renew_stock(state, chance[Chance.PORTS])
    if rules.port_replace == PortReplace.CHOOSE:
        table.offered[:] = state.hidden.stock
        see_stock(table, state.hidden.stock)
        ask(table, Phase.PORT_CHOICE, table.active)
    else:
        lay_port(rules, table, cell, setup.take_port(state))


@jit.rule
def draw_chest(rules, state, seat):
    """Draw a chest, as long as there is one; its owner may look at it (P-PORT-7, A-19)."""
    table = state.table
    if table.chests_left > 0:
        table.chests_left -= 1
        table.ships[seat].chests += 1
        keep_chest(rules, state, seat, state.hidden.chest[table.chests_left])


@jit.phase
def keep_chest(rules, state, seat, value):
    """Count a chest for its owner: in the own hand, or where nobody looks (A-19)."""
    hand = state.hands[seat]
    if owner_knows(rules):
        hand.chest_sum += value
        hand.chests |= 1 << free_chest(rules, hand.chests, value)
    else:
        state.hidden.chest_sum[seat] += value


@jit.rule
def free_chest(rules, held, value):
    """Return the first chest of a value that is not among those held: equal ones cannot be told apart."""
    found = 0
    for chest in range(rules.n_chests - 1, -1, -1):
        found = chest if rules.chest_value[chest] == value and (held >> chest) & 1 == 0 else found
    return found


@jit.rule
def owner_knows(rules):
    """Tell whether owners may look at their chests (A-19)."""
    return rules.chests_known == 1


@jit.rule
def clear_port(rules, table, cell):
    """Put the goods of a full port into the box and the tile to the used ones (P-PORT-8, P-PORT-11)."""
    for slot in range(rules.n_slots[table.face[cell]]):
        token = table.slot[cell, slot]
        if token < COVERED:
            table.box[token - 1] += 1
        table.slot[cell, slot] = 0
    table.used[table.n_used] = table.face[cell]
    table.n_used += 1


@jit.rule
def renew_stock(state, stream):
    """Make a new stock of the used ports, other side up (P-PORT-10)."""
    table = state.table
    for place in range(table.n_used):
        state.hidden.stock[place] = table.used[place] ^ 1
    random.shuffle(stream, state.hidden.stock, table.n_used)
    table.stock_left = table.n_used
    table.n_used = 0
    see_stock(table, state.hidden.stock)


@jit.phase
def see_stock(table, stock):
    """Note which faces lie up in the stock: all have seen it turned, or look through it (P-PORT-10, A-9)."""
    table.stock_seen = 0
    for place in range(table.stock_left):
        table.stock_seen |= 1 << (stock[place] - FIRST_PORT)


@jit.rule
def lay_port(rules, table, cell, face):
    """Lay a new, empty port; ships there stay (P-PORT-8)."""
    table.face[cell] = face
    table.n_open[cell] = rules.n_slots[face]
    table.stock_seen &= ~(1 << (face - FIRST_PORT))


@jit.phase
def answer_port(rules, state, answer):
    """Carry out an answer in a port."""
    table = state.table
    if table.phase == Phase.UNLOAD:
        unload(rules, table, answer)
    elif table.phase == Phase.PORT_RUM:
        table.due = answer
        table.stage = Stage.PORT_RUM
    else:
        choose_port(rules, state, answer)


@jit.rule
def choose_port(rules, state, place):
    """Lay the chosen tile of the stock; the top one takes its place there (A-9)."""
    table = state.table
    stock = state.hidden.stock
    face = stock[place]
    table.stock_left -= 1
    stock[place] = stock[table.stock_left]
    table.offered[:] = 0
    lay_port(rules, table, table.ships[table.asked].cell, face)
    table.stage = Stage.END_ACTION
