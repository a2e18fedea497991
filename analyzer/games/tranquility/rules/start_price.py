"""The Start's price: how much it is, and who gives how much of it (rules 2.4, T-BASE-21)."""

from __future__ import annotations

from analyzer.games.tranquility.encoding import share_of
from analyzer.games.tranquility.rules.hands import n_discardable
from analyzer.games.tranquility.rules.options import most_to_offer, n_tops, nth_top
from analyzer.games.tranquility.rules.splits import allowance, has_one_split, nth_split, total_cap
from analyzer.games.tranquility.rules.start_event import on_shortage
from analyzer.games.tranquility.rules.start_giving import give_tops
from analyzer.games.tranquility.rules.start_solo import draw_for_solo, pay_solo, solo_reading
from analyzer.games.tranquility.state import Cause, Phase, Stage
from analyzer.games.tranquility.switches.readings import SoloStart, StartShortage
from analyzer.games.turns import ask
from analyzer.kernel.lean import phase, rule


@phase
def ask_price(rules, state):
    """Fix how many cards are to be given, or lose for want of them (A2, T-SOLO-4)."""
    table = state.table
    available = 0
    for seat in range(rules.players):
        available += n_discardable(rules, table, state.hands[seat]) + allowance(rules, table, seat)
    if rules.players == 1:
        available -= allowance(rules, table, 0)
        unseen = table.pile[0] if solo_reading(rules) == SoloStart.BLIND else min(table.top[0], table.pile[0])
        available += unseen
    if available < rules.start_price and on_shortage(rules) == StartShortage.LOSS:
        table.cause = Cause.START_SHORTAGE
        return
    table.cost = min(available, rules.start_price)
    table.asked = table.active
    table.stage = Stage.OFFERS
    if rules.players == 1:
        pay_solo(rules, state)


@phase
def ask_offers(rules, state):
    """Ask the other players, clockwise, how many cards they could give (D-5)."""
    table = state.table
    seat = (table.asked + 1) % rules.players
    table.asked = seat
    if seat == table.active or table.cost == 0:
        table.stage = Stage.SPLIT
    elif most_to_offer(rules, table, state.hands[seat]) == 0:
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
    hand = state.hands[table.active]
    table.phase = Phase.SPLIT
    table.asked = table.active
    if table.cost == 0:
        agree_split(rules, state, 0)  # nobody was asked for an offer
        return
    if total_cap(rules, table, hand) < table.cost:
        raise_offers(rules, state)
    if has_one_split(rules, table, hand):
        agree_split(rules, state, nth_split(rules, table, hand, 0))
    else:
        ask(table, Phase.SPLIT, table.active)


@rule
def raise_offers(rules, state):
    """Let all others offer what they have, when binding offers fall short (rules 7, notes)."""
    table = state.table
    for seat in range(rules.players):
        if seat != table.active:
            table.offer[seat] = most_to_offer(rules, table, state.hands[seat])


@phase
def agree_split(rules, state, split):
    """Fix the shares (T-BASE-21)."""
    table = state.table
    for seat in range(rules.players):
        table.split[seat] = share_of(split, seat)
        table.owed[seat] = table.split[seat]
    table.start_step = 0
    table.stage = Stage.TOPS if rules.has_storms == 1 else Stage.GIVES


@phase
def ask_tops(rules, state):
    """Ask each Yellow owner who gives something how many unseen top cards are among it (D-7)."""
    table = state.table
    while table.start_step < rules.players:
        seat = (table.active + table.start_step) % rules.players
        table.start_step += 1
        if table.yellow[seat] > 0 and table.owed[seat] > 0:
            hand = state.hands[seat]
            table.asked = seat
            n = n_tops(rules, table, hand)
            if n > 1:
                ask(table, Phase.TOP, seat)
                return
            # with nothing else to give, the share comes from the pile whatever the reading
            give_tops(state, nth_top(rules, table, hand, 0) if n == 1 else table.owed[seat])
    table.start_step = 0
    table.stage = Stage.GIVES


@phase
def hear_top(rules, state, n_cards):
    """Take the unseen top cards of the asked player (T-STORM-Y3, T-SOLO-5)."""
    if rules.players == 1:
        draw_for_solo(rules, state, n_cards)
    else:
        give_tops(state, n_cards)
        state.table.stage = Stage.TOPS
