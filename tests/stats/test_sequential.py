import math

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad

from analyzer.stats.proportions import wilson
from analyzer.stats.sequences import (
    bernoulli_bounds,
    bernoulli_sequence,
    concentration,
    log_mixture,
    share_bounds,
    share_sequence,
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


def per_game(values, level, tuned_for):
    """Follow Waudby-Smith, Ramdas 2024, theorem 2, game by game, with this module's bets."""
    log_term = math.log(2 / (1 - level))
    stake = won = cost = 0.0
    seen: list[float] = []
    for t, x in enumerate(values, start=1):
        n = len(seen) + 1
        centre = (0.5 + sum(seen)) / n
        variance = max((0.5 + sum(s * s for s in seen)) / n - centre**2, 0.25 / n)
        bet = min(0.5, math.sqrt(2 * log_term / (variance * max(t, tuned_for))))
        stake, won = stake + bet, won + bet * x
        cost += 4 * (x - centre) ** 2 * (-math.log(1 - bet) - bet) / 4
        seen.append(x)
    return won / stake - (log_term + cost) / stake, won / stake + (log_term + cost) / stake


def test_blocks_of_one_game_agree_with_the_theorem():
    values = np.random.default_rng(1).choice([0.0, 0.5, 1.0], size=400)
    ones = np.ones(400, dtype=int)
    low, high = share_bounds(ones, values, values**2, 0.95, 300)
    assert (low[-1], high[-1]) == pytest.approx(per_game(values, 0.95, 300), abs=1e-10)


def test_blocks_use_only_what_came_before():
    values = np.random.default_rng(2).random((50, 200))
    n, total, squares = np.full(50, 200), values.sum(axis=1), (values**2).sum(axis=1)
    low, high = share_bounds(n, total, squares)
    early_low, early_high = share_bounds(n[:20], total[:20], squares[:20])
    assert (low[:20] == early_low).all()
    assert (high[:20] == early_high).all()
    assert low[-1] < values.mean() < high[-1]


def test_width_follows_the_variance():
    n = np.full(100, 100)
    wide = share_sequence(n, np.full(100, 50.0), np.full(100, 50.0))  # whole wins: variance 1/4
    slim = share_sequence(n, np.full(100, 50.0), np.full(100, 26.0))  # nearly always a shared win: 1/100
    assert slim.half_width < 0.35 * wide.half_width
    # where tuned, the width is near sqrt(2 log(2 / a) v / n) (Waudby-Smith, Ramdas 2024, section 3)
    assert wide.half_width == pytest.approx(math.sqrt(2 * math.log(40) * 0.25 / 10_000), rel=0.05)


def test_empty_blocks_change_nothing():
    with_empty = share_sequence([100, 0, 100], [30.0, 0.0, 40.0], [30.0, 0.0, 40.0])
    without = share_sequence([100, 100], [30.0, 40.0], [30.0, 40.0])
    assert (with_empty.low, with_empty.high) == pytest.approx((without.low, without.high))
    nothing = share_sequence([0], [0.0], [0.0])
    assert math.isnan(nothing.value)
    assert (nothing.low, nothing.high) == (0.0, 1.0)


def test_refuses_values_outside_the_unit_interval():
    with pytest.raises(ValueError, match=r"values must lie in \[0, 1\]"):
        share_sequence([10], [11.0], [11.0])
    with pytest.raises(ValueError, match=r"total must have shape \(2,\) but got \(1,\)"):
        share_sequence([10, 10], [5.0], [5.0])
