"""The row of a game, and the driver."""

from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import row
from analyzer.kernel.lean import phase
from analyzer.kernel.random import open_streams
from analyzer.kernel.seats import call_policy
from tests.toy.games.toy.rules import start, step
from tests.toy.games.toy.state import MAX_SEATS, Cause

RECORD = row(
    ("deal", "i8"), ("turns", "i4"), ("decisions", "i4"),
    ("cause", "i2"), ("fault", "i2"), ("fault_seat", "i2"), ("first", "i2"), ("winner", "i4"), ("changes", "i4"),
    ("score", "i4", (MAX_SEATS,)), ("share", "f8", (MAX_SEATS,)),
)  # fmt: skip


@phase
def measure(rules, state, fault, decisions, out):
    """Write one game's row; the score is the card."""
    table = state.table
    out.cause = table.cause if fault == Fault.NONE else Cause.FAULT
    out.fault, out.fault_seat = fault, table.asked if fault != Fault.NONE else -1
    out.turns, out.decisions, out.changes = table.turn, decisions, 0
    out.first, out.winner = table.first, table.winner
    for seat in range(rules.players):
        out.changes += table.changed[seat]
        out.score[seat] = state.hands[seat].card
        out.share[seat] = 1.0 if seat == table.winner and fault == Fault.NONE else 0.0


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
        while fault == Fault.NONE and state.table.cause == Cause.RUNNING:
            seat = state.table.asked
            bench.decisions += 1
            action = call_policy(policies[seat], rules, state.table, state.hands[seat], bench.desks[seat])
            fault = step(rules, state, action, bench.chance)
        measure(rules, state, fault, bench.decisions, records[bench.done])
        bench.done += 1
