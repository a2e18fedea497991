"""The opening: Starts are shuffled into the piles, once the hands are drawn and stay (rules 2.2)."""

from __future__ import annotations

from analyzer.games.tranquility.rules.drawing import begin_draw
from analyzer.games.tranquility.rules.hands import count_in_hand
from analyzer.games.tranquility.state import Card, Chance, Draw, Stage
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.random import randbelow, shuffle


@phase
def shuffle_starts_in(rules, state, chance):
    """Let each player shuffle their own Start into their own pile, after the hands were drawn (T-BASE-4, T-BASE-7)."""
    if rules.has_modules == 1 and amend_opening(rules, state, chance):
        return
    state.tally.start_depth = rules.n_dealt
    for seat in range(rules.players):
        state.tally.opening_finishes += count_in_hand(state.hands[seat], Card.FINISH)
        depth = randbelow(chance[Chance.STARTS], state.table.pile[seat] + 1)  # early Starts lie equally deep anywhere
        put_start(state, seat, depth)
        state.tally.start_depth = min(state.tally.start_depth, depth)
    state.table.stage = Stage.TURN


@rule
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


@phase
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
            put_on_pile(state, seat, state.hidden.aside[seat, state.hidden.n_aside[seat]])
            shuffle_pile(state, seat, chance[Chance.RESHUFFLE])
    return False


@rule
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


@rule
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


@rule
def put_on_pile(state, seat, card):
    """Put a card on top of a pile."""
    state.hidden.deck[state.hidden.bottom[seat] + state.table.pile[seat]] = card
    state.table.pile[seat] += 1


@rule
def shuffle_pile(state, seat, stream):
    """Shuffle a pile."""
    bottom = state.hidden.bottom[seat]
    shuffle(stream, state.hidden.deck[bottom : bottom + state.table.pile[seat]], state.table.pile[seat])
