import pytest

from analyzer.stats.effects import hits_floor, largest, together
from analyzer.stats.estimate import Estimate

AMPLE = (0.7, 0.5, 0.5, 0.3)


def around(value, reach):
    return Estimate(value, value - reach, value + reach, 0.95, 1_000, "test")


@pytest.mark.parametrize(
    ("points", "odds", "word"),
    [
        (around(-0.1, 0.05), around(-0.5, 0.2), "harder"),
        (around(0.1, 0.05), around(0.5, 0.2), "easier"),
        (around(0.1, 0.05), around(-0.5, 0.2), "scales differ"),
        (around(-0.1, 0.05), around(0.5, 0.2), "scales differ"),
        (around(0.1, 0.05), around(0.1, 0.2), "open"),
        (around(0.01, 0.05), around(-0.5, 0.2), "open"),
        (around(0.0, 0.05), around(0.0, 0.2), "open"),
    ],
)
def test_a_verdict_needs_both_scales(points, odds, word):
    assert together(points, odds, AMPLE).word == word


def test_the_odds_come_first_where_points_hit_the_floor():
    assert together(around(0.2, 0.1), around(0.1, 0.3), AMPLE).leading == "points"
    # two modules of -40 points each from 60: together they cannot take 80
    assert together(around(0.2, 0.1), around(0.1, 0.3), (0.6, 0.2, 0.2, 0.06)).leading == "odds"
    assert hits_floor((0.5, 0.3, 0.3, 0.02))
    assert hits_floor((0.9, 0.94, 0.97, 0.98))
    assert not hits_floor(AMPLE)


def test_a_floor_alone_is_no_interaction():
    # 60 % alone, 20 % with each, 4.7 % with both: exactly additive in odds, far less than the sum in points
    points, odds = around(0.047 - 0.2 - 0.2 + 0.6, 0.02), around(0.0, 0.1)
    assert together(points, odds, (0.6, 0.2, 0.2, 0.047)).word == "open"


def test_the_largest_pair_is_sought_among_all_certain_ones():
    small = together(around(-0.05, 0.01), around(-0.9, 0.1), (0.2, 0.1, 0.1, 0.06))
    large = together(around(-0.10, 0.01), around(-0.4, 0.1), AMPLE)
    unsure = together(around(-0.30, 0.40), around(-2.0, 3.0), AMPLE)
    assert largest([unsure, large]) == 1
    assert largest([unsure, large, small]) == 2  # one hits the floor, so all are compared by odds
    assert largest([unsure]) is None
