import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from analyzer.stats.proportions import (
    are_few,
    bounded_share,
    clopper_pearson,
    clustered_rate,
    log_odds,
    logit_bounds,
    wilson,
    win_rate,
    win_share,
)


@pytest.mark.parametrize(("wins", "games"), [(0, 1_000), (3, 1_000), (9, 50), (995, 1_000), (50, 50)])
def test_few_wins_or_losses_give_the_exact_interval_and_a_mark(wins, games):
    ours = win_rate(wins, games)
    exact = proportion_confint(wins, games, method="beta")
    assert (ours.low, ours.high) == pytest.approx([np.nan_to_num(exact[0]), np.nan_to_num(exact[1], nan=1.0)], abs=1e-9)
    assert ours.is_sparse
    assert "few wins or losses" in ours.method


def test_ten_wins_and_ten_losses_give_wilson_without_a_mark():
    for wins in (10, 500, 990):
        ours, theirs = win_rate(wins, 1_000), wilson(wins, 1_000)
        assert (ours.value, ours.low, ours.high) == (theirs.value, theirs.low, theirs.high)
        assert not ours.is_sparse
    assert are_few(9, 1_000)
    assert are_few(991, 1_000)


def test_no_win_in_a_thousand_is_a_one_sided_bound_on_the_log_odds():
    ours = log_odds(0, 1_000)
    # P(no win) = 0.025 at the bound
    bound = 1 - 0.025 ** (1 / 1_000)
    assert ours.high == pytest.approx(math.log(bound / (1 - bound)))
    assert (ours.value, ours.low) == (-math.inf, -math.inf)
    assert ours.is_one_sided
    assert ours.is_sparse
    lost_none = log_odds(1_000, 1_000)
    assert lost_none.low == pytest.approx(-ours.high)
    assert lost_none.high == math.inf


def test_ample_log_odds_are_the_normal_ones():
    ours = log_odds(300, 1_000)
    assert ours.value == pytest.approx(math.log(3 / 7))
    assert ours.half_width == pytest.approx(1.959964 / math.sqrt(999 * 0.21), rel=1e-6)
    assert not ours.is_one_sided


def test_unknown_games_count_as_lost_below_and_as_won_above():
    ours = win_rate(113, 1_000, unknown=800)
    assert ours.low == wilson(113, 1_000).low
    assert ours.high == wilson(913, 1_000).high
    assert ours.value == 113 / 200
    assert "unknown games" in ours.method
    assert win_rate(100, 1_000, unknown=895).high == pytest.approx(stats.beta.ppf(0.975, 996, 5))


def test_each_end_of_a_bounded_estimate_has_the_method_of_its_own_count():
    few_below = win_rate(2, 1_000, unknown=500)
    assert few_below.low == pytest.approx(stats.beta.ppf(0.025, 2, 999))
    assert few_below.high == wilson(502, 1_000).high
    assert few_below.is_sparse


def test_unknown_games_bound_the_log_odds_from_both_sides():
    ours = log_odds(100, 1_000, unknown=200)
    assert ours.low == logit_bounds(100, 1_000)[0]
    assert ours.high == logit_bounds(300, 1_000)[1]
    assert ours.value == pytest.approx(math.log(100 / 700))
    assert log_odds(0, 100, unknown=100).low == -math.inf
    assert log_odds(0, 100, unknown=100).high == math.inf


def test_unknown_games_bound_a_share_of_wins():
    ours = bounded_share(1_000, 240.0, 230.0, unknown=100)
    assert ours.low == win_share(1_000, 240.0, 230.0).low
    assert ours.high == win_share(1_000, 340.0, 330.0).high
    assert ours.value == pytest.approx(240 / 900)
    plain = bounded_share(1_000, 240.0, 230.0)
    assert (plain.low, plain.high) == (win_share(1_000, 240.0, 230.0).low, win_share(1_000, 240.0, 230.0).high)


def test_no_known_game_leaves_everything_open():
    for estimate in (win_rate(0, 50, unknown=50), bounded_share(50, 0.0, 0.0, unknown=50)):
        assert math.isnan(estimate.value)
        assert (estimate.low, estimate.high) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: win_rate(90, 100, unknown=11), r"unknown must lie in \[0, 10\] but got 11"),
        (lambda: log_odds(90, 100, unknown=11), r"unknown must lie in \[0, 10\] but got 11"),
        (lambda: bounded_share(100, 95.0, 95.0, unknown=10), r"total must lie in \[0, 90\] but got 95"),
        (lambda: logit_bounds(1, 10, 1.0), r"level must lie in \(0, 1\)"),
    ],
)
def test_refuses_impossible_counts(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_many_clusters_of_one_trial_are_as_good_as_independent_trials():
    hits = np.array([1] * 30 + [0] * 70)
    found, exact = clustered_rate(hits, np.ones(100)), clopper_pearson(30, 100)
    assert found.value == 0.3
    assert found.low == pytest.approx(exact.low, abs=0.005)
    assert found.high == pytest.approx(exact.high, abs=0.005)


def test_hits_that_go_together_widen_the_interval():
    spread = clustered_rate([2] * 20, [10] * 20)
    together = clustered_rate([10] * 4 + [0] * 16, [10] * 20)
    assert spread.value == together.value == 0.2
    assert together.half_width > 2 * spread.half_width


def test_no_hit_still_has_an_upper_bound_and_no_trial_says_nothing():
    none = clustered_rate([0] * 10, [20] * 10)
    assert (none.value, none.low) == (0.0, 0.0)
    assert 0.0 < none.high < 0.05
    nothing = clustered_rate([0, 0], [0, 0])
    assert math.isnan(nothing.value)
    assert (nothing.low, nothing.high, nothing.n) == (0.0, 1.0, 0)


def test_more_hits_than_trials_are_refused():
    with pytest.raises(ValueError, match="hits must lie"):
        clustered_rate([3], [2])


@pytest.mark.statistical
@pytest.mark.parametrize("mean", [0.02, 0.1])
def test_the_interval_covers_at_its_level_and_the_independent_one_does_not(mean):
    """Chances vary from cluster to cluster as a beta distribution: hits of one cluster go together."""
    rng, repeats = np.random.default_rng(17), 1000
    covered = naive = 0
    for _ in range(repeats):
        trials = rng.integers(20, 60, 30)
        hits = rng.binomial(trials, rng.beta(0.3, 0.3 * (1 - mean) / mean, 30))
        covered += not clustered_rate(hits, trials).excludes(mean)
        naive += not clopper_pearson(int(hits.sum()), int(trials.sum())).excludes(mean)
    error = math.sqrt(0.05 * 0.95 / repeats)
    assert covered / repeats > 0.92 - 4 * error, "30 clusters that differ as much as these: not below 92 %"
    assert naive / repeats < covered / repeats - 4 * error, "the negative control"
