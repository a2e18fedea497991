"""Buildings: the row, buying and building them (rules 2.10, I-VAR-SIX, I-VAR-ARCHITECT)."""

from analyzer.games.islebound.abilities import Effect, Trigger
from analyzer.games.islebound.rules import crew, goods, tracks
from analyzer.games.islebound.state import BOOK, COIN, FISH, NO_CARD, WOOD
from analyzer.games.islebound.switches import RowShift
from analyzer.kernel.lean import phase, rule

BOUGHT, BUILT = 1, 2


@rule
def n_places(rules):
    """Count the places a building can be named by: row slots, or the buildings themselves (architect)."""
    return rules.n_buildings if rules.architect == 1 else rules.n_row


@rule
def card_at(rules, table, hand, place):
    """Return the building at a place that its player may take, or -1 (I-BUILD-02, I-VAR-ARCHITECT)."""
    if rules.architect == 1:
        return place if (hand.cards >> place) & 1 else NO_CARD
    return table.row[place] if table.goods[hand.seat, BOOK] >= rules.row_books[place] else NO_CARD


@rule
def can_buy(rules, table, hand, place):
    """Tell whether a building can be bought now (I-BUILD-01, I-BUILD-02)."""
    card = card_at(rules, table, hand, place)
    return card >= 0 and table.goods[hand.seat, COIN] >= rules.price[card]


@rule
def can_build(rules, table, hand, place):
    """Tell whether a building can be built now (I-BUILD-04)."""
    card = card_at(rules, table, hand, place)
    if card < 0 or table.goods[hand.seat, FISH] < rules.build_fish[card]:
        return False
    return table.goods[hand.seat, WOOD] >= wood_price(rules, table, hand.seat, card)


@rule
def wood_price(rules, table, seat, card):
    """Return the wood a building costs its builder (I-BUILD-04, I-BLDG-X12)."""
    price = rules.build_wood[card]
    if crew.has_ability(rules, table, seat, Effect.WOOD_DISCOUNT):
        price = max(0, price - crew.ability(rules, table, seat, Effect.WOOD_DISCOUNT))
    return price


@phase
def buy(rules, state, seat, place):
    """Buy a building with coins (I-BUILD-01)."""
    card = card_at(rules, state.table, state.hands[seat], place)
    goods.spend(state, seat, COIN, rules.price[card])
    state.tally.bought[seat] += 1
    gain_building(rules, state, seat, place, card, BOUGHT)


@phase
def build(rules, state, seat, place):
    """Build a building with wood and fish (I-BUILD-04)."""
    card = card_at(rules, state.table, state.hands[seat], place)
    goods.spend(state, seat, WOOD, wood_price(rules, state.table, seat, card))
    goods.spend(state, seat, FISH, rules.build_fish[card])
    state.tally.built[seat] += 1
    gain_building(rules, state, seat, place, card, BUILT)


@phase
def gain_building(rules, state, seat, place, card, way):
    """Take a paid building: row, coin of the first slot, abilities, Ichor, end (I-BUILD-03, 05, 06; I-END-01)."""
    table = state.table
    if rules.architect == 1:
        goods.leave_hand(state, seat, card)
        table.goods[seat, BOOK] -= 1
    else:
        close_row(rules, state, place)
        table.goods[seat, COIN] += first_slot_coin(rules, place, way)
    before = table.owned[seat]
    table.owned[seat] |= 1 << card
    table.n_owned[seat] += 1
    trigger = Trigger.BUYING if way == BOUGHT else Trigger.BUILDING
    mask = answering(rules, table, seat, before) & rules.trigger_mask[trigger]
    if mask != 0:
        tracks.answer(rules, state, seat, trigger, mask)
    if brings_ichor(rules, card, way):
        goods.gain_ichor(table, seat)
    note_building(state, seat, card, way)
    trigger_end(rules, state, seat)


@rule
def answering(rules, table, seat, before):
    """Return the buildings that answer to a gain: those owned before, or the new one too (AMB-26)."""
    return table.owned[seat] if rules.self_trigger == 1 else before


@rule
def brings_ichor(rules, card, way):
    """Tell whether a gained building brings Ichor (I-BLDG-UNDERRIVER_GATE, AMB-27)."""
    is_gate = rules.effect[card] == Effect.GAIN_ICHOR_THEN_ICHOR_FIRST
    return is_gate and (way == BUILT or rules.ichor_on_buy == 1)


@rule
def first_slot_coin(rules, place, way):
    """Return the coin for the card of the four-book slot (I-VAR-SIX, AMB-42)."""
    counts = way == BOUGHT or rules.six_bonus_build == 1
    return 1 if rules.six_buildings == 1 and place == 0 and counts else 0


@rule
def close_row(rules, state, place):
    """Close the gap in the row and refill its end (I-BUILD-03, I-BUILD-07, AMB-02)."""
    table = state.table
    if rules.row_shift == RowShift.RIGHT:
        for slot in range(place, 0, -1):
            table.row[slot] = table.row[slot - 1]
        table.row[0] = draw_card(state)
    else:
        for slot in range(place, rules.n_row - 1):
            table.row[slot] = table.row[slot + 1]
        table.row[rules.n_row - 1] = draw_card(state)


@rule
def draw_card(state):
    """Draw the top building of the deck, -1 if it is empty (I-BUILD-07)."""
    table = state.table
    if table.deck_left == 0:
        return NO_CARD
    table.deck_left -= 1
    return state.hidden.buildings[table.deck_left]


@rule
def note_building(state, seat, card, way):
    """Keep who gained a building, when and how."""
    state.tally.building_seat[card] = seat
    state.tally.building_turn[card] = state.table.turn
    state.tally.building_way[card] = way


@rule
def trigger_end(rules, state, seat):
    """Fix the last round as soon as somebody has enough buildings (I-END-01, I-END-02)."""
    table = state.table
    if table.n_owned[seat] >= rules.end_count and table.last_round == 0:
        table.last_round = table.round_no + 1
        state.tally.trigger_round = table.round_no
        state.tally.trigger_seat = seat
