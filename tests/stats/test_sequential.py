import math

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad

from analyzer.stats.proportions import wilson
from analyzer.stats.sequential import bernoulli_bounds, bernoulli_sequence, concentration, log_mixture


@pytest.mark.parametrize("p", [0.001, 0.1, 0.5, 0.97])
@pytest.mark.parametrize("n", [1, 10, 300])
def test_mixture_is_a_martingale_with_mean_one(p, n):
    # Ville's inequality needs E[M_n] = 1 under p (Howard et al. 2021)
    k = np.arange(n + 1.0)
    logs = log_mixture(k, np.full(n + 1, float(n)), np.full(n + 1, p), 12.5)
    assert np.exp(stats.binom.logpmf(k, n, p) + logs).sum() == pytest.approx(1.0, abs=1e-9)


def test_mixture_agrees_with_numerical_integration():
    # the mixture written as an integral of likelihood ratios over a Beta law (Robbins 1970)
    k, n, p, weight = 13, 40, 0.25, 30.0

    def ratio(q):
        return (q / p) ** k * ((1 - q) / (1 - p)) ** (n - k) * stats.beta.pdf(q, weight * p, weight * (1 - p))

    ours = log_mixture(np.array([13.0]), np.array([40.0]), np.array([p]), weight)[0]
    assert math.exp(ours) == pytest.approx(quad(ratio, 0, 1)[0], rel=1e-8)


@pytest.mark.parametrize(("k", "n"), [(2, 50), (50, 100), (970, 1000), (123_456, 1_000_000)])
def test_bounds_lie_where_the_mixture_reaches_twenty(k, n):
    estimate = bernoulli_sequence(k, n, 0.95, 10_000)
    weight = concentration(10_000, 0.95)
    for bound in (estimate.low, estimate.high):
        value = log_mixture(np.array([k]), np.array([n]), np.array([bound]), weight)[0]
        assert value == pytest.approx(math.log(20), abs=1e-5)


@pytest.mark.parametrize(("k", "n"), [(0, 30), (1, 30), (2, 400), (200, 400), (399, 400)])
def test_accepted_probabilities_form_one_interval(k, n):
    p = np.linspace(1e-6, 1 - 1e-6, 20_001)
    logs = log_mixture(np.full(p.size, float(k)), np.full(p.size, float(n)), p, concentration(1_000))
    accepted = logs <= math.log(20)
    assert np.abs(np.diff(accepted.astype(int))).sum() <= 2
    estimate = bernoulli_sequence(k, n, 0.95, 1_000)
    assert p[accepted].min() == pytest.approx(estimate.low, abs=6e-5)
    assert p[accepted].max() == pytest.approx(estimate.high, abs=6e-5)


def test_concentration_is_the_optimum_of_howard_et_al_2021():
    # minimise the normal-mixture boundary sqrt((n + r) log((n + r) / (r a^2))) over r numerically
    from scipy.optimize import minimize_scalar

    n, miss = 10_000.0, 0.05
    best = minimize_scalar(
        lambda r: (n + r) * math.log((n + r) / (r * miss * miss)), bounds=(1, n), options={"xatol": 1e-6}
    ).x
    assert concentration(10_000, 0.95) == pytest.approx(best, rel=1e-5)


def test_looking_costs_about_half_again_the_width_where_tuned():
    for p in (0.02, 0.5, 0.9):
        ratio = bernoulli_sequence(int(p * 10_000), 10_000).half_width / wilson(int(p * 10_000), 10_000).half_width
        assert 1.5 < ratio < 1.65


def test_ends_and_empty_runs():
    assert (bernoulli_sequence(0, 0).low, bernoulli_sequence(0, 0).high) == (0.0, 1.0)
    assert math.isnan(bernoulli_sequence(0, 0).value)
    none, all_won = bernoulli_sequence(0, 50_000), bernoulli_sequence(50_000, 50_000)
    assert (none.low, all_won.high) == (0.0, 1.0)
    assert none.high == pytest.approx(1 - all_won.low, abs=1e-12)
    assert none.high < 2e-4


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: bernoulli_sequence(3, 2), r"wins must lie in \[0, 2\] but got 3"),
        (lambda: bernoulli_bounds([3], [2]), r"wins must lie in \[0, n\]"),
        (lambda: concentration(0), r"tuned_for must lie in \[1, inf\] but got 0"),
    ],
)
def test_refuses_bad_counts(call, message):
    with pytest.raises(ValueError, match=message):
        call()
