"""Gaining and paying: coins, goods, books, cards; the hold and the supplies (I-CREW-05, I-CREW-06)."""

from __future__ import annotations

from analyzer.games.islebound.abilities import Effect
from analyzer.games.islebound.encoding import ASK_DISCARD, ASK_DROP, ICHOR_FIRST
from analyzer.games.islebound.rules.crew import ability, has_ability
from analyzer.games.islebound.state import (
    BOOK,
    COIN,
    FISH,
    ICHOR,
    PIRATE,
    SERPENT,
    WOOD,
    Chance,
)
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.random import shuffle

NO_END = 99  # of what is never short


@phase
def gain_goods(rules, table, seat, item, n):
    """Gain coins, wood, fish, pirates or serpents, one kind at a time."""
    if item in (WOOD, FISH):
        table.goods[seat, item] += n
        trim_hold(rules, table, seat)
    elif item == COIN:
        table.goods[seat, COIN] += n
    elif item == PIRATE:
        n_gained = min(n, table.pirates_left)  # an empty supply gives nothing (I-CREW-06)
        table.goods[seat, PIRATE] += n_gained
        table.pirates_left -= n_gained
    else:
        for _ in range(n):
            gain_serpent(rules, table, seat)


@rule
def trim_hold(rules, table, seat):
    """Throw overboard what the hold cannot take, unless the player wants to be asked (I-CREW-05, D8)."""
    if seat != table.active or (table.orders & ASK_DROP) == 0:
        drop_overflow(rules, table, seat)


@rule
def overflow(rules, table, seat):
    """Count the goods that the hold cannot take (I-CREW-05)."""
    return table.goods[seat, FISH] + table.goods[seat, WOOD] - hold_of(rules, table, seat)


@rule
def drop_overflow(rules, table, seat):
    """Throw overboard by default: fish, then wood (D8)."""
    goods = table.goods[seat]
    over = overflow(rules, table, seat)
    if over > 0:
        first, second = (WOOD, FISH) if table.drops_wood[seat] == 1 else (FISH, WOOD)
        n_first = min(over, goods[first])
        goods[first] -= n_first
        goods[second] -= over - n_first


@rule
def is_legal_drop(rules, table, seat, n_wood):
    """Tell whether so much wood, and fish for the rest, can go overboard (I-CREW-05)."""
    over = overflow(rules, table, seat)
    return n_wood <= min(over, table.goods[seat, WOOD]) and over - n_wood <= table.goods[seat, FISH]


@rule
def drop_chosen(rules, table, n_wood):
    """Throw overboard what the player chose, then go on (I-CREW-05)."""
    goods = table.goods[table.active]
    over = overflow(rules, table, table.active)
    goods[WOOD] -= n_wood
    goods[FISH] -= over - n_wood
    table.stage = table.after_drop


@rule
def hold_of(rules, table, seat):
    """Return the room for fish and wood (I-CREW-05, I-BLDG-X04)."""
    if has_ability(rules, table, seat, Effect.HOLD_PLUS):
        return rules.hold + ability(rules, table, seat, Effect.HOLD_PLUS)
    return rules.hold


@rule
def gain_serpent(rules, table, seat):
    """Gain one serpent; the owner of Underriver Gate takes Ichor first (I-BLDG-UNDERRIVER_GATE)."""
    if takes_ichor(rules, table, seat):
        gain_ichor(table, seat)
    elif table.serpents_left > 0:
        table.goods[seat, SERPENT] += 1
        table.serpents_left -= 1


@rule
def takes_ichor(rules, table, seat):
    """Tell whether a player's next serpent is Ichor (I-BLDG-UNDERRIVER_GATE)."""
    return table.ichor_left > 0 and has_ability(rules, table, seat, Effect.GAIN_ICHOR_THEN_ICHOR_FIRST)


@rule
def gain_ichor(table, seat):
    """Take Ichor from the supply, if it lies there (I-BLDG-UNDERRIVER_GATE)."""
    table.goods[seat, ICHOR] += table.ichor_left
    table.ichor_left = 0


@rule
def can_gain(rules, table, seat, item):
    """Tell whether an exchange could give a card, architect: or a book (I-VISIT-11)."""
    if item == PIRATE:
        return table.pirates_left > 0
    if item == BOOK:
        return books_left(rules, table) > 0
    return table.serpents_left > 0 or takes_ichor(rules, table, seat)


