import math

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.optimize import minimize_scalar

from analyzer.stats.ratings import bounded_rating, rate_by_deal, rate_winners, wins_by_deal

TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
# Agresti 2002, table 10.10: home wins and away wins, home team by row, away team by column
HOME_WINS = [[0, 4, 4, 4, 6, 4, 6], [3, 0, 4, 4, 6, 6, 4], [2, 4, 0, 2, 4, 4, 6], [3, 5, 2, 0, 4, 4, 6]]
HOME_WINS += [[5, 2, 3, 4, 0, 5, 6], [2, 3, 3, 4, 4, 0, 2], [2, 1, 1, 2, 1, 3, 0]]
AWAY_WINS = [[0, 3, 2, 3, 1, 2, 0], [3, 0, 2, 3, 0, 1, 3], [5, 3, 0, 4, 3, 2, 0], [3, 1, 5, 0, 3, 2, 1]]
AWAY_WINS += [[1, 5, 3, 2, 0, 2, 0], [5, 3, 4, 3, 2, 0, 4], [5, 5, 6, 4, 6, 4, 0]]
FLAT = 1e4  # a prior too wide to matter, for comparison with maximum likelihood


def baseball():
    seatings = [(home, away) for home in range(7) for away in range(7) if home != away]
    wins = [(HOME_WINS[home][away], AWAY_WINS[home][away]) for home, away in seatings]
    return np.array(seatings), np.array(wins)


def test_agrees_with_agresti_2002_without_home_advantage():
    # table 10.11, column 3: abilities against Baltimore; standard errors "about 0.3"
    ratings = rate_winners(*baseball(), 7, FLAT, seats_differ=False)
    against = [ratings.difference(team, 6) for team in range(6)]
    assert [round(e.value, 2) for e in against] == [1.58, 1.44, 1.29, 1.25, 1.11, 0.68]
    assert all(round(e.half_width / 1.96, 1) == 0.3 for e in against)


def test_agrees_with_agresti_2002_with_home_advantage():
    # table 10.11, column 5, and the home advantage 0.302 in the text
    ratings = rate_winners(*baseball(), 7, FLAT)
    home = ratings.values[7] - ratings.values[8]
    assert round(home, 3) == 0.302
    worth = np.exp(ratings.values[:7]) / np.exp(ratings.values[:7]).sum()
    assert sorted(np.round(worth, 3).tolist()) == [0.044, 0.088, 0.137, 0.157, 0.164, 0.190, 0.220]


def test_agrees_with_a_logistic_fit_of_statsmodels():
    seatings, wins = baseball()
    design = np.zeros((42, 7))
    for row, (home, away) in enumerate(seatings):
        design[row, 0] = 1.0
        for team, sign in ((home, 1.0), (away, -1.0)):
            if team < 6:
                design[row, 1 + team] = sign
    fit = sm.GLM(wins, design, family=sm.families.Binomial()).fit(tol=1e-12)
    ratings = rate_winners(seatings, wins, 7, FLAT)
    for team in range(6):
        ours = ratings.difference(team, 6)
        assert ours.value == pytest.approx(fit.params[1 + team], abs=1e-5)
        assert ours.half_width / 1.959964 == pytest.approx(fit.bse[1 + team], rel=1e-4)


def test_ratings_and_advantages_have_mean_zero():
    ratings = rate_winners(*baseball(), 7)
    assert ratings.values[:7].sum() == pytest.approx(0.0, abs=1e-9)
    assert ratings.values[7:].sum() == pytest.approx(0.0, abs=1e-9)
    assert ratings.games == baseball()[1].sum()
    assert ratings.rating(0).value == pytest.approx(ratings.values[0])


def test_recovers_known_strengths_of_three_seats():
    rng = np.random.default_rng(1)
    theta, gamma = np.array([0.8, 0.2, -0.3, -0.7]), np.array([0.3, 0.0, -0.3])
    seatings = np.array([rng.permutation(4)[:3] for _ in range(20_000)])
    orders = np.argsort(-(theta[seatings] + gamma + rng.gumbel(size=seatings.shape)), axis=1)
    wins = (np.arange(3) == orders[:, :1]).astype(float)
    fitted = rate_winners(seatings, wins, 4)
    errors = np.sqrt(np.diagonal(fitted.covariance))
    assert (np.abs(fitted.values - np.concatenate([theta, gamma])) < 4.5 * errors).all()


