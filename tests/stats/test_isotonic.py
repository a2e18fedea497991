"""Monotone curves against scipy, and reversals that are certain or not."""

import numpy as np
import pytest
from scipy.optimize import isotonic_regression

from analyzer.stats.isotonic import monotone_fit, reversals


@pytest.mark.parametrize("trend", [1, -1])
def test_the_fit_is_that_of_scipy(trend):
    rng = np.random.default_rng(4)
    for size in (1, 2, 5, 30):
        means, weights = rng.normal(size=size), rng.uniform(1, 9, size)
        expected = isotonic_regression(means, weights=weights, increasing=trend > 0).x
        assert monotone_fit(means, weights, trend) == pytest.approx(expected)


def test_a_curve_that_is_monotone_stays_as_it_is():
    assert monotone_fit([0.9, 0.5, 0.5, 0.1], [3, 1, 1, 2], -1).tolist() == [0.9, 0.5, 0.5, 0.1]
    assert monotone_fit([0.9, 0.5], [3, 1], 1).tolist() == [0.8, 0.8]


def test_only_what_is_certain_speaks_against_a_trend():
    means = [0.9, 0.4, 0.5, 0.1]
    assert reversals(means, [0.01] * 4, -1) == [(1, 2)]
    assert reversals(means, [0.05] * 4, -1) == []
    assert reversals(means[:1], [0.01], -1) == []


@pytest.mark.statistical
def test_a_flat_curve_is_called_reversed_as_seldom_as_promised():
    rng = np.random.default_rng(7)
    runs = [bool(reversals(rng.normal(size=6), [1.0] * 6, 1)) for _ in range(2000)]
    assert np.mean(runs) < 0.05 + 4 * 0.0049
    tight = [bool(reversals(rng.normal(size=6), [0.4] * 6, 1)) for _ in range(200)]  # the control: errors too small
    assert np.mean(tight) > 0.3


def test_a_trend_is_up_or_down():
    with pytest.raises(ValueError, match="trend must be 1 or -1"):
        monotone_fit([1, 2], [1, 1], 0)
