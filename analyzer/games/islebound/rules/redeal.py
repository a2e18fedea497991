"""Dealing again what a seat cannot see: the order of the piles, the dice to come, and other hands (architect).

Every card that is not before its eyes lies where the seat knows it to be. Events, reputation cards and tiles that are
gone stay gone. Of the draft the seat remembers what it passed on (`hand.passed`), so that it knows most of the cards
the others kept; what has been shown since has settled who kept which. What the others remember is not dealt.
"""

from analyzer.games.islebound import encoding
from analyzer.games.islebound import state as codes
from analyzer.games.islebound.rules.setup import clear_annals, clear_deeds, clear_hand
from analyzer.games.turns import is_removed
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
    deal_events_anew(rules, table, hidden, stream)
    deal_reputation_anew(rules, table, hidden, stream)
    deal_tiles_anew(rules, table, hidden, stream)
    deal_recruits_anew(rules, table, hidden, stream)
    deal_buildings_anew(rules, table, hand, state, stream)
    for place in range(codes.MAX_BUILDINGS):
        hidden.order[place] = 0


@lean.rule
def ordered(table, answer, own):
    """Return an answer as who answered `own` means it: a plan with the same standing orders (section 7)."""
    orders = own & ~(encoding.PLAN_CODES - 1)
    return answer | orders if table.phase == codes.Phase.PLAN else answer


# Piles of which the top is seen


@lean.rule
def deal_events_anew(rules, table, hidden, stream):
    """Deal the events that were not yet completed (I-SETUP-10, I-EVENT-03)."""
    order = hidden.order
    rest = shuffle_unseen(order, rules.n_events, table.events_gone, table.event_top[0], table.event_top[1], stream)
    lay_below(table.event_top, table.event_left, hidden.events, order, rest, codes.MAX_EVENTS)


@lean.rule
def deal_reputation_anew(rules, table, hidden, stream):
    """Deal the reputation cards that were not yet carried out (I-SETUP-10, I-TOWN-FARWOLD-03)."""
    order, top = hidden.order, table.reputation_top
    rest = shuffle_unseen(order, rules.n_reputation, table.reputation_gone, top[0], top[1], stream)
    lay_below(top, table.reputation_left, hidden.reputation, order, rest, codes.MAX_REPUTATION)


@lean.rule
def deal_tiles_anew(rules, table, hidden, stream):
    """Deal the renown tiles that nobody has taken (I-SETUP-12, I-RENOWN-02)."""
    left, top = table.tiles_left, table.tile_top
    shuffle_unseen(hidden.order, rules.n_tiles, table.tiles_gone, top, codes.NO_CARD, stream)
    for place in range(codes.MAX_TILES):
        hidden.tiles[place] = hidden.order[place] if place < left - 1 else 0
    if left > 0:
        hidden.tiles[left - 1] = top


@lean.phase
def shuffle_unseen(order, n, gone, first, second, stream):
    """Shuffle the cards below n that are neither gone nor one of two tops, and return how many there are."""
    found = 0
    for card in range(n):
        if card != first and card != second and (gone >> card) & 1 == 0:
            order[found] = card
            found += 1
    random.shuffle(stream, order, found)
    return found


@lean.phase
def lay_below(top, left, piles, order, rest, n_slots):
    """Lay two piles of cards below their tops, the last of the shuffled ones first."""
    for pile in range(2):
        for place in range(n_slots):
            piles[pile, place] = 0
        for place in range(left[pile] - 1):
            rest -= 1
            piles[pile, place] = order[rest]
        if left[pile] > 0:
            piles[pile, left[pile] - 1] = top[pile]


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
        n += rules.recruits[place] == kind and not is_removed(rules, codes.KIND_CREW, kind)
    for seat in range(rules.players):
        n -= table.deck[seat, kind] + table.tired[seat, kind] + table.hurt[seat, kind] - rules.starters[kind]
    for slot in range(codes.CREW_SLOTS):
        n -= table.recruit[slot] == kind
    return n - (table.recruits_left > 0 and table.next_recruit == kind)


# Buildings


@lean.phase
def deal_buildings_anew(rules, table, hand, state, stream):
    """Deal the buildings: those known to be in hands, then the rest to hands, packs and pile (I-SETUP-14)."""
    for seat in range(codes.MAX_SEATS):
        if seat != hand.seat:
            clear_hand(state.hands[seat], seat)
    if rules.architect == 1:
        deal_known_anew(rules, table, hand, state, stream)
    seen = seen_buildings(rules, table, state)
    if table.reshuffled != 0:
        deal_kept_anew(rules, table, hand, state, seen | table.reshuffled, stream)
        seen |= ~table.reshuffled
    deal_pile_anew(rules, table, hand, state, seen, stream)