@rule
def n_serpents(table, seat):
    """Count serpents, Ichor included (I-ATTACK-03, I-TOWN-FARWOLD-08)."""
    return table.goods[seat, SERPENT] + table.goods[seat, ICHOR]


# Paying


@rule
def can_pay(table, seat, cost):
    """Tell whether a player holds a cost in goods; Ichor counts as a serpent (I-EVENT-08)."""
    goods = table.goods[seat]
    enough = n_serpents(table, seat) >= cost[SERPENT]
    for item in range(SERPENT):
        enough = enough and goods[item] >= cost[item]
    return enough


@phase
def pay(rules, state, seat, cost):
    """Pay a cost in goods to the supply."""
    table = state.table
    for item in range(BOOK):
        spend(state, seat, item, cost[item])
    if cost[PIRATE] > 0:
        spend(state, seat, PIRATE, cost[PIRATE])
        table.pirates_left += cost[PIRATE]
    if cost[SERPENT] > 0:
        pay_serpents(state, seat, cost[SERPENT])
    if rules.architect == 1 and (table.orders & ASK_DISCARD) != 0:
        table.cards_due = cost[BOOK]
        return
    for _ in range(cost[BOOK]):
        pay_book(rules, state, seat)


@rule
def spend(state, seat, item, n):
    """Take goods from a player and count them."""
    state.table.goods[seat, item] -= n
    state.tally.spent[seat, item] += n


@rule
def pay_serpents(state, seat, n):
    """Return serpents to the supply, Ichor last unless ordered otherwise (I-EVENT-08, D1b)."""
    table = state.table
    if (table.orders & ICHOR_FIRST) != 0:
        n_plain = max(0, n - table.goods[seat, ICHOR])
    else:
        n_plain = min(n, table.goods[seat, SERPENT])
    spend(state, seat, SERPENT, n_plain)
    table.serpents_left += n_plain
    if n > n_plain:
        table.goods[seat, ICHOR] -= 1
        table.ichor_left += 1


# Books: tokens, or in the architect variant building cards in hand


@phase
def take_book(rules, state, seat):
    """Take one book; architect: draw a building card (I-VAR-ARCHITECT). Tell whether there was one."""
    if rules.architect == 1 and not draw_building(rules, state, seat):
        return False
    state.table.goods[seat, BOOK] += 1
    return True


@phase
def books_left(rules, table):
    """Count the books to be gained: no end of them; architect: the building cards that nobody owns or holds."""
    if rules.architect == 0:
        return NO_END
    n = rules.n_buildings
    for seat in range(rules.players):
        n -= table.n_owned[seat] + table.goods[seat, BOOK]
    return n


@phase
def pay_book(rules, state, seat):
    """Pay one book; architect: discard a building card, by default the cheapest (I-VAR-ARCHITECT)."""
    if rules.architect == 1:
        discard_building(state, seat, cheapest(rules, state.hands[seat].cards))
    else:
        spend(state, seat, BOOK, 1)


@rule
def discard_building(state, seat, card):
    """Discard a building card as a book (I-VAR-ARCHITECT)."""
    spend(state, seat, BOOK, 1)
    state.hands[seat].cards &= ~(1 << card)
    state.hidden.discards |= 1 << card


@phase
def cheapest(rules, cards):
    """Return the building of the lowest price in a set, the first in data order on a tie."""
    found = -1
    for building in range(rules.n_buildings):
        if (cards >> building) & 1 and (found < 0 or rules.price[building] < rules.price[found]):
            found = building
    return found


@phase
def draw_building(rules, state, seat):
    """Draw a building into the hand, shuffling the discards if need be; tell whether there was one."""
    table, hidden = state.table, state.hidden
    if table.deck_left == 0:
        reshuffle_buildings(rules, state)
    if table.deck_left == 0:
        return False
    table.deck_left -= 1
    state.hands[seat].cards |= 1 << hidden.buildings[table.deck_left]
    return True


@rule
def reshuffle_buildings(rules, state):
    """Make a new draw pile of the discarded buildings (I-VAR-ARCHITECT)."""
    hidden = state.hidden
    n = 0
    for building in range(rules.n_buildings):
        if (hidden.discards >> building) & 1:
            hidden.buildings[n] = building
            n += 1
    hidden.discards = 0
    shuffle(hidden.chance[Chance.BUILDINGS], hidden.buildings, n)
    state.table.deck_left = n
