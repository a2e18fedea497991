"""Policies that took every seat in turn against the same opponents, compared deal by deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from analyzer.analysis.shares import Shares, Values, difference_of_shares, gaps, seat_shares
from analyzer.runs.results import Results
from analyzer.stats.estimate import Significance
from analyzer.stats.multiple import bonferroni_level, holm
from analyzer.stats.paired import permutation_test, saving_of

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
    test, saved = _test(*gaps(a, b)), saving_of(a.low, b.low)
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
    ends = [permutation_test(low, PERMUTATION_SEED)]
    if not np.array_equal(low, high):
        ends.append(permutation_test(high, PERMUTATION_SEED))
    worst = max(ends, key=lambda test: test.p_value)
    is_open = len(ends) > 1 and low.mean() <= 0.0 <= high.mean()
    return Significance(1.0, 0.0, worst.n, worst.method) if is_open else worst
