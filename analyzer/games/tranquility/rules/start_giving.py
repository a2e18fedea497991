"""The Start's price is given up: shares from the hands, unseen cards from the piles (T-BASE-20, T-BASE-22)."""

from __future__ import annotations

from analyzer.games.tranquility.rules.drawing import refill
from analyzer.games.tranquility.rules.hands import discard, discardable_mask, n_discardable
from analyzer.games.tranquility.rules.storms import ask_yellow_down
from analyzer.games.tranquility.state import Card, Phase, Stage
from analyzer.games.turns import ask
from analyzer.kernel.lean import phase, rule


@rule
def give_tops(state, n_cards):
    """Count unseen top cards towards a share (T-STORM-Y9)."""
    table = state.table
    table.top[table.asked] = n_cards
    table.owed[table.asked] -= n_cards
    lose_top_cards(state, table.asked, n_cards)


@phase
def lose_top_cards(state, seat, n_cards):
    """Discard top cards of a pile unseen, without any effect (T-STORM-Y3, T-MONSTER-13)."""
    table = state.table
    for _ in range(n_cards):
        table.pile[seat] -= 1
        card = state.hidden.deck[state.hidden.bottom[seat] + table.pile[seat]]
        table.discarded[seat] += 1
        state.tally.finishes_lost += card == Card.FINISH
        state.tally.wilds_used += card == Card.WILD


@phase
def ask_gives(rules, state):
    """Ask each player who gives something, active player first, which cards (D-6)."""
    table = state.table
    while table.start_step < rules.players:
        seat = (table.active + table.start_step) % rules.players
        table.start_step += 1
        table.asked = seat
        if table.owed[seat] > 0:
            hand = state.hands[seat]
            if table.owed[seat] < n_discardable(rules, table, hand):
                ask(table, Phase.GIVE, seat)
                return
            give(rules, state, discardable_mask(rules, table, hand))
    table.cost = 0
    table.start_step = 0
    if rules.has_storms == 1:
        table.stage = Stage.EXCESS
    else:
        end_start(rules, table)


@phase
def give(rules, state, mask):
    """Give up one's own share (T-BASE-20, T-BASE-22)."""
    table = state.table
    discard(rules, state, table.asked, mask)
    table.owed[table.asked] = 0
    table.stage = Stage.GIVES


@phase
def ask_excess(rules, state):
    """Let Yellow owners discard what still exceeds three, outside the price (T-STORM-Y8)."""
    table = state.table
    while table.start_step < rules.players:
        seat = (table.active + table.start_step) % rules.players
        table.start_step += 1
        if table.yellow[seat] > 0:
            ask_yellow_down(rules, state, seat, Stage.EXCESS)
            if table.stage == Stage.ASKING:
                return
    end_start(rules, table)


@rule
def end_start(rules, table):
    """Go on to the Rocks step and the refill of all hands (T-BASE-32)."""
    table.refill_stage = Stage.START_REFILL
    table.stage = Stage.ROCKS if rules.has_modules == 1 else Stage.START_REFILL


@phase
def refill_all(rules, state):
    """Refill every hand, active player first, clockwise (T-BASE-20, A8)."""
    refill(rules, state, state.table.active, rules.players, Stage.PASS)
