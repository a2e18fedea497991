"""Finds around which values of a dial a curve crosses a line, with few games, and then plays there.

The search bisects by what few games show for certain, on deals of its own. Where it errs it chooses the wrong values;
but what is played there afterwards, on other deals whose number was fixed beforehand, has honest intervals. If these
reach beyond the values played, or the line is not crossed between them, the next value is played too. Where one step of
the dial moves the curve by less than the games can show, values further apart are played.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from analyzer.stats import joint
from analyzer.stats.crossings import Crossing, crossing_of, known_mean, mean_crossing
from analyzer.studies.samples import RATE, Sample

Play = Callable[[int, int], Sample]  # (value, deals)
PROBES = 5  # values that are looked at before the line is said to be out of reach
SEARCH = 0.25  # of the budget, about
CERTAIN = 2.5  # standard errors from the line that the search takes for certain
GROWTH = 4  # by which the deals of a value grow until its side is certain
INNER, OUTER, SHOWN = 0.4, 0.1, 0.05  # of what is left: values around the crossing, the next ones, those only shown
FEWEST = 100  # deals of a value
MOST_ROUNDS, MOST_FURTHER = 4, 8  # how often the window is moved, and values that are played beyond it


@dataclass
class Bracket:
    """What the search has seen: the samples by value, and between which values, by their numbers, the line lies."""

    samples: dict[int, Sample] = field(default_factory=dict)
    ends: tuple[int, int] | None = None
    trend: int = 0  # of the curve, from the first to the last value
    games: int = 0


def height_of(sample: Sample, measure: str, line: float) -> float:
    """Give how far above the line a sample lies."""
    values = sample.measures[measure]
    return known_mean(values.low, values.high) - line


def _error_of(sample: Sample, measure: str) -> float:
    """Give the standard error of a mean; half a unit more keeps it above 0 where all games are alike."""
    values = sample.measures[measure].low
    return math.sqrt(float(np.nanvar(values)) * len(values) + 0.25) / len(values)


class _Search:
    """Looks at values: with few games, and with more until it is certain on which side of the line they lie."""

    def __init__(self, values: Sequence[int], measure: str, line: float, budget: int, play: Play) -> None:
        self.values, self.measure, self.line, self.play = values, measure, line, play
        self.most = max(FEWEST, int(SEARCH * budget))
        self.found = Bracket()

    def _sample(self, number: int) -> Sample:
        value, found = self.values[number], self.found
        if value in found.samples:
            return found.samples[value]
        deals = FEWEST
        while True:
            found.samples[value] = self.play(value, deals)
            found.games += deals
            deals *= GROWTH
            if self.is_certain(number) or found.games + deals > self.most:
                return found.samples[value]

    def height(self, number: int) -> float:
        """Give how far above the line a value lies."""
        return height_of(self._sample(number), self.measure, self.line)

    def is_certain(self, number: int) -> bool:
        """Tell whether that is more than chance."""
        return abs(self.height(number)) > CERTAIN * _error_of(self._sample(number), self.measure)


def search(values: Sequence[int], measure: str, line: float, budget: int, play: Play) -> Bracket:
    """Find the last value on one side of the line for certain, and the first on the other, from few games at each."""
    look = _Search(values, measure, line, budget, play)
    height, last = look.height, len(values) - 1
    look.found.trend = 1 if height(last) >= height(0) else -1
    ends = _changing_pair(height, (0, last))
    if ends is None:  # a curve that goes up and down again may cross it nevertheless
        ends = _changing_pair(height, sorted({round(k * last / (PROBES - 1)) for k in range(PROBES)}))
    if ends is not None:
        left, right = ends
        is_above = height(left) > 0.0
        left, _ = _edge(left, right, lambda n: look.is_certain(n) and (height(n) > 0.0) == is_above)
        _, right = _edge(left, right, lambda n: not (look.is_certain(n) and (height(n) > 0.0) != is_above))
        look.found.ends = left, right
    return look.found


def _changing_pair(height: Callable[[int], float], numbers: Sequence[int]) -> tuple[int, int] | None:
    """Find the first two neighbours that lie on different sides of the line."""
    for left, right in pairwise(numbers):
        if (height(left) > 0.0) != (height(right) > 0.0):
            return left, right
    return None


def _edge(left: int, right: int, is_left: Callable[[int], bool]) -> tuple[int, int]:
    """Bisect to two neighbours of which the first is on the left side and the second is not."""
    while right - left > 1:
        middle = (left + right) // 2
        left, right = (middle, right) if is_left(middle) else (left, middle)
    return left, right


@dataclass
class Settled:
    """What was played around the crossing: samples by value, the crossing, and samples that are only shown."""

    samples: dict[int, Sample]
    crossing: Crossing
    shown: dict[int, Sample] = field(default_factory=dict)


def settle(
    values: Sequence[int], measure: str, line: float, budget: int, bracket: Bracket, play: Play, trend: int = 0
) -> Settled:
    """Play values around the crossing, move there if it lies elsewhere, and play on where its interval is open.

    `trend` is that of the rules, 0 if they have none.
    """
    inner, outer = (max(FEWEST, int(part * budget)) for part in (INNER, OUTER))
    step, guess = _step(bracket, inner), _guess(values, measure, line, bracket)
    samples: dict[int, Sample] = {}
    for _ in range(MOST_ROUNDS):
        for number, deals in _window(len(values), guess, step, inner, outer).items():
            if number not in samples:
                samples[number] = play(values[number], deals)
        crossing = crossing_in(values, samples, measure, line, trend)
        now = _place(values, measure, line, samples, crossing, bracket.trend)
        if abs(now - guess) <= 1.5 * step:
            break
        guess = now
    for _ in range(MOST_FURTHER):
        further = _next(len(values), step, samples, crossing_in(values, samples, measure, line, trend))
        if further is None:
            break
        samples[further] = play(values[further], outer)
    crossing = crossing_in(values, samples, measure, line, trend)
    found = Settled({values[n]: samples[n] for n in sorted(samples)}, crossing)
    for value in _neighbours(values, found.crossing):
        if value not in found.samples:
            found.shown[value] = play(value, max(FEWEST, int(SHOWN * budget)))
    return found


def _step(bracket: Bracket, deals: int) -> int:
    """Choose how far apart values are played: as near to each other as so many deals can tell them from the line."""
    if bracket.ends is None:
        return 1
    left, right = bracket.ends
    seen = max(sample.deals for sample in bracket.samples.values())
    return max(1, round((right - left) * math.sqrt(min(seen / deals, 1.0)) / 2))


def _guess(values: Sequence[int], measure: str, line: float, bracket: Bracket) -> float:
    """Guess the number at which the line is crossed, by a straight line through what the search saw around it.

    If it saw no crossing: the end of the values that must come nearest.
    """
    seen = {values.index(value): sample for value, sample in bracket.samples.items()}
    heights = {number: height_of(sample, measure, line) for number, sample in seen.items()}
    if bracket.ends is None:
        nearest = min(heights, key=lambda number: abs(heights[number]))
        towards_last = (heights[nearest] > 0.0) == (bracket.trend < 0)
        return float(len(values) - 1 if towards_last else 0)
    left, right = bracket.ends
    numbers = sorted(number for number in seen if left <= number <= right)
    weights = [math.sqrt(seen[number].deals) for number in numbers]
    slope, height = np.polyfit(numbers, [heights[number] for number in numbers], 1, w=weights)
    guess = -height / slope if slope else 0.5 * (left + right)
    return float(min(max(guess, left), right))


def _window(size: int, guess: float, step: int, inner: int, outer: int) -> dict[int, int]:
    """Choose the deals of the values around a place: most at the two next to it."""
    first = min(max(round(guess - 0.5 * step), 0), size - 1 - min(step, size - 1))
    second = min(first + step, size - 1)
    further = {max(first - step, 0): outer, min(second + step, size - 1): outer}
    return {**further, first: inner, second: inner}


def _place(
    values: Sequence[int],
    measure: str,
    line: float,
    samples: Mapping[int, Sample],
    crossing: Crossing,
    trend: int,
) -> float:
    """Give the number at which the line is crossed; if nowhere, the end of the values where it must be, if anywhere."""
    if crossing.where is not None:
        return float(np.interp(crossing.where.value, values, np.arange(len(values))))
    is_above = height_of(samples[min(samples)], measure, line) > 0.0
    return float(len(values) - 1 if is_above == (trend < 0) else 0)


def _neighbours(values: Sequence[int], crossing: Crossing) -> list[int]:
    """List the two values that the crossing lies between."""
    if crossing.where is None:
        return []
    above = next((number for number, value in enumerate(values) if value > crossing.where.value), len(values) - 1)
    return [values[above - 1], values[above]]


def crossing_in(
    values: Sequence[int], samples: Mapping[int, Sample], measure: str, line: float, trend: int = 0
) -> Crossing:
    """Find where the curve through some values, by their numbers, crosses the line; a rate may have to rise or fall."""
    order = sorted(samples)
    places = [float(values[number]) for number in order]
    if measure == RATE:
        bits = [samples[number].bits for number in order]
        deals = [samples[number].deals for number in order]
        outcomes = joint.outcomes_of([won for won, _ in bits], deals, [cut for _, cut in bits])
        return crossing_of(places, outcomes, line, trend=trend)
    found = [samples[number].measures[measure] for number in order]
    return mean_crossing(places, [item.low for item in found], [item.high for item in found], line)


def _next(size: int, step: int, samples: Mapping[int, Sample], crossing: Crossing) -> int | None:
    """Choose a further value to play; None if the interval has an end on both sides, or nothing lies beyond."""
    if crossing.where is None:
        return None
    first, last = min(samples), max(samples)
    if math.isinf(crossing.where.low) and first > 0:
        return max(first - step, 0)
    return min(last + step, size - 1) if math.isinf(crossing.where.high) and last < size - 1 else None
