"""Policies that took every seat in turn against the same opponents, compared deal by deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.runs.results import Results
from analyzer.stats.multiple import bonferroni_level, holm
from analyzer.stats.paired import paired_mean, permutation_test, saving_of

PERMUTATION_SEED = 1

Values = NDArray[np.float64]


def seat_means(results: Results, cells: Sequence[str], what: str) -> Values:
    """Give per deal the mean of `shares` or `score` over seat 0 of the first cell, seat 1 of the second, and so on."""
    found = [np.asarray(getattr(results.outcomes(cell), what))[:, seat] for seat, cell in enumerate(cells)]
    deals = min(len(values) for values in found)
    means: Values = np.mean([values[:deals] for values in found], axis=0, dtype=np.float64)
    return means


def value_pairs(values: Mapping[str, Values], level: float = 0.95) -> list[dict[str, Any]]:
    """Compare every two arms by their values on common deals; the intervals hold together."""
    pairs = list(combinations(values, 2))
    each = bonferroni_level(level, len(pairs))
    rows = [_pair(first, second, values, each) for first, second in pairs]
    adjusted = holm([row["p_value"] for row in rows])
    return [row | {"p_holm": float(p)} for row, p in zip(rows, adjusted, strict=True)]


def _pair(first: str, second: str, values: Mapping[str, Values], level: float) -> dict[str, Any]:
    deals = min(len(values[first]), len(values[second]))
    a, b = values[first][:deals], values[second][:deals]
    test, saved = permutation_test(a - b, PERMUTATION_SEED), saving_of(a, b)
    return {
        "first": first,
        "second": second,
        "difference": paired_mean(a, b, level),
        "p_value": test.p_value,
        "test": test.method,
        "saved": saved.factor,
        "correlation": saved.correlation,
    }
