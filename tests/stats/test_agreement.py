"""Shares of a variance from games that have something in common."""

import numpy as np
import pytest

from analyzer.stats.influence import agreement as module
from analyzer.stats.influence.agreement import agreement, agreement_of_means, interplay, missing, shared

N = 4_000


def made(seed, *parts):
    """Draw the sum of independent parts: known shares of the variance."""
    lots = np.random.default_rng(seed)
    return [lots.normal(0.0, part, N) for part in parts]


def games(values):
    return np.asarray(values)[None, :, None]


def test_the_value_is_the_correlation_with_mean_and_variance_of_both_sides():
    ours, theirs = np.array([1.0, 2.0, 4.0, 3.0]), np.array([2.0, 2.0, 5.0, 1.0])
    centre = (ours.mean() + theirs.mean()) / 2
    variance = ((ours - centre) ** 2 + (theirs - centre) ** 2).mean() / 2
    found = agreement(games(ours), games(theirs))
    assert found.value == pytest.approx(((ours - centre) * (theirs - centre)).mean() / variance)
    assert found.moves.mean() == pytest.approx(0.0, abs=1e-12)


def test_moves_are_what_leaving_out_a_deal_does():
    a, b = (games(values[:400]) for values in made(1, 1.0, 1.0))
    found = agreement(a, a + b)
    without = [agreement(np.delete(a, n, 1), np.delete(a + b, n, 1)).value for n in range(400)]
    jackknife = (len(without) - 1) * (found.value - np.array(without))
    assert np.corrcoef(jackknife, found.moves)[0, 1] > 0.999
    assert jackknife.std() == pytest.approx(found.moves.std(), rel=0.02)


def test_shares_of_a_sum_are_those_of_its_parts():
    one, other, rest, fresh = made(2, 1.0, 1.0, np.sqrt(2.0), np.sqrt(2.0))
    common = shared(agreement(games(one + rest), games(one + fresh)))
    assert common.low < 1 / 3 < common.high
    lost = missing(agreement(games(one + rest), games(one + fresh)))
    assert (lost.low, lost.value, lost.high) == pytest.approx((1 - common.high, 1 - common.value, 1 - common.low))
    rest_of_both = interplay([agreement(games(one), games(one + other)), agreement(games(other), games(one + other))])
    assert rest_of_both.n == N


def test_games_that_all_agree_leave_room_for_rare_differences():
    ours = games(np.arange(N) % 2)
    same = missing(agreement(ours, ours))
    assert same.value == same.low == 0.0
    assert 0.0 < same.high < 0.01
    assert same.method == module.RARE
    theirs = ours.copy()
    theirs[0, :3] = 1 - theirs[0, :3]
    rare = missing(agreement(ours, theirs))
    assert rare.low < 4 * 3 / (2 * N) < rare.high


def test_a_value_beyond_the_ends_keeps_its_interval():
    ours = np.array([0.0, 1.0] * 200)
    opposite = shared(agreement(games(ours), games(1.0 - ours[::-1])))
    assert opposite.value == 1.0
    against = shared(agreement(games(np.tile([0.0, 1.0, 0.0, 1.0], 100)), games(np.tile([1.0, 0.0, 1.0, 1.0], 100))))
    assert (against.low, against.value) == (0.0, 0.0)
    assert against.high > 0.01


def covering(rate, share, estimate, runs=400, n=2_000):
    """Count the runs whose interval holds the share of outcomes that both sides have in common."""
    lots = np.random.default_rng(4)
    common = lots.random((runs, n)) < share
    ours, fresh = (lots.random((runs, n)) < rate for _ in range(2))
    pairs = zip(ours * 1.0, np.where(common, ours, fresh) * 1.0, strict=True)
    return sum(not estimate(agreement(games(a), games(b))).excludes(share) for a, b in pairs) / runs


LEAST = 0.95 - 4 * np.sqrt(0.95 * 0.05 / 400)


@pytest.mark.parametrize(("rate", "share"), [(0.01, 0.0), (0.01, 0.3), (0.005, 0.1), (0.02, 0.98)])
def test_intervals_cover_where_few_games_are_lost(rate, share):
    assert covering(rate, share, shared) >= LEAST


def test_a_normal_interval_would_not():
    assert covering(0.005, 0.1, lambda found: module._normal(found.value, found.moves, 0.95, 0.0)) < LEAST


def test_where_all_games_end_alike_nothing_is_known():
    found = shared(agreement(np.ones((1, 9, 1)), np.ones((1, 9, 1))))
    assert (found.low, found.high, found.method) == (0.0, 1.0, module.NOTHING)
    assert interplay([agreement(np.ones((1, 9, 1)), np.ones((1, 9, 1)))]).high == 1.0


@pytest.mark.parametrize("differing", [22, 26, 29])
def test_few_deals_most_of_which_differ_have_an_interval_all_the_same(differing):
    """Of 40 games that have nothing in common more than half may differ: the value is 0, its interval not empty."""
    ours = np.tile([0.0, 1.0], 20)
    theirs = ours.copy()
    theirs[:differing] = 1.0 - theirs[:differing]
    found = shared(agreement(ours[None, :, None], theirs[None, :, None]))
    assert (found.value, found.low) == (0.0, 0.0)
    assert 0.1 < found.high < 0.6
    lost = missing(agreement(ours[None, :, None], theirs[None, :, None]))
    assert lost.low < lost.value == lost.high == 1.0


def test_line_ups_are_compared_by_their_means():
    lots = np.random.default_rng(3)
    level = np.array([0.0, 1.0])[:, None, None]
    ours, theirs = (level + lots.normal(0, 2.0, (2, N, 1)) for _ in range(2))
    found = shared(agreement_of_means(ours, theirs))
    assert found.low < 0.25 / 4.25 < found.high
    assert found.half_width < shared(agreement(ours, theirs)).half_width
    none = [shared(agreement_of_means(*lots.normal(0, 1, (2, 2, 300, 1)))) for _ in range(200)]
    assert sum(estimate.low > 0 for estimate in none) < 200 * (0.05 + 4 * np.sqrt(0.05 * 0.95 / 200))


@pytest.mark.parametrize("shape", [(1, 1, 1), (4, 1), (0, 0, 0)])
def test_other_arrays_are_refused(shape):
    with pytest.raises(ValueError, match="line-ups, deals, outcomes"):
        agreement(np.zeros(shape), np.zeros(shape))
