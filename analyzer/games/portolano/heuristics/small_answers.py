"""The answers to every question but where to go, from what a policy thinks things are worth (`worth`)."""

from analyzer.games.portolano.encoding import ACT, COCOA_ONE, COCOA_TWO, SEFTES, STOP, TAKE_CANNON, TO_GOODS, TO_RUM
from analyzer.games.portolano.heuristics import stops
from analyzer.games.portolano.heuristics.worth import CANNON, EXTENSION, KEEP, PEACE_PRICE, best_good, least_worth
from analyzer.games.portolano.rules import battle, hold, options, port
from analyzer.games.portolano.state import Deed, Item, Phase
from analyzer.kernel import jit, piles
from analyzer.kernel.jit import phase

_OWN_SLOTS = 0b111110  # answers 1..5 of UNLOAD
_MANY = 99.0


@phase
def small_answer(rules, table, hand, worth):
    """Answer every question but those that put a ship or the pirate somewhere."""
    phase = table.phase
    mask = options.options(rules, table, hand)
    ship = table.ships[hand.seat]
    if phase == Phase.SEA:
        return sea_answer(rules, table, ship, worth, mask)
    if phase == Phase.UNLOAD:
        return unload_answer(rules, table, ship, worth, mask)
    if phase == Phase.PORT_RUM:
        return min(port.port_rum_limit(rules, table, ship), max(hold.free_space(rules, ship), 0))
    if phase == Phase.UPGRADE or phase == Phase.GIFT_TYPE:
        return dearest(worth, EXTENSION, mask)
    if phase == Phase.KNIGHT:
        return 1 if knight_loss(rules, table, ship) >= worth[PEACE_PRICE] else 0
    if phase == Phase.PORT_CHOICE:
        return port_choice(rules, table, ship)
    return item_answer(rules, table, ship, worth, mask)


@jit.rule
def sea_answer(rules, table, ship, worth, mask):
    """Upgrade first, then pick up, then use the tile; stop when nothing brings anything (D6)."""
    face = table.face[ship.cell]
    deed = stops.deed_worth(rules, table, ship, worth, face) if (mask >> ACT) & 1 else 0.0
    huckster = stops.to_rum_gain(ship, worth) if (mask >> SEFTES) & 1 else 0.0
    if rules.deed[face] == Deed.UPGRADE and deed > 0.0 and deed >= huckster:
        return ACT
    take = take_answer(rules, table, ship, worth, mask)
    if take != STOP:
        return take
    if max(deed, huckster) > 0.0:
        return ACT if deed >= huckster else SEFTES
    # the Isle of Peace costs nothing where it has to be used
    return ACT if rules.deed[face] == Deed.PEACE and (mask >> ACT) & 1 else STOP


@jit.rule
def take_answer(rules, table, ship, worth, mask):
    """Return the best pick-up that is worth its room, or stop."""
    price = least_worth(ship, worth) if hold.free_space(rules, ship) <= 0 else 0.0
    best = 0.0
    answer = STOP
    for row in range(3):
        value = stops.take_worth(rules, table, worth, row) - price
        if (mask >> (row + 1)) & 1 and value > best:
            best = value
            answer = row + 1
    return TAKE_CANNON if (mask >> TAKE_CANNON) & 1 and worth[CANNON] > best else answer


@jit.rule
def unload_answer(rules, table, ship, worth, mask):
    """Sell all that fits, once the sale is large enough; cocoa on two slots if it can (D7)."""
    units = stops.sale_units(rules, table, ship, ship.cell)
    if table.unloaded == 0 and not stops.is_sale(table, worth, ship.cell, units):
        return STOP
    if mask & _OWN_SLOTS:
        return piles.lowest_bit(mask & _OWN_SLOTS)
    if mask >> COCOA_TWO:
        return piles.lowest_bit(mask >> COCOA_TWO) + COCOA_TWO
    return piles.lowest_bit(mask >> COCOA_ONE) + COCOA_ONE if mask >> COCOA_ONE else STOP


@jit.rule
def knight_loss(rules, table, ship):
    """Return the expected loss of the battle ahead (D10)."""
    if battle.meets_pirate(rules, table, ship):
        return -stops.pirate_result(rules, ship, 1 if ship.cell == table.pirate else 0)
    loss = 0.0
    face = table.face[ship.cell]
    for other in range(rules.players):
        if table.ships[other].cell == ship.cell:
            loss += max(
                stops.expected_hits(rules, table.ships[other], face) - stops.expected_hits(rules, ship, face), 0.0
            )
    return loss


@jit.rule
def port_choice(rules, table, ship):
    """Choose the port with the most slots for one's own goods (A-9)."""
    best = -1
    answer = 0
    for place in range(table.stock_left):
        face = table.offered[place]
        fits = 0
        for slot in range(rules.n_slots[face]):
            fits += ship.goods[rules.slot_kind[face, slot]] > 0
        answer = place if fits > best else answer
        best = max(best, fits)
    return answer


@phase
def item_answer(rules, table, ship, worth, mask):
    """Give the least, take the best (D4, D6b to D6d, D9, D11, D12)."""
    phase = table.phase
    if phase == Phase.LOOT:
        return loot_answer(rules, ship, worth, mask)
    if phase == Phase.TRADE_WAY:
        return TO_GOODS if stops.to_goods_gain(ship, worth) > stops.to_rum_gain(ship, worth) else TO_RUM
    if phase == Phase.TRADE:
        return trade_answer(table, ship, worth, mask)
    if phase == Phase.SWAP_TAKE:
        return dearest(worth, 0, mask)
    if phase == Phase.GIFT_RUM:
        return dearest(worth, 0, mask & ~1) if best_good(worth) > worth[Item.RUM] and mask > 1 else 0
    if phase == Phase.JETTISON:
        return STOP
    return cheapest(worth, mask & ~1)


@jit.rule
def trade_answer(table, ship, worth, mask):
    """Trade on as long as it gains something."""
    if table.trade_way == TO_GOODS:
        done = stops.to_goods_gain(ship, worth) <= 0.0
        return STOP if done and mask & 1 else dearest(worth, 0, mask & ~1)
    done = stops.to_rum_gain(ship, worth) <= 0.0
    return STOP if done and mask & 1 else cheapest(worth, mask & ~1)


@jit.rule
def loot_answer(rules, ship, worth, mask):
    """Take the dearest unit, unless a full hold makes it a loss."""
    if mask & ~1 == 0:
        return STOP
    item = dearest(worth, 0, mask & ~1)
    if item == Item.TALER or hold.free_space(rules, ship) > 0 or worth[item] > least_worth(ship, worth):
        return item
    if (mask >> Item.TALER) & 1:
        return Item.TALER
    return STOP if mask & 1 else item


@jit.rule
def dearest(worth, first, mask):
    """Return the answer of a mask that is worth most."""
    best = -_MANY
    answer = piles.lowest_bit(mask)
    for place in range(7):
        if (mask >> place) & 1 and worth[first + place] > best:
            best = worth[first + place]
            answer = place
    return answer


@jit.rule
def cheapest(worth, mask):
    """Return the Item of a mask that is worth least to keep."""
    least = _MANY
    answer = piles.lowest_bit(mask)
    for item in range(1, Item.TALER + 1):
        value = worth[KEEP + item - 1] if item <= Item.COCOA else worth[item]
        if (mask >> item) & 1 and value < least:
            least = value
            answer = item
    return answer
