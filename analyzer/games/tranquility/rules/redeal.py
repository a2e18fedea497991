"""Dealing the hidden part again: what the table and one hand leave open, each way as likely as any other.

Everything that was never openly played and that the seat neither holds nor discarded itself is dealt to the others'
hands, to all piles, to the discards and to the removed Islands; all sizes are those that everybody sees. Cards of which
more is known come first (`known`); Storms lie in piles, Monsters in piles and hands, and only Islands were removed.
"""

from analyzer.games.tranquility.rules import hands, sheets
from analyzer.games.tranquility.rules.known import (
    give,
    lose,
    n_forgotten,
    n_seen,
    n_unseen_monsters,
    note_lost,
    place_known,
    room_of,
)
from analyzer.games.tranquility.state import MAX_SEATS, Card, Explorer
from analyzer.kernel import lean, random


@lean.phase
def redeal(rules, table, hand, state, stream):
    """Fill a state that holds the table and one hand with a hidden part dealt again."""
    clear_hidden(rules, table, hand, state)
    place_known(rules, table, hand, state, stream)
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
def put_in_pile(table, hidden, first, end, number, card):
    """Put a card at the `number`-th free place of the piles of some seats."""
    for seat in range(first, end):
        for place in range(hidden.bottom[seat], hidden.bottom[seat] + table.pile[seat]):
            if hidden.deck[place] == Card.NONE:
                if number == 0:
                    hidden.deck[place] = card
                    return
                number -= 1


# Modules


@lean.phase
def place_module_cards(rules, table, hand, state, stream):
    """Place what cannot be everywhere: Storms lie in piles, Monsters in piles and hands."""
    for card in range(Card.YELLOW, Card.ORANGE + 1):
        place_storms(rules, table, state.hidden, card, stream)
    if rules.has_monsters == 1:
        place_monsters(rules, table, hand, state, stream)


@lean.phase
def place_storms(rules, table, hidden, card, stream):
    """Place the Storms of a colour: those of the opening in the pile they went back to, others in any (T-STORM-3)."""
    left = n_storms(rules, card) - table.shown[card]
    for seat in range(rules.players):
        for _ in range(min(table.returned[seat, card - Card.YELLOW], left)):
            put_in_piles(table, hidden, seat, seat + 1, card, stream)
            left -= 1
    for _ in range(left):
        put_in_piles(table, hidden, 0, rules.players, card, stream)


@lean.rule
def n_storms(rules, card):
    """Count the Storms of a colour in the deck."""
    if card == Card.YELLOW:
        return rules.yellow
    return rules.purple if card == Card.PURPLE else rules.orange


@lean.rule
def n_free_places(table, hidden, first, end):
    """Count the places that are still free in the piles of some seats."""
    n = 0
    for seat in range(first, end):
        for place in range(hidden.bottom[seat], hidden.bottom[seat] + table.pile[seat]):
            n += hidden.deck[place] == Card.NONE
    return n


@lean.phase
def put_in_piles(table, hidden, first, end, card, stream):
    """Put a card at a random free place of the piles of some seats, if there is any."""
    n_free = n_free_places(table, hidden, first, end)
    if n_free > 0:
        put_in_pile(table, hidden, first, end, random.randbelow(stream, n_free), card)


@lean.phase
def place_monsters(rules, table, hand, state, stream):
    """Place the Monsters of which nothing is known, in piles and other hands (T-MONSTER-4, T-MONSTER-7)."""
    n_told = n_told_monsters(rules, hand, state)
    n_room = room_for_monsters(rules, table, hand, state)
    n_free = n_free_places(table, state.hidden, 0, rules.players)
    left = n_unseen_monsters(rules, table, hand) - n_told
    is_owed = table.is_blocked == 1 and n_told + hands.count_in_hand(hand, Card.MONSTER) == 0
    n_held = n_in_hands(left, n_free, n_room, is_owed, stream)
    for _ in range(left - n_held):
        put_in_piles(table, state.hidden, 0, rules.players, Card.MONSTER, stream)
    for number in range(n_held):
        give_monster(rules, table, hand, state, random.randbelow(stream, n_room - number))


@lean.rule
def n_told_monsters(rules, hand, state):
    """Count the Monsters that other hands hold already."""
    n = -hands.count_in_hand(hand, Card.MONSTER)
    for seat in range(rules.players):
        n += hands.count_in_hand(state.hands[seat], Card.MONSTER)
    return n


