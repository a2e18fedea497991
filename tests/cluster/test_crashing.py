"""A policy that crashes is named by the worker that plays it, which goes on with other games."""

import pytest

import analyzer
from analyzer.errors import PolicyFault
from tests.cluster.test_cluster import on

CRASHING = '''import ctypes

from tests.toy.games.toy import policy


@policy(compiled=False)
def reckless(rules, table, hand, knobs, memory, choice):
    """Read where nothing is, in the second turn."""
    return 0 if table.turn < 2 else ctypes.string_at(0)
'''


@pytest.mark.slow
def test_a_policy_that_crashes_on_a_worker_is_named_and_the_worker_plays_on(machines, toy, tmp_path):
    machines.begin(workers=1)
    (tmp_path / "reckless.py").write_text(CRASHING)
    named = r"worker tcp://\S+: policy 'reckless' at seat \d lost its process to SIGSEGV.*\(deal \d+, turn 2\)"
    with pytest.raises(PolicyFault, match=named):
        analyzer.simulate(toy, variant="fair", policy=str(tmp_path / "reckless.py"), games=50, backend=on(machines))
    again = {"variant": "fair", "policy": "rock", "games": 500}
    here, there = (analyzer.simulate(toy, backend=where, **again) for where in ("threads", on(machines)))
    assert there.summary.digest == here.summary.digest
