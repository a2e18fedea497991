import numpy as np
import pytest
import statsmodels.api as sm

from analyzer.stats.variance import explained_share


def test_it_is_the_adjusted_r_squared_of_a_regression_on_groups():
    wins, games = np.array([10, 30, 45]), np.array([50, 50, 60])
    outcome = np.concatenate([[1] * k + [0] * (n - k) for k, n in zip(wins, games, strict=True)])
    groups = np.repeat(np.arange(3), games)
    design = sm.add_constant((groups[:, None] == np.arange(1, 3)).astype(float))
    expected = sm.OLS(outcome, design).fit().rsquared_adj
    assert explained_share(wins, games, seed=1).value == pytest.approx(expected, abs=1e-12)


def test_groups_that_decide_everything_explain_everything():
    share = explained_share([0, 40], [40, 40], seed=1)
    assert (share.value, share.high) == (1.0, 1.0)
    assert share.n == 80


def test_groups_that_mean_nothing_explain_nothing():
    share = explained_share([50, 50, 50], [100, 100, 100], seed=1)
    assert share.value == 0.0
    assert share.high < 0.1


def test_without_variance_there_is_nothing_to_explain():
    assert explained_share([0, 0], [10, 10], seed=1).value == 0.0


@pytest.mark.statistical
def test_the_interval_covers():
    """Two groups with chances 0.3 and 0.6: the share is known, and 95 % intervals cover it about as often."""
    rng = np.random.default_rng(5)
    truth = (0.15**2) / (0.45 * 0.55)
    hits = 0
    for seed in range(300):
        wins = rng.binomial(500, [0.3, 0.6])
        share = explained_share(wins, [500, 500], seed=seed, resamples=300)
        hits += share.low <= truth <= share.high
    assert 0.90 <= hits / 300 <= 0.99


def test_bad_counts_are_refused():
    with pytest.raises(ValueError, match="games"):
        explained_share([1, 2], [3], seed=1)
