"""Distances from what is wanted: exact values, intervals that hold, and which of two is nearer."""

import numpy as np
import pytest

from analyzer.stats.blends import distance, square_gap


def draws(rng, rates, deals=500):
    return [(rng.random(deals) < rate).astype(np.float64) for rate in rates]


def test_a_distance_is_the_root_of_the_mean_square():
    exact = [np.full(10_000, 0.3), np.full(10_000, 0.8)]
    assert distance(exact, [0.0, 0.4]).value == pytest.approx(np.sqrt((0.09 + 0.16) / 2), abs=1e-3)
    assert distance(exact, [0.3, 0.8]).value == pytest.approx(0.0, abs=1e-3)


@pytest.mark.statistical
def test_the_interval_of_a_distance_holds_also_where_it_is_zero():
    rng = np.random.default_rng(1)
    for rates in ([0.5, 0.6], [0.5, 0.8]):
        wanted = [0.5, 0.6]
        truth = np.sqrt(np.mean((np.array(rates) - wanted) ** 2))
        found = [distance(draws(rng, rates), wanted) for _ in range(400)]
        assert np.mean([not item.excludes(truth) for item in found]) > 0.95 - 4 * 0.011
    assert np.mean([item.low > 0.05 for item in found]) > 0.9, "a distance of 0.14 is told from a smaller one"


@pytest.mark.statistical
def test_the_nearer_of_two_is_told_and_a_tie_is_none():
    rng = np.random.default_rng(2)
    wanted = [0.5, 0.5]
    near, far, twin = ([0.52, 0.48], [0.4, 0.65], [0.48, 0.52])
    gaps = [square_gap(draws(rng, far), draws(rng, near), wanted) for _ in range(200)]
    assert np.mean([gap.low > 0 for gap in gaps]) > 0.9
    ties = [square_gap(draws(rng, twin), draws(rng, near), wanted) for _ in range(400)]
    assert np.mean([not tie.excludes(0.0) for tie in ties]) > 0.95 - 4 * 0.011


def test_one_sample_for_each_want():
    with pytest.raises(ValueError, match="samples must lie"):
        distance([np.ones(3)], [0.5, 0.5])
