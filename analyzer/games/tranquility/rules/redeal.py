"""Dealing the hidden part again: what the table and one hand leave open, each way as likely as any other.

Everything that was never openly played and that the seat neither holds nor discarded itself is dealt to the others'
hands, to all piles, to the discards and to the removed Islands; all sizes are those that everybody sees. A Start stays
with the seat it belongs to, Storms lie in piles, Monsters in piles and hands, and only Islands were removed.
"""

from analyzer.games.tranquility.rules import hands, sheets, start
from analyzer.games.tranquility.state import CARD_CODES, MAX_SEATS, Card, Explorer
from analyzer.games.tranquility.switches.readings import StartShortage
from analyzer.kernel import lean, random


@lean.phase
def redeal(rules, table, hand, state, stream):
    """Fill a state that holds the table and one hand with a hidden part dealt again."""
    clear_hidden(rules, table, hand, state)
    for seat in range(rules.players):
        place_start(rules, table, hand, state, seat, stream)
    if rules.has_modules == 1:
        place_module_cards(rules, table, hand, state, stream)
    n_cards = gather_rest(rules, table, hand, state.hidden, stream)
    deal_rest(rules, table, hand, state, n_cards)
    if rules.explorer == 1:
        redeal_explorer(rules, state, stream)


# Room


@lean.phase
def clear_hidden(rules, table, hand, state):
    """Empty the other hands, the piles and the counts; each pile has room for a hand that comes back."""
    hidden = state.hidden
    hidden.order[:] = 0
    hidden.deck[:] = 0
    hidden.removed[:] = 0
    hidden.explorer[:] = 0
    hidden.aside[:] = 0
    hidden.n_aside[:] = 0
    place = 0
    for seat in range(MAX_SEATS):
        place += 1  # room for a Start that is still to come
        hidden.bottom[seat] = place if seat < rules.players else 0
        place += table.pile[seat] + table.held[seat] + 1
        if seat != hand.seat:
            other = state.hands[seat]
            other.seat = seat
            other.held = 0
            other.cards[:] = 0
            other.n_of[:] = 0
            other.lost[:] = 0
    clear_tally(state.tally)
    state.tally.finishes_lost = hand.lost[Card.FINISH]
    state.tally.wilds_used = table.shown[Card.WILD] + hand.lost[Card.WILD]


@lean.rule
def clear_tally(tally):
    """Count nothing yet: what the analyst counted is not to be seen."""
    tally.paid = tally.discard_twos = tally.start_turn = tally.start_depth = tally.opening_finishes = 0
    tally.wilds_played = tally.compasses_gained = tally.compasses_spent = tally.storms = 0
    tally.monsters_played = tally.finishes_refused = tally.rocks_stays = tally.flips = 0
    tally.explorers = tally.hands_dumped = 0


@lean.rule
def n_forgotten(table, hand):
    """Count the cards that the seat discarded and does not know: unseen top cards, or all without memory."""
    n = table.discarded[hand.seat]
    for card in range(CARD_CODES):
        n -= hand.lost[card]
    return max(n, 0)


@lean.rule
def n_seen(table, hand, card):
    """Count the copies of a card other than an Island of which the seat knows: on the table, held, or discarded."""
    return table.shown[card] + hands.count_in_hand(hand, card) + hand.lost[card]


@lean.rule
def give(state, seat, card):
    """Put a card into another hand."""
    other = state.hands[seat]
    other.cards[other.held] = card
    other.held += 1
    hands.note_card(other, card, 1)


@lean.rule
def lose(rules, state, seat, card):
    """Put a card among the discards of another seat, which remembers it if players do."""
    state.hands[seat].lost[card] += hands.remembered(rules)
    note_lost(state, card)


@lean.rule
def note_lost(state, card):
    """Count a card among the discards."""
    state.tally.finishes_lost += card == Card.FINISH
    state.tally.wilds_used += card == Card.WILD


@lean.rule
def put_in_pile(rules, table, hidden, number, card):
    """Put a card at the `number`-th free place of all piles."""
    for seat in range(rules.players):
        for place in range(hidden.bottom[seat], hidden.bottom[seat] + table.pile[seat]):
            if hidden.deck[place] == Card.NONE:
                if number == 0:
                    hidden.deck[place] = card
                    return
                number -= 1


# Starts


