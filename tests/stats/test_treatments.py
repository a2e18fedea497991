"""Families of effects on the same deals, and what evens out turn positions: against scipy and hand computations."""

import numpy as np
import pytest
from scipy import stats as reference

from analyzer.stats import treatments

RNG = np.random.default_rng(1)


def test_an_effect_is_a_mean_with_students_interval_and_its_p_value():
    sample = RNG.normal(0.3, 1.0, 200)
    (found,) = treatments.effects([sample])
    expected = reference.ttest_1samp(sample, 0.0)
    assert found.p_value == pytest.approx(expected.pvalue)
    assert (found.alone.low, found.alone.high) == pytest.approx(tuple(expected.confidence_interval(0.95)))
    assert found.alone.n == 200
    assert found.p_holm == found.q_value == found.p_value


def test_a_family_widens_intervals_and_corrects_p_values():
    samples = [RNG.normal(mean, 1.0, 100) for mean in (0.0, 0.2, 0.6)]
    found = treatments.effects(samples)
    p_values = [one.p_value for one in found]
    assert [one.q_value for one in found] == pytest.approx(reference.false_discovery_control(p_values))
    assert all(one.together.half_width > one.alone.half_width for one in found)
    assert all(one.p_value <= one.q_value <= one.p_holm for one in found)
    assert found[2].is_certain
    assert not found[0].is_worth_a_look


def test_shares_without_a_single_difference_have_an_interval_of_some_width():
    (found,) = treatments.effects([np.zeros(1000)], are_shares=True)
    assert found.alone.value == 0.0
    assert 0.001 < found.alone.half_width < 0.005
    assert found.alone.n == 1000
    assert found.p_value == 1.0
    (bare,) = treatments.effects([np.zeros(1000)])
    assert bare.alone.half_width == 0.0


def test_each_effect_against_the_mean_of_the_others():
    rows = [np.array([1.0, 2.0]), np.array([3.0, 4.0]), np.array([5.0, 9.0])]
    found = treatments.against_the_others(rows)
    assert found[0].tolist() == [1.0 - 4.0, 2.0 - 6.5]
    assert found[2].tolist() == [5.0 - 2.0, 9.0 - 3.0]


def test_evening_solves_straight_lines_exactly():
    """Every unit moves a position by 2 points and takes 1 from each of the two others."""
    shares = np.array([0.40, 0.32, 0.28])
    treated = np.array([shares + 0.04 * np.where(np.arange(3) == place, 1.0, -0.5) for place in range(3)])
    found = treatments.evening(shares, treated, 2.0, 0)
    moved = shares + sum(0.02 * amount * np.where(np.arange(3) == p, 1.0, -0.5) for p, amount in enumerate(found))
    assert found[0] == 0.0
    assert moved == pytest.approx([1 / 3] * 3)
    assert np.isnan(treatments.evening(shares, np.array([shares] * 3), 1.0, 0)[1:]).all()


def test_the_jackknife_of_a_mean_is_students_interval_and_that_of_a_ratio_covers():
    values = RNG.normal(2.0, 1.0, (5000, 1))
    (found,) = treatments.jackknife(treatments.group_means(values), lambda mean: mean)
    groups = treatments.group_means(values)[:, 0]
    low, high = reference.t.interval(0.95, 49, groups.mean(), groups.std(ddof=1) / np.sqrt(50))
    assert (found.low, found.high) == pytest.approx((low, high))
    misses = 0
    for _ in range(400):
        pairs = RNG.normal([1.0, 4.0], 1.0, (1000, 2))
        (ratio,) = treatments.jackknife(treatments.group_means(pairs), lambda mean: mean[:1] / mean[1:])
        misses += ratio.excludes(0.25)
    assert abs(misses - 20) < 4 * np.sqrt(400 * 0.05 * 0.95)


def test_a_family_of_no_effects_rarely_has_a_certain_one_and_one_that_is_tested_alone_often_does():
    alarms = alone = 0
    for _ in range(400):
        found = treatments.effects(RNG.choice([-1.0, 0.0, 1.0], (20, 300)), are_shares=True)
        alarms += any(one.is_certain for one in found)
        alone += any(one.alone.excludes(0.0) for one in found)
    assert alarms < 20 + 4 * np.sqrt(400 * 0.05 * 0.95)
    assert alone > 150


def test_the_smallest_effect_shown_is_found_four_times_in_five():
    sample = RNG.choice([-1.0, 0.0, 1.0], 400)
    effect = treatments.smallest_shown([sample])
    hits = sum(
        treatments.effects([RNG.choice([-1.0, 0.0, 1.0], 400) + effect])[0].together.excludes(0.0) for _ in range(400)
    )
    assert abs(hits - 320) < 4 * np.sqrt(400 * 0.8 * 0.2)
