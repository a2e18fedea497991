"""Gaining and paying: coins, goods, books, cards; the hold and the supplies (I-CREW-05, I-CREW-06)."""

from analyzer.games.islebound import state as codes
from analyzer.games.islebound.abilities import Effect
from analyzer.games.islebound.encoding import ASK_DISCARD, ASK_DROP, ICHOR_FIRST
from analyzer.games.islebound.rules.crew import ability, has_ability
from analyzer.kernel import lean, random

NO_END = 99  # of what is never short


@lean.phase
def gain_goods(rules, table, seat, item, n):
    """Gain coins, wood, fish, pirates or serpents, one kind at a time."""
    if item in (codes.WOOD, codes.FISH):
        table.goods[seat, item] += n
        trim_hold(rules, table, seat)
    elif item == codes.COIN:
        table.goods[seat, codes.COIN] += n
    elif item == codes.PIRATE:
        n_gained = min(n, table.pirates_left)  # an empty supply gives nothing (I-CREW-06)
        table.goods[seat, codes.PIRATE] += n_gained
        table.pirates_left -= n_gained
    else:
        for _ in range(n):
            gain_serpent(rules, table, seat)


@lean.rule
def trim_hold(rules, table, seat):
    """Throw overboard what the hold cannot take, unless the player wants to be asked (I-CREW-05, D8)."""
    if seat != table.active or (table.orders & ASK_DROP) == 0:
        drop_overflow(rules, table, seat)


@lean.rule
def overflow(rules, table, seat):
    """Count the goods that the hold cannot take (I-CREW-05)."""
    return table.goods[seat, codes.FISH] + table.goods[seat, codes.WOOD] - hold_of(rules, table, seat)


@lean.rule
def drop_overflow(rules, table, seat):
    """Throw overboard by default: fish, then wood (D8)."""
    goods = table.goods[seat]
    over = overflow(rules, table, seat)
    if over > 0:
        first, second = (codes.WOOD, codes.FISH) if table.drops_wood[seat] == 1 else (codes.FISH, codes.WOOD)
        n_first = min(over, goods[first])
        goods[first] -= n_first
        goods[second] -= over - n_first


@lean.rule
def is_legal_drop(rules, table, seat, n_wood):
    """Tell whether so much wood, and fish for the rest, can go overboard (I-CREW-05)."""
    over = overflow(rules, table, seat)
    return n_wood <= min(over, table.goods[seat, codes.WOOD]) and over - n_wood <= table.goods[seat, codes.FISH]


@lean.rule
def drop_chosen(rules, table, n_wood):
    """Throw overboard what the player chose, then go on (I-CREW-05)."""
    goods = table.goods[table.active]
    over = overflow(rules, table, table.active)
    goods[codes.WOOD] -= n_wood
    goods[codes.FISH] -= over - n_wood
    table.stage = table.after_drop


@lean.rule
def hold_of(rules, table, seat):
    """Return the room for fish and wood (I-CREW-05, I-BLDG-X04)."""
    if has_ability(rules, table, seat, Effect.HOLD_PLUS):
        return rules.hold + ability(rules, table, seat, Effect.HOLD_PLUS)
    return rules.hold


@lean.rule
def gain_serpent(rules, table, seat):
    """Gain one serpent; the owner of Underriver Gate takes Ichor first (I-BLDG-UNDERRIVER_GATE)."""
    if takes_ichor(rules, table, seat):
        gain_ichor(table, seat)
    elif table.serpents_left > 0:
        table.goods[seat, codes.SERPENT] += 1
        table.serpents_left -= 1


@lean.rule
def takes_ichor(rules, table, seat):
    """Tell whether a player's next serpent is Ichor (I-BLDG-UNDERRIVER_GATE)."""
    return table.ichor_left > 0 and has_ability(rules, table, seat, Effect.GAIN_ICHOR_THEN_ICHOR_FIRST)


@lean.rule
def gain_ichor(table, seat):
    """Take Ichor from the supply, if it lies there (I-BLDG-UNDERRIVER_GATE)."""
    table.goods[seat, codes.ICHOR] += table.ichor_left
    table.ichor_left = 0


@lean.rule
def can_gain(rules, table, seat, item):
    """Tell whether an exchange could give a card, architect: or a book (I-VISIT-11)."""
    if item == codes.PIRATE:
        return table.pirates_left > 0
    if item == codes.BOOK:
        return books_left(rules, table) > 0
    return table.serpents_left > 0 or takes_ichor(rules, table, seat)


@lean.rule
def n_serpents(table, seat):
    """Count serpents, Ichor included (I-ATTACK-03, I-TOWN-FARWOLD-08)."""
    return table.goods[seat, codes.SERPENT] + table.goods[seat, codes.ICHOR]


# Paying


@lean.rule
def can_pay(table, seat, cost):
    """Tell whether a player holds a cost in goods; Ichor counts as a serpent (I-EVENT-08)."""
    goods = table.goods[seat]
    enough = n_serpents(table, seat) >= cost[codes.SERPENT]
    for item in range(codes.SERPENT):
        enough = enough and goods[item] >= cost[item]
    return enough


