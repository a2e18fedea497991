"""Hidden cards of which something is known: they are dealt again before all others, each where it can be.

A Start stays with the seat it belongs to. What another seat took in the open (from the face-up row, from the Explorer
deck) is in its hand, or among what it discarded since then. Monsters that a seat told of are in its hand.
"""

from analyzer.games.tranquility.rules import hands, splits
from analyzer.games.tranquility.state import CARD_CODES, Card
from analyzer.games.tranquility.switches.readings import StartShortage
from analyzer.kernel import lean, random


@lean.phase
def place_known(rules, table, hand, state, stream):
    """Place the cards of the other seats of which something is known, the surest first, and all Starts."""
    for seat in range(rules.players):
        if rules.has_modules == 1 and seat != hand.seat:
            place_shown(rules, table, hand, state, seat, stream)
        place_start(rules, table, hand, state, seat, stream)


@lean.phase
def place_shown(rules, table, hand, state, seat, stream):
    """Place what everybody saw another seat take, and the Monsters that it told of."""
    if rules.has_monsters == 1:
        place_told_monsters(rules, table, hand, state, seat)
    if rules.explorer == 1:
        place_found_finishes(rules, table, state, seat, stream)
    if rules.competitive == 1:
        place_taken(rules, table, state, seat, stream)


# Room


@lean.rule
def n_forgotten(table, hand):
    """Count the cards that a seat discarded and does not know: unseen top cards, or all without memory."""
    n = table.discarded[hand.seat]
    for card in range(CARD_CODES):
        n -= hand.lost[card]
    return max(n, 0)


@lean.rule
def n_seen(table, hand, card):
    """Count the copies of a card other than an Island of which the seat knows: on the table, held, or discarded."""
    return table.shown[card] + hands.count_in_hand(hand, card) + hand.lost[card]


@lean.rule
def room_of(table, state, seat):
    """Count the cards that another hand still needs."""
    return table.held[seat] - state.hands[seat].held


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


# Starts


@lean.phase
def note_start(rules, table, card):
    """Note whose Start lies, and that the others have theirs in the pile or drew it last: else they had laid it."""
    if card == Card.START:
        table.laid_by = table.active
    for seat in range(rules.players):
        table.opening[seat] = max(table.pile[seat] + n_start_held(rules, table, seat), 1)
        table.spent_at[seat] = table.opening[seat]


@lean.rule
def n_start_held(rules, table, seat):
    """Count the cards in hand that may be a Start when one is laid; the active player had laid it instead."""
    if splits.on_shortage(rules) == StartShortage.DEFER:
        return table.held[seat]
    return 0 if seat == table.active else table.fresh[seat]


@lean.rule
def place_start(rules, table, hand, state, seat, stream):
    """Put a seat's own Start among the cards that it can be one of (T-BASE-7, T-BASE-19, T-BASE-22)."""
    if table.opening[seat] == 0 or table.laid_by == seat:
        return
    if seat == hand.seat:
        place_own_start(table, hand, state, stream)
    elif table.started == 1:
        place_dead_start(rules, table, state, seat, stream)
    else:
        place_waiting_start(rules, table, state, seat, stream)


@lean.rule
def place_own_start(table, hand, state, stream):
    """Put one's own Start into the pile, unless it is known, or among what the seat discarded without knowing it."""
    n_known = hands.count_in_hand(hand, Card.START) + hand.lost[Card.START]
    if n_known == 0 and is_in_pile(table, hand.seat, n_maybe_lost(table, hand), stream):
        put_start(table, state.hidden, hand.seat, stream)


@lean.rule
def n_maybe_lost(table, hand):
    """Count the cards that the seat discarded without knowing them and that may be its Start, once one lies."""
    n_drawn = table.opening[hand.seat] - table.pile[hand.seat]
    return min(n_forgotten(table, hand), n_drawn) if table.started == 1 else 0


@lean.rule
def is_in_pile(table, seat, n_other, stream):
    """Draw whether a card is in the pile, and not one of some others that it may be as well."""
    return random.randbelow(stream, max(table.pile[seat] + n_other, 1)) < table.pile[seat]


@lean.rule
def place_waiting_start(rules, table, state, seat, stream):
    """Put another's Start into the pile or the hand while none lies."""
    if is_in_pile(table, seat, n_start_drawn(rules, table, state, seat), stream):
        put_start(table, state.hidden, seat, stream)
    elif room_of(table, state, seat) > 0:
        give(state, seat, Card.START)


@lean.rule
def n_start_drawn(rules, table, state, seat):
    """Count the cards in hand that may be a Start while none lies: who drew one lays it in the next turn."""
    room = room_of(table, state, seat)
    return room if splits.on_shortage(rules) == StartShortage.DEFER else min(table.fresh[seat], room)


