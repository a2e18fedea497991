"""Several rates as one number, blended or as a distance: exact values, intervals that hold, and which is nearer."""

import math

import numpy as np
import pytest
from scipy import stats

from analyzer.stats.blends import blended_log_odds, blended_rate, distance, log_odds_gap, square_gap

WEIGHTS = (0.5, 0.3, 0.2)


def test_a_blend_is_the_weighted_mean():
    assert blended_rate([0.2, 0.4, 0.9], WEIGHTS) == pytest.approx(0.5 * 0.2 + 0.3 * 0.4 + 0.2 * 0.9)


def test_log_odds_make_a_hard_case_count():
    """From 2 to 4 % is worth more in odds than from 50 to 52 %, and the same in rates."""
    before, easy, hard = [0.02, 0.5], [0.02, 0.52], [0.04, 0.5]
    odds = [blended_log_odds(rates, (0.5, 0.5), 10_000) for rates in (before, easy, hard)]
    assert odds[2] - odds[0] > 5 * (odds[1] - odds[0])
    assert blended_rate(easy, (0.5, 0.5)) == pytest.approx(blended_rate(hard, (0.5, 0.5)))
    assert math.isfinite(blended_log_odds([0.0, 1.0], (0.5, 0.5), 50))


@pytest.mark.statistical
def test_the_interval_of_a_gap_covers_the_truth_as_often_as_it_says():
    """Cases and both sides share the luck of a deal; 400 times 95 % is 380, and five standard errors are 22."""
    rng, truth, hits = np.random.default_rng(2), np.array([0.8, 0.3, 0.1]), 0
    other = np.array([0.75, 0.25, 0.06])
    logits = [np.log(p / (1 - p)) @ WEIGHTS for p in (truth, other)]
    for _ in range(400):
        luck = 0.7 * rng.standard_normal(600) + 0.7 * rng.standard_normal((3, 600))
        cut = stats.norm.ppf([truth, other]) * math.sqrt(0.98)
        first, second = ((luck < line[:, None]).astype(float) for line in cut)
        hits += not log_odds_gap(first, second, WEIGHTS).excludes(logits[0] - logits[1])
    assert 358 <= hits <= 398


def test_equal_sides_have_no_gap():
    values = (np.random.default_rng(1).random((3, 500)) < 0.4).astype(float)
    gap = log_odds_gap(values, values, WEIGHTS)
    assert (gap.value, gap.low, gap.high) == (0.0, 0.0, 0.0)


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
