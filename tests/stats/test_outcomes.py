import numpy as np
import pytest

from analyzer.stats.joint import joint_counts, outcomes_of
from tools.covering.samples import separate, settled

RNG = np.random.default_rng(1)
WON = RNG.random((3, 101)) < 0.4
UNKNOWN = ~WON & (RNG.random((3, 101)) < 0.2)
UNKNOWN[1] = False


def packed(rows):
    return [np.packbits(row) for row in rows]


def test_each_cell_appears_with_unknown_games_lost_and_won():
    found = outcomes_of(packed(WON), [101] * 3, packed(UNKNOWN))
    assert found.cells == 3
    assert found.wins.tolist() == WON.sum(axis=1).tolist()
    assert found.unknown.tolist() == UNKNOWN.sum(axis=1).tolist()
    assert found.if_won.tolist() == [3, 1, 4]
    filled = WON | UNKNOWN
    both = joint_counts(packed([*WON, filled[0], filled[2]]), [101] * 5)
    assert (found.joint.both == both.both).all()
    assert (found.joint.wins == both.wins).all()


def test_without_unknown_games_nothing_is_counted_twice():
    found = outcomes_of(packed(WON), [101] * 3)
    assert found.if_won.tolist() == [0, 1, 2]
    assert found.joint.n.size == 3
    same = settled(found.joint)
    assert same.if_won.tolist() == [0, 1, 2]
    assert same.games.tolist() == [101] * 3


def test_separate_cells_take_counts():
    found = separate([10, 20], [100, 200], [0, 5])
    assert found.if_won.tolist() == [0, 2]
    assert found.joint.wins[2, 2] == 25
    assert found.joint.both[0, 2] == 0


def test_groups_are_kept_for_the_filled_cells():
    found = outcomes_of(packed(WON), [101] * 3, packed(UNKNOWN), groups=[0, 0, 1])
    assert found.joint.deals[1, 3] == 101
    assert found.joint.deals[1, 4] == 0


def test_refuses_unknown_wins_and_too_many_unknown_games():
    with pytest.raises(ValueError, match="must not mark games that were won"):
        outcomes_of(packed(WON), [101] * 3, packed(WON))
    with pytest.raises(ValueError, match=r"unknown must lie in \[0, 90\] but got 91"):
        separate([10], [100], [91])
