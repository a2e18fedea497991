"""Crossings and recommended icons: do they hold as often as they say, and is the control rejected?"""

import math

import pytest

from tools.covering.places import SURE, crossings, recommended_icons

RUNS = 120


def band(share, runs):
    return 4.5 * math.sqrt(share * (1 - share) / runs)


def test_the_interval_of_a_crossing_covers_and_one_of_games_counted_twice_does_not():
    found = crossings("steep, 1,000 deals", RUNS)
    assert found["crossing"] >= 0.95 - band(0.95, RUNS)
    assert found["control"] < 0.95 - band(0.95, RUNS) / 2  # control: about 82 %


@pytest.mark.parametrize("spacing", [0.3, 3.0])
def test_icons_said_to_be_sure_are_right(spacing):
    found = recommended_icons(spacing, RUNS)
    sure = max(found["sure"] * RUNS * 8, 1)
    assert found["sure and right"] >= SURE - band(SURE, sure)
    assert found["right"] >= found["said"] - band(0.7, RUNS)
    if spacing < 1:
        assert found["control"] < SURE - 0.02  # control: every game counted four times
    else:
        assert found["right"] == pytest.approx(1.0, abs=0.01)
