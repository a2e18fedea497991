"""Where a win rate crosses a line as a number of the rules is raised.

Between two neighbouring values that were played the log odds are taken as a straight line. A value belongs to the
interval if the log odds there, with the interval that cells on common deals give them, cannot be told from the line
(Fieller 1954): the true crossing is left out as often as that interval misses, 5 times in 100 at 95 %. The interval
ends at infinity where the first or the last value cannot be told from the line.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from analyzer.stats.checks import FloatArray, check_count, check_level
from analyzer.stats.contrasts import contrast_of
from analyzer.stats.estimate import Estimate
from analyzer.stats.outcomes import Outcomes
from analyzer.stats.rates import logit_of

HALVINGS = 14  # of the way between two values, by which an end of the interval is found


@dataclass(frozen=True, slots=True)
class Crossing:
    """Tell where a rate crosses a line: `where` is None if no two neighbouring estimates lie on different sides.

    `times` counts the crossings of the estimates; `is_open` tells that some value cannot be told from the line although
    no estimate crosses it.
    """

    where: Estimate | None
    times: int
    is_open: bool


def crossing_of(values: Sequence[float], outcomes: Outcomes, line: float = 0.5, level: float = 0.95) -> Crossing:
    """Find where the win rate of the cells, played at rising `values`, crosses `line`; the first time if it does often.

    The interval reaches over all values that cannot be told from the line.
    """
    check_level(level)
    check_count("values", len(values), 2, outcomes.cells)
    check_count("cells", outcomes.cells, len(values), len(values))
    if any(a >= b for a, b in pairwise(values)):
        raise ValueError(f"values must rise but got {list(values)}")
    height = logit_of(line)
    found = list(_crossings(values, outcomes, height))
    low, high = _reach(values, outcomes, height, level)
    if not found:
        return Crossing(None, 0, low <= high)
    games = int(outcomes.games.min())
    where = Estimate(
        found[0], min(low, found[0]), max(high, found[0]), level, games, "crossing of the log odds (Fieller)"
    )
    return Crossing(where, len(found), True)


def _crossings(values: Sequence[float], outcomes: Outcomes, height: float) -> Iterator[float]:
    """List where the line through the estimates crosses `height`; a cell that never won stands at half a win."""
    known = (outcomes.games - outcomes.unknown).tolist()
    odds = [_inner_logit(wins, games) - height for wins, games in zip(outcomes.wins.tolist(), known, strict=True)]
    return zero_crossings(values, odds)


def zero_crossings(values: Sequence[float], heights: Sequence[float]) -> Iterator[float]:
    """List where straight lines through some heights cross zero."""
    for number in range(len(values) - 1):
        here, there = heights[number], heights[number + 1]
        if (here > 0.0) != (there > 0.0):
            share = here / (here - there)
            yield values[number] + share * (values[number + 1] - values[number])


def _inner_logit(wins: int, games: int) -> float:
    return logit_of(wins / games) if 0 < wins < games else logit_of((wins + 0.5) / (games + 1.0))


def _reach(values: Sequence[float], outcomes: Outcomes, height: float, level: float) -> tuple[float, float]:
    """Give the lowest and the highest value that cannot be told from the line; (inf, -inf) if all can."""

    def is_near(place: float) -> bool:
        odds = contrast_of(weights_at(place, outcomes.cells), outcomes, level, "logit")
        return odds.low <= height <= odds.high

    return reach_of(values, list(_crossings(values, outcomes, height)), is_near)


def reach_of(
    values: Sequence[float], crossed: Sequence[float], is_near: Callable[[float], bool]
) -> tuple[float, float]:
    """Give the ends of what `is_near` says of places: 0 is the first value, 1.5 halfway from the second to the third.

    The values at which the estimates cross the line are asked too: an interval may lie between two steps.
    """
    last = len(values) - 1
    between = [float(np.interp(value, values, np.arange(len(values)))) for value in crossed]
    near = sorted(float(place) for place in [*range(len(values)), *between] if is_near(float(place)))
    if not near:
        return math.inf, -math.inf
    low = -math.inf if near[0] == 0.0 else _edge(is_near, near[0], math.ceil(near[0]) - 1.0)
    high = math.inf if near[-1] == last else _edge(is_near, near[-1], math.floor(near[-1]) + 1.0)
    return _value_at(values, low), _value_at(values, high)


def weights_at(place: float, cells: int) -> FloatArray:
    """Weigh the two cells between which a place lies."""
    number = min(int(place), cells - 2)
    weights = np.zeros(cells)
    weights[number], weights[number + 1] = 1.0 - (place - number), place - number
    return weights


def _edge(is_near: Callable[[float], bool], inside: float, outside: float) -> float:
    """Halve the way from a value inside the interval to one outside of it."""
    for _ in range(HALVINGS):
        middle = 0.5 * (inside + outside)
        inside, outside = (middle, outside) if is_near(middle) else (inside, middle)
    return inside


def _value_at(values: Sequence[float], place: float) -> float:
    return place if math.isinf(place) else float(np.interp(place, np.arange(len(values)), values))
