"""Drawing cards: refills, extra cards, opening hands, and Starts shuffled in after them (T-BASE-11, T-STORM-2)."""

from analyzer.games.tranquility.rules.hands import count_in_hand, draw_cards, hand_limit, n_discardable, take_into_hand
from analyzer.games.tranquility.state import Card, Chance, Draw, Stage
from analyzer.games.tranquility.switches.readings import Start2p, StormInSetup
from analyzer.games.turns import next_seat
from analyzer.kernel import lean, random

EXTRA_DRAW = 2  # cards each of two players draws when the Start is laid (T-BASE-20)


@lean.rule
def begin_draw(rules, state, seat, mode, n_cards, n_seats, resume):
    """Let `n_seats` players from `seat` on, clockwise, draw cards, then go on at stage `resume`."""
    table = state.table
    table.draw_seat = seat
    table.draw_mode = mode
    table.draw_left = n_cards
    table.draw_queue = n_seats
    table.draw_resume = resume
    table.fresh[seat] = 0
    table.stage = Stage.DRAW


@lean.phase
def draw_on(rules, state):
    """Draw until everybody has enough, or a Storm interrupts (T-STORM-2)."""
    table = state.table
    while table.draw_queue > 0:
        seat = table.draw_seat
        while wants_card(rules, state, seat) and table.pile[seat] > 0:
            table.pile[seat] -= 1
            card = state.hidden.deck[state.hidden.bottom[seat] + table.pile[seat]]
            if card >= Card.YELLOW:
                meet_storm(rules, state, seat, card)
                if table.stage != Stage.DRAW:
                    return
            else:
                take_into_hand(state, seat, card)
                table.fresh[seat] += 1
                table.draw_left -= table.draw_mode == Draw.EXTRA
        next_drawer(rules, state)
    table.stage = table.draw_resume


@lean.rule
def wants_card(rules, state, seat):
    """Tell whether a player draws on (T-STORM-Y7, T-STORM-Y8, T-SOLO-5)."""
    table = state.table
    if table.draw_mode == Draw.LIMIT:
        return table.held[seat] < hand_limit(rules, table, seat)
    if table.draw_mode == Draw.EXTRA:
        return table.draw_left > 0
    return n_discardable(rules, table, state.hands[seat]) < table.draw_left


@lean.rule
def next_drawer(rules, state):
    """Let the next player draw."""
    table = state.table
    table.draw_seat = next_seat(rules, table.draw_seat)
    table.draw_queue -= 1
    table.fresh[table.draw_seat] = 0
    if table.draw_mode == Draw.EXTRA:
        table.draw_left = n_extra(rules, table, table.draw_seat)


@lean.rule
def n_extra(rules, table, seat):
    """Count the extra cards that one of two players draws when the Start is laid (T-BASE-20, A3)."""
    if rules.players != 2:
        return 0
    if rules.start2p == Start2p.UPTO7:
        return max(rules.hand_limit + EXTRA_DRAW - table.held[seat], 0)
    return EXTRA_DRAW


@lean.rule
def meet_storm(rules, state, seat, card):
    """Stop drawing for a Storm, or put it aside in the opening (T-STORM-2, T-STORM-3)."""
    table = state.table
    if table.turn == 0 and rules.storm_in_setup == StormInSetup.REDRAW_AND_RESHUFFLE:
        state.hidden.aside[seat, state.hidden.n_aside[seat]] = card
        state.hidden.n_aside[seat] += 1
        return
    note_drawn_storm(table, seat, card - Card.YELLOW)
    reveal_storm(table, seat, card, Stage.DRAW)


@lean.rule
def note_drawn_storm(table, seat, colour):
    """Note that a card left a pile and came into no hand: a Storm, perhaps one that was shuffled back."""
    table.told_at[seat] -= 1
    table.returned[seat, colour] = max(table.returned[seat, colour] - 1, 0)


@lean.rule
def reveal_storm(table, seat, card, resume):
    """Show a Storm; its windows and its effect come next (T-STORM-2)."""
    table.storm = card
    table.shown[card] += 1
    table.storm_seat = seat
    table.storm_resume = resume
    table.stage = Stage.STORM


