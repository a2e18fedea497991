"""Crossings that a report calls certain: all of them hold together at 95 %, and those asked one by one do not."""

import math

import pytest

from tools.covering.skill_crossings import CASES, crossings


def limit(runs, share=0.05):
    return share + 4 * math.sqrt(share * (1 - share) / runs)


@pytest.mark.statistical
def test_where_curves_meet_no_crossing_is_certain_and_single_claims_say_so_often():
    runs = 15
    found = crossings("alike from 0.8 on", runs)
    assert found["false"] <= limit(runs)
    assert found["control"] > limit(runs), "the negative control"


@pytest.mark.slow
@pytest.mark.statistical
@pytest.mark.parametrize("case", CASES)
def test_certain_crossings_hold_together(case, record_property):
    runs = 400
    found = crossings(case, runs)
    record_property("false crossings", found["false"])
    assert found["false"] <= limit(runs)
    if CASES[case].crossings:
        assert found["found"] > 0.95  # not by saying nothing
