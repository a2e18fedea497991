import math

import numpy as np
import pytest

from analyzer.stats.joint import outcomes_of
from analyzer.stats.paired import (
    count_bounded,
    count_pairs,
    mcnemar,
    mcnemar_bounded,
    pairs_in,
    saving,
    tango,
    tango_bounded,
    tango_bounded_many,
)

RNG = np.random.default_rng(1)
N = 203
A, B = RNG.random((2, N)) < np.array([[0.6], [0.4]])
NO_A, NO_B = ~A & (RNG.random(N) < 0.1), ~B & (RNG.random(N) < 0.1)


def bounded(a=A, b=B, no_a=NO_A, no_b=NO_B):
    return count_bounded(*(np.packbits(x) for x in (a, b, no_a, no_b)), a.size)


def test_the_ends_are_those_of_the_two_worst_fillings():
    found = bounded()
    assert found.lowest == count_pairs(A, B | NO_B)
    assert found.highest == count_pairs(A | NO_A, B)
    both_known = ~(NO_A | NO_B)
    assert found.known == count_pairs(A[both_known], B[both_known])
    assert found.unknown == (~both_known).sum()
    ours = tango_bounded(found)
    assert ours.low == tango(found.lowest).low
    assert ours.high == tango(found.highest).high
    assert ours.value == tango(found.known).value
    assert ours.n == N


def test_every_filling_lies_between_the_ends():
    ours = tango_bounded(bounded())
    p_value = mcnemar_bounded(bounded(), "chi-square").p_value
    for seed in range(200):
        coin = np.random.default_rng(seed).random((2, N)) < 0.5
        filled = count_pairs(A | (NO_A & coin[0]), B | (NO_B & coin[1]))
        estimate = tango(filled)
        assert ours.low <= estimate.low + 1e-12
        assert ours.high >= estimate.high - 1e-12
        assert mcnemar(filled, "chi-square").p_value <= p_value + 1e-12


def test_nothing_unknown_changes_nothing():
    none = np.zeros(N, dtype=bool)
    found = bounded(no_a=none, no_b=none)
    plain = count_pairs(A, B)
    assert found.known == found.lowest == found.highest == plain
    assert (tango_bounded(found).low, tango_bounded(found).high) == (tango(plain).low, tango(plain).high)
    assert mcnemar_bounded(found) == mcnemar(plain)


def test_fillings_of_both_signs_prove_nothing():
    most = np.ones(40, dtype=bool)
    a = np.zeros(40, dtype=bool)
    a[:5] = True
    found = bounded(a=a, b=np.zeros(40, dtype=bool), no_a=~a, no_b=np.zeros(40, dtype=bool) | ~a)
    assert mcnemar_bounded(found).p_value == 1.0
    assert tango_bounded(found).low < 0 < tango_bounded(found).high
    nothing = bounded(a=~most, b=~most, no_a=most, no_b=most)
    assert math.isnan(tango_bounded(nothing).value)


def test_refuses_unknown_wins():
    with pytest.raises(ValueError, match="must not mark games that were won"):
        bounded(no_a=A)


def test_joint_outcomes_hold_the_same_counts_even_of_cells_of_different_length():
    rows = [np.packbits(x) for x in (A, B[:150])]
    unknown = [np.packbits(x) for x in (NO_A, NO_B[:150])]
    found = pairs_in(outcomes_of(rows, [N, 150], unknown), 0, 1)
    assert found == bounded(A[:150], B[:150], NO_A[:150], NO_B[:150])
    settled = pairs_in(outcomes_of(rows, [N, 150]), 1, 0)
    assert settled.known == settled.lowest == settled.highest == count_pairs(B[:150], A[:150])


def test_many_tables_at_once_are_each_as_alone():
    none = np.zeros(N, dtype=bool)
    tables = [bounded(), bounded(no_a=none, no_b=none)]
    assert tango_bounded_many(tables, 0.9) == [tango_bounded(table, 0.9) for table in tables]


def test_pairing_saves_on_known_deals_alone():
    everything, none = np.ones(N, dtype=bool), np.zeros(N, dtype=bool)
    assert saving(bounded().known) != saving(bounded(no_a=none, no_b=none).known)
    assert math.isnan(saving(bounded(a=none, b=none, no_a=everything, no_b=everything).known).factor)