@lean.rule
def n_in_hands(n_cards, n_free, n_room, is_owed, stream):
    """Draw how many of some Monsters are in hands and not in piles, each place alike; one at least if that is known."""
    n = n_drawn_below(n_cards, n_room, n_free + n_room, stream)
    while n == 0 and is_owed and n_cards > 0 and n_room > 0:
        n = n_drawn_below(n_cards, n_room, n_free + n_room, stream)
    return n


@lean.rule
def n_drawn_below(n_cards, n_room, n_places, stream):
    """Draw different places; return how many are among the first `n_room`."""
    n = 0
    for number in range(min(n_cards, n_places)):
        n += random.randbelow(stream, n_places - number) < n_room - n
    return n


@lean.rule
def room_for_monsters(rules, table, hand, state):
    """Count the places of all other hands where an unknown Monster can be."""
    n = 0
    for seat in range(rules.players):
        n += room_for_monster(table, hand, state, seat)
    return n


@lean.rule
def room_for_monster(table, hand, state, seat):
    """Count the places of a hand where an unknown Monster can be: cards that came since all of them were known."""
    n = min(room_of(table, state, seat), n_more_monsters(table, state, seat))
    return max(n, 0) if seat != hand.seat else 0


@lean.rule
def n_more_monsters(table, state, seat):
    """Count the Monsters that a hand may hold besides those it has got already."""
    most = table.known_monsters[seat] + table.told_at[seat] - table.pile[seat]
    return most - hands.count_in_hand(state.hands[seat], Card.MONSTER)


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
    if rules.competitive == 1:
        leave_face_up(rules, table, cards)
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


@lean.rule
def leave_face_up(rules, table, cards):
    """Leave out the Islands that lie face up, or were taken from there (T-COMP-3)."""
    for island in range(1, rules.islands + 1):
        cards[island - 1] = 0 if table.taken[island] > 0 else cards[island - 1]
    for slot in range(table.n_market):
        cards[table.market[slot] - 1] = 0


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
        n_lost = n_forgotten(table, state.hands[seat]) if seat != hand.seat else 0
        for _ in range(min(n_lost, n)):
            n -= 1
            lose(rules, state, seat, hidden.order[n])
    for _ in range(n):  # what the seat itself discarded without knowing it
        n -= 1
        note_lost(state, hidden.order[n])


@lean.phase
def reshuffle(rules, state, stream):
    """Shuffle what nobody has seen: Islands, Finishes and Wilds of the piles, removed Islands, the Explorer deck.

    All else stays where it is, so that every such state is exactly as likely as the true one.
    """
    hidden = state.hidden
    n_islands = gather_unseen_islands(rules, state)
    for place in range(rules.removed):
        other = place + random.randbelow(stream, n_islands - place)
        island = hidden.order[other]
        hidden.order[other] = hidden.order[place]
        hidden.order[place] = island
        hidden.removed[island] = 1
    n = n_islands
    for seat in range(rules.n_piles):
        for place in range(hidden.bottom[seat], hidden.bottom[seat] + state.table.pile[seat]):
            card = hidden.deck[place]
            hidden.order[n] = card
            n += card == Card.FINISH or card == Card.WILD
    put_back(rules, state, n, stream)
    if rules.explorer == 1:
        random.shuffle(stream, hidden.explorer, state.table.explorers)


@lean.rule
def gather_unseen_islands(rules, state):
    """Put all Islands of the piles and the removed ones in a row, and count them; none is removed any more."""
    hidden, n = state.hidden, 0
    for island in range(1, rules.islands + 1):
        hidden.order[n] = island
        n += hidden.removed[island]
        hidden.removed[island] = 0
    for seat in range(rules.n_piles):
        for place in range(hidden.bottom[seat], hidden.bottom[seat] + state.table.pile[seat]):
            hidden.order[n] = hidden.deck[place]
            n += hidden.deck[place] <= rules.islands
    return n


@lean.rule
def put_back(rules, state, n_cards, stream):
    """Shuffle the cards of a row behind the removed ones, and put them where such cards lay."""
    hidden, n = state.hidden, n_cards - 1
    for last in range(n, rules.removed, -1):
        other = rules.removed + random.randbelow(stream, last - rules.removed + 1)
        card = hidden.order[last]
        hidden.order[last] = hidden.order[other]
        hidden.order[other] = card
    for seat in range(rules.n_piles):
        for place in range(hidden.bottom[seat], hidden.bottom[seat] + state.table.pile[seat]):
            card = hidden.deck[place]
            if card <= rules.islands or card == Card.FINISH or card == Card.WILD:
                hidden.deck[place] = hidden.order[n]
                n -= 1


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
