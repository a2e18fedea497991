"""Where a win rate or a mean crosses a line as a number of the rules is raised, and curves that only rise or only fall.

Between two neighbouring values that were played the log odds are taken as a straight line. A value belongs to the
interval if the log odds there, with the interval that cells on common deals give them, cannot be told from the line
(Fieller 1954): the true crossing is left out as often as that interval misses, 5 times in 100 at 95 %. The interval
ends at infinity where the first or the last value cannot be told from the line.

Means (game lengths, shares of the first player) are straight between two neighbouring values. Each value comes twice,
with its unknown games at their lowest and at their highest; one may have more deals than another, and deals without a
value are nan.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from analyzer.stats.effects import contrast_of
from analyzer.stats.estimate import Estimate, FloatArray, bonferroni_level, check_count, check_level, normal_quantile
from analyzer.stats.joint import Outcomes
from analyzer.stats.proportions import logit_of

HALVINGS = 14  # of the way between two values, by which an end of the interval is found
MEAN_METHOD = "crossing of the means (Fieller)"


@dataclass(frozen=True, slots=True)
class Crossing:
    """Tell where a rate crosses a line: `where` is None if no two neighbouring estimates lie on different sides.

    `times` counts the crossings of the estimates; `is_open` tells that some value cannot be told from the line although
    no estimate crosses it.
    """

    where: Estimate | None
    times: int
    is_open: bool


def crossing_of(
    values: Sequence[float], outcomes: Outcomes, line: float = 0.5, level: float = 0.95, trend: int = 0
) -> Crossing:
    """Find where the win rate of the cells, played at rising `values`, crosses `line`; the first time if it does often.

    The interval reaches over all values that cannot be told from the line. `trend` says that the true curve must rise
    (1) or fall (-1): an end that the games leave open then lies at the last value that is on its side for certain.
    """
    check_level(level)
    check_count("values", len(values), 2, outcomes.cells)
    check_count("cells", outcomes.cells, len(values), len(values))
    if any(a >= b for a, b in pairwise(values)):
        raise ValueError(f"values must rise but got {list(values)}")
    height = logit_of(line)
    found = list(_crossings(values, outcomes, height))
    low, high = _closed(_reach(values, outcomes, height, level), values, outcomes, height, level, trend)
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
    return _zero_crossings(values, odds)


def _zero_crossings(values: Sequence[float], heights: Sequence[float]) -> Iterator[float]:
    """List where straight lines through some heights cross zero."""
    for number in range(len(values) - 1):
        here, there = heights[number], heights[number + 1]
        if (here > 0.0) != (there > 0.0):
            yield values[number] + here / (here - there) * (values[number + 1] - values[number])


def _inner_logit(wins: int, games: int) -> float:
    return logit_of(wins / games) if 0 < wins < games else logit_of((wins + 0.5) / (games + 1.0))


def _reach(values: Sequence[float], outcomes: Outcomes, height: float, level: float) -> tuple[float, float]:
    """Give the lowest and the highest value that cannot be told from the line; (inf, -inf) if all can."""

    def is_near(place: float) -> bool:
        odds = contrast_of(_weights_at(place, outcomes.cells), outcomes, level, "logit")
        return odds.low <= height <= odds.high

    return _reach_of(values, list(_crossings(values, outcomes, height)), is_near)


def _closed(
    ends: tuple[float, float], values: Sequence[float], outcomes: Outcomes, height: float, level: float, trend: int
) -> tuple[float, float]:
    """Close open ends of an interval, where the curve must rise or fall.

    All values that were played are asked at once, so that a wrong end is as unlikely as it is without them.
    """
    low, high = ends
    if not trend or low > high or not (math.isinf(low) or math.isinf(high)):
        return ends
    sides = _sides(outcomes, height, bonferroni_level(level, len(values)))
    before = [value for value, side in zip(values, sides, strict=True) if side == -trend]
    after = [value for value, side in zip(values, sides, strict=True) if side == trend]
    low = max(before, default=low) if math.isinf(low) else low
    high = min(after, default=high) if math.isinf(high) else high
    return (low, high) if low <= high else ends


def _sides(outcomes: Outcomes, height: float, level: float) -> list[int]:
    """Tell of every cell whether its log odds lie above the line (1) or below (-1) for certain."""
    odds = [contrast_of(row, outcomes, level, "logit") for row in np.eye(outcomes.cells)]
    return [(item.low > height) - (item.high < height) for item in odds]


def _reach_of(
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


def _weights_at(place: float, cells: int) -> FloatArray:
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


def mean_crossing(
    values: Sequence[float], lows: Sequence[FloatArray], highs: Sequence[FloatArray], line: float, level: float = 0.95
) -> Crossing:
    """Find where the mean of samples, played at rising `values`, crosses `line`; the first time if it does often."""
    check_level(level)
    check_count("values", len(values), 2)
    check_count("samples", len(lows), len(values), len(values))
    if any(a >= b for a, b in pairwise(values)):
        raise ValueError(f"values must rise but got {list(values)}")
    heights = [known_mean(low, high) - line for low, high in zip(lows, highs, strict=True)]
    found = list(_zero_crossings(values, heights))
    low, high = _mean_reach(values, found, lows, highs, line, level)
    if not found:
        return Crossing(None, 0, low <= high)
    games = min(len(sample) for sample in lows)
    where = Estimate(found[0], min(low, found[0]), max(high, found[0]), level, games, MEAN_METHOD)
    return Crossing(where, len(found), True)


def known_mean(low: FloatArray, high: FloatArray) -> float:
    """Give the mean over the deals that have a value and no unknown game."""
    known = low[low == high]
    return float(known.mean()) if known.size else math.nan


def _mean_reach(
    values: Sequence[float],
    found: Sequence[float],
    lows: Sequence[FloatArray],
    highs: Sequence[FloatArray],
    line: float,
    level: float,
) -> tuple[float, float]:
    z = normal_quantile(0.5 + 0.5 * level)
    ends = [(-z, *_parts(lows)), (z, *_parts(highs))]

    def is_near(place: float) -> bool:
        weights = _weights_at(place, len(values))
        low, high = (
            float(weights @ means) + reach * math.sqrt(float(((weights @ influence) ** 2).sum()))
            for reach, means, influence in ends
        )
        return low <= line <= high

    return _reach_of(values, found, is_near)


def _parts(samples: Sequence[FloatArray]) -> tuple[FloatArray, FloatArray]:
    """Give the mean of each sample, and what each deal does to it, as (samples, deals)."""
    influence = np.zeros((len(samples), max(len(sample) for sample in samples)))
    means = np.array([float(np.nanmean(sample)) for sample in samples])
    for row, sample, mean in zip(influence, samples, means, strict=True):
        has_value = ~np.isnan(sample)
        row[: len(sample)] = np.where(has_value, sample - mean, 0.0) / max(int(has_value.sum()), 1)
    return means, influence


def monotone_fit(means: Sequence[float], weights: Sequence[float], trend: int) -> FloatArray:
    """Fit the curve that rises (`trend` 1) or falls (-1) and lies nearest to weighted means in squares.

    Neighbours in the wrong order are pooled until none is left (Ayer et al. 1955).
    """
    from scipy.optimize import isotonic_regression  # loaded when needed, as in `special`

    _check_trend(trend)
    return np.asarray(isotonic_regression(means, weights=weights, increasing=trend > 0).x)


def reversals(
    means: Sequence[float], errors: Sequence[float], trend: int, level: float = 0.95
) -> list[tuple[int, int]]:
    """List the pairs that are in the wrong order for certain, all pairs together; errors are standard errors.

    Common deals make differences surer than that: what is listed here is certain there too.
    """
    _check_trend(trend)
    check_count("errors", len(errors), len(means), len(means))
    pairs = list(combinations(range(len(means)), 2))
    if not pairs:
        return []
    z = normal_quantile(0.5 + 0.5 * bonferroni_level(level, len(pairs)))
    return [(i, j) for i, j in pairs if trend * (means[i] - means[j]) > z * float(np.hypot(errors[i], errors[j]))]


def _check_trend(trend: int) -> None:
    if trend not in (-1, 1):
        raise ValueError(f"trend must be 1 or -1 but got {trend}")
