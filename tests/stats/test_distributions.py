import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.duration.survfunc import SurvfuncRight

from analyzer.stats.means import kaplan_meier, quantile
from analyzer.stats.proportions import wilson


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


# Freireich et al. 1963, 6-MP arm: remissions in weeks; estimates and standard errors as printed in
# Kleinbaum, Klein 2012, chapter 2, and Cox, Oakes 1984
RELAPSED = [6, 6, 6, 7, 10, 13, 16, 22, 23]
CENSORED = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35]
PRINTED = {6: (0.857, 0.076), 7: (0.807, 0.087), 10: (0.753, 0.096), 13: (0.690, 0.107), 16: (0.627, 0.114)}
PRINTED |= {22: (0.538, 0.128), 23: (0.448, 0.135)}


def histogram(turns, length):
    return np.bincount(turns, minlength=length)


def sample(seed=1, n=400, causes=2):
    rng = np.random.default_rng(seed)
    return rng.integers(1, 20, n), rng.integers(0, causes + 1, n)


def test_agrees_with_the_printed_table_of_freireich():
    curve = kaplan_meier(histogram(RELAPSED, 36), histogram(CENSORED, 36))
    for week, (value, error) in PRINTED.items():
        assert round(float(curve.value[week]), 3) == value
        assert round(float(curve.error[week]), 3) == error
    assert curve.n == 21


def test_agrees_with_statsmodels():
    turns, status = sample()
    curve = kaplan_meier(histogram(turns[status > 0], 25), histogram(turns[status == 0], 25))
    theirs = SurvfuncRight(turns, status > 0)
    at = theirs.surv_times.astype(int)
    assert curve.value[at] == pytest.approx(theirs.surv_prob, abs=1e-12)
    assert curve.error[at] == pytest.approx(theirs.surv_prob_se, abs=1e-12)
    assert (curve.at_risk[at] == theirs.n_risk).all()


def test_log_log_band_agrees_with_the_transform():
    # Kalbfleisch, Prentice 1980: normal interval of log(-log S)
    turns, status = sample(2)
    curve = kaplan_meier(histogram(turns[status > 0], 25), histogram(turns[status == 0], 25))
    s, error = float(curve.value[8]), float(curve.error[8])
    spread = 1.959963984540054 * error / (s * math.log(s))
    ends = sorted(math.exp(-math.exp(math.log(-math.log(s)) + sign * spread)) for sign in (-1, 1))
    assert (curve.low[8], curve.high[8]) == pytest.approx(ends, abs=1e-12)


def test_without_censoring_greenwood_is_the_binomial_error():
    curve = kaplan_meier([0, 30, 20, 50], [0, 0, 0, 0])
    assert curve.value == pytest.approx([1.0, 0.7, 0.5, 0.0])
    assert curve.error[2] == pytest.approx(math.sqrt(0.25 / 100))


def test_bands_hold_the_curve_and_stay_inside():
    turns, status = sample(5, 60)
    curve = kaplan_meier(histogram(turns[status > 0], 25), histogram(turns[status == 0], 25))
    assert (curve.low >= 0).all()
    assert (curve.low <= curve.value + 1e-12).all()
    assert (curve.value <= curve.high + 1e-12).all()
    assert (curve.high <= 1).all()


def test_what_was_never_seen_is_not_certainly_impossible():
    curve = kaplan_meier([0, 50, 50], [0, 0, 0])
    assert curve.value[0] == 1.0
    assert curve.low[0] == pytest.approx(wilson(100, 100).low)
    assert curve.value[2] == 0.0
    assert curve.high[2] == pytest.approx(wilson(0, 100).high)


def test_takes_hundreds_of_millions_of_games():
    unit = np.array([0, 3, 5, 2]) * 10**8
    big = kaplan_meier(2 * unit, unit)
    small = kaplan_meier(2 * unit // 10**6, unit // 10**6)
    assert big.value == pytest.approx(small.value)
    assert big.error * 1000 == pytest.approx(small.error, rel=1e-5)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: kaplan_meier([0, -1], [0, 0]), r"ended must hold whole numbers in \[0, inf\)"),
        (lambda: kaplan_meier([0, 1], [0]), r"censored must have shape \(2,\) but got \(1,\)"),
        (lambda: kaplan_meier([0], [0]), r"games must lie in \[1, inf\] but got 0"),
        (lambda: kaplan_meier([1], [0]).at(1), r"turn must lie in \[0, 0\] but got 1"),
    ],
)
def test_refuses_bad_histograms(call, message):
    with pytest.raises(ValueError, match=message):
        call()
