import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from analyzer.stats.proportions import wilson, win_share
from analyzer.stats.rates import are_few, bounded_share, log_odds, logit_bounds, win_rate


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
