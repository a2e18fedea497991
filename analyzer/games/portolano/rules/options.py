"""Section 7 of the rules: what may be answered to each question, from what the asked player sees.

The legal answers of a question are the bits of one mask, in the order of section 7. `n_options`, `option` and
`is_legal` take the table and one's own hand only, so the list of options cannot tell more than a player may know.
"""

from analyzer.games.portolano.rules import battle, board, duel, hold, port, sea, selection
from analyzer.games.portolano.state import Item, Phase
from analyzer.kernel import jit, piles
from analyzer.kernel.jit import phase

LAST_ANSWER = 31
ALL_TYPES = 0b1111
YES_OR_NO = 0b11


@phase
def n_options(rules, table, hand):
    """Count the options of the question at hand."""
    return piles.count_bits(options(rules, table, hand))


@phase
def option(rules, table, hand, index):
    """Return the `index`-th option of the question at hand."""
    return piles.nth_bit(options(rules, table, hand), index)


@phase
def is_legal(rules, table, hand, answer):
    """Tell whether an answer is one of the options."""
    return 0 <= answer <= LAST_ANSWER and (options(rules, table, hand) >> answer) & 1 == 1


@phase
def options(rules, table, hand):
    """Return the legal answers to the question at hand as a mask."""
    ship = table.ships[table.asked]
    phase = table.phase
    if phase == Phase.SEA:
        return sea.sea_options(rules, table, ship)
    if phase == Phase.CARDS:
        return selection.card_options(ship)
    if phase == Phase.UNLOAD:
        return port.unload_options(rules, table, ship)
    if phase < Phase.SEA:
        return early_options(rules, table, ship)
    if phase < Phase.UNLOAD:
        return action_options(rules, table, ship)
    return late_options(rules, table, ship)


@jit.rule
def early_options(rules, table, ship):
    """Return the options of setup and recovery (D1 to D4)."""
    if table.phase == Phase.GIFT_TYPE:
        return ALL_TYPES
    if table.phase == Phase.GIFT_RUM:
        return 1 | hold.kinds_in_box(rules, table)
    if table.phase == Phase.RECOVER:
        return 1 << Item.STOP | hold.kinds_held(ship)
    if table.phase == Phase.RECOVER_MORE:
        return hold.kinds_held(ship)
    return board.sea_cells(rules, table)


@jit.rule
def action_options(rules, table, ship):
    """Return the options within an action (D6a to D6d)."""
    if table.phase == Phase.UPGRADE:
        return sea.upgrade_options(table)
    if table.phase == Phase.TRADE_WAY:
        return sea.trade_ways(rules, table, ship)
    if table.phase == Phase.TRADE:
        return sea.trade_options(rules, table, ship)
    if table.phase == Phase.SWAP_GIVE:
        return sea.swap_gives(rules, table, ship)
    if table.phase == Phase.SWAP_TAKE:
        return sea.swap_takes(rules, table)
    return hold.kinds_held(ship)


@jit.rule
def late_options(rules, table, ship):
    """Return the options in ports after unloading, for room, and in battles (D8 to D12)."""
    if table.phase == Phase.PORT_RUM:
        return (2 << port.port_rum_limit(rules, table, ship)) - 1
    if table.phase == Phase.PORT_CHOICE:
        return (1 << table.stock_left) - 1
    if table.phase == Phase.DISCARD:
        return hold.discard_options(table, ship)
    if table.phase == Phase.KNIGHT:
        return YES_OR_NO
    if table.phase == Phase.LOSE:
        return battle.loss_options(rules, ship)
    if table.phase == Phase.LOOT:
        return duel.loot_options(rules, table)
    return 1 << Item.STOP | hold.kinds_held(ship) | (ship.rum > 0) << Item.RUM
