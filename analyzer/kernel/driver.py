"""The driver of every game: plays one deal after the other with the policies of the seats."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import from_dtype, typeof

from analyzer.kernel.compiler.callee import IS_PLAIN, collector_off, entry_point
from analyzer.kernel.compiler.templates import copy_for
from analyzer.kernel.faults import Fault, NoEnd, NoSuchSeat
from analyzer.kernel.seats.bench import AtWork
from analyzer.kernel.seats.seating import call_policy
from analyzer.kernel.streams import open_some_streams

MOST_DECISIONS = 100_000  # of a game of others: more, and it has no end


def play_block(rules, policies, benches, seeds, records):
    """Play one game per row of `seeds` from `bench.done` on; write one row of `records` each.

    A bench that resumes goes on from the state that lies on it, with an answer that is given instead of asked for:
    so a look-ahead plays with the rules that are compiled here. A copy per game has its `start`, `is_over`, `step`
    and `measure`.
    """
    bench = benches[0]
    state = bench.state
    while bench.done < len(seeds) and bench.stop == 0:
        if MARKS:  # noqa: F821
            bench.at_work = AtWork.RULES
        is_given = bench.resumes
        if is_given == 0:
            open_some_streams(bench, rules.n_streams, rules.players, seeds[bench.done])
            bench.decisions = 0
            start(rules, state, bench.chance)  # noqa: F821
        fault = Fault.NONE
        while fault == Fault.NONE and not is_over(state):  # noqa: F821
            seat = state.table.asked
            if MARKS and (seat < 0 or seat >= rules.players):  # noqa: F821
                raise NoSuchSeat
            desk = bench.desks[seat]
            bench.decisions += 1
            if MARKS and bench.decisions > MOST_DECISIONS:  # noqa: F821
                raise NoEnd
            if is_given == 0:
                if MARKS:  # noqa: F821
                    bench.at_work = AtWork.POLICY
                action = call_policy(policies[seat], rules, state.table, state.hands[seat], desk)
                if MARKS:  # noqa: F821
                    bench.at_work = AtWork.RULES
            else:
                action = bench.forced
                is_given = 0
            fault = step(rules, state, action, bench.chance)  # noqa: F821
        measure(rules, state, fault, bench.decisions, records[bench.done])  # noqa: F821
        bench.done += 1
    if MARKS:  # noqa: F821
        bench.at_work = AtWork.NOBODY


def make_driver(*, start: Any, is_over: Any, step: Any, measure: Any, allocates: bool, is_guarded: bool) -> Any:
    """Make the driver of a game of its rules; see kernel/lean.py for `allocates`.

    A guarded one plays rules that may raise: its indices are checked, and it marks who is at work.
    """
    rules = {"start": start, "is_over": is_over, "step": step, "measure": measure, "MARKS": is_guarded}
    faults = {"Fault": Fault, "NoEnd": NoEnd, "NoSuchSeat": NoSuchSeat, "MOST_DECISIONS": MOST_DECISIONS}
    own = {"open_some_streams": open_some_streams, "call_policy": call_policy, "AtWork": AtWork}
    copy = copy_for(play_block, start, {**own, **faults, **rules})
    return entry_point(copy, allocates=allocates, is_guarded=is_guarded)


@collector_off()
def compile_driver(driver: Any, rules: np.dtype[Any], examples: Sequence[Any]) -> Any:
    """Compile a driver once for all match-ups: policies come as addresses (see kernel/seats/seating.py)."""
    if not IS_PLAIN and not driver.overloads:
        driver.compile((from_dtype(rules), *(typeof(example) for example in examples)))
        driver.disable_compile()
    return driver
