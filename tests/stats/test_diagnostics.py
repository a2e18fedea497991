import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportions_chisquare

from analyzer.stats.diagnostics import (
    block_dispersion,
    compare_halves,
    first_player_effect,
    seat_effect,
)
from analyzer.stats.proportions import newcombe, wilson


def test_seat_test_of_whole_wins_is_pearsons():
    wins = [260, 240, 255, 245]
    ours, theirs = seat_effect(wins, wins, 1000), stats.chisquare(wins)
    assert ours.test.statistic == pytest.approx(theirs.statistic)
    assert ours.test.p_value == pytest.approx(theirs.pvalue)
    assert ours.largest_seat == 0
    assert ours.largest.value == pytest.approx(0.01)
    # Bonferroni over four seats: each share at level 1 - 0.05 / 4
    assert ours.shares[1].low == pytest.approx(wilson(240, 1000, 1 - 0.05 / 4).low, abs=1e-12)


def shared_wins(rng, games, seats):
    winners = rng.random((games, seats)) < 0.3
    winners[np.arange(games), rng.integers(0, seats, games)] = True
    return winners / winners.sum(axis=1, keepdims=True)


def test_seat_test_of_shared_wins_has_uniform_p_values_and_pearsons_would_not():
    rng = np.random.default_rng(1)
    ours, pearson = [], []
    for _ in range(400):
        shares = shared_wins(rng, 300, 3)
        totals = shares.sum(axis=0)
        ours.append(seat_effect(totals, (shares**2).sum(axis=0), 300).test.p_value)
        pearson.append(stats.chisquare(totals).pvalue)
    assert stats.kstest(ours, "uniform").pvalue > 1e-4
    assert stats.kstest(pearson, "uniform").pvalue < 1e-6  # negative control


def test_seat_test_finds_a_biased_seat():
    assert seat_effect([400, 300, 300], [400, 300, 300], 1000).test.p_value < 1e-4


def test_first_player_effect_is_the_difference_to_the_others():
    effect = first_player_effect(300, 300, 1000, 4)
    assert effect.value == pytest.approx(0.3 - 0.7 / 3)
    assert effect.low == pytest.approx((4 * wilson(300, 1000).low - 1) / 3, abs=1e-12)
    assert first_player_effect(250, 250, 1000, 4).value == pytest.approx(0.0)


def test_halves_are_compared_by_score():
    check = compare_halves(510, 1000, 490, 1000)
    assert check.difference == newcombe(510, 1000, 490, 1000)
    assert check.test.p_value == pytest.approx(proportions_chisquare([510, 490], [1000, 1000])[1], rel=1e-9)


def test_block_dispersion_agrees_with_statsmodels():
    wins, games = [50, 61, 43, 55], [100, 110, 90, 105]
    chi, upper, _ = proportions_chisquare(wins, games)
    ours = block_dispersion(wins, games)
    assert ours.statistic == pytest.approx(chi)
    assert ours.p_value == pytest.approx(2 * min(upper, 1 - upper))
    assert block_dispersion([0, 0], [10, 10]).p_value == 1.0


def test_block_dispersion_finds_blocks_too_equal_and_too_different():
    assert block_dispersion(np.full(50, 40), np.full(50, 100)).p_value < 1e-9
    assert block_dispersion([20, 60] * 25, np.full(50, 100)).p_value < 1e-9


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: seat_effect([1, 2], [1, 2], 4), "totals must sum to games=4 but got 3"),
        (lambda: first_player_effect(1, 1, 4, 1), r"seats must lie in \[2, inf\] but got 1"),
        (lambda: block_dispersion([1], [2]), r"blocks must lie in \[2, inf\] but got 1"),
    ],
)
def test_refuses_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
