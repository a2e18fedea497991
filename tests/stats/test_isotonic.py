"""Monotone curves against their max-min formula, and reversals that are certain or not."""

import numpy as np
import pytest

from analyzer.stats.crossings import monotone_fit, reversals


def highest_of_lowest(means, weights):
    """Give the rising fit as the highest of the lowest means of stretches that hold a value (Barlow et al. 1972)."""
    size = len(means)

    def lowest(first, place):
        ends = range(place + 1, size + 1)
        return min(np.average(means[first:end], weights=weights[first:end]) for end in ends)

    return [max(lowest(first, place) for first in range(place + 1)) for place in range(size)]


@pytest.mark.parametrize("trend", [1, -1])
def test_the_fit_is_the_highest_of_the_lowest_stretches(trend):
    rng = np.random.default_rng(4)
    for size in (1, 2, 5, 30):
        means, weights = rng.normal(size=size), rng.uniform(1, 9, size)
        expected = trend * np.array(highest_of_lowest(trend * means, weights))
        assert monotone_fit(means, weights, trend) == pytest.approx(expected, abs=1e-12)


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
