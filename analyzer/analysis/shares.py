"""Win shares deal by deal, some of them unknown, and policies that took every seat in turn compared on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.runs.stored.results import Results
from analyzer.stats import paired, proportions
from analyzer.stats.estimate import Estimate, Significance, bonferroni_level, holm
from analyzer.stats.means import mean_of

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Shares:
    """Shares of one arm on every deal: with unknown games lost (`low`), and with them won (`high`).

    Any other value of a deal is known: `low` and `high` are the same.
    """

    low: Values
    high: Values

    @property
    def deals(self) -> int:
        """Count the deals."""
        return len(self.low)

    def first(self, deals: int) -> Shares:
        """Keep the first deals."""
        return Shares(self.low[:deals], self.high[:deals])


def seat_shares(results: Results, seated: Sequence[tuple[str, int]]) -> Shares:
    """Give per deal the mean share over some seats of some cells, on their common deals."""
    lows, highs = [], []
    for cell, seat in seated:
        outcomes = results.outcomes(cell)
        own, unknown = outcomes.shares[:, seat], outcomes.is_unknown
        lows.append(np.where(unknown, 0.0, own))
        highs.append(np.where(unknown, 1.0, own))
    deals = min(len(values) for values in lows)
    low, high = (np.mean([values[:deals] for values in side], axis=0) for side in (lows, highs))
    return Shares(low, high)


def share_of(shares: Shares, level: float = 0.95) -> Estimate:
    """Estimate the mean share; unknown games bound it from both sides, and its value is that of the known deals."""
    has_value = ~np.isnan(shares.low)
    lows, highs = shares.low[has_value], shares.high[has_value]
    low, high = (proportions.win_share(len(x), float(x.sum()), float(x @ x), level) for x in (lows, highs))
    known = lows[lows == highs]
    return _between(low, high, float(known.mean()) if known.size else np.nan, len(lows) - known.size)


def difference_of_shares(first: Shares, second: Shares, level: float = 0.95) -> Estimate:
    """Estimate the mean difference of two arms on their common deals likewise."""
    low, high = gaps(first, second)
    known = low[low == high]
    value = float(known.mean()) if known.size else np.nan
    return _between(mean_of(low, level), mean_of(high, level), value, len(low) - known.size)


def gaps(first: Shares, second: Shares) -> tuple[Values, Values]:
    """Give the differences on common deals, with unknown games against the first arm, and for it.

    Deals without a value, such as games that nobody won, are left out.
    """
    deals = min(first.deals, second.deals)
    a, b = first.first(deals), second.first(deals)
    low, high = a.low - b.high, a.high - b.low
    has_value = ~np.isnan(low)
    return low[has_value], high[has_value]


def _between(low: Estimate, high: Estimate, value: float, unknown: int) -> Estimate:
    if not unknown:
        return low
    return replace(low, value=value, high=high.high, method=proportions.method_of(low.method, unknown, few=False))


PERMUTATION_SEED = 1


def arm_shares(results: Results, cells: Sequence[str]) -> Shares:
    """Give per deal the mean share of seat 0 of the first cell, seat 1 of the second, and so on."""
    return seat_shares(results, [(cell, seat) for seat, cell in enumerate(cells)])


def arm_scores(results: Results, cells: Sequence[str]) -> Shares:
    """Give the same of the scores; a game that was cut off has the score it had then."""
    found = [np.asarray(results.outcomes(cell).score)[:, seat] for seat, cell in enumerate(cells)]
    deals = min(len(values) for values in found)
    means: Values = np.mean([values[:deals] for values in found], axis=0, dtype=np.float64)
    return Shares(means, means)


def case_values(results: Results, places: Sequence[tuple[str, int | None]]) -> Shares:
    """Give per deal what a policy won in one case: the mean over its seats, or whether its team won (seat None)."""
    if all(seat is not None for _, seat in places):
        return seat_shares(results, [(cell, seat) for cell, seat in places if seat is not None])
    ((cell, _),) = places
    outcomes = results.outcomes(cell)
    assert outcomes.won is not None
    won = np.unpackbits(outcomes.won, count=outcomes.deals).astype(np.float64)
    return Shares(won, np.where(outcomes.is_unknown, 1.0, won))


def value_pairs(values: Mapping[str, Shares], level: float = 0.95) -> list[dict[str, Any]]:
    """Compare every two arms by their values on common deals; the intervals hold together."""
    pairs = list(combinations(values, 2))
    each = bonferroni_level(level, len(pairs))
    rows = [_pair(first, second, values, each) for first, second in pairs]
    adjusted = holm([row["p_value"] for row in rows])
    return [row | {"p_holm": float(p)} for row, p in zip(rows, adjusted, strict=True)]


def _pair(first: str, second: str, values: Mapping[str, Shares], level: float) -> dict[str, Any]:
    deals = min(values[first].deals, values[second].deals)
    a, b = values[first].first(deals), values[second].first(deals)
    test, saved = _test(*gaps(a, b)), paired.saving_of(a.low, b.low)
    return {
        "first": first,
        "second": second,
        "difference": difference_of_shares(a, b, level),
        "p_value": test.p_value,
        "test": test.method,
        "saved": saved.factor,
        "correlation": saved.correlation,
    }


def _test(low: Values, high: Values) -> Significance:
    """Test that two arms do equally well; the p-value is the largest that unknown games leave room for."""
    ends = [paired.permutation_test(low, PERMUTATION_SEED)]
    if not np.array_equal(low, high):
        ends.append(paired.permutation_test(high, PERMUTATION_SEED))
    worst = max(ends, key=lambda test: test.p_value)
    is_open = len(ends) > 1 and low.mean() <= 0.0 <= high.mean()
    return Significance(1.0, 0.0, worst.n, worst.method) if is_open else worst
