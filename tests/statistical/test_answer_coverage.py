"""Crossings: do they hold as often as they say, and is the control rejected?"""

import math

from tools.covering.places import crossings

RUNS = 120


def band(share, runs):
    return 4.5 * math.sqrt(share * (1 - share) / runs)


def test_the_interval_of_a_crossing_covers_and_one_of_games_counted_twice_does_not():
    found = crossings("steep, 1,000 deals", RUNS)
    assert found["crossing"] >= 0.95 - band(0.95, RUNS)
    assert found["control"] < 0.95 - band(0.95, RUNS) / 2  # control: about 82 %