@lean.rule
def refill(rules, state, seat, n_seats, resume):
    """Refill hands to the limit (T-BASE-6, T-BASE-11); without Storms in the piles nothing can interrupt it."""
    if rules.has_piled_storms == 1:
        begin_draw(rules, state, seat, Draw.LIMIT, 0, n_seats, resume)
        return
    for _ in range(n_seats):
        draw_cards(state, seat, hand_limit(rules, state.table, seat))
        seat = next_seat(rules, seat)
    state.table.stage = resume


@lean.phase
def shuffle_starts_in(rules, state, chance):
    """Let each player shuffle their own Start into their own pile, after the hands were drawn (T-BASE-4, T-BASE-7)."""
    if rules.has_modules == 1 and amend_opening(rules, state, chance):
        return
    state.tally.start_depth = rules.n_dealt
    for seat in range(rules.players):
        state.tally.opening_finishes += count_in_hand(state.hands[seat], Card.FINISH)
        depth = random.randbelow(
            chance[Chance.STARTS], state.table.pile[seat] + 1
        )  # early Starts lie equally deep anywhere
        put_start(state, seat, depth)
        state.tally.start_depth = min(state.tally.start_depth, depth)
    state.table.stage = Stage.TURN


@lean.rule
def put_start(state, seat, depth):
    """Put a Start below `depth` cards of a pile, above the others."""
    hidden = state.hidden
    hidden.bottom[seat] -= 1
    state.table.pile[seat] += 1
    state.table.opening[seat] = state.table.pile[seat]
    state.table.fresh[seat] = 0
    start = hidden.bottom[seat] + state.table.pile[seat] - 1 - depth
    for place in range(hidden.bottom[seat], start):
        hidden.deck[place] = hidden.deck[place + 1]
    hidden.deck[start] = Card.START


@lean.phase
def amend_opening(rules, state, chance):
    """Draw hands of Monsters alone again and shuffle Storms back, by the switches; tell whether cards are drawn."""
    for seat in range(rules.players):
        if rules.monster_mulligan == 1 and is_all_monsters(state, seat):
            return_hand(state, seat, chance[Chance.RESHUFFLE])
            begin_draw(rules, state, seat, Draw.LIMIT, 0, 1, Stage.STARTS)
            return True
    for seat in range(rules.players):
        for _ in range(state.hidden.n_aside[seat]):
            state.hidden.n_aside[seat] -= 1
            card = state.hidden.aside[seat, state.hidden.n_aside[seat]]
            put_on_pile(state, seat, card)
            state.table.returned[seat, card - Card.YELLOW] += 1
            shuffle_pile(state, seat, chance[Chance.RESHUFFLE])
    return False


@lean.rule
def is_all_monsters(state, seat):
    """Tell whether a hand holds Monsters alone although its pile holds something else (T-MONSTER-9)."""
    hand = state.hands[seat]
    if hand.held == 0 or count_in_hand(hand, Card.MONSTER) < hand.held:
        return False
    bottom = state.hidden.bottom[seat]
    for place in range(bottom, bottom + state.table.pile[seat]):
        card = state.hidden.deck[place]
        if card != Card.MONSTER and card < Card.YELLOW:  # a Storm never enters the hand
            return True
    return False


@lean.rule
def return_hand(state, seat, stream):
    """Shuffle a hand back into its pile."""
    hand = state.hands[seat]
    for slot in range(hand.held):
        put_on_pile(state, seat, hand.cards[slot])
    hand.held = 0
    hand.cards[:] = 0
    hand.n_of[:] = 0
    state.table.held[seat] = 0
    shuffle_pile(state, seat, stream)


@lean.rule
def put_on_pile(state, seat, card):
    """Put a card on top of a pile."""
    state.hidden.deck[state.hidden.bottom[seat] + state.table.pile[seat]] = card
    state.table.pile[seat] += 1


@lean.rule
def shuffle_pile(state, seat, stream):
    """Shuffle a pile."""
    bottom = state.hidden.bottom[seat]
    random.shuffle(stream, state.hidden.deck[bottom : bottom + state.table.pile[seat]], state.table.pile[seat])
