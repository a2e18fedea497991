"""Two workers for most tests, others for those that kill, and a policy that can think for a while."""

import pytest

from analyzer.kernel.jit import IS_PLAIN
from tests.cluster.machines import Machines

POLICY = '''"""A policy for the toy, with a helper beside it."""

from stances import ROCK
from tests.toy.games.toy import policy
from tests.toy.games.toy.state import Phase


@policy(thought=0.0, keep=6.0)
def thinker(rules, table, hand, knobs, memory, choice):
    """Think as long as it is told, then take rock: thought changes nothing."""
    for step in range(int(knobs[0])):  # in memory, or the compiler would see no need to think
        memory[step % 64] += step
    return ROCK if table.phase == Phase.STANCE else int(hand.card < knobs[1])
'''


@pytest.fixture(autouse=True)
def _compiled_only():
    if IS_PLAIN:
        pytest.skip("thousands of games: only compiled")


@pytest.fixture(scope="session")
def shared_machines(tmp_path_factory):
    """Two workers that most tests share: starting them takes seconds."""
    machines = Machines(tmp_path_factory.mktemp("cluster"))
    machines.begin()
    yield machines
    machines.end()


@pytest.fixture
def machines(tmp_path):
    """A scheduler and two workers of this test alone: it may kill them."""
    own = Machines(tmp_path)
    yield own
    own.end()


@pytest.fixture
def quick_batches(monkeypatch):
    """Cut work finely, so that a short run is made of many batches."""
    from analyzer.play.pools.cluster import pool

    monkeypatch.setattr(pool, "LEAST_SECONDS", 0.1)
    monkeypatch.setattr(pool, "MOST_SECONDS", (0.1, 0.1))
    monkeypatch.setattr(pool, "WORKERS_SECONDS", 0.2)


@pytest.fixture(scope="session")
def own_folder(tmp_path_factory):
    """The policy and its helper, at one place: so it is compiled once."""
    return write_policy(tmp_path_factory.mktemp("own"))


def write_policy(folder, remark=""):
    (folder / "mine.py").write_text(POLICY)
    (folder / "stances.py").write_text(f'"""Stances of the toy{remark}."""\n\nROCK = 0\n')
    return folder


@pytest.fixture
def write_spec(tmp_path, toy, own_folder):
    """Write an experiment on the toy, with a policy of its own."""

    def write(thought=0, deals=300, folder=own_folder):
        spec = tmp_path / "spec.toml"
        spec.write_text(
            f'# Is a cluster as good as this machine?\ngame = "{toy}"\nvariants = ["together", "fair"]\n'
            f'policies = ["{folder}/mine.py:thinker(thought={thought})", "rock"]\ndeals = {deals}\nseed = 3\n'
        )
        return spec

    return write