@lean.phase
def pay(rules, state, seat, cost):
    """Pay a cost in goods to the supply."""
    table = state.table
    for item in range(codes.BOOK):
        spend(state, seat, item, cost[item])
    if cost[codes.PIRATE] > 0:
        spend(state, seat, codes.PIRATE, cost[codes.PIRATE])
        table.pirates_left += cost[codes.PIRATE]
    if cost[codes.SERPENT] > 0:
        pay_serpents(state, seat, cost[codes.SERPENT])
    if rules.architect == 1 and (table.orders & ASK_DISCARD) != 0:
        table.cards_due = cost[codes.BOOK]
        return
    for _ in range(cost[codes.BOOK]):
        pay_book(rules, state, seat)


@lean.rule
def spend(state, seat, item, n):
    """Take goods from a player and count them."""
    state.table.goods[seat, item] -= n
    state.tally.spent[seat, item] += n


@lean.rule
def pay_serpents(state, seat, n):
    """Return serpents to the supply, Ichor last unless ordered otherwise (I-EVENT-08, D1b)."""
    table = state.table
    if (table.orders & ICHOR_FIRST) != 0:
        n_plain = max(0, n - table.goods[seat, codes.ICHOR])
    else:
        n_plain = min(n, table.goods[seat, codes.SERPENT])
    spend(state, seat, codes.SERPENT, n_plain)
    table.serpents_left += n_plain
    if n > n_plain:
        table.goods[seat, codes.ICHOR] -= 1
        table.ichor_left += 1


# Books: tokens, or in the architect variant building cards in hand


@lean.phase
def take_book(rules, state, seat):
    """Take one book; architect: draw a building card (I-VAR-ARCHITECT). Tell whether there was one."""
    if rules.architect == 1 and not draw_building(rules, state, seat):
        return False
    state.table.goods[seat, codes.BOOK] += 1
    return True


@lean.phase
def books_left(rules, table):
    """Count the books to be gained: no end of them; architect: the building cards that nobody owns or holds."""
    if rules.architect == 0:
        return NO_END
    n = rules.n_buildings
    for seat in range(rules.players):
        n -= table.n_owned[seat] + table.goods[seat, codes.BOOK]
    return n


@lean.phase
def pay_book(rules, state, seat):
    """Pay one book; architect: discard a building card, by default the cheapest (I-VAR-ARCHITECT)."""
    if rules.architect == 1:
        discard_building(state, seat, cheapest(rules, state.hands[seat].cards))
    else:
        spend(state, seat, codes.BOOK, 1)


@lean.rule
def discard_building(state, seat, card):
    """Discard a building card as a book (I-VAR-ARCHITECT)."""
    spend(state, seat, codes.BOOK, 1)
    leave_hand(state, seat, card)
    state.table.discards |= 1 << card


@lean.phase
def leave_hand(state, seat, card):
    """Take a building card out of a hand, for all to see (I-VAR-ARCHITECT)."""
    table = state.table
    state.hands[seat].cards &= ~(1 << card)
    table.shown[seat] &= ~(1 << card)
    table.drawn[seat] -= (table.reshuffled >> card) & 1
    for other in range(codes.MAX_SEATS):
        if other != seat:
            remember_shown(state.hands[other], seat, card)


@lean.rule
def remember_shown(hand, seat, card):
    """Let a player settle who kept a card of a pack it passed on."""
    for number in range(codes.N_PASSES):
        if (hand.passed[number] >> card) & 1:
            hand.passed[number] &= ~(1 << card)
            hand.takers[number] &= ~(1 << seat)


@lean.phase
def cheapest(rules, cards):
    """Return the building of the lowest price in a set, the first in data order on a tie."""
    found = -1
    for building in range(rules.n_buildings):
        if (cards >> building) & 1 and (found < 0 or rules.price[building] < rules.price[found]):
            found = building
    return found


@lean.phase
def draw_building(rules, state, seat):
    """Draw a building into the hand, shuffling the discards if need be; tell whether there was one."""
    table, hidden = state.table, state.hidden
    if table.deck_left == 0 and table.discards != 0:
        reshuffle_buildings(rules, state)
    if table.deck_left == 0:
        return False
    table.deck_left -= 1
    state.hands[seat].cards |= 1 << hidden.buildings[table.deck_left]
    table.drawn[seat] += 1 if table.reshuffled != 0 else 0
    return True


@lean.rule
def reshuffle_buildings(rules, state):
    """Make a new draw pile of the discarded buildings (I-VAR-ARCHITECT)."""
    table, hidden = state.table, state.hidden
    n = 0
    for building in range(rules.n_buildings):
        if (table.discards >> building) & 1:
            hidden.buildings[n] = building
            n += 1
    random.shuffle(hidden.chance[codes.Chance.BUILDINGS], hidden.buildings, n)
    table.deck_left = n
    table.reshuffled = table.discards
    table.discards = 0
    for seat in range(rules.players):
        table.drawn[seat] = 0