def test_separated_data_stay_finite_by_the_prior():
    ratings = rate_winners([[0, 1], [1, 0]], [[50, 0], [0, 50]], 2)
    best = ratings.difference(0, 1)
    # a normal prior of 5 on each rating about their mean is one of 5 * sqrt(2) on the difference
    wanted = minimize_scalar(lambda d: 100 * math.log1p(math.exp(-d)) + d * d / (4 * 25), bounds=(0, 20)).x
    assert best.value == pytest.approx(wanted, abs=1e-4)
    assert math.isfinite(best.half_width)
    assert best.low > 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rate_winners([[0, 2]], [[1, 0]], 2), r"policies in \[0, 1\]"),
        (lambda: rate_winners([[0, 1]], [[1, -1]], 2), r"wins must lie in \[0, inf\)"),
        (lambda: rate_winners([[0, 1]], [[1]], 2), r"wins must have shape \(1, 2\)"),
        (lambda: rate_winners([[0, 1]], [[1, 0]], 2, 0.0), r"prior_sd must lie in \(0, inf\)"),
        (lambda: rate_winners([[0, 1]], [[1, 0]], 2).rating(2), r"policy must lie in \[0, 1\] but got 2"),
    ],
)
def test_refuses_bad_matches(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def tournament(deals=60, seed=1, suits=1.0):
    rng = np.random.default_rng(seed)
    matches = np.array([(a, b) for a in range(3) for b in range(3) if a != b])
    strength = np.array([0.5, 0.0, -0.5]) + suits * rng.normal(size=(deals, 3))
    who, deal = np.tile(matches, (deals, 1)), np.repeat(np.arange(deals), 6)
    score = strength[deal[:, None], who] + rng.gumbel(size=who.shape)
    return who, (score == score.max(axis=1, keepdims=True)).astype(float), deal


def test_values_are_those_of_the_plain_ratings():
    who, won, deal = tournament()
    matches, table = wins_by_deal(who, won, deal)
    assert table.shape == (60, 6, 2)
    assert table.sum() == who.shape[0]
    plain, ours = rate_winners(matches, table.sum(axis=0), 3), rate_by_deal(who, won, deal, 3, 1)
    assert ours.values == pytest.approx(plain.values)
    assert ours.games == plain.games
    assert ours.rating(0).method == "plackett-luce, deals resampled"


def test_errors_agree_with_refitting_every_resample():
    who, won, deal = tournament()
    matches, table = wins_by_deal(who, won, deal)
    times = np.random.default_rng(7).multinomial(60, np.full(60, 1 / 60), size=100)
    fits = [rate_winners(matches, np.tensordot(t, table, axes=1), 3).values for t in times]
    ours = rate_by_deal(who, won, deal, 3, 7, resamples=100)
    assert ours.covariance == pytest.approx(np.cov(np.array(fits).T), abs=1e-9)


def test_errors_agree_with_the_sandwich_by_deal():
    # each deal's gradient at the estimate, through the inverse information: Liang, Zeger 1986
    who, won, deal = tournament(400)
    ours = rate_by_deal(who, won, deal, 3, 3, seats_differ=False, resamples=2_000)
    chance = np.exp(ours.values[who]) / np.exp(ours.values[who]).sum(axis=1, keepdims=True)
    rows = np.eye(3)[who]
    scores = np.zeros((400, 3))
    np.add.at(scores, deal, np.einsum("gs,gsp->gp", won - chance, rows))
    mean = np.einsum("gs,gsp->gp", chance, rows)
    information = np.einsum("gs,gsp,gsq->pq", chance, rows, rows) - mean.T @ mean
    bread = np.linalg.pinv(information, rcond=1e-9)
    sandwich = bread @ scores.T @ scores @ bread
    assert np.diagonal(ours.covariance)[:3] == pytest.approx(np.diagonal(sandwich), rel=0.12)


def test_deals_that_suit_a_policy_widen_the_errors_and_luckless_deals_do_not():
    for suits, least, most in ((1.0, 1.1, 1.6), (0.0, 0.85, 1.15)):
        who, won, deal = tournament(300, seed=2, suits=suits)
        matches, table = wins_by_deal(who, won, deal)
        naive = rate_winners(matches, table.sum(axis=0), 3).rating(0).half_width
        assert least < rate_by_deal(who, won, deal, 3, 5).rating(0).half_width / naive < most


def test_is_seeded_and_refuses_too_few_deals():
    who, won, deal = tournament(30)
    first, second = rate_by_deal(who, won, deal, 3, 1), rate_by_deal(who, won, deal, 3, 1)
    assert (first.covariance == second.covariance).all()
    with pytest.raises(ValueError, match=r"deals must lie in \[20, inf\] but got 10"):
        rate_by_deal(*tournament(10), 3, 1)
    with pytest.raises(ValueError, match=r"deals must have shape"):
        rate_by_deal(who, won, deal[:-1], 3, 1)


def test_games_without_an_outcome_bound_a_rating_from_both_sides():
    """Every game that the first policy would have won was cut off now and then: the truth was left out."""
    rng = np.random.default_rng(8)
    seatings = np.array([[0, 1], [1, 0]])
    won = rng.random((2, 600)) < 0.6  # the first policy, in both seatings
    is_cut = won & (rng.random((2, 600)) < 0.3)
    truth = np.log(0.6 / 0.4) / 2  # against the mean of both
    shares = np.stack([won, ~won], axis=2).astype(float)
    shares[1] = shares[1][:, ::-1]
    known = np.where(is_cut[:, :, None], 0.0, shares)
    games, deals = np.repeat(seatings, 600, axis=0), np.tile(np.arange(600), 2)
    rated = rate_by_deal(games, known.reshape(-1, 2), deals, 2, seed=1, resamples=100)
    cut = is_cut.sum(axis=1)
    found = bounded_rating(rated, seatings, known.sum(axis=1), cut, 0)
    assert found.low < truth < found.high
    assert rated.rating(0).excludes(truth), "the negative control: nobody's wins"
    whole = [rate_winners(seatings, known.sum(axis=1) + fill, 2).values[0] for fill in _fills(cut)]
    assert found.low < min(whole) < max(whole) < found.high
    assert found.method.endswith(f"{cut.sum()} unknown games either way")
    assert bounded_rating(rated, seatings, known.sum(axis=1), [0, 0], 0) == rated.rating(0)


def _fills(cut):
    """Give all unknown games to the first policy, or to the second."""
    first = np.array([[cut[0], 0], [0, cut[1]]])
    return first, first[:, ::-1]
