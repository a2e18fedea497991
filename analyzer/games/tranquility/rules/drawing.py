"""Drawing: refills, extra cards and opening hands, card by card where a Storm may come (T-BASE-11, T-STORM-2)."""

from __future__ import annotations

from analyzer.games.tranquility.rules.hands import draw_cards, hand_limit, n_discardable, take_into_hand
from analyzer.games.tranquility.state import Card, Draw, Stage
from analyzer.games.tranquility.switches.readings import Start2p, StormInSetup
from analyzer.games.turns import next_seat
from analyzer.kernel.lean import phase, rule

EXTRA_DRAW = 2  # cards each of two players draws when the Start is laid (T-BASE-20)


@rule
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


@phase
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


@rule
def wants_card(rules, state, seat):
    """Tell whether a player draws on (T-STORM-Y7, T-STORM-Y8, T-SOLO-5)."""
    table = state.table
    if table.draw_mode == Draw.LIMIT:
        return table.held[seat] < hand_limit(rules, table, seat)
    if table.draw_mode == Draw.EXTRA:
        return table.draw_left > 0
    return n_discardable(rules, table, state.hands[seat]) < table.draw_left


@rule
def next_drawer(rules, state):
    """Let the next player draw."""
    table = state.table
    table.draw_seat = next_seat(rules, table.draw_seat)
    table.draw_queue -= 1
    table.fresh[table.draw_seat] = 0
    if table.draw_mode == Draw.EXTRA:
        table.draw_left = n_extra(rules, table, table.draw_seat)


@rule
def n_extra(rules, table, seat):
    """Count the extra cards that one of two players draws when the Start is laid (T-BASE-20, A3)."""
    if rules.players != 2:
        return 0
    if rules.start2p == Start2p.UPTO7:
        return max(rules.hand_limit + EXTRA_DRAW - table.held[seat], 0)
    return EXTRA_DRAW


@rule
def meet_storm(rules, state, seat, card):
    """Stop drawing for a Storm, or put it aside in the opening (T-STORM-2, T-STORM-3)."""
    table = state.table
    if table.turn == 0 and rules.storm_in_setup == StormInSetup.REDRAW_AND_RESHUFFLE:
        state.hidden.aside[seat, state.hidden.n_aside[seat]] = card
        state.hidden.n_aside[seat] += 1
        return
    reveal_storm(table, seat, card, Stage.DRAW)


@rule
def reveal_storm(table, seat, card, resume):
    """Show a Storm; its windows and its effect come next (T-STORM-2)."""
    table.storm = card
    table.shown[card] += 1
    table.storm_seat = seat
    table.storm_resume = resume
    table.stage = Stage.STORM


@rule
def refill(rules, state, seat, n_seats, resume):
    """Refill hands to the limit (T-BASE-6, T-BASE-11); without Storms in the piles nothing can interrupt it."""
    if rules.has_piled_storms == 1:
        begin_draw(rules, state, seat, Draw.LIMIT, 0, n_seats, resume)
        return
    for _ in range(n_seats):
        draw_cards(state, seat, hand_limit(rules, state.table, seat))
        seat = next_seat(rules, seat)
    state.table.stage = resume
