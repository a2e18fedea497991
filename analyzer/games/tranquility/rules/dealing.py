"""Dealing: what is taken out or mixed in leaves the other cards in their pile and in their order (T-BASE-5, T-BASE-33).

The full deck of 85 is dealt out in thought, always alike. Module cards then take places of their own, the gaps of
missing cards close, and the lowest cards of piles that are now too high go below those that are too low. Which cards
move depends on places alone, never on what a card shows, so that every deal stays equally likely.
"""

from __future__ import annotations

from analyzer.games.tranquility.rules.deck import is_in_play
from analyzer.games.tranquility.state import Card, Chance
from analyzer.games.tranquility.switches.readings import FirstPlayer
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.random import randbelow

LOTS = 60  # divisible by every number of seats: one lot is fair among any of them, and means the same to all variants


@rule
def way_to_begin(rules):
    """Return how the first player is found (A11)."""
    return rules.first_player


@rule
def first_player(rules, stream):
    """Draw who begins, before anything else and by the same lot in every variant (T-BASE-8, A11)."""
    first = randbelow(stream, rules.players)
    return 0 if way_to_begin(rules) == FirstPlayer.FIXED0 else first


@rule
def deal_piles(rules, state, chance):
    """Deal everything face down as evenly as possible (T-BASE-5, T-BASE-33, T-REMOVE-2)."""
    lot = randbelow(chance[Chance.FIRST], LOTS)
    measure_piles(rules, state, lot)
    if rules.has_whole_deck == 1:
        deal_whole_deck(rules, state)
    else:
        deal_changed_deck(rules, state, chance, lot)


@rule
def more_from(rules, first, n_cards, lot):
    """Return the first of the adjacent seats with a card more; whoever begins is not among them (T-BASE-8).

    To draw the first player first and these seats then is to draw them the other way round.
    """
    n_piles = rules.n_piles
    is_spared = way_to_begin(rules) == FirstPlayer.FEWEST_RANDOM
    n_ways = n_piles - (n_cards % n_piles if is_spared else 0)
    return (first + 1 + lot * n_ways // LOTS) % n_piles


@rule
def share(rules, n_cards, more, seat):
    """Return how many of n cards a seat is dealt; odd cards go to adjacent seats (T-BASE-5)."""
    n_piles = rules.n_piles
    return n_cards // n_piles + ((seat - more) % n_piles < n_cards % n_piles)


@rule
def measure_piles(rules, state, lot):
    """Lay down where every pile begins and how high it is."""
    more = more_from(rules, state.table.first, rules.n_dealt, lot)
    place = 0
    for seat in range(rules.n_piles):
        place += 1  # room for the Start
        state.hidden.bottom[seat] = place
        state.table.pile[seat] = share(rules, rules.n_dealt, more, seat)
        place += state.table.pile[seat]


@rule
def deal_whole_deck(rules, state):
    """Deal the full deck, one pile after the other, each from its top down."""
    hidden = state.hidden
    source = 0
    for seat in range(rules.n_piles):
        height = state.table.pile[seat]
        top = hidden.bottom[seat] + height - 1
        for depth in range(height):
            hidden.deck[top - depth] = hidden.order[source + depth]
        source += height


@phase
def deal_changed_deck(rules, state, chance, lot):
    """Deal another deck than the full one, with as few changes as possible."""
    state.hidden.deck[:] = Card.NONE
    if rules.has_modules == 1:
        strew(rules, state, Card.MONSTER, rules.monsters, chance[Chance.MONSTERS])
        strew(rules, state, Card.YELLOW, rules.yellow, chance[Chance.STORMS])
        strew(rules, state, Card.PURPLE, rules.purple, chance[Chance.STORMS])
        strew(rules, state, Card.ORANGE, rules.orange, chance[Chance.STORMS])
        strew(rules, state, Card.WILD, rules.wilds, chance[Chance.WILDS])
    keep_order(rules, state, more_from(rules, state.table.first, rules.n_shuffled, lot))
    fill_gaps(rules, state)


@phase
def strew(rules, state, card, n_copies, stream):
    """Put copies of a card at random free places (T-MONSTER-1, T-STORM-1, T-WILD-1).

    Seat and depth are drawn apart, so that piles of another height keep the seat; what is no free place is drawn again.
    """
    left = n_copies
    while left > 0:
        seat = randbelow(stream, rules.n_piles)
        depth = randbelow(stream, rules.highest)
        place = state.hidden.bottom[seat] + state.table.pile[seat] - 1 - depth
        if depth < state.table.pile[seat] and state.hidden.deck[place] == Card.NONE:
            state.hidden.deck[place] = card
            left -= 1


@rule
def keep_order(rules, state, more):
    """Deal every pile its cards of the full deal that are in play; those too many wait where the order begins."""
    hidden = state.hidden
    source = waiting = 0
    for seat in range(rules.n_piles):
        bottom = hidden.bottom[seat]
        place = bottom + state.table.pile[seat] - 1
        for _ in range(share(rules, rules.n_shuffled, more, seat)):
            card = hidden.order[source]
            source += 1
            if is_in_play(rules, hidden, card):
                while place >= bottom and hidden.deck[place] != Card.NONE:  # a module card lies there
                    place -= 1
                if place >= bottom:
                    hidden.deck[place] = card
                else:
                    hidden.order[waiting] = card
                    waiting += 1


@rule
def fill_gaps(rules, state):
    """Put the cards that wait below the piles that have too few."""
    hidden = state.hidden
    source = 0
    for seat in range(rules.n_piles):
        bottom = hidden.bottom[seat]
        for place in range(bottom, bottom + state.table.pile[seat]):
            if hidden.deck[place] == Card.NONE:
                hidden.deck[place] = hidden.order[source]
                source += 1
