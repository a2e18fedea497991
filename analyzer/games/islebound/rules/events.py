"""Events: a free action that pays for influence (rules 2.9)."""

from __future__ import annotations

from analyzer.games.islebound.abilities import Trigger
from analyzer.games.islebound.rules.crew import can_exhaust, owe_crew
from analyzer.games.islebound.rules.goods import can_pay, pay
from analyzer.games.islebound.rules.influence import can_place, place_cubes
from analyzer.games.islebound.rules.piles import discard_top, split_piles
from analyzer.games.islebound.rules.renown import fire
from analyzer.games.islebound.state import Chance, Stage
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.random import shuffle_numbers


@phase
def can_complete(rules, table, seat, pile):
    """Tell whether the top event of a pile can be completed here and now (I-EVENT-01, I-EVENT-08)."""
    if table.event_left[pile] == 0:
        return False
    event = table.event_top[pile]
    if rules.event_town[event] != table.region[seat]:
        return False
    crew = rules.event_crew[event]
    payable = can_pay(table, seat, rules.event_cost[event])
    payable = payable and can_exhaust(rules, table.ready[seat], crew[0], crew[1], crew[2])
    return payable and can_place(rules, table, seat)


@phase
def pay_event(rules, state, pile):
    """Pay an event's cost (I-EVENT-01, I-EVENT-06)."""
    table = state.table
    event = table.event_top[pile]
    table.pile = pile
    pay(rules, state, table.active, rules.event_cost[event])
    crew = rules.event_crew[event]
    owe_crew(rules, table, crew[0], crew[1], crew[2], Stage.EVENT)


@phase
def complete_event(rules, state):
    """Discard the paid event, turn up the next card, place the cubes (I-EVENT-02 to I-EVENT-05)."""
    table = state.table
    seat = table.active
    event = table.event_top[table.pile]
    discard_top(table.event_top, table.event_left, state.hidden.events, table.pile)
    if table.event_left[0] + table.event_left[1] == 0:
        lay_out_events(rules, state)
    place_cubes(rules, table, seat, rules.event_cubes[event])
    state.tally.events[seat] += 1
    fire(rules, state, seat, Trigger.ON_EVENT)
    table.stage = Stage.FREE


@rule
def lay_out_events(rules, state):
    """Shuffle all events into two face-up piles (I-SETUP-10, I-EVENT-05)."""
    hidden = state.hidden
    cards = hidden.order
    shuffle_numbers(hidden.chance[Chance.EVENTS], cards, rules.n_events)
    split_piles(state.table.event_top, state.table.event_left, hidden.events, cards, rules.n_events)
