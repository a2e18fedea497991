"""A policy that never answers is named by the worker that plays it, which goes on with other games."""

import pytest

import analyzer
from analyzer.cells import make_cell
from analyzer.errors import PolicyFault
from analyzer.play.simulation import simulate_cell
from tests.cluster.test_cluster import on

HANGING = '''from analyzer.kernel.random import randbelow
from tests.toy.games.toy import policy


@policy(traits=("random",))
def endless(rules, table, hand, knobs, memory, choice):
    """Think for ever, once in some hundred answers."""
    is_stuck = randbelow(choice, 400) == 0
    while is_stuck and memory[0] >= 0:
        memory[0] += 1
    return 0
'''


def test_a_policy_that_hangs_on_a_worker_is_named_and_the_worker_plays_on(machines, toy, tmp_path, monkeypatch):
    monkeypatch.setenv("ANALYZER_PATIENCE", "1")
    machines.begin(workers=1)
    file, heard = tmp_path / "endless.py", []
    file.write_text(HANGING)
    cell = make_cell(toy, variant="fair", policy=str(file))
    named = r"worker tcp://\S+: policy 'endless' at seat \d did not answer within 1 s \(deal \d+, turn \d\)"
    with pytest.raises(PolicyFault, match=named) as caught:
        simulate_cell(cell, games=4000, backend=on(machines), on_part=lambda _block, part: heard.append(part.deals))
    assert caught.value.exit_code == 4
    assert heard  # what came before is not lost
    again = {"variant": "fair", "policy": "rock", "games": 500}
    here, there = (analyzer.simulate(toy, backend=where, **again) for where in ("threads", on(machines)))
    assert there.summary.digest == here.summary.digest
