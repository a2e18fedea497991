"""What a game declares so that values of its positions can be trained, and what a policy lists to choose from.

A position is a set of like things (gaps, towns, ships) and a table, each with features that have names. All of them
are taken from what one seat sees.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from analyzer.games.switches import Value
from analyzer.kernel.jit import record
from analyzer.kernel.nets.network import net_layout, work_layout
from analyzer.kernel.seats.bench import MEMORY_SLOTS

MOST_PLANS = 16  # that are valued in one decision
MOST_ANSWERS = 3  # of one plan: such as an action, and the cards that pay for it
NO_ANSWER = -1
LEAVE = -1  # given to the rules, an answer that is never allowed: it ends the game

# What one seat might do next: answers to this question and to those that follow at once, the best rated first. An
# answer below NO_ANSWER is only looked at: the policy hopes to give it later, if it is asked as it expects.
PLANS = record(
    ("n", "i8"),
    ("answers", "i8", (MOST_PLANS, MOST_ANSWERS)),
    ("ratings", "f8", (MOST_PLANS,)),
    ("memory", "i8", (MEMORY_SLOTS,)),  # a second copy of a policy's memory, to try something out
)


def one_family(values: Mapping[str, Value]) -> str:
    """Share one network among all settings."""
    return "all"


@dataclass(frozen=True, kw_only=True)
class Features:
    """The features of a game, and the rules that training needs."""

    thing: np.dtype[Any]
    table: np.dtype[Any]
    most_things: int
    look: Any  # (rules, table, hand, view): writes the features of what a seat sees
    carry_out: Any  # (rules, state, answer): an answer without what chance does after it
    reshuffle: Any = None  # (rules, state, stream): shuffles what nobody has seen yet; None: nothing lies ready
    stops: tuple[str, ...] = ()  # questions at which a look-ahead may let the value judge: those that open a turn
    is_lost: Any = None  # (rules, state): whether nobody can win any more, for whoever sees all; None: nobody can tell
    is_team: Any = None  # (rules): whether all seats win together; None: they never do
    worth: Any = None  # (rules, row, seat): what lessons take a finished game for; None: as look-ahead does
    trains_with: float = 0.0  # what of a policy's rating stands in the sum already while a network learns
    family: Callable[[Mapping[str, Value]], str] = one_family  # (switches): which settings share their values
    plans: Mapping[str, Any] = field(default_factory=dict)
    """By policy: (rules, table, hand, knobs, memory, choice, found), lists what it would choose from, as PLANS."""

    name_things: Callable[[Any, Any], list[str]] | None = None  # (rules, table): the things of a position, in words

    @property
    def view(self) -> np.dtype[Any]:
        """The layout of what is seen of a position."""
        return record(
            ("n", "i8"),
            ("table", self.table, (1,)),
            ("things", self.thing, (self.most_things,)),
            ("memory", "i8", (MEMORY_SLOTS,)),
        )

    @property
    def names(self) -> list[str]:
        """The names of all features: weights fit no others."""
        return [*(self.thing.names or ()), "|", *(self.table.names or ())]


def space_layout(features: Features, state: np.dtype[Any], table: np.dtype[Any], hand: np.dtype[Any]) -> np.dtype[Any]:
    """Lay out what a decision by values works in."""
    last = record(
        ("n", "i8"),  # plans, 0 = the one that was chosen has no second answer
        ("chosen", "i8"),
        ("answers", "i8", (MOST_PLANS, MOST_ANSWERS)),
        ("odds", "f8", (MOST_PLANS,)),
        ("table", table),
        ("hand", hand),
    )
    return record(
        ("policy", "i8"),  # the address of the policy that answers all else
        ("rating", "i8"),  # and of what it thinks of an answer; 0 = it does not say
        ("is_on", "i8"),  # 0 = the policy plays by itself
        ("mix", "f8"),  # what a point of the policy's rating counts against log odds
        ("plans", PLANS),
        ("odds", "f8", (MOST_PLANS,)),
        ("scores", "f8", (MOST_PLANS,)),
        ("last", last),  # the decision before, and what was seen then: its plan may be under way
        ("state", state),  # where a plan is carried out: its table and one hand; in a look-ahead, a sample
        ("seen", features.view),
        ("net", net_layout(features.thing, features.table), (1,)),
        ("work", work_layout(features.most_things)),
    )
