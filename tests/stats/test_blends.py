"""Several rates as one number, and two samples compared."""

import math

import numpy as np
import pytest
from scipy import stats

from analyzer.stats.blends import blended_log_odds, blended_rate, log_odds_gap
from analyzer.stats.means import moments, welch

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


def test_welch_agrees_with_scipy():
    rng = np.random.default_rng(4)
    a, b = rng.normal(0.5, 1.0, 40), rng.normal(0.2, 3.0, 300)
    found, known = welch(moments(a), moments(b)), stats.ttest_ind(a, b, equal_var=False).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((known.low, known.high))
    assert found.n == 340


def test_one_value_says_nothing_about_a_difference():
    assert welch(moments([1.0]), moments([1.0, 2.0])).high == math.inf
