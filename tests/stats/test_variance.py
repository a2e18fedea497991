import numpy as np
import pytest
import statsmodels.api as sm

from analyzer.stats.variance import explained_share, variance_shares


def crossed(seed, deals, policies=(0.0, 0.5, 1.0), seats=(0.0,), deal_sd=1.0):
    rng = np.random.default_rng(seed)
    score = np.add.outer(policies, seats)[:, :, None] + deal_sd * rng.normal(size=deals)
    outcome = score + rng.normal(size=score.shape) > 0.5
    return outcome if len(seats) > 1 else outcome[:, 0]


def mean_squares(table):
    """Sum of squares over degrees of freedom per factor, by least squares on dummies (statsmodels)."""
    index = np.indices(table.shape).reshape(table.ndim, -1)
    codes = [np.eye(size)[row][:, 1:] for size, row in zip(table.shape, index, strict=True)]
    y, one = table.ravel().astype(float), np.ones((table.size, 1))
    full = sm.OLS(y, np.hstack([one, *codes])).fit()
    squares = []
    for left_out in range(table.ndim):
        kept = [code for i, code in enumerate(codes) if i != left_out]
        reduced = sm.OLS(y, np.hstack([one, *kept])).fit()
        squares.append((reduced.ssr - full.ssr) / (table.shape[left_out] - 1))
    return squares, full.ssr / full.df_resid


@pytest.mark.parametrize("seats", [(0.0,), (0.0, 0.4)])
def test_shares_agree_with_the_analysis_of_variance_of_statsmodels(seats):
    table = crossed(1, 60, seats=seats)
    factors = ["policy", "seat"][: table.ndim - 1]
    ours = variance_shares(table, factors)
    squares, rest = mean_squares(table)
    sizes = zip(squares, table.shape, strict=True)
    parts = np.array([*(max(0.0, (square - rest) * size / table.size) for square, size in sizes), rest])
    found = [ours[name].value for name in (*factors, "deal", "rest")]
    assert found == pytest.approx(parts / parts.sum(), abs=1e-12)


def test_shares_sum_to_one_and_hold_their_value():
    shares = variance_shares(crossed(2, 2_000, seats=(0.0, 0.3)), ["policy", "seat"])
    assert list(shares) == ["policy", "seat", "deal", "rest"]
    assert sum(estimate.value for estimate in shares.values()) == pytest.approx(1.0)
    assert all(0 <= e.low <= e.value <= e.high <= 1 for e in shares.values())


def test_known_shares_are_covered():
    # continuous outcomes with variances 1 (deal), 0.25 * 4/3 (policy, over n - 1) and 1 (rest)
    rng = np.random.default_rng(3)
    policy = np.array([-0.5, 0.5, -0.5, 0.5])
    table = policy[:, None] + rng.normal(size=2_000) + rng.normal(size=(4, 2_000))
    shares = variance_shares(table, ["policy"], level=0.9999)
    total = 1 + 1 + 1 / 3
    for name, share in (("deal", 1 / total), ("policy", 1 / 3 / total), ("rest", 1 / total)):
        assert not shares[name].excludes(share)
        assert shares[name].half_width < 0.1


def test_luck_alone_and_skill_alone():
    luck = np.tile(np.arange(100) % 2, (3, 1))
    assert variance_shares(luck, ["policy"])["deal"].value == pytest.approx(1.0)
    skill = np.repeat([[0], [1]], 100, axis=1)
    assert variance_shares(skill, ["policy"])["policy"].value == pytest.approx(1.0)
    assert variance_shares(np.zeros((2, 50)), ["policy"])["deal"].value == 0.0


def test_takes_many_deals():
    assert variance_shares(crossed(4, 200_000), ["policy"])["deal"].half_width < 0.01


