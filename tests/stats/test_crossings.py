"""Where a win rate crosses one half: known answers, and what is said where it does not cross."""

import math

import pytest

from analyzer.stats.crossings import crossing_of
from tools.covering.samples import separate


def test_a_crossing_lies_where_the_straight_log_odds_meet_the_line():
    found = crossing_of([0, 2, 4], separate([7_311, 5_000, 2_689], [10_000] * 3))
    assert found.times == 1
    assert found.where.value == pytest.approx(2.0)
    assert found.where.low == pytest.approx(2 - 2 * 0.04, abs=0.01)  # 0.0392 log odds at a slope of one half
    assert found.where.high == pytest.approx(2 + 2 * 0.04, abs=0.01)
    middle = crossing_of([0, 1], separate([7_311, 2_689], [10_000] * 2)).where
    assert middle.value == pytest.approx(0.5)


def test_more_games_make_the_interval_narrower():
    few, many = (crossing_of([0, 4, 8], separate([70 * k, 45 * k, 20 * k], [100 * k] * 3)).where for k in (1, 100))
    assert few.value == pytest.approx(many.value)
    assert few.half_width == pytest.approx(10 * many.half_width, rel=0.1)


def test_a_curve_that_rises_crosses_too():
    found = crossing_of([1, 2, 3], separate([1_000, 4_000, 8_000], [10_000] * 3))
    assert 2 < found.where.value < 3
    assert found.where.low > 2


def test_a_curve_on_one_side_has_no_crossing():
    found = crossing_of([0, 6, 12], separate([9_000, 8_000, 7_000], [10_000] * 3))
    assert (found.where, found.times, found.is_open) == (None, 0, False)
    near = crossing_of([0, 6, 12], separate([90, 80, 52], [100] * 3))
    assert near.where is None
    assert near.is_open  # 52 of 100 cannot be told from one half


def test_an_interval_without_an_end_is_one_sided():
    found = crossing_of([0, 6, 12], separate([80, 60, 48], [100] * 3)).where
    assert math.isinf(found.high)
    assert 0 < found.low < found.value < 12


def test_a_curve_that_crosses_often_says_so():
    found = crossing_of([0, 1, 2, 3], separate([8_000, 2_000, 8_000, 2_000], [10_000] * 4))
    assert found.times == 3
    assert 0 < found.where.low < 1
    assert 2 < found.where.high < 3


def test_a_cell_without_wins_is_no_obstacle():
    found = crossing_of([0, 1, 2], separate([700, 300, 0], [1_000] * 3)).where
    assert 0 < found.low < found.value < found.high < 1


@pytest.mark.parametrize("values", [[0, 0, 1], [2, 1, 0], [0, 1]])
def test_values_must_rise_one_for_each_cell(values):
    with pytest.raises(ValueError, match=r"must"):
        crossing_of(values, separate([7, 5, 2], [10, 10, 10]))
