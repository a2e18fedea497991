"""The workbench of one thread: a state, its random streams, and a desk per seat, in one flat record.

Everything a block needs lies in this record, so that the turn loop allocates nothing and counts no references.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from analyzer.kernel.jit import record
from analyzer.kernel.random import STREAM_SIZE

KNOB_SLOTS = 40
MEMORY_SLOTS = 64  # integers that a policy may keep per seat and game

# What a seat's policy may use besides what it sees.
DESK = record(
    ("knobs", "f8", (KNOB_SLOTS,)),
    ("turned", "i8"),  # how many of the knobs are the policy's own: a guarded one sees no more
    ("memory", "i8", (MEMORY_SLOTS,)),
    ("choice", "i8", (STREAM_SIZE,)),
    ("shown", "i8"),  # where the rules lie that a guarded policy sees; see kernel/seats/shown.py
    ("workspace", "i8"),  # where a look-ahead works (its address); 0 for every other policy
    ("values", "i8"),  # where trained values lie, and their decisions work; 0 for every policy without
)


class AtWork(IntEnum):
    """Who is at work on a bench, where that is marked: whose doing it is if something is raised."""

    NOBODY = 0
    POLICY = 1
    RULES = 2


def bench_layout(state: np.dtype[Any], n_chance: int, max_seats: int) -> np.dtype[Any]:
    """Lay out the bench of a game."""
    return record(
        ("state", state),
        ("chance", "i8", (n_chance, STREAM_SIZE)),
        ("desks", DESK, (max_seats,)),
        ("done", "i8"),  # games of the block that are finished
        ("stop", "i8"),  # set from outside to leave the block early
        ("decisions", "i8"),  # of the game under way
        ("resumes", "i8"),  # 1 = go on from the state as it is
        ("forced", "i8"),  # then: the answer to the question that waits
        ("at_work", "i8"),  # a code of AtWork
    )