@lean.rule
def place_start(rules, table, hand, state, seat, stream):
    """Put a seat's own Start among the cards that it can be one of (T-BASE-7, T-BASE-19)."""
    if table.opening[seat] == 0 or table.laid_by == seat:
        return
    if seat == hand.seat:
        if hands.count_in_hand(hand, Card.START) == 0 and hand.lost[Card.START] == 0:
            n_other = n_forgotten(table, hand)
            if random.randbelow(stream, max(table.pile[seat] + n_other, 1)) < table.pile[seat]:
                put_start(table, state.hidden, seat, stream)
        return
    n_drawn = n_start_drawn(rules, table, seat)
    if random.randbelow(stream, max(table.pile[seat] + n_drawn, 1)) < table.pile[seat]:
        put_start(table, state.hidden, seat, stream)
    elif (
        table.started == 0
        or random.randbelow(stream, max(table.held[seat] + table.discarded[seat], 1)) < table.held[seat]
    ):
        give(state, seat, Card.START)
    else:
        lose(rules, state, seat, Card.START)


@lean.rule
def n_start_drawn(rules, table, seat):
    """Count the drawn cards one of which may be the Start; while none lies, who drew one lays it in the next turn."""
    if table.started == 0:
        most = table.held[seat]
        return most if start.on_shortage(rules) == StartShortage.DEFER else min(table.fresh[seat], most)
    return max(table.opening[seat] - table.pile[seat], 0) if table.held[seat] + table.discarded[seat] > 0 else 0


@lean.rule
def put_start(table, hidden, seat, stream):
    """Put a Start at a random place of its pile, which is still empty."""
    hidden.deck[hidden.bottom[seat] + random.randbelow(stream, max(table.pile[seat], 1))] = Card.START


# Modules


@lean.phase
def place_module_cards(rules, table, hand, state, stream):
    """Place what cannot be everywhere: Finishes from the Explorer deck, Storms and Monsters."""
    if rules.explorer == 1:
        place_found_finishes(rules, table, hand, state, stream)
    n_free = n_free_places(rules, table, state.hidden)
    if rules.has_piled_storms == 1:
        for card in range(Card.YELLOW, Card.ORANGE + 1):
            for _ in range(n_storms(rules, card) - table.shown[card]):
                if n_free > 0:
                    put_in_pile(rules, table, state.hidden, random.randbelow(stream, n_free), card)
                    n_free -= 1
    if rules.has_monsters == 1:
        place_monsters(rules, table, hand, state, n_free, stream)


@lean.rule
def n_storms(rules, card):
    """Count the Storms of a colour in the deck."""
    if card == Card.YELLOW:
        return rules.yellow
    return rules.purple if card == Card.PURPLE else rules.orange


@lean.rule
def n_free_places(rules, table, hidden):
    """Count the places of all piles that are still free."""
    n = 0
    for seat in range(rules.players):
        for place in range(hidden.bottom[seat], hidden.bottom[seat] + table.pile[seat]):
            n += hidden.deck[place] == Card.NONE
    return n


@lean.phase
def place_found_finishes(rules, table, hand, state, stream):
    """Leave Finishes of the Explorer deck with those who took them, in the hand or discarded (T-PYR-7)."""
    for seat in range(rules.players):
        for _ in range(table.found[seat] if seat != hand.seat else 0):
            room = table.held[seat] - state.hands[seat].held
            if room > 0 and random.randbelow(stream, room + table.discarded[seat]) < room:
                give(state, seat, Card.FINISH)
            else:
                lose(rules, state, seat, Card.FINISH)


@lean.phase
def place_monsters(rules, table, hand, state, n_free, stream):
    """Place the Monsters: those that everybody knows of, then the others in piles and hands (T-MONSTER-4, 7)."""
    left = rules.monsters + table.explored[Card.MONSTER] - n_seen(table, hand, Card.MONSTER)
    for seat in range(rules.players):
        for _ in range(table.known_monsters[seat] if seat != hand.seat else 0):
            if left > 0 and state.hands[seat].held < table.held[seat]:
                give(state, seat, Card.MONSTER)
                left -= 1
    for _ in range(left):
        n_room = 0
        for seat in range(rules.players):
            n_room += room_for_monster(table, hand, state, seat)
        if n_free + n_room == 0:
            return
        number = random.randbelow(stream, n_free + n_room)
        if number < n_free:
            put_in_pile(rules, table, state.hidden, number, Card.MONSTER)
            n_free -= 1
        else:
            give_monster(rules, table, hand, state, number - n_free)


