"""The workbench of one thread: a state, its random streams, and a desk per seat, in one flat record.

Everything a block needs lies in this record, so that the turn loop allocates nothing and counts no references.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.kernel.jit import record
from analyzer.kernel.random import STREAM_SIZE, WORDS

KNOB_SLOTS = 32
MEMORY_SLOTS = 64  # integers that a policy may keep per seat and game

# What a seat's policy may use besides what it sees.
DESK = record(
    ("knobs", "f8", (KNOB_SLOTS,)),
    ("memory", "i8", (MEMORY_SLOTS,)),
    ("choice", "i8", (STREAM_SIZE,)),
    ("shown", "i8"),  # where the rules lie that a guarded policy sees; see kernel/shown.py
    ("workspace", "i8"),  # where a look-ahead works (its address); 0 for every other policy
)


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
    )


MOST_OPTIONS = 64  # that a look-ahead may compare


def workspace_layout(bench: np.dtype[Any], max_seats: int) -> np.dtype[Any]:
    """Lay out what a look-ahead works in: games played on from a position, and what came of each answer."""
    return record(
        ("origin", bench),  # the position with the hidden part dealt anew
        ("benches", bench, (1,)),  # where it is played on
        ("pointers", "i8", (max_seats,)),  # who plays on
        ("seeds", "i8", (1, WORDS)),
        ("stream", "i8", (STREAM_SIZE,)),
        ("row", "i8"),  # where the row of a game lies (its address), as the following:
        ("driver", "i8"),
        ("policy", "i8"),  # the policy that the look-ahead is wrapped around
        ("rating", "i8"),  # and what it thinks of an answer; 0 = it does not say
        ("questions", "i8"),  # a bit for every question that is looked into
        ("samples", "i8"),
        ("options", "i8"),
        ("advantage", "f8"),
        ("own", "i8"),  # what the policy answers itself
        ("n_candidates", "i8"),
        ("n_left", "i8"),  # candidates that are still compared
        ("answers", "i8", (MOST_OPTIONS,)),
        ("ratings", "f8", (MOST_OPTIONS,)),
        ("lots", "i8", (MOST_OPTIONS,)),
        ("gains", "f8", (MOST_OPTIONS,)),  # the sum of what the games were worth
        ("plays", "i8", (MOST_OPTIONS,)),
    )
