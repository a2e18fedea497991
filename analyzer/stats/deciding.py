"""When every pair in question is told apart, or shown to be equal within a margin.

Looks are planned before the first game: after one block of deals, and then each time that there are half as many again.
The error is split over all pairs and all looks (Bonferroni), so that all intervals of all looks hold together: a run
may stop whenever it likes what it sees, and whatever it says then is wrong in at most 5 of 200 runs; the other half of
the error is left for what else a report says.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np

from analyzer.stats.estimate import Estimate, FloatArray, bonferroni_level, check_count, check_level, normal_quantile
from analyzer.stats.paired import BoundedPairs, tango_bounded_many
from analyzer.stats.sequences import BLOCK

LEVEL = 0.975  # at which all statements of all looks hold together
MARGIN = 0.02  # within which two win rates are called equal, unless a user says otherwise
LEAST_MARGIN, MOST_MARGIN = 0.001, 0.5
GROWTH = 1.5  # of the deals from one look to the next
FURTHER = 1.2  # times the deals of a look that the last one has at least
DRAWS = 64  # of the win rates behind a pilot, for a forecast


class Verdict(StrEnum):
    """What is known of a pair."""

    OPEN = "open"
    APART = "apart"
    EQUAL = "equal"


@dataclass(frozen=True)
class DecisionRule:
    """Tell pairs apart or equal at planned looks; `most` are the deals of the last one."""

    pairs: int
    most: int
    margin: float = MARGIN
    level: float = LEVEL
    block: int = BLOCK

    def __post_init__(self) -> None:
        """Refuse what makes no rule."""
        check_count("pairs", self.pairs, 1)
        check_count("most", self.most, 1)
        check_level(self.level)
        if not LEAST_MARGIN <= self.margin <= MOST_MARGIN:
            raise ValueError(f"margin must lie in [{LEAST_MARGIN}, {MOST_MARGIN}] but got {self.margin}")

    @cached_property
    def looks(self) -> tuple[int, ...]:
        """The numbers of deals after which is looked: whole blocks, the last one maybe short."""
        found = [1]
        while found[-1] * self.block * FURTHER < self.most:
            found.append(max(found[-1] + 1, math.floor(GROWTH * found[-1])))
        return (*(blocks * self.block for blocks in found[:-1]), self.most)

    @property
    def each(self) -> float:
        """The level of one interval at one look, so that all of them hold together."""
        return bonferroni_level(self.level, self.pairs * len(self.looks))

    def differences(self, tables: Sequence[BoundedPairs]) -> list[Estimate]:
        """Estimate some differences at a look."""
        return tango_bounded_many(tables, self.each)

    def verdict(self, difference: Estimate) -> Verdict:
        """Say what an interval decides."""
        if difference.excludes(0.0):
            return Verdict.APART
        is_within = -self.margin < difference.low and difference.high < self.margin
        return Verdict.EQUAL if is_within else Verdict.OPEN

    def foreseen_deals(self, first: FloatArray, second: FloatArray) -> FloatArray:
        """Foresee at which look pairs of win rates are decided, as if their games were independent."""
        gap, variance = abs(first - second), first * (1 - first) + second * (1 - second)
        distance = np.maximum(gap, self.margin - gap)  # to whatever is decided first
        needed = normal_quantile(0.5 + 0.5 * self.each) ** 2 * variance / distance**2
        place = np.searchsorted(self.looks, needed)
        looks = np.array(self.looks, dtype=np.float64)
        return np.asarray(looks[np.minimum(place, len(looks) - 1)])


def expected_deals(
    rule: DecisionRule, pairs: Sequence[tuple[str, str]], tried: Mapping[str, tuple[int, int]], seed: int = 0
) -> dict[str, int]:
    """Forecast the deals of every arm from the wins and games of its pilot: a mean over rates that may lie behind it.

    An arm is played until all its pairs are decided.
    """
    lots = np.random.default_rng(seed)
    rates = {arm: lots.beta(wins + 0.5, games - wins + 0.5, DRAWS) for arm, (wins, games) in tried.items()}
    longest = {arm: np.full(DRAWS, float(rule.looks[0])) for arm in tried}
    for first, second in pairs:
        deals = rule.foreseen_deals(rates[first], rates[second])
        for arm in (first, second):
            longest[arm] = np.maximum(longest[arm], deals)
    return {arm: round(float(deals.mean())) for arm, deals in longest.items()}
