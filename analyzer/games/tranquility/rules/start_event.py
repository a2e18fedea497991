"""The Start: it is laid, and the players together give up its price (rules 2.4, T-BASE-32)."""

from __future__ import annotations

from analyzer.games.tranquility.encoding import share_of
from analyzer.games.tranquility.rules.asking import ask
from analyzer.games.tranquility.rules.hands import (
    discard,
    discardable_mask,
    draw_cards,
    n_discardable,
    refill,
    take_from_hand,
)
from analyzer.games.tranquility.rules.options import has_one_split, nth_split
from analyzer.games.tranquility.state import Card, Cause, Phase, Stage
from analyzer.games.tranquility.switches import Start2p, StartShortage
from analyzer.kernel.jit import phase, rule
from analyzer.kernel.piles import find

EXTRA_DRAW = 2  # cards each of two players draws when the Start is laid (T-BASE-20)


@rule
def must_play_start(rules, state):
    """Tell whether the active player is forced to play a Start now (T-BASE-19, A2 `defer`)."""
    hand = state.hands[state.table.active]
    if state.table.started == 1 or find(hand.cards, hand.held, Card.START) < 0:
        return False
    return rules.start_shortage != StartShortage.DEFER or can_pay_start(rules, state)


@phase
def can_pay_start(rules, state):
    """Tell, before anything is laid or drawn, whether the hands will hold the price (A2 `defer`)."""
    n_cards = -1  # the Start itself
    for seat in range(rules.players):
        n_cards += state.table.held[seat] + min(n_extra(rules, state.table, seat), state.table.pile[seat])
    return n_cards >= rules.start_price


@rule
def n_extra(rules, table, seat):
    """Count the extra cards of a seat when the Start is laid (T-BASE-20, A3)."""
    if rules.players != 2:
        return 0
    if rules.start2p == Start2p.UPTO7:
        laid = 1 if seat == table.active and table.started == 0 else 0
        return max(rules.hand_limit + EXTRA_DRAW - table.held[seat] + laid, 0)
    return EXTRA_DRAW


@phase
def lay_start(rules, state):
    """Lay the Start and draw the extra cards, active player first (T-BASE-20, T-BASE-23, T-BASE-32)."""
    table = state.table
    hand = state.hands[table.active]
    take_from_hand(state, table.active, find(hand.cards, hand.held, Card.START))
    table.started = 1
    state.tally.start_turn = table.turn
    for step in range(rules.players):
        seat = (table.active + step) % rules.players
        draw_cards(state, seat, table.held[seat] + n_extra(rules, table, seat))
    ask_price(rules, state)


@rule
def ask_price(rules, state):
    """Fix how many cards are to be given, or lose for want of them (A2)."""
    table = state.table
    available = 0
    for seat in range(rules.players):
        available += n_discardable(rules, table, state.hands[seat])
    if available < rules.start_price and rules.start_shortage == StartShortage.LOSS:
        table.cause = Cause.START_SHORTAGE
    table.cost = min(available, rules.start_price)
    table.offer[:] = -1
    table.split[:] = 0
    table.asked = table.active
    table.stage = Stage.OFFERS


@phase
def ask_offers(rules, state):
    """Ask the other players, clockwise, how many cards they could give (D-5)."""
    table = state.table
    seat = (table.asked + 1) % rules.players
    table.asked = seat
    if seat == table.active or table.cost == 0:
        table.stage = Stage.SPLIT
    elif n_discardable(rules, table, state.hands[seat]) == 0:
        table.offer[seat] = 0
    else:
        ask(table, Phase.OFFER, seat)


@rule
def hear_offer(state, n_cards):
    """Note what a player could give (D-5)."""
    state.table.offer[state.table.asked] = n_cards
    state.table.stage = Stage.OFFERS


@phase
def ask_split(rules, state):
    """Ask the active player, for the team, who gives how many (D-4)."""
    table = state.table
    table.phase = Phase.SPLIT
    if has_one_split(rules, table):
        agree_split(rules, state, nth_split(rules, table, 0))
    else:
        ask(table, Phase.SPLIT, table.active)


@rule
def agree_split(rules, state, split):
    """Fix the shares (T-BASE-21)."""
    table = state.table
    for seat in range(rules.players):
        table.split[seat] = share_of(split, seat)
        table.owed[seat] = table.split[seat]
    table.asked = (table.active + rules.players - 1) % rules.players
    table.stage = Stage.GIVES


@phase
def ask_gives(rules, state):
    """Ask each player who gives something, active player first, which cards (D-6)."""
    table = state.table
    for _ in range(rules.players):
        seat = (table.asked + 1) % rules.players
        table.asked = seat
        share = table.owed[seat]
        if share > 0:
            if share == n_discardable(rules, table, state.hands[seat]):
                give(rules, state, discardable_mask(rules, table, state.hands[seat]))
            else:
                ask(table, Phase.GIVE, seat)
                return
    table.stage = Stage.START_REFILL


@rule
def give(rules, state, mask):
    """Give up the own share (T-BASE-20, T-BASE-22)."""
    table = state.table
    discard(rules, state, table.asked, mask)
    table.owed[table.asked] = 0
    table.stage = Stage.GIVES


@phase
def refill_all(rules, state):
    """Refill every hand, active player first, clockwise (T-BASE-20, A8)."""
    table = state.table
    for step in range(rules.players):
        refill(rules, state, (table.active + step) % rules.players)
    table.stage = Stage.PASS
