import math

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad

from analyzer.stats.proportions import wilson
from analyzer.stats.sequential import (
    StoppingRule,
    bernoulli_bounds,
    bernoulli_sequence,
    concentration,
    first_narrow,
    log_mixture,
    plan_games,
)


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


def test_plan_foresees_where_the_rule_stops():
    planned = plan_games(0.02, 0.3)
    rule = StoppingRule(0.02, 10**6, tuned_for=planned)
    assert rule.is_done(round(0.3 * planned), planned)
    assert not rule.is_done(round(0.3 * 0.98 * planned), round(0.98 * planned))
    assert plan_games(0.02) > planned
    assert plan_games(0.5) >= 1


def test_stopping_looks_only_at_the_prefix():
    rng = np.random.default_rng(4)
    wins, games = rng.binomial(500, 0.4, size=80), np.full(80, 500)
    rule = StoppingRule(0.02, 10**6, tuned_for=plan_games(0.02))
    stop = rule.first_stop(wins, games)
    assert stop is not None
    assert 1 < stop < 80
    changed = wins.copy()
    changed[stop:] = 0
    assert rule.first_stop(changed, games) == stop
    assert rule.first_stop(wins[: stop - 1], games[: stop - 1]) is None
    assert rule.is_done(int(wins[:stop].sum()), 500 * stop)
    assert not rule.is_done(int(wins[: stop - 1].sum()), 500 * (stop - 1))


def test_first_narrow_takes_any_bounds():
    assert first_narrow([0.0, 0.2, 0.3], [1.0, 0.6, 0.4], 0.2) == 2
    assert first_narrow([0.0, 0.2], [1.0, 0.6], 0.1) is None


def test_stops_at_the_maximum():
    rule = StoppingRule(1e-6, 2_000)
    assert rule.first_stop([300, 300, 300], [1_000, 1_000, 1_000]) == 2
    assert rule.is_done(600, 2_000)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: StoppingRule(0.0, 10), r"half_width must lie in \(0, inf\) but got 0.0"),
        (lambda: StoppingRule(0.1, 0), r"max_games must lie in \[1, inf\] but got 0"),
        (lambda: bernoulli_sequence(3, 2), r"wins must lie in \[0, 2\] but got 3"),
        (lambda: bernoulli_bounds([3], [2]), r"wins must lie in \[0, n\]"),
        (lambda: concentration(0), r"tuned_for must lie in \[1, inf\] but got 0"),
        (lambda: plan_games(0.1, 1.0), r"p must lie in \(0, 1\) but got 1.0"),
        (lambda: plan_games(1e-9), "reachable within"),
    ],
)
def test_refuses_bad_rules(call, message):
    with pytest.raises(ValueError, match=message):
        call()
