"""Kinds of answers that can be banned: what a seat may do without in a whole game."""

from analyzer.games.portolano import encoding
from analyzer.games.portolano.encoding import ACT, ANCHOR, SEFTES, STOP, TAKE_CANNON, first_way, is_pair, second_way
from analyzer.games.portolano.rules import missions, sea
from analyzer.games.portolano.rules.board import n_ships
from analyzer.games.portolano.state import Deed, Item, Phase
from analyzer.kernel.jit import rule

STRATEGIES = {
    "upgrade": "buy an extension of the ship",
    "cannon": "take a cannon",
    "goods": "take goods from a sea tile",
    "trade": "trade goods or rum on a sea tile, or with Seftes",
    "duel": "sail to a cell where another ship stands",
    "loot": "take something from a beaten ship",
    "peace": "send the Peace-knight",
    "two-steps": "lay two cards in a round",
    "anchor": "stay where the ship is",
    "mission": "take what fulfils a revealed mission at the end of the action",
}
RIVALS = ("mission", "upgrade", "trade")
UPGRADE, CANNON, GOODS, TRADE, DUEL, LOOT, PEACE, TWO_STEPS, STAY, MISSION = range(len(STRATEGIES))


@rule
def is_of(rules, table, hand, answer, number):
    """Tell whether an answer is of the kind at a place of STRATEGIES."""
    question = table.phase
    if number == MISSION:
        return is_for_mission(rules, table, hand.seat, answer)
    if question == Phase.CARDS:
        return is_voyage(rules, table, hand, answer, number)
    if question == Phase.SEA:
        return is_deed(rules, table, hand, answer, number)
    if question == Phase.RECOVER:
        return number == TRADE and answer != STOP
    is_loot = question == Phase.LOOT and number == LOOT and answer != STOP
    return is_loot or (question == Phase.KNIGHT and number == PEACE and answer == 1)


@rule
def is_voyage(rules, table, hand, cards, number):
    """Tell whether laid cards are of a kind."""
    if number == TWO_STEPS:
        return is_pair(cards)
    if number == STAY or cards == ANCHOR:
        return number == STAY and cards == ANCHOR
    return number == DUEL and meets(rules, table, table.ships[hand.seat].cell, cards)


@rule
def meets(rules, table, start, cards):
    """Tell whether laid cards lead to another ship."""
    cell = rules.next_cell[first_way(cards), start]
    cell = rules.next_cell[second_way(cards), cell] if is_pair(cards) else cell
    return n_ships(rules, table, cell) > int(cell == start)


@rule
def is_deed(rules, table, hand, answer, number):
    """Tell whether what is done on a sea tile is of a kind."""
    deed = rules.deed[table.face[table.ships[hand.seat].cell]]
    if answer == ACT:
        is_trade = deed == Deed.GOODS_RUM or deed == Deed.GOODS_GOODS
        return (number == UPGRADE and deed == Deed.UPGRADE) or (number == TRADE and is_trade)
    if answer == SEFTES:
        return number == TRADE
    return number == CANNON if answer == TAKE_CANNON else number == GOODS and STOP < answer < TAKE_CANNON


@rule
def is_for_mission(rules, table, seat, answer):
    """Tell whether an answer brings aboard what fulfils a mission; what dice and chests do is no answer."""
    if table.phase == Phase.UPGRADE:
        return upgrades_for_mission(rules, table, seat, answer)
    n = answer if table.phase == Phase.PORT_RUM else 1
    what = missions.need_of(item_gained(rules, table, table.ships[seat], answer))
    return what >= 0 and n > 0 and missions.would_fulfil(rules, table, seat, what, n)


@rule
def upgrades_for_mission(rules, table, seat, extension):
    """Tell whether an extension fulfils a mission: a type more, or one more of the type that there are most of."""
    ship = table.ships[seat]
    is_new = ship.extensions[extension] == 0
    is_most = ship.extensions[extension] == missions.amount(ship, missions.SAME)
    more_types = is_new and missions.would_fulfil(rules, table, seat, missions.TYPES, 1)
    return more_types or (is_most and missions.would_fulfil(rules, table, seat, missions.SAME, 1))


@rule
def item_gained(rules, table, ship, answer):
    """Return the Item that an answer brings aboard; STOP if none."""
    question = table.phase
    if question == Phase.SEA:
        return item_at_sea(rules, table, ship, answer)
    if question == Phase.SWAP_TAKE:
        return answer
    if question == Phase.TRADE and answer != STOP:
        return answer if table.trade_way == encoding.TO_GOODS else Item.RUM
    return Item.RUM if question == Phase.PORT_RUM else Item.STOP


@rule
def item_at_sea(rules, table, ship, answer):
    """Return the Item that a deed on a sea tile brings aboard at once; STOP if none."""
    if STOP < answer < TAKE_CANNON:
        return sea.row_head(rules, table, answer - 1) + 1
    is_rum = answer == ACT and rules.deed[table.face[ship.cell]] == Deed.FREE_RUM
    return Item.RUM if is_rum or answer == SEFTES else Item.STOP
