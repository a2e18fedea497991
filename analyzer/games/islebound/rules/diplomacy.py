"""Diplomacy: paying with influence and negotiators (rules 2.7, D4)."""

from __future__ import annotations

from analyzer.games.islebound.abilities import Trigger
from analyzer.games.islebound.encoding import ASK_INFLUENCE
from analyzer.games.islebound.rules.actions import influence_needed, least_cubes, n_negotiators
from analyzer.games.islebound.rules.crew import owe_helpers
from analyzer.games.islebound.rules.influence import least_sum, pay_influence, take_cube
from analyzer.games.islebound.rules.towns import ask_cube, owes_cube, take_town
from analyzer.games.islebound.state import DUE_NEGOTIATE, NEGOTIATE, Phase, Stage
from analyzer.games.turns import ask
from analyzer.kernel.lean import phase


@phase
def begin_diplomacy(rules, state):
    """Announce the diplomacy and pay for it (I-DIPLO-02)."""
    table = state.table
    seat = table.active
    table.need = influence_needed(rules, table, seat, table.region[seat])
    if (table.orders & ASK_INFLUENCE) != 0:
        ask(table, Phase.INFLUENCE, seat)
        return
    n = default_negotiators(rules, table, seat)
    pay_influence(rules, table, seat, least_sum(rules, table, seat, least_cubes(rules, table.need - n)))
    owe_helpers(rules, table, DUE_NEGOTIATE, n, 0, Stage.ALLIED)


@phase
def default_negotiators(rules, table, seat):
    """Return how many negotiators help: least overpay, then as many as possible (D4)."""
    best, least = 0, 1 << 20
    for n in range(n_negotiators(rules, table.ready[seat, NEGOTIATE]) + 1):
        lacking = least_cubes(rules, table.need - n)
        if lacking <= table.influence[seat]:
            overpaid = least_sum(rules, table, seat, lacking) + n - table.need
            if overpaid <= least:
                best, least = n, overpaid
    return best


@phase
def is_legal_payment(rules, table, seat, answer):
    """Tell whether an answer to INFLUENCE pays: a mask of own cubes and negotiators (I-DIPLO-02)."""
    n = answer & 15
    mask = answer >> 4
    total = 0
    for space in range(rules.n_spaces):
        if table.space[space] == seat:
            total += (mask & 1) * rules.space_value[space]
            mask >>= 1
    enough = total >= least_cubes(rules, table.need - n)
    return mask == 0 and enough and n <= n_negotiators(rules, table.ready[seat, NEGOTIATE])


@phase
def pay_as_chosen(rules, table, answer):
    """Pay with the cubes and negotiators a policy chose (I-DIPLO-02, I-DIPLO-04)."""
    seat = table.active
    mask = answer >> 4
    for space in range(rules.n_spaces):
        if table.space[space] == seat:
            if mask & 1:
                take_cube(rules, table, seat, space)
            mask >>= 1
    owe_helpers(rules, table, DUE_NEGOTIATE, answer & 15, 0, Stage.ALLIED)


@phase
def ally(rules, state):
    """Take the town that was paid for (I-DIPLO-03)."""
    table = state.table
    seat = table.active
    town = table.region[seat]
    if owes_cube(table, seat):
        ask_cube(table, Stage.ALLIED)
        return
    state.tally.allied[seat] += 1
    state.tally.alliances_with[town] += 1
    take_town(rules, state, seat, town, Trigger.ON_ALLY_TOWN)