@lean.phase
def place_dead_start(rules, table, state, seat, stream):
    """Put another's dead Start into the pile, or among the cards drawn since one lies, wherever these are now.

    Nobody can play it. So that others of the cards drawn went to the grid says nothing of it: it is one of them as
    likely as it was when they were drawn. Who drew it holds it until the next discard, at least.
    """
    late = n_late(table, state, seat)
    early = n_handled(table, seat) - n_before(table, seat)
    lot = random.randbelow(stream, max(table.pile[seat] + late + early + table.top[seat], 1)) - table.pile[seat]
    if lot < 0:
        put_start(table, state.hidden, seat, stream)
    elif lot < late:
        give(state, seat, Card.START)
    elif lot < late + early:  # else it was given unseen, from the top
        place_early_start(rules, table, state, seat, late, stream)


@lean.rule
def n_handled(table, seat):
    """Count the cards among which a seat's Start is, without those that it gave unseen."""
    return table.opening[seat] - table.top[seat]


@lean.rule
def n_before(table, seat):
    """Count what was left of them in the pile when the seat last discarded from its hand."""
    return min(table.spent_at[seat], n_handled(table, seat))


@lean.rule
def n_late(table, state, seat):
    """Count those that the seat drew since then: a Start among them is in the hand."""
    return n_before(table, seat) - table.pile[seat] if room_of(table, state, seat) > 0 else 0


@lean.rule
def place_early_start(rules, table, state, seat, late, stream):
    """Put a Start that may have been discarded among the older cards of the hand or the discards, each alike."""
    n_held, n_lost = n_older(table, state, seat, late), max(table.discarded[seat] - table.top[seat], 0)
    if random.randbelow(stream, max(n_held + n_lost, 1)) < n_held:
        give(state, seat, Card.START)
    else:
        lose(rules, state, seat, Card.START)


@lean.rule
def n_older(table, state, seat, late):
    """Count the cards of a hand that were drawn before the last discard, one at least."""
    room = room_of(table, state, seat)
    return min(max(room - late, 1), room)


@lean.rule
def put_start(table, hidden, seat, stream):
    """Put a Start at a random place of its pile, which is still empty."""
    hidden.deck[hidden.bottom[seat] + random.randbelow(stream, max(table.pile[seat], 1))] = Card.START


# Monsters and Finishes


@lean.rule
def n_unseen_monsters(rules, table, hand):
    """Count the Monsters of which the seat does not know where they are."""
    return rules.monsters + table.explored[Card.MONSTER] - n_seen(table, hand, Card.MONSTER)


@lean.rule
def place_told_monsters(rules, table, hand, state, seat):
    """Leave Monsters that a seat is known to hold in its hand (T-MONSTER-4, T-MONSTER-7)."""
    n = min(table.known_monsters[seat], n_unseen_monsters(rules, table, hand))
    for _ in range(min(n, room_of(table, state, seat))):
        give(state, seat, Card.MONSTER)


@lean.rule
def place_found_finishes(rules, table, state, seat, stream):
    """Leave Finishes of the Explorer deck with who took them: in the hand, or among the discards since (T-PYR-7)."""
    n_lost = 0
    for number in range(table.found[seat] - 1, -1, -1):  # the last first: it has the fewest discards to be one of
        room = room_of(table, state, seat)
        n_since = table.discarded[seat] - table.found_after[seat, number] - n_lost
        if random.randbelow(stream, max(room + n_since, 1)) < room:
            give(state, seat, Card.FINISH)
        else:
            lose(rules, state, seat, Card.FINISH)
            n_lost += 1


# The face-up row


@lean.rule
def place_taken(rules, table, state, seat, stream):
    """Leave the face-up cards that a seat took with it: what it discarded, it held at that time (T-COMP-3)."""
    cards = state.hidden.order  # nothing else lies there yet
    n_known = list_taken(rules, table, cards, seat)
    n_unknown = table.held[seat] + table.discarded[seat] - n_known
    for number in range(table.discarded[seat]):
        lot = random.randbelow(stream, max(n_unknown + n_taken_by(table, cards, n_known, number), 1))
        if lot < n_unknown:
            n_unknown -= 1
        else:
            place = nth_taken_by(table, cards, n_known, number, lot - n_unknown)
            lose(rules, state, seat, cards[place])
            n_known -= 1
            cards[place] = cards[n_known]
    for place in range(n_known):
        give(state, seat, cards[place])


@lean.rule
def list_taken(rules, table, cards, seat):
    """List the face-up cards that a seat took and did not play; return their number."""
    n = 0
    for island in range(1, rules.islands + 1):
        if table.taken[island] == seat + 1 and table.shown[island] == 0:
            cards[n] = island
            n += 1
    return n


@lean.rule
def n_taken_by(table, cards, n, number):
    """Count the listed cards that were there when the seat had discarded so many."""
    found = 0
    for place in range(n):
        found += table.taken_after[cards[place]] <= number
    return found


@lean.rule
def nth_taken_by(table, cards, n, number, index):
    """Return the place of the `index`-th of them."""
    for place in range(n):
        if table.taken_after[cards[place]] <= number:
            if index == 0:
                return place
            index -= 1
    return 0