@lean.rule
def deal_known_anew(rules, table, hand, state, stream):
    """Deal the cards that the seat knows to be in hands: traded ones, and packs that it passed on."""
    for seat in range(rules.players):
        if seat != hand.seat:
            state.hands[seat].cards = table.shown[seat]
    for number in range(codes.N_PASSES):
        deal_passed_anew(rules, table, hand, state, number, stream)


@lean.rule
def deal_passed_anew(rules, table, hand, state, number, stream):
    """Deal a pack that was passed on: one card to each who has kept one, the rest to its present holder."""
    order = state.hidden.order
    left = shuffle_unseen(order, rules.n_buildings, ~hand.passed[number], codes.NO_CARD, codes.NO_CARD, stream)
    for seat in range(rules.players):
        if (hand.takers[number] >> seat) & 1:
            left -= 1
            state.hands[seat].cards |= 1 << order[left]
    holder = (hand.seat + table.drafted - number) % rules.players
    state.hands[holder].pack |= set_of(order, 0, left)


@lean.rule
def seen_buildings(rules, table, state):
    """Return the buildings whose place is known by now: on the table, and dealt to hands and packs."""
    seen = table.discards | rules.left_out[codes.KIND_BUILDING]
    for seat in range(rules.players):
        seen |= table.owned[seat] | state.hands[seat].cards | state.hands[seat].pack
    for slot in range(rules.n_row):
        seen |= 1 << table.row[slot] if table.row[slot] >= 0 else 0
    return seen


@lean.rule
def deal_kept_anew(rules, table, hand, state, seen, stream):
    """Deal the cards that the others have held since before the discards were shuffled (I-VAR-ARCHITECT)."""
    order = state.hidden.order
    left = shuffle_unseen(order, rules.n_buildings, seen, codes.NO_CARD, codes.NO_CARD, stream)
    for seat in range(rules.players):
        if seat != hand.seat:
            n = n_missing(table, state, seat) - n_drawn(table, seat)
            state.hands[seat].cards |= set_of(order, left - n, left)
            left -= n


@lean.rule
def deal_pile_anew(rules, table, hand, state, seen, stream):
    """Deal what may lie in the pile: to the hands and packs that lack cards, the rest to the pile (I-SETUP-14)."""
    deck = state.hidden.buildings
    left = shuffle_unseen(deck, rules.n_buildings, seen, codes.NO_CARD, codes.NO_CARD, stream)
    if rules.architect == 1:
        for seat in range(rules.players):
            if seat != hand.seat:
                left = fill_hand(table, state, seat, left)
    for place in range(table.deck_left, codes.MAX_BUILDINGS):
        deck[place] = 0


@lean.phase
def fill_hand(table, state, seat, left):
    """Fill a hand and a pack from the top of the pile, and return how many cards are left there."""
    deck, other = state.hidden.buildings, state.hands[seat]
    n = n_missing(table, state, seat)
    other.cards |= set_of(deck, left - n, left)
    left -= n
    n = n_in_pack(table, seat) - n_members(other.pack)
    other.pack |= set_of(deck, left - n, left)
    return left - n


@lean.rule
def n_missing(table, state, seat):
    """Count the cards that a hand still lacks: it holds as many as its books (I-VAR-ARCHITECT)."""
    return table.goods[seat, codes.BOOK] - n_members(state.hands[seat].cards)


@lean.rule
def n_drawn(table, seat):
    """Count the cards of a hand that were drawn from the discards, but for those all have seen."""
    return table.drawn[seat] - n_members(table.shown[seat] & table.reshuffled)


@lean.rule
def n_in_pack(table, seat):
    """Count the buildings a player may still choose from: one fewer for each that is kept, none after the draft."""
    return codes.PACK - table.goods[seat, codes.BOOK] if table.drafted < codes.PACK else 0


@lean.phase
def n_members(cards):
    """Count the members of a set."""
    n = 0
    for card in range(codes.MAX_BUILDINGS):
        n += (cards >> card) & 1
    return n


@lean.rule
def set_of(cards, begin, end):
    """Make a set of the cards between two places."""
    mask = 0
    for place in range(begin, end):
        mask |= 1 << cards[place]
    return mask