@lean.rule
def room_for_monster(table, hand, state, seat):
    """Count the places of a hand where an unknown Monster can be: none if its owner has just said so."""
    is_told = table.refused == 1 and table.disclosed[seat] == 0
    return 0 if seat == hand.seat or is_told else table.held[seat] - state.hands[seat].held


@lean.rule
def give_monster(rules, table, hand, state, number):
    """Put a Monster at the `number`-th free place of the other hands."""
    for seat in range(rules.players):
        room = room_for_monster(table, hand, state, seat)
        if 0 <= number < room:
            give(state, seat, Card.MONSTER)
        number -= room


# All other cards


@lean.rule
def gather_rest(rules, table, hand, hidden, stream):
    """Shuffle the Islands, Finishes and Wilds that can be anywhere; return their number (T-REMOVE-1)."""
    cards = hidden.order
    for island in range(1, rules.islands + 1):
        cards[island - 1] = 1 - table.shown[island] - hand.lost[island]
    for slot in range(hand.held):
        card = hand.cards[slot]
        if card <= rules.islands:
            cards[card - 1] = 0
    for slot in range(table.n_market if rules.competitive == 1 else 0):
        cards[table.market[slot] - 1] = 0
    n = 0
    for island in range(1, rules.islands + 1):  # close the ranks, without a jump
        is_unseen = cards[island - 1]
        cards[n] = island
        n += is_unseen
    for _ in range(min(rules.removed, n)):
        place = random.randbelow(stream, n)
        n -= 1
        hidden.removed[cards[place]] = 1
        cards[place] = cards[n]
    if rules.explorer == 0 and rules.competitive == 0:
        n = sheets.add_copies(cards, n, Card.FINISH, rules.finishes - n_seen(table, hand, Card.FINISH))
    n = sheets.add_copies(cards, n, Card.WILD, rules.wilds - n_seen(table, hand, Card.WILD))
    random.shuffle(stream, cards, n)
    return n


@lean.phase
def deal_rest(rules, table, hand, state, n_cards):
    """Deal the shuffled cards to the piles, the other hands and the discards, until none is left."""
    hidden = state.hidden
    n = n_cards
    for seat in range(rules.players):
        for place in range(hidden.bottom[seat], hidden.bottom[seat] + table.pile[seat]):
            if hidden.deck[place] == Card.NONE and n > 0:
                n -= 1
                hidden.deck[place] = hidden.order[n]
    for seat in range(rules.players):
        while seat != hand.seat and state.hands[seat].held < table.held[seat] and n > 0:
            n -= 1
            give(state, seat, hidden.order[n])
    for seat in range(rules.players):
        lost = state.hands[seat].lost
        n_lost = table.discarded[seat] - lost[Card.START] - lost[Card.FINISH] if seat != hand.seat else 0
        for _ in range(min(n_lost, n)):
            n -= 1
            lose(rules, state, seat, hidden.order[n])
    for _ in range(n):  # what the seat itself discarded without knowing it
        n -= 1
        note_lost(state, hidden.order[n])


@lean.phase
def redeal_explorer(rules, state, stream):
    """Shuffle what was not yet drawn of the Explorer deck (T-PYR-6)."""
    deck, drawn = state.hidden.explorer, state.table.explored
    n = sheets.add_copies(deck, 0, Card.MONSTER, rules.explorer_monsters - drawn[Card.MONSTER])
    for card in range(Card.YELLOW, Card.ORANGE + 1):
        n = sheets.add_copies(deck, n, card, rules.explorer_storms - drawn[card])
    n = sheets.add_copies(deck, n, Explorer.COMPASS, rules.explorer_compasses - drawn[Explorer.COMPASS])
    n = sheets.add_copies(deck, n, Explorer.ROCKS, rules.explorer_rocks - drawn[Explorer.ROCKS])
    n = sheets.add_copies(deck, n, Card.FINISH, rules.finishes - drawn[Card.FINISH])
    n = sheets.add_copies(deck, n, Explorer.BORDER, rules.n_borders - drawn[Explorer.BORDER])
    random.shuffle(stream, deck, n)
