"""Claims in plausible worlds, on the toy game: are flips found where they are, and stable claims called stable?"""

import math

import pytest

from tools.covering import worlds

RUNS = 200
LEAST = RUNS * (0.95 - 4 * math.sqrt(0.95 * 0.05 / RUNS))


@pytest.mark.slow
def test_flips_shares_and_stable_claims_are_told_rightly(toy):
    counts = worlds.counted(RUNS)
    assert counts["flip"] >= LEAST
    assert counts["share"] >= LEAST
    assert counts["stable"] >= 0.95 * RUNS
    assert counts["first"] >= 0.95 * RUNS
    assert counts["flipping"] <= 0.05 * RUNS
    for control in ("wrong flip", "wrong share"):
        assert counts[control] < LEAST / 2
