import math

import numpy as np
import pytest
from scipy import stats

from analyzer.stats.proportions import clopper_pearson
from analyzer.stats.sequences import BLOCK, WidthRule
from tools.covering.stopping import fixed_games

RULE = WidthRule(0.01, 10**9)


def test_the_interval_is_the_exact_one_at_the_level_of_so_many_blocks():
    level = 1 - 0.05 * (1 - 0.28 / 8 ** (1 / 3))
    assert RULE.level_after(8 * BLOCK) == pytest.approx(level)
    ours, exact = RULE.estimate(9_000, 8 * BLOCK), clopper_pearson(9_000, 8 * BLOCK, level)
    assert (ours.value, ours.low, ours.high) == (exact.value, exact.low, exact.high)
    assert ours.level == 0.95  # what is left of it after stopping
    assert RULE.level_after(100) == RULE.level_after(BLOCK)
    assert RULE.level_after(10**7) < 0.952


def test_it_looks_at_the_width_only():
    for wins in range(0, 2 * BLOCK + 1, 512):
        estimate = RULE.estimate(wins, 2 * BLOCK)
        assert RULE.is_done(wins, 2 * BLOCK) == (estimate.half_width <= 0.01)
        assert RULE.is_done(wins, 2 * BLOCK) == RULE.is_done(2 * BLOCK - wins, 2 * BLOCK)
    assert not RULE.is_done(0, 0)


def test_it_stops_at_the_maximum_whatever_the_width():
    rule = WidthRule(1e-6, 10_000)
    assert rule.is_done(5_000, 10_000)
    assert not rule.is_done(4_000, 8_192)
    assert rule.share_is_done(10_000, 5_000.0, 5_000.0)
    assert rule.foreseen_games(0.5) == 10_000


@pytest.mark.parametrize("p", [0.001, 0.02, 0.5, 0.9])
@pytest.mark.parametrize("half_width", [0.02, 0.005, 0.001])
def test_the_foreseen_games_are_whole_blocks_close_to_the_fixed_plan(p, half_width):
    games = WidthRule(half_width, 10**9).foreseen_games(p)
    assert games % BLOCK == 0
    assert fixed_games(half_width, p) <= games <= 1.15 * fixed_games(half_width, p) + BLOCK


def test_unknown_games_widen_the_estimate_and_do_not_keep_the_run_going():
    rule = WidthRule(0.02, 10**9)
    assert rule.is_done(1_000, 2 * BLOCK, unknown=3_000)
    ours = rule.estimate(1_000, 2 * BLOCK, unknown=3_000)
    assert ours.low == rule.estimate(1_000, 2 * BLOCK).low
    assert ours.high == rule.estimate(4_000, 2 * BLOCK).high
    assert ours.half_width > 0.15
    assert not RULE.is_done(10, BLOCK, unknown=2_000)  # filled with wins the rate is near a half: too wide still
    assert RULE.is_done(10, BLOCK)


def test_few_wins_are_marked():
    assert WidthRule(0.02, 10**9).estimate(3, BLOCK).is_sparse
    assert not RULE.estimate(300, BLOCK).is_sparse


def test_whole_wins_have_the_share_of_a_proportion():
    games = 3 * BLOCK
    ours = RULE.share(games, 3_000.0, 3_000.0)
    theirs = RULE.estimate(3_000, games)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=1e-9)
    assert RULE.share_is_done(games, 3_000.0, 3_000.0) == RULE.is_done(3_000, games)


def test_shared_wins_vary_less_and_stop_sooner():
    games = 2 * BLOCK
    assert not RULE.share_is_done(games, 0.5 * games, 0.5 * games)
    assert RULE.share_is_done(games, 0.5 * games, 0.375 * games)  # half of the wins are shared by two
    values = np.repeat([0.0, 0.5, 1.0], [games // 4, games // 2, games // 4])
    z = stats.norm.ppf(0.5 + 0.5 * RULE.level_after(games))
    wanted = z * values.std() / math.sqrt(games)
    assert RULE.share(games, values.sum(), (values**2).sum()).half_width == pytest.approx(wanted, rel=0.02)


def test_unknown_games_bound_a_share():
    ours = RULE.share(10_000, 2_000.0, 1_800.0, unknown=500)
    assert ours.low == RULE.share(10_000, 2_000.0, 1_800.0).low
    assert ours.high == RULE.share(10_000, 2_500.0, 2_300.0).high
    assert ours.value == pytest.approx(2_000 / 9_500)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: WidthRule(0.0, 10), r"half_width must lie in \(0, inf\)"),
        (lambda: WidthRule(0.1, 0), r"max_games must lie in \[1, inf\]"),
        (lambda: WidthRule(0.1, 10, level=1.0), r"level must lie in \(0, 1\)"),
        (lambda: WidthRule(0.1, 10, block=0), r"block must lie in \[1, inf\]"),
        (lambda: RULE.estimate(90, 100, unknown=20), r"unknown must lie in \[0, 10\]"),
        (lambda: RULE.foreseen_games(0.0), r"p must lie in \(0, 1\)"),
    ],
)
def test_refuses_bad_rules(call, message):
    with pytest.raises(ValueError, match=message):
        call()
