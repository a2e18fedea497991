import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.distributions.empirical_distribution import _conf_set

from analyzer.stats.quantiles import bootstrap, distribution_band, frequencies, histogram, quantile


def mean_of_counts(values, counts):
    return float(values @ counts / counts.sum())


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


def test_band_agrees_with_statsmodels():
    sample = np.random.default_rng(3).integers(0, 9, 300)
    _, low, high = distribution_band(histogram(sample))
    # statsmodels takes the number of points it gets as sample size, so give it the whole sample
    every = np.searchsorted(np.sort(sample), np.sort(sample), side="right") / 300
    their_low, their_high = _conf_set(every, alpha=0.05)
    first = np.searchsorted(np.sort(sample), np.unique(sample))
    assert low == pytest.approx(their_low[first])
    assert high == pytest.approx(their_high[first])


def test_frequencies_sum_to_one():
    shares = frequencies(histogram([1, 1, 2, 5]))
    assert [value for value, _ in shares] == [1.0, 2.0, 5.0]
    assert sum(estimate.value for _, estimate in shares) == pytest.approx(1.0)


def test_bootstrap_agrees_with_scipy():
    sample = np.random.default_rng(4).poisson(6, size=400).astype(float)
    ours = bootstrap(sample, mean_of_counts, seed=1, resamples=4_000)
    theirs = stats.bootstrap(
        (sample,), np.mean, n_resamples=4_000, method="percentile", rng=np.random.default_rng(2)
    ).confidence_interval
    error = sample.std() / math.sqrt(400)
    assert ours.low == pytest.approx(theirs.low, abs=0.15 * error)
    assert ours.high == pytest.approx(theirs.high, abs=0.15 * error)
    assert ours == bootstrap(sample, mean_of_counts, seed=1, resamples=4_000)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: quantile([1.0], 0.0), r"q must lie in \(0, 1\) but got 0.0"),
        (lambda: quantile({1: -1}, 0.5), r"counts must lie in \[0, inf\) but got -1"),
        (lambda: bootstrap([1.0], mean_of_counts, 1, resamples=10), r"resamples must lie in \[100, inf\]"),
        (lambda: bootstrap({}, mean_of_counts, 1), r"n must lie in \[1, inf\] but got 0"),
        (lambda: distribution_band(histogram([])), r"n must lie in \[1, inf\] but got 0"),
    ],
)
def test_refuses_bad_samples(call, message):
    with pytest.raises(ValueError, match=message):
        call()
