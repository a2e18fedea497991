"""What a seat of the competitive game may begin with besides (no clause: for experiments).

Points alone: a hand is filled up to its limit after every action, so that a card more or less lasts for one turn. The
competitive game is played without modules, and its Islands are a run of numbers, so no component can be taken out by
name (the switch `removed` takes out some at random).
"""

from collections.abc import Mapping
from typing import Any

from analyzer.games.treatments.declared import Resource
from analyzer.games.turns import AMOUNT, POINTS, treated_seat
from analyzer.kernel.lean import phase


@phase
def treat(rules, state):
    """Give every seat the points that it begins with."""
    for number in range(rules.n_handicaps):
        state.table.score[treated_seat(rules, state.table, number)] += rules.handicaps[number, AMOUNT]


def _rivals_only(values: Mapping[str, Any], players: int, tree: Any) -> str | None:
    return None if values["competitive"] else "only the competitive game has points"


RESOURCES = (
    Resource(
        name="points",
        code=POINTS,
        low=-100,
        high=100,
        summary="points of the competitive game, on the table from the start",
        problem=_rivals_only,
    ),
)
