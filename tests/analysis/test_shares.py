"""Shares of competitive games, some of them unknown."""

import numpy as np
import pytest

from analyzer.analysis.shares import Shares, difference_of_shares, share_of, value_pairs
from analyzer.stats.means import mean_of
from analyzer.stats.proportions import win_share

RNG = np.random.default_rng(3)
A, B = (RNG.random((2, 400)) < np.array([[0.6], [0.4]])).astype(float)
CUT = RNG.random(400) < 0.2


def test_known_shares_have_the_plain_interval():
    assert share_of(Shares(A, A)) == win_share(400, A.sum(), A.sum())
    assert difference_of_shares(Shares(A, A), Shares(B, B)) == mean_of(A - B)


def test_unknown_games_bound_shares_and_differences_from_both_sides():
    unknown = Shares(np.where(CUT, 0.0, A), np.where(CUT, 1.0, A))
    share = share_of(unknown)
    assert share.low == win_share(400, unknown.low.sum(), unknown.low.sum()).low
    assert share.high == win_share(400, unknown.high.sum(), unknown.high.sum()).high
    assert share.value == pytest.approx(A[~CUT].mean())
    gap = difference_of_shares(unknown, Shares(B, B))
    assert gap.low == mean_of(unknown.low - B).low
    assert gap.high == mean_of(unknown.high - B).high
    assert gap.value == pytest.approx((A - B)[~CUT].mean())
    assert "unknown games" in gap.method


def test_games_that_nobody_won_are_left_out_and_unknown_ones_are_not():
    decided = np.where(np.arange(400) % 4 == 0, np.nan, A)
    share = share_of(Shares(np.where(CUT, 0.0, decided), np.where(CUT, 1.0, decided)))
    assert share.n == (CUT | ~np.isnan(decided)).sum()


def test_arms_that_unknown_games_could_make_equal_are_not_told_apart():
    wide = Shares(np.zeros(400), np.ones(400))
    (row,) = value_pairs({"a": wide, "b": Shares(B, B)})
    assert (row["p_value"], row["p_holm"]) == (1.0, 1.0)
    assert row["difference"].low < 0 < row["difference"].high
    (row,) = value_pairs({"a": Shares(A, A), "b": Shares(B, B)})
    assert row["p_value"] < 0.01
