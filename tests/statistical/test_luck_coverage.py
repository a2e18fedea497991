"""Luck by source on the toy game, whose shares are enumerated: do the intervals cover?"""

import math

import pytest

from tools.covering import luck

RUNS = 200
LEAST = RUNS * (0.95 - 4 * math.sqrt(0.95 * 0.05 / RUNS))


@pytest.mark.slow
def test_intervals_of_every_share_cover(toy):
    known = luck.truths()
    hits, wrong = luck.covered(RUNS)
    assert {key: count for key, count in hits.items() if count < LEAST} == {}
    for key in known:  # the negative control: the other kind of share
        other = (*key[:2], "total" if key[2] == "first" else "first")
        if abs(known[key] - known[other]) > 0.1:
            assert wrong[key] < LEAST
