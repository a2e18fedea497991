"""The driver of every game: plays one deal after the other with the policies of the seats."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import from_dtype, typeof

from analyzer.kernel.compiler.callee import IS_PLAIN, collector_off, entry_point
from analyzer.kernel.compiler.templates import copy_for
from analyzer.kernel.faults import Fault
from analyzer.kernel.seats.seating import call_policy
from analyzer.kernel.streams import open_some_streams


def play_block(rules, policies, benches, seeds, records):
    """Play one game per row of `seeds` from `bench.done` on; write one row of `records` each.

    A bench that resumes goes on from the state that lies on it, with an answer that is given instead of asked for:
    so a look-ahead plays with the rules that are compiled here. A copy per game has its `start`, `is_over`, `step`
    and `measure`.
    """
    bench = benches[0]
    state = bench.state
    while bench.done < len(seeds) and bench.stop == 0:
        is_given = bench.resumes
        if is_given == 0:
            open_some_streams(bench, rules.n_streams, rules.players, seeds[bench.done])
            bench.decisions = 0
            start(rules, state, bench.chance)  # noqa: F821
        fault = Fault.NONE
        while fault == Fault.NONE and not is_over(state):  # noqa: F821
            seat = state.table.asked
            desk = bench.desks[seat]
            bench.decisions += 1
            if is_given == 0:
                action = call_policy(policies[seat], rules, state.table, state.hands[seat], desk)
            else:
                action = bench.forced
                is_given = 0
            fault = step(rules, state, action, bench.chance)  # noqa: F821
        measure(rules, state, fault, bench.decisions, records[bench.done])  # noqa: F821
        bench.done += 1


def make_driver(*, start: Any, is_over: Any, step: Any, measure: Any, allocates: bool) -> Any:
    """Make the driver of a game of its rules; see kernel/lean.py for `allocates`."""
    rules = {"start": start, "is_over": is_over, "step": step, "measure": measure}
    own = {"open_some_streams": open_some_streams, "call_policy": call_policy, "Fault": Fault}
    return entry_point(copy_for(play_block, start, {**own, **rules}), allocates=allocates)


@collector_off()
def compile_driver(driver: Any, rules: np.dtype[Any], examples: Sequence[Any]) -> Any:
    """Compile a driver once for all match-ups: policies come as addresses (see kernel/seats/seating.py)."""
    if not IS_PLAIN and not driver.overloads:
        driver.compile((from_dtype(rules), *(typeof(example) for example in examples)))
        driver.disable_compile()
    return driver
