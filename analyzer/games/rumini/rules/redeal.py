"""Dealing again what a seat cannot see: other hands, devices that are down, the decks and what was discarded.

The table counts discarded cards but does not name them: like a player who does not follow them, the asked seat takes
every card as unseen that lies neither before everybody's eyes nor in one's own hand.
"""

from analyzer.games.rumini import state as codes
from analyzer.games.rumini.rules import placing, setup
from analyzer.kernel import jit, random


@jit.phase
def redeal(rules, table, hand, state, stream):
    """Fill a state that holds the table and the hand of one seat with everything else, at random."""
    setup.clear_tally(state.tally)
    for seat in range(codes.MAX_SEATS):
        if seat != hand.seat:
            setup.empty_hand(state.hands[seat], seat)
    deal_devices_anew(rules, table, hand, state, stream)
    deal_piles_anew(rules, table, state.hidden, stream)
    deal_portholes_anew(rules, table, hand, state, stream)
    deal_treasure_anew(rules, table, hand, state, stream)


# Devices


@jit.phase
def deal_devices_anew(rules, table, hand, state, stream):
    """Deal the devices that nobody has turned up and the asked seat does not hold (R-SETUP-1 to R-SETUP-3, B-6)."""
    unseen, devices = state.hidden.deck, state.hidden.devices  # the deck is filled later
    n = list_unseen_devices(rules, table, hand, unseen)
    for _ in range(setup.PATIENCE):
        random.shuffle(stream, unseen, n)
        lay_devices(rules, table, hand, devices, unseen, n)
        if setup.is_allowed(rules, devices):
            break
    for seat in range(rules.players):
        if seat != hand.seat:
            for card in range(seat * rules.collect + table.n_up[seat], (seat + 1) * rules.collect):
                state.hands[seat].need[devices[card]] += 1


@jit.rule
def list_unseen_devices(rules, table, hand, unseen):
    """List the device cards that the asked seat does not see, and return how many there are."""
    n = 0
    for device in range(codes.DEVICES):
        left = rules.device_copies - hand.need[device]
        for seat in range(rules.players):
            left -= table.up[seat, device]
        for _ in range(left):
            unseen[n] = device
            n += 1
    return n


@jit.phase
def lay_devices(rules, table, hand, devices, unseen, n):
    """Lay out the device cards seat by seat, those that are up first; the rest is set aside after them."""
    place = 0
    top = n
    for seat in range(rules.players):
        for device in range(codes.DEVICES):
            for _ in range(table.up[seat, device]):
                devices[place] = device
                place += 1
        for device in range(codes.DEVICES):
            for _ in range(hand.need[device] if seat == hand.seat else 0):
                devices[place] = device
                place += 1
        while place < (seat + 1) * rules.collect:
            top -= 1
            devices[place] = unseen[top]
            place += 1
    for rest in range(place, codes.DEVICE_SLOTS):
        devices[rest] = unseen[rest - place] if rest - place < top else 0


# Map cards


@jit.phase
def deal_piles_anew(rules, table, hidden, stream):
    """Shuffle each pile below its visible card: it holds what is not on the table (R-SETUP-4)."""
    for kind in range(codes.KINDS):
        pile = hidden.pile[kind]
        pile[:] = 0
        n = 0
        for place in range(rules.per_kind[kind]):
            card = placing.first_card(kind) + place
            if table.laid[card] == 0 and card != table.top[kind]:
                pile[n] = card
                n += 1
        random.shuffle(stream, pile, n)
        if n < codes.PER_KIND:
            pile[n] = table.top[kind]


# Porthole cards


@jit.phase
def deal_portholes_anew(rules, table, hand, state, stream):
    """Deal the porthole cards to the other hands, the discards and the draw pile (R-SETUP-8, R-TURN-4)."""
    hidden = state.hidden
    top = list_unseen_portholes(rules, hand, hidden.deck)
    random.shuffle(stream, hidden.deck, top)
    for seat in range(rules.players):
        if seat != hand.seat:
            other = state.hands[seat]
            while other.held < table.held[seat]:
                top -= 1
                other.cards[other.held] = hidden.deck[top]
                other.held += 1
    split_discards(hidden.deck, hidden.discard, top, table.draw_pile, codes.PORTHOLE_SLOTS)


@jit.rule
def list_unseen_portholes(rules, hand, deck):
    """List the porthole cards that are not in one's own hand, and return how many there are."""
    n = 0
    for face in range(codes.FACES):
        left = rules.porthole_copies if setup.is_in_play(rules, face) else 0
        for slot in range(codes.HAND_SLOTS):
            left -= slot < hand.held and hand.cards[slot] == face
        for _ in range(left):
            deck[n] = face
            n += 1
    return n


@jit.rule
def split_discards(pile, discards, n, n_pile, n_slots):
    """Leave as many cards in a pile as the table counts; the others are discarded, and what follows is cleared."""
    for place in range(n_slots):
        discards[place] = pile[n_pile + place] if n_pile + place < n else 0
    for place in range(n_pile, n_slots):
        pile[place] = 0


# Treasure cards


@jit.phase
def deal_treasure_anew(rules, table, hand, state, stream):
    """Deal the treasure cards to the other hands, the discards and the deck (R-SETUP-7, R-TREASURE-1)."""
    hidden = state.hidden
    top = list_unseen_treasure(rules, table, hand, hidden.treasure)
    random.shuffle(stream, hidden.treasure, top)
    for seat in range(rules.players):
        if seat != hand.seat:
            for _ in range(table.treasures[seat]):
                top -= 1
                state.hands[seat].treasure[hidden.treasure[top]] += 1
    split_discards(hidden.treasure, hidden.treasure_discard, top, table.treasure_pile, codes.TREASURE_SLOTS)


@jit.rule
def list_unseen_treasure(rules, table, hand, deck):
    """List the treasure cards that are neither in one's own hand nor a flag on the map; return how many there are."""
    n = 0
    for face in range(codes.TREASURE_FACES):
        left = rules.treasure[face] - hand.treasure[face]
        left -= n_flags(table) if face == codes.Treasure.FLAG else 0
        for _ in range(left):
            deck[n] = face
            n += 1
    return n


@jit.rule
def n_flags(table):
    """Count the flags on the map, and the one that is being placed (R-TREASURE-2, Q2)."""
    n = 1 if table.phase == codes.Phase.FLAG else 0
    for card in range(len(table.flag)):
        n += table.flag[card] != 0
    return n
