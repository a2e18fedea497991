"""The mixture that nobody beats, on games whose solution is known."""

import numpy as np
import pytest

from analyzer.stats.mixtures import equally_safe, mixture_by_deal, safest_weights

CIRCLE = np.array([[0.5, 0.35, 0.65], [0.65, 0.5, 0.35], [0.35, 0.65, 0.5]])


def test_a_circle_of_three_is_mixed_in_thirds():
    weights, reply = safest_weights(CIRCLE)
    assert weights == pytest.approx([1 / 3] * 3)
    assert reply == pytest.approx(0.5)


def test_an_uneven_circle_is_mixed_by_the_wins_of_the_opposite_pair():
    """In a circle with edges a > b by x, b > c by y, c > a by z the weights are y : z : x (von Neumann)."""
    x, y, z = 0.1, 0.2, 0.3
    shares = 0.5 + np.array([[0, x, -z], [-x, 0, y], [z, -y, 0]])
    weights, reply = safest_weights(shares)
    assert weights == pytest.approx(np.array([y, z, x]) / (x + y + z), abs=1e-8)
    assert reply == pytest.approx(0.5)


def test_a_dominated_policy_has_no_part():
    shares = np.full((4, 4), 0.5)
    shares[:3, :3] = CIRCLE
    shares[3, :3], shares[:3, 3] = CIRCLE[0] - 0.02, 1 - (CIRCLE[0] - 0.02)  # as the first, but worse
    weights, _ = safest_weights(shares)
    assert weights[3] == 0.0
    assert weights[:3] == pytest.approx([1 / 3] * 3)


def test_a_policy_that_beats_all_others_is_the_whole_mixture():
    shares = np.array([[0.5, 0.6, 0.7], [0.4, 0.5, 0.2], [0.3, 0.8, 0.5]])
    weights, _ = safest_weights(shares)
    assert list(weights) == [1.0, 0.0, 0.0]


def test_with_more_players_the_rare_one_may_win_and_the_reply_says_so():
    """Two policies that each win more than a third among two of the other: a mixture, and nobody is beaten by less."""
    shares = np.array([[1 / 3, 0.4], [0.4, 1 / 3]])
    weights, reply = safest_weights(shares)
    assert weights == pytest.approx([0.5, 0.5])
    assert reply == pytest.approx((1 / 3 + 0.4) / 2)


def drawn(shares, deals, seed):
    """Draw who wins each deal of each pair, by chance alone."""
    rng = np.random.default_rng(seed)
    sums = np.full((deals, *shares.shape), 0.5)
    for i, j in zip(*np.triu_indices(len(shares), 1), strict=True):
        sums[:, i, j] = rng.random(deals) < shares[i, j]
        sums[:, j, i] = 1 - sums[:, i, j]
    return sums


@pytest.mark.statistical
def test_resampled_deals_hold_the_thirds_and_tell_an_uneven_circle_from_them():
    deals = np.ones(2000)
    fair = mixture_by_deal(drawn(CIRCLE, 2000, seed=3), deals, seed=1)
    assert all(weight.low < 1 / 3 < weight.high for weight in fair.weights)
    assert all(weight.high - weight.low < 0.2 for weight in fair.weights)
    uneven = 0.5 + np.array([[0, 0.05, -0.2], [-0.05, 0, 0.2], [0.2, -0.2, 0]])
    other = mixture_by_deal(drawn(uneven, 2000, seed=3), deals, seed=1)
    assert other.weights[2].high < 1 / 3, "the negative control: the last of them is needed least"


def test_exactly_equal_policies_may_have_any_part():
    """Linear programming takes a corner of what is equally safe: it gave 1, 0 and 0, with no width."""
    least, most, middle = equally_safe(np.full((3, 3), 0.5))
    assert (least.tolist(), most.tolist()) == ([0.0] * 3, [1.0] * 3)
    assert middle == pytest.approx([1 / 3] * 3)
    twins = np.array([[0.5, 0.5, 0.6], [0.5, 0.5, 0.6], [0.4, 0.4, 0.5]])
    least, most, middle = equally_safe(twins)
    assert (least.tolist(), most.tolist()) == ([0.0, 0.0, 0.0], [1.0, 1.0, 0.0]), "the third has no part"
    assert middle == pytest.approx([0.5, 0.5, 0.0])
    unique = equally_safe(CIRCLE)
    assert unique[0] == pytest.approx(unique[1], abs=1e-6), "the negative control: one mixture is the safest"


def test_unknown_games_bound_the_mixture_and_the_best_reply():
    """A twentieth of the games is unknown: if the second policy won them all, it would be the safest."""
    sums, unknown = np.full((50, 2, 2), 10.0), np.zeros((50, 2, 2))
    sums[:, 0, 1], sums[:, 1, 0] = 9.8, 9.2
    unknown[:, 0, 1] = unknown[:, 1, 0] = 1.0
    deals = np.full(50, 20.0)
    found = mixture_by_deal(sums, deals, seed=1, unknown=unknown, resamples=100)
    assert (found.weights[0].low, found.weights[0].high) == (0.0, 1.0)
    assert found.best_reply.low < 0.495 < 0.505 < found.best_reply.high
    known = mixture_by_deal(sums + 0.5 * unknown, deals, seed=1, resamples=100)
    assert known.weights[0].low == 1.0, "the negative control: counted as fair, they seemed to settle it"


def test_more_deals_make_it_surer():
    narrow, wide = (
        mixture_by_deal(drawn(CIRCLE, deals, seed=5), np.ones(deals), seed=1, resamples=100).weights[0].half_width
        for deals in (4000, 250)
    )
    assert narrow < 0.5 * wide


@pytest.mark.parametrize(
    ("sums", "deals", "message"),
    [
        (np.ones((30, 2, 3)), np.ones(30), "shares"),
        (np.ones((19, 2, 2)), np.ones(19), "groups"),
        (np.full((30, 2, 2), np.nan), np.ones(30), "met"),
        (np.ones((30, 2, 2)), np.ones(29), "deals"),
    ],
)
def test_what_makes_no_sense_is_refused(sums, deals, message):
    with pytest.raises(ValueError, match=message):
        mixture_by_deal(sums, deals, seed=1)
