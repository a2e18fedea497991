import math

import numpy as np
import pytest

from analyzer.stats.sequential import share_bounds, share_sequence


def per_game(values, level, tuned_for):
    """Follow Waudby-Smith, Ramdas 2024, theorem 2, game by game, with this module's bets."""
    log_term = math.log(2 / (1 - level))
    stake = won = cost = 0.0
    seen: list[float] = []
    for t, x in enumerate(values, start=1):
        n = len(seen) + 1
        centre = (0.5 + sum(seen)) / n
        variance = max((0.5 + sum(s * s for s in seen)) / n - centre**2, 0.25 / n)
        bet = min(0.5, math.sqrt(2 * log_term / (variance * max(t, tuned_for))))
        stake, won = stake + bet, won + bet * x
        cost += 4 * (x - centre) ** 2 * (-math.log(1 - bet) - bet) / 4
        seen.append(x)
    return won / stake - (log_term + cost) / stake, won / stake + (log_term + cost) / stake


def test_blocks_of_one_game_agree_with_the_theorem():
    values = np.random.default_rng(1).choice([0.0, 0.5, 1.0], size=400)
    ones = np.ones(400, dtype=int)
    low, high = share_bounds(ones, values, values**2, 0.95, 300)
    assert (low[-1], high[-1]) == pytest.approx(per_game(values, 0.95, 300), abs=1e-10)


def test_blocks_use_only_what_came_before():
    values = np.random.default_rng(2).random((50, 200))
    n, total, squares = np.full(50, 200), values.sum(axis=1), (values**2).sum(axis=1)
    low, high = share_bounds(n, total, squares)
    early_low, early_high = share_bounds(n[:20], total[:20], squares[:20])
    assert (low[:20] == early_low).all()
    assert (high[:20] == early_high).all()
    assert low[-1] < values.mean() < high[-1]


def test_width_follows_the_variance():
    n = np.full(100, 100)
    wide = share_sequence(n, np.full(100, 50.0), np.full(100, 50.0))  # whole wins: variance 1/4
    slim = share_sequence(n, np.full(100, 50.0), np.full(100, 26.0))  # nearly always a shared win: 1/100
    assert slim.half_width < 0.35 * wide.half_width
    # where tuned, the width is near sqrt(2 log(2 / a) v / n) (Waudby-Smith, Ramdas 2024, section 3)
    assert wide.half_width == pytest.approx(math.sqrt(2 * math.log(40) * 0.25 / 10_000), rel=0.05)


def test_empty_blocks_change_nothing():
    with_empty = share_sequence([100, 0, 100], [30.0, 0.0, 40.0], [30.0, 0.0, 40.0])
    without = share_sequence([100, 100], [30.0, 40.0], [30.0, 40.0])
    assert (with_empty.low, with_empty.high) == pytest.approx((without.low, without.high))
    nothing = share_sequence([0], [0.0], [0.0])
    assert math.isnan(nothing.value)
    assert (nothing.low, nothing.high) == (0.0, 1.0)


def test_refuses_values_outside_the_unit_interval():
    with pytest.raises(ValueError, match=r"values must lie in \[0, 1\]"):
        share_sequence([10], [11.0], [11.0])
    with pytest.raises(ValueError, match=r"total must have shape \(2,\) but got \(1,\)"):
        share_sequence([10, 10], [5.0], [5.0])