@pytest.mark.statistical
def test_the_shares_of_deal_policy_and_rest_cover():
    """Resampled deals gave 91 to 94 % here: a sum of squares is never drawn smaller than chance makes it."""
    truth = {name: share.value for name, share in variance_shares(crossed(6, 400_000, (0.0, 0.5)), ["policy"]).items()}
    hits = dict.fromkeys(truth, 0)
    for seed in range(700):
        found = variance_shares(crossed(seed + 10, 100, (0.0, 0.5)), ["policy"])
        for name, share in found.items():
            hits[name] += not share.excludes(truth[name])
    assert min(hits.values()) / 700 > 0.95 - 4 * np.sqrt(0.95 * 0.05 / 700), hits
    assert max(hits.values()) / 700 < 0.99, "and intervals are no wider than they need to be"


@pytest.mark.statistical
def test_policies_that_are_equal_explain_nothing_for_certain():
    low = [variance_shares(crossed(seed, 60, (0.0, 0.0)), ["policy"])["policy"].low for seed in range(200)]
    assert np.mean(np.array(low) > 0.0) < 0.025 + 4 * np.sqrt(0.025 / 200)


def test_unknown_games_bound_the_shares():
    """Games of the second policy are cut off when they are long, and so lost: it was taken for the weaker one."""
    whole = crossed(7, 4_000, (0.5, 0.5)).astype(float)
    unknown = np.zeros(whole.shape, dtype=bool)
    unknown[1] = (whole[1] > 0) & (np.random.default_rng(7).random(4_000) < 0.4)
    bounded = variance_shares(np.where(unknown, 0.0, whole), ["policy"], unknown=unknown)
    taken = variance_shares(np.where(unknown, 0.0, whole), ["policy"])
    truth = {name: share.value for name, share in variance_shares(whole, ["policy"]).items()}
    assert all(not bounded[name].excludes(truth[name]) for name in truth)
    assert taken["policy"].low > 0.005 > truth["policy"], "the negative control: all of them lost"
    assert bounded["policy"].low == 0.0
    assert bounded["deal"].method.endswith("unknown games either way")


def test_refuses_wrong_axes():
    with pytest.raises(ValueError, match=r"outcomes must have 2 axes of length in \[2, inf\) but got"):
        variance_shares(np.zeros((1, 50)), ["policy"])
    with pytest.raises(ValueError, match="outcomes must have 3 axes"):
        variance_shares(np.zeros((2, 50)), ["policy", "seat"])


def test_it_is_the_adjusted_r_squared_of_a_regression_on_groups():
    wins, games = np.array([10, 30, 45]), np.array([50, 50, 60])
    outcome = np.concatenate([[1] * k + [0] * (n - k) for k, n in zip(wins, games, strict=True)])
    groups = np.repeat(np.arange(3), games)
    design = sm.add_constant((groups[:, None] == np.arange(1, 3)).astype(float))
    expected = sm.OLS(outcome, design).fit().rsquared_adj
    assert explained_share(wins, games).value == pytest.approx(expected, abs=1e-12)


def test_groups_that_decide_everything_explain_everything():
    share = explained_share([0, 40], [40, 40])
    assert (share.value, share.high) == (1.0, 1.0)
    assert share.n == 80


def test_groups_that_mean_nothing_explain_nothing():
    share = explained_share([50, 50, 50], [100, 100, 100])
    assert share.value == 0.0
    assert share.high < 0.1


def test_without_variance_there_is_nothing_to_explain():
    assert explained_share([0, 0], [10, 10]).value == 0.0


def test_unknown_games_bound_what_groups_explain():
    known = explained_share([50, 50], [100, 250])
    assert known.low > 0.0, "the negative control: 150 games more of the second group are lost"
    bounded = explained_share([50, 50], [100, 250], unknown=[0, 150])
    assert (bounded.value, bounded.low) == (0.0, 0.0)
    assert bounded.high >= known.high


@pytest.mark.statistical
def test_the_interval_covers():
    """Two groups with chances 0.3 and 0.6: the share is known, and 95 % intervals cover it about as often."""
    rng = np.random.default_rng(5)
    truth = (0.15**2) / (0.45 * 0.55)
    hits = 0
    for _ in range(300):
        wins = rng.binomial(500, [0.3, 0.6])
        share = explained_share(wins, [500, 500])
        hits += share.low <= truth <= share.high
    assert 0.90 <= hits / 300 <= 0.99


def test_bad_counts_are_refused():
    with pytest.raises(ValueError, match="games"):
        explained_share([1, 2], [3])
