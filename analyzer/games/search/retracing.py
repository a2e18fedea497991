"""Games of one deal, again and again: answers that are given, one answer changed at random, the rest by a policy.

This is how a solver that knows a deal plays it (play/hindsight.py): not by looking at hidden cards, but by having
played the same deal before. The function in the seats is not a policy: no user can choose it.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from analyzer.kernel.compiler.callee import entry_point
from analyzer.kernel.compiler.templates import copy_for
from analyzer.kernel.jit import IS_PLAIN, record
from analyzer.kernel.random import STREAM_SIZE, next_u32, randbelow
from analyzer.kernel.seats.addresses import address_of, address_of_record, record_at
from analyzer.kernel.seats.bench import DESK
from analyzer.kernel.seats.seating import call_policy, compile_for

MOST_ANSWERS = 2048  # of a game; after them the policy plays on its own
CERTAIN = 1 << 32  # a slip that always happens


class Way(IntEnum):
    """How answers are chosen after the given ones."""

    VARY = 0  # the first one at random, the others by the policy, which slips now and then
    LIST = 1  # always the first option: the next leaf of the tree of all games


TRAIL = record(
    ("policy", "i8"),  # its address
    ("way", "i8"),
    ("slip", "i8"),  # chance of an answer at random, in 2**32 parts
    ("stream", "i8", (STREAM_SIZE,)),
    ("n_given", "i8"),
    ("n_asked", "i8"),
    ("given", "i8", (MOST_ANSWERS,)),  # answers (VARY), or their places among the options (LIST)
    ("answers", "i8", (MOST_ANSWERS,)),  # what was answered, likewise
    ("n_options", "i8", (MOST_ANSWERS,)),
)


def retrace_at_desk(rules, table, hand, desk):
    """Answer as given, after that in one of the ways; record the answers."""
    trail = record_at(desk.workspace, TRAIL)
    place = trail.n_asked
    trail.n_asked += 1
    if place >= MOST_ANSWERS:
        return call_policy(trail.policy, rules, table, hand, desk)
    n = n_options(rules, table, hand)  # noqa: F821
    trail.n_options[place] = n
    if trail.way == Way.LIST:
        index = trail.given[place] if place < trail.n_given else 0
        trail.answers[place] = index
        return option(rules, table, hand, index)  # noqa: F821
    if place < trail.n_given:
        answer = trail.given[place]
    elif next_u32(trail.stream) < (CERTAIN if place == trail.n_given > 0 else trail.slip):
        answer = option(rules, table, hand, randbelow(trail.stream, n))  # noqa: F821
    else:
        answer = call_policy(trail.policy, rules, table, hand, desk)
    trail.answers[place] = answer
    return answer


def make_retracer(game: Any) -> Any:
    """Compile what sits in the seats of a game that is played again."""
    own = {"n_options": game.n_options, "option": game.option}
    scope = {name: globals()[name] for name in ("MOST_ANSWERS", "CERTAIN", "Way", "TRAIL")}
    scope |= {
        "record_at": record_at,
        "call_policy": call_policy,
        "next_u32": next_u32,
        "randbelow": randbelow,
    }
    copy = copy_for(retrace_at_desk, game.option, {**scope, **own})
    retracer = entry_point(copy, allocates=not game.is_lean)
    return retracer if IS_PLAIN else compile_for(retracer, (game.rules, game.table, game.hand, DESK))


def make_trail(policy: Any) -> Any:
    """Make a trail for a policy in its seat, as an array of one record, and its address."""
    trails = np.zeros(1, TRAIL)
    trails[0].policy = address_of(policy)
    return trails, address_of_record(trails)
