"""Setup: the deck, the removed Islands, the deal, the Starts and the first player (rules 2.2 and 2.12)."""

from __future__ import annotations

from analyzer.games.tranquility.rules.hands import refill
from analyzer.games.tranquility.state import Card, Chance, Stage
from analyzer.games.tranquility.switches import FINISHES, ISLANDS, FirstPlayer
from analyzer.kernel.jit import phase, rule
from analyzer.kernel.random import randbelow, shuffle


@phase
def set_up(rules, state, chance):
    """Set up a game up to the first turn (rules 2.2)."""
    clear_table(rules, state)
    remove_islands(rules, state.hidden, chance[Chance.REMOVAL])
    shuffle_deck(rules, state.hidden, chance[Chance.DECK])
    deal_piles(rules, state, chance[Chance.SETUP])
    for seat in range(rules.players):
        refill(rules, state, seat)
    for seat in range(rules.players):
        shuffle_start_in(state, seat, chance[Chance.SETUP])
    state.table.first = first_player(rules, state, chance[Chance.SETUP])
    state.table.active = state.table.first
    state.table.stage = Stage.TURN


@rule
def clear_table(rules, state):
    """Empty the grid, the hands and the counts (T-BASE-1, T-BASE-3)."""
    table = state.table
    table.phase = table.stage = table.asked = table.turn = table.cause = 0
    table.started = table.filled = table.cost = 0
    table.number[:] = 0
    table.number[rules.cells + 1] = rules.islands + 1
    table.below[:] = 0
    table.above[:] = rules.cells + 1
    table.discarded[:] = 0
    table.held[:] = 0
    table.pile[:] = 0
    table.offer[:] = -1
    table.split[:] = 0
    table.owed[:] = 0
    table.last_action[:] = -1
    for seat in range(rules.players):
        hand = state.hands[seat]
        hand.seat = seat
        hand.held = 0
        hand.lost[:] = 0
    tally = state.tally
    tally.paid = tally.discard_twos = tally.start_turn = tally.finishes_lost = 0


@rule
def remove_islands(rules, hidden, stream):
    """Take out `removed` random Islands unseen (T-REMOVE-1).

    The first k of one random order: whoever removes twelve removes the same four first.
    """
    hidden.removed[:] = 0
    if rules.removed == 0:
        return
    for island in range(rules.islands):
        hidden.order[island] = island + 1
    for place in range(rules.removed):
        other = place + randbelow(stream, rules.islands - place)
        island = hidden.order[other]
        hidden.order[other] = hidden.order[place]
        hidden.removed[island] = 1


@rule
def shuffle_deck(rules, hidden, stream):
    """Shuffle Islands and Finishes (T-BASE-5).

    Always at least the standard 80 and 5, so that deal N has the same order in every variant; cards that are
    not in play are passed over when dealing.
    """
    n = 0
    for island in range(1, max(rules.islands, ISLANDS) + 1):
        hidden.order[n] = island
        n += 1
    for copy in range(max(rules.finishes, FINISHES)):
        # a Finish beyond the number in play is told apart by a code that is no card
        hidden.order[n] = Card.FINISH if copy < rules.finishes else Card.NONE
        n += 1
    shuffle(stream, hidden.order, n)


@rule
def deal_piles(rules, state, stream):
    """Deal everything face down as evenly as possible; odd cards go to adjacent seats (T-BASE-5, T-REMOVE-2)."""
    hidden = state.hidden
    n_cards = rules.islands - rules.removed + rules.finishes
    each = n_cards // rules.players
    odd = n_cards % rules.players
    lucky = randbelow(stream, rules.players)
    source = 0
    place = 0
    for seat in range(rules.players):
        hidden.bottom[seat] = place
        share = each + (1 if (seat - lucky) % rules.players < odd else 0)
        state.table.pile[seat] = share
        while share > 0:
            card = hidden.order[source]
            source += 1
            if is_in_play(rules, hidden, card):
                hidden.deck[place] = card
                place += 1
                share -= 1
        place += 1  # room for the Start


@rule
def is_in_play(rules, hidden, card):
    """Tell whether a card of the full deck takes part in this game."""
    return card == Card.FINISH or (0 < card <= rules.islands and hidden.removed[card] == 0)


@rule
def shuffle_start_in(state, seat, stream):
    """Shuffle the own Start into the own pile, after the hand was drawn (T-BASE-4, T-BASE-7)."""
    hidden = state.hidden
    top = hidden.bottom[seat] + state.table.pile[seat]
    state.table.pile[seat] += 1
    place = hidden.bottom[seat] + randbelow(stream, state.table.pile[seat])
    hidden.deck[top] = hidden.deck[place]
    hidden.deck[place] = Card.START


@rule
def first_player(rules, state, stream):
    """Choose who begins: among those dealt the fewest cards, by default (T-BASE-8, A11)."""
    if rules.first_player == FirstPlayer.FIXED0:
        return 0
    fewest = 127
    n_tied = 0
    for seat in range(rules.players):
        if dealt(rules, state, seat) < fewest:
            fewest = dealt(rules, state, seat)
            n_tied = 0
        if dealt(rules, state, seat) == fewest:
            n_tied += 1
    lot = randbelow(stream, n_tied)
    for seat in range(rules.players):
        if dealt(rules, state, seat) == fewest:
            if lot == 0:
                return seat
            lot -= 1
    return 0


@rule
def dealt(rules, state, seat):
    """Count the cards a seat was dealt; everybody equal where the fewest cards do not decide."""
    if rules.first_player == FirstPlayer.RANDOM:
        return 0
    return state.hands[seat].held + state.table.pile[seat]
