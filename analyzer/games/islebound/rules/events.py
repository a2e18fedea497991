"""Events, and the pairs of face-up piles that they and reputation cards lie in (I-EVENT, I-TOWN-FARWOLD)."""

from analyzer.games.islebound.abilities import Trigger
from analyzer.games.islebound.rules import goods, tracks
from analyzer.games.islebound.rules.crew import can_exhaust, owe_crew
from analyzer.games.islebound.state import KIND_EVENT, NO_CARD, Chance, Stage
from analyzer.games.turns import leave_out
from analyzer.kernel import lean, random


@lean.rule
def split_piles(top, left, piles, cards, n):
    """Split n cards into two piles, the first one larger by an odd card (I-SETUP-10)."""
    n_first = (n + 1) // 2
    for place in range(n):
        if place < n_first:
            piles[0, place] = cards[place]
        else:
            piles[1, place - n_first] = cards[place]
    left[0] = n_first
    left[1] = n - n_first
    turn_up(top, left, piles, 0)
    turn_up(top, left, piles, 1)


@lean.rule
def turn_up(top, left, piles, pile):
    """Show the top card of a pile."""
    top[pile] = piles[pile, left[pile] - 1] if left[pile] > 0 else NO_CARD


@lean.phase
def discard_top(top, left, piles, pile):
    """Discard the top card; an emptied pile takes the top of the other, unless that is its only card."""
    other = 1 - pile
    left[pile] -= 1
    if left[pile] == 0 and left[other] > 1:
        left[other] -= 1
        piles[pile, 0] = piles[other, left[other]]
        left[pile] = 1
        turn_up(top, left, piles, other)
    turn_up(top, left, piles, pile)


@lean.phase
def can_complete(rules, table, seat, pile):
    """Tell whether the top event of a pile can be completed here and now (I-EVENT-01, I-EVENT-08)."""
    if table.event_left[pile] == 0:
        return False
    event = table.event_top[pile]
    if rules.event_town[event] != table.region[seat]:
        return False
    crew = rules.event_crew[event]
    payable = goods.can_pay(table, seat, rules.event_cost[event])
    payable = payable and can_exhaust(rules, table.ready[seat], crew[0], crew[1], crew[2])
    return payable and tracks.can_place(rules, table, seat)


@lean.phase
def pay_event(rules, state, pile):
    """Pay an event's cost (I-EVENT-01, I-EVENT-06)."""
    table = state.table
    event = table.event_top[pile]
    table.pile = pile
    goods.pay(rules, state, table.active, rules.event_cost[event])
    crew = rules.event_crew[event]
    owe_crew(rules, table, crew[0], crew[1], crew[2], Stage.EVENT)


@lean.phase
def complete_event(rules, state):
    """Discard the paid event, turn up the next card, place the cubes (I-EVENT-02 to I-EVENT-05)."""
    table = state.table
    seat = table.active
    event = table.event_top[table.pile]
    table.events_gone |= 1 << event
    discard_top(table.event_top, table.event_left, state.hidden.events, table.pile)
    if table.event_left[0] + table.event_left[1] == 0:
        lay_out_events(rules, state)
    tracks.place_cubes(rules, table, seat, rules.event_cubes[event])
    state.tally.events[seat] += 1
    tracks.fire(rules, state, seat, Trigger.ON_EVENT)
    table.stage = Stage.FREE


@lean.rule
def lay_out_events(rules, state):
    """Shuffle all events into two face-up piles (I-SETUP-10, I-EVENT-05)."""
    hidden = state.hidden
    cards = hidden.order
    state.table.events_gone = rules.left_out[KIND_EVENT]
    random.shuffle_numbers(hidden.chance[Chance.EVENTS], cards, rules.n_events)
    n = leave_out(rules, KIND_EVENT, cards, rules.n_events)
    split_piles(state.table.event_top, state.table.event_left, hidden.events, cards, n)
