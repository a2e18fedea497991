import numpy as np
import pytest

from analyzer.stats.joint import FEW, joint_counts, outcomes_of
from tools.covering.samples import independent_counts, separate, settled


def outcomes(seed, cells, deals):
    rng = np.random.default_rng(seed)
    luck = rng.normal(size=deals)
    return [luck + rng.normal(size=deals) > cut for cut in np.linspace(-1, 1, cells)]


def test_counts_agree_with_plain_arrays_for_any_length():
    for deals in (1, 7, 8, 9, 1001):
        rows = outcomes(deals, 4, deals)
        joint = joint_counts([np.packbits(row) for row in rows], [deals] * 4)
        table = np.array(rows, dtype=int)
        assert (joint.both == table @ table.T).all()
        assert (joint.wins == table.sum(axis=1)[:, None]).all()
        assert (joint.deals == deals).all()


@pytest.mark.parametrize("deals", [1, 9, 1001])
def test_many_cells_are_counted_as_few_are(deals, monkeypatch):
    monkeypatch.setattr("analyzer.stats.joint._ROOM", 60 * 400)  # several steps
    bits = [np.packbits(row) for row in outcomes(deals, FEW + 10, deals)]
    at_once = joint_counts(bits, [deals] * len(bits))
    monkeypatch.setattr("analyzer.stats.joint.FEW", len(bits))
    one_by_one = joint_counts(bits, [deals] * len(bits))
    for name in ("both", "wins", "deals"):
        assert (getattr(at_once, name) == getattr(one_by_one, name)).all()


def test_many_cells_of_one_group_are_never_counted_pair_by_pair(monkeypatch):
    """Two thousand cells would have two million pairs, whoever says that they share their deals."""
    monkeypatch.setattr("analyzer.stats.joint._count_pair", None)
    n_cells = FEW + 1
    bits, n = [np.packbits(np.ones(24, bool))] * n_cells, [24] * n_cells
    assert (joint_counts(bits, n, [0] * n_cells).both == 24).all()
    with pytest.raises(TypeError):  # the negative control: of two groups they are
        joint_counts(bits, n, [0, 1] + [0] * (n_cells - 2))


def test_cells_of_different_length_share_the_shorter_prefix():
    first, second = outcomes(1, 2, 100)
    joint = joint_counts([np.packbits(first), np.packbits(second[:37])], [100, 37])
    assert joint.deals.tolist() == [[100, 37], [37, 37]]
    assert joint.wins[0, 1] == first[:37].sum()
    assert joint.both[0, 1] == (first[:37] & second[:37]).sum()


def test_cells_of_different_groups_share_nothing():
    rows = outcomes(2, 3, 64)
    joint = joint_counts([np.packbits(row) for row in rows], [64] * 3, [0, 1, 0])
    assert joint.both[0, 1] == joint.deals[0, 1] == joint.wins[1, 0] == 0
    assert joint.both[0, 2] > 0
    assert joint.covariance()[0, 1] == 0.0


def test_covariance_agrees_with_numpy():
    rows = outcomes(3, 5, 4000)
    joint = joint_counts([np.packbits(row) for row in rows], [4000] * 5)
    assert joint.covariance() == pytest.approx(np.cov(np.array(rows, dtype=float)) / 4000, rel=1e-9)
    assert joint.rates == pytest.approx(np.mean(rows, axis=1))


def test_scatter_sums_the_residuals_of_the_common_deals():
    rows, n, guess = outcomes(4, 3, 90), [90, 53, 90], np.array([0.3, 0.6, 0.45])
    joint = joint_counts([np.packbits(row[:size]) for row, size in zip(rows, n, strict=True)], n)
    residuals = np.zeros((3, 90))
    for cell, size in enumerate(n):
        residuals[cell, :size] = rows[cell][:size] - guess[cell]
    assert joint.scatter(guess) == pytest.approx(residuals @ residuals.T, abs=1e-9)


def test_independent_cells_have_a_diagonal_covariance():
    joint = independent_counts([30, 50], [100, 200])
    assert joint.covariance() == pytest.approx(np.diag([0.3 * 0.7 / 99, 0.25 * 0.75 / 199]), rel=1e-12)


def test_refuses_bits_behind_the_last_deal_and_wrong_lengths():
    with pytest.raises(ValueError, match="bits behind deal 3 must be 0"):
        joint_counts([np.array([0b11111111], dtype=np.uint8)], [3])
    with pytest.raises(ValueError, match=r"bits must have shape \(2,\) but got \(1,\)"):
        joint_counts([np.zeros(1, dtype=np.uint8)], [9])
    with pytest.raises(ValueError, match="one length"):
        joint_counts([], [])


RNG = np.random.default_rng(1)
WON = RNG.random((3, 101)) < 0.4
UNKNOWN = ~WON & (RNG.random((3, 101)) < 0.2)
UNKNOWN[1] = False


def packed(rows):
    return [np.packbits(row) for row in rows]


def test_each_cell_appears_with_unknown_games_lost_and_won():
    found = outcomes_of(packed(WON), [101] * 3, packed(UNKNOWN))
    assert found.cells == 3
    assert found.wins.tolist() == WON.sum(axis=1).tolist()
    assert found.unknown.tolist() == UNKNOWN.sum(axis=1).tolist()
    assert found.if_won.tolist() == [3, 1, 4]
    filled = WON | UNKNOWN
    both = joint_counts(packed([*WON, filled[0], filled[2]]), [101] * 5)
    assert (found.joint.both == both.both).all()
    assert (found.joint.wins == both.wins).all()


def test_without_unknown_games_nothing_is_counted_twice():
    found = outcomes_of(packed(WON), [101] * 3)
    assert found.if_won.tolist() == [0, 1, 2]
    assert found.joint.n.size == 3
    same = settled(found.joint)
    assert same.if_won.tolist() == [0, 1, 2]
    assert same.games.tolist() == [101] * 3


def test_separate_cells_take_counts():
    found = separate([10, 20], [100, 200], [0, 5])
    assert found.if_won.tolist() == [0, 2]
    assert found.joint.wins[2, 2] == 25
    assert found.joint.both[0, 2] == 0


def test_groups_are_kept_for_the_filled_cells():
    found = outcomes_of(packed(WON), [101] * 3, packed(UNKNOWN), groups=[0, 0, 1])
    assert found.joint.deals[1, 3] == 101
    assert found.joint.deals[1, 4] == 0


def test_refuses_unknown_wins_and_too_many_unknown_games():
    with pytest.raises(ValueError, match="must not mark games that were won"):
        outcomes_of(packed(WON), [101] * 3, packed(WON))
    with pytest.raises(ValueError, match=r"unknown must lie in \[0, 90\] but got 91"):
        separate([10], [100], [91])
