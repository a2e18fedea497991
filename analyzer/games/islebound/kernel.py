"""The driver: plays one deal after the other with the policies of the seats."""

from __future__ import annotations

from analyzer.games.islebound.measures import measure
from analyzer.games.islebound.rules.turn import is_over, start, step
from analyzer.kernel.faults import Fault
from analyzer.kernel.lean import phase
from analyzer.kernel.random import open_streams
from analyzer.kernel.seats import call_policy


@phase
def play_block(rules, policies, benches, seeds, records):
    """Play one game per row of `seeds` from `bench.done` on; write one row of `records` each."""
    bench = benches[0]
    state = bench.state
    while bench.done < len(seeds) and bench.stop == 0:
        open_streams(bench, rules.players, seeds[bench.done])
        bench.decisions = 0
        start(rules, state, bench.chance)
        fault = Fault.NONE
        while fault == Fault.NONE and not is_over(state):
            seat = state.table.asked
            desk = bench.desks[seat]
            bench.decisions += 1
            action = call_policy(policies[seat], rules, state.table, state.hands[seat], desk)
            fault = step(rules, state, action, bench.chance)
        measure(rules, state, fault, bench.decisions, records[bench.done])
        bench.done += 1
