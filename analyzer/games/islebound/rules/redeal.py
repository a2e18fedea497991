"""Dealing again what a seat cannot see: the piles below their top cards, the dice to come, and other hands (architect).

Crew and buildings that are not in the piles lie before the players, so that these piles hold exactly the rest. What
became of events, reputation cards, tiles and discarded buildings the table does not tell: they count as unseen.
"""

from analyzer.games.islebound import state as codes
from analyzer.games.islebound.rules.setup import clear_annals, clear_deeds
from analyzer.kernel import lean, random


@lean.phase
def redeal(rules, table, hand, state, stream):
    """Fill a state that holds the table and the hand of one seat with everything else, at random."""
    hidden = state.hidden
    for number in range(len(hidden.chance)):
        for word in range(random.STREAM_SIZE):
            hidden.chance[number, word] = random.next_u32(stream)
    for seat in range(codes.MAX_SEATS):
        clear_deeds(state.tally, seat)
    clear_annals(state.tally)
    deal_pair_anew(
        table.event_top, table.event_left, hidden.events, hidden.order, rules.n_events, codes.MAX_EVENTS, stream
    )
    deal_pair_anew(
        table.reputation_top,
        table.reputation_left,
        hidden.reputation,
        hidden.order,
        rules.n_reputation,
        codes.MAX_REPUTATION,
        stream,
    )
    deal_tiles_anew(rules, table, hidden, stream)
    deal_recruits_anew(rules, table, hidden, stream)
    deal_buildings_anew(rules, table, hand, state, stream)
    for place in range(codes.MAX_BUILDINGS):
        hidden.order[place] = 0


# Piles of which the top is seen


@lean.phase
def deal_pair_anew(top, left, piles, order, n, n_slots, stream):
    """Deal two piles below their tops from the cards of which neither is a top (I-SETUP-10)."""
    first = top[0] if left[0] > 0 else -1
    second = top[1] if left[1] > 0 else -1
    rest = shuffle_others(order, n, first, second, stream)
    for pile in range(2):
        for place in range(n_slots):
            piles[pile, place] = 0
        for place in range(left[pile] - 1):
            rest -= 1
            piles[pile, place] = order[rest]
        if left[pile] > 0:
            piles[pile, left[pile] - 1] = top[pile]


@lean.rule
def shuffle_others(order, n, first, second, stream):
    """Shuffle the numbers below n but for two of them, and return how many there are."""
    found = 0
    for card in range(n):
        if card != first and card != second:
            order[found] = card
            found += 1
    random.shuffle(stream, order, found)
    return found


@lean.rule
def deal_tiles_anew(rules, table, hidden, stream):
    """Deal the renown tiles below the top one (I-SETUP-12)."""
    left = table.tiles_left
    top = table.tile_top if left > 0 else -1
    shuffle_others(hidden.order, rules.n_tiles, top, -1, stream)
    for place in range(codes.MAX_TILES):
        hidden.tiles[place] = hidden.order[place] if place < left - 1 else 0
    if left > 0:
        hidden.tiles[left - 1] = top


# Crew


@lean.phase
def deal_recruits_anew(rules, table, hidden, stream):
    """Shuffle the crew below the top card of its pile: those who serve nobody and lie in no slot (I-SETUP-11)."""
    recruits = hidden.recruits
    n = 0
    for place in range(codes.MAX_RECRUITS):
        recruits[place] = 0
    for kind in range(rules.n_kinds):
        for _ in range(n_unseen_recruits(rules, table, kind)):
            recruits[n] = kind
            n += 1
    random.shuffle(stream, recruits, n)
    if table.recruits_left > 0:
        recruits[table.recruits_left - 1] = table.next_recruit


@lean.rule
def n_unseen_recruits(rules, table, kind):
    """Count the crew of a kind that must lie in the pile, below its top (I-CREW-03)."""
    n = 0
    for place in range(rules.n_recruits):
        n += rules.recruits[place] == kind
    for seat in range(rules.players):
        n -= table.deck[seat, kind] + table.tired[seat, kind] + table.hurt[seat, kind] - rules.starters[kind]
    for slot in range(codes.CREW_SLOTS):
        n -= table.recruit[slot] == kind
    return n - (table.recruits_left > 0 and table.next_recruit == kind)


# Buildings


@lean.phase
def deal_buildings_anew(rules, table, hand, state, stream):
    """Deal the buildings that are neither owned nor in the row nor in one's own hand (I-SETUP-14, I-VAR-ARCHITECT)."""
    deck = state.hidden.buildings
    top = list_unseen_buildings(rules, table, hand, deck)
    random.shuffle(stream, deck, top)
    for seat in range(codes.MAX_SEATS):
        if seat != hand.seat:
            other = state.hands[seat]
            other.seat = seat
            n_cards = n_in_hand(rules, table, seat)
            n_pack = n_in_pack(rules, table, seat)
            other.cards = set_of(deck, top - n_cards, top)
            other.pack = set_of(deck, top - n_cards - n_pack, top - n_cards)
            top -= n_cards + n_pack
    state.hidden.discards = set_of(deck, table.deck_left, top)
    for place in range(table.deck_left, codes.MAX_BUILDINGS):
        deck[place] = 0


@lean.rule
def list_unseen_buildings(rules, table, hand, deck):
    """List the buildings that the asked seat does not see, and return how many there are."""
    seen = hand.cards | hand.pack
    for seat in range(rules.players):
        seen |= table.owned[seat]
    for slot in range(rules.n_row):
        seen |= 1 << table.row[slot] if table.row[slot] >= 0 else 0
    n = 0
    for building in range(rules.n_buildings):
        if (seen >> building) & 1 == 0:
            deck[n] = building
            n += 1
    return n


@lean.rule
def n_in_hand(rules, table, seat):
    """Count the buildings in a hand: its books, where books are cards (I-VAR-ARCHITECT)."""
    return table.goods[seat, codes.BOOK] if rules.architect == 1 and seat < rules.players else 0


@lean.rule
def n_in_pack(rules, table, seat):
    """Count the buildings a player may still choose from: one fewer for each that is kept, none after the draft."""
    is_drafting = rules.architect == 1 and table.drafted < codes.PACK and seat < rules.players
    return codes.PACK - table.goods[seat, codes.BOOK] if is_drafting else 0


@lean.rule
def set_of(cards, begin, end):
    """Make a set of the cards between two places."""
    mask = 0
    for place in range(begin, end):
        mask |= 1 << cards[place]
    return mask
