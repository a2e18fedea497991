"""Finds between which two values of a dial a curve crosses a line, with few games, and then plays around it.

The search bisects by what few games show, on deals of its own. Where it errs it chooses the wrong values; but what is
played there afterwards, on other deals whose number was fixed beforehand, has honest intervals. If these reach beyond
the values played, or the line is not crossed between them, the next value is played too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from analyzer.stats.crossings import Crossing, crossing_of
from analyzer.stats.mean_crossings import known_mean, mean_crossing
from analyzer.stats.outcomes import outcomes_of
from analyzer.studies.samples import RATE, Sample

Play = Callable[[int, int], Sample]  # (value, deals)
PROBES = 5  # values that are looked at before the line is said to be out of reach
SEARCH = 0.25  # of the budget, at most
INNER, OUTER = 0.4, 0.1  # of what is left: each of the two values around the crossing, each of the next ones
FEWEST, MOST_IN_SEARCH = 100, 4096  # deals of a value
MOST_FURTHER = 8  # values that are played behind the window


@dataclass
class Bracket:
    """What the search has seen: the samples by value, and the two neighbours that the line lies between, if any."""

    samples: dict[int, Sample] = field(default_factory=dict)
    inner: tuple[int, int] | None = None  # numbers of values, not values
    trend: int = 0  # of the curve, from the first to the last value

    @property
    def games(self) -> int:
        """Count the games played."""
        return sum(sample.deals for sample in self.samples.values())


def height_of(sample: Sample, measure: str, line: float) -> float:
    """Give how far above the line a sample lies."""
    values = sample.measures[measure]
    return known_mean(values.low, values.high) - line


def search(values: Sequence[int], measure: str, line: float, budget: int, play: Play) -> Bracket:
    """Bisect the values by what few games at each show."""
    steps = len(values).bit_length() + PROBES
    deals = max(FEWEST, min(MOST_IN_SEARCH, int(SEARCH * budget / steps)))
    found = Bracket()

    def height(number: int) -> float:
        value = values[number]
        if value not in found.samples:
            found.samples[value] = play(value, deals)
        return height_of(found.samples[value], measure, line)

    last = len(values) - 1
    found.trend = 1 if height(last) >= height(0) else -1
    ends = _changing_pair(height, (0, last))
    if ends is None:  # a curve that goes up and down again may cross it nevertheless
        ends = _changing_pair(height, sorted({round(k * last / (PROBES - 1)) for k in range(PROBES)}))
    found.inner = None if ends is None else _bisected(height, *ends)
    return found


def _changing_pair(height: Callable[[int], float], numbers: Sequence[int]) -> tuple[int, int] | None:
    """Find the first two neighbours that lie on different sides of the line."""
    for left, right in pairwise(numbers):
        if (height(left) > 0.0) != (height(right) > 0.0):
            return left, right
    return None


def _bisected(height: Callable[[int], float], left: int, right: int) -> tuple[int, int]:
    while right - left > 1:
        middle = (left + right) // 2
        left, right = (middle, right) if (height(middle) > 0.0) == (height(left) > 0.0) else (left, middle)
    return left, right


@dataclass
class Settled:
    """What was played around the crossing: the samples by value, and the crossing."""

    samples: dict[int, Sample]
    crossing: Crossing


def settle(values: Sequence[int], measure: str, line: float, budget: int, bracket: Bracket, play: Play) -> Settled:
    """Play the values around the crossing, and further ones where these leave it open."""
    sizes = _window(values, measure, line, budget, bracket)
    samples = {number: play(values[number], deals) for number, deals in sorted(sizes.items())}
    further = max(FEWEST, int(OUTER * budget))
    for _ in range(MOST_FURTHER):
        crossing = crossing_in(values, samples, measure, line)
        number = _next(len(values), measure, line, samples, crossing, bracket.trend)
        if number is None:
            break
        samples[number] = play(values[number], further)
    return Settled(
        {values[number]: samples[number] for number in sorted(samples)}, crossing_in(values, samples, measure, line)
    )


def _window(values: Sequence[int], measure: str, line: float, budget: int, bracket: Bracket) -> dict[int, int]:
    """Choose the deals of every value: most at the two around the crossing, or at the one nearest to the line."""
    inner, outer = (max(FEWEST, int(part * budget)) for part in (INNER, OUTER))
    if bracket.inner is not None:
        left, right = bracket.inner
        sizes = {left - 1: outer, left: inner, right: inner, right + 1: outer}
    else:
        seen = {values.index(value): sample for value, sample in bracket.samples.items()}
        nearest = min(seen, key=lambda number: abs(height_of(seen[number], measure, line)))
        sizes = {nearest - 1: outer, nearest: inner, nearest + 1: outer}
    return {number: deals for number, deals in sizes.items() if 0 <= number < len(values)}


def crossing_in(values: Sequence[int], samples: Mapping[int, Sample], measure: str, line: float) -> Crossing:
    """Find where the curve through some values, by their numbers, crosses the line."""
    order = sorted(samples)
    places = [float(values[number]) for number in order]
    if measure == RATE:
        bits = [samples[number].bits for number in order]
        deals = [samples[number].deals for number in order]
        return crossing_of(places, outcomes_of([won for won, _ in bits], deals, [cut for _, cut in bits]), line)
    found = [samples[number].measures[measure] for number in order]
    return mean_crossing(places, [item.low for item in found], [item.high for item in found], line)


def _next(
    size: int, measure: str, line: float, samples: Mapping[int, Sample], crossing: Crossing, trend: int
) -> int | None:
    """Choose a further value to play; None if the interval has an end on both sides, or nothing lies beyond."""
    first, last = min(samples), max(samples)
    if crossing.where is None:
        is_above = height_of(samples[first], measure, line) > 0.0
        towards_last = is_above == (trend < 0)
        wanted = last + 1 if towards_last else first - 1
    elif crossing.where.low == float("-inf") and first > 0:
        wanted = first - 1
    else:
        wanted = last + 1 if crossing.where.high == float("inf") else size
    return wanted if 0 <= wanted < size else None
