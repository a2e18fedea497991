import numpy as np
import pytest

from analyzer.stats.ratings import rate_by_deal, rate_winners, wins_by_deal


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
