import math

import numpy as np
import pytest
from scipy import stats

from analyzer.stats.distributions import quantile


@pytest.mark.parametrize("q", [0.1, 0.5, 0.9])
def test_interval_agrees_with_scipy(q):
    sample = np.random.default_rng(1).gamma(2.0, size=200)
    ours = quantile(sample, q)
    # scipy's quantile_test (Conover 1999) makes each side's order statistic the innermost of its tail
    theirs = stats.quantile_test(sample, q=float(np.quantile(sample, q)), p=q).confidence_interval(0.95)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))


def test_ranks_agree_with_the_table_of_the_median():
    # Conover 1999, tables of the sign test: for n = 20 the 95 % interval of the median is X(6) to X(15)
    ours = quantile(np.arange(1, 21), 0.5)
    assert (ours.low, ours.high) == (6.0, 15.0)


def test_histogram_and_array_agree():
    turns = np.random.default_rng(2).poisson(12, size=5_000)
    tally = {int(v): int(c) for v, c in zip(*np.unique(turns, return_counts=True), strict=True)}
    tally[99] = 0
    for q in (0.05, 0.5, 0.95):
        assert quantile(turns, q) == quantile(tally, q)
        assert quantile(turns, q).value == np.quantile(turns, q, method="inverted_cdf")


def test_small_samples_have_open_sides():
    ours = quantile([3.0, 1.0, 2.0], 0.5)
    assert (ours.value, ours.low, ours.high) == (2.0, -math.inf, math.inf)
    assert math.isnan(quantile([], 0.5).value)


def test_a_billion_games_cost_nothing():
    ours = quantile({10: 400_000_000, 11: 600_000_000}, 0.5)
    assert (ours.value, ours.low, ours.high) == (11.0, 11.0, 11.0)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: quantile([1.0], 0.0), r"q must lie in \(0, 1\) but got 0.0"),
        (lambda: quantile({1: -1}, 0.5), r"counts must lie in \[0, inf\) but got -1"),
    ],
)
def test_refuses_bad_samples(call, message):
    with pytest.raises(ValueError, match=message):
        call()
