"""Finished tasks of an open block are kept beside it: a killed run loses at most the tasks under way."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import analyzer
from analyzer.play.tasks import Part
from analyzer.runs.experiment import run
from analyzer.runs.stored.store import FILE, Journal

LAYOUT = np.dtype([("deal", "i8"), ("turns", "i4"), ("cause", "i4")])


def part_of(first, deals):
    rows = np.zeros(deals, LAYOUT)
    rows["deal"] = np.arange(first, first + deals)
    return Part(first, deals, rows)


def places(journal):
    return {block: [(part.first, part.deals) for part in parts] for block, parts in journal.parts().items()}


@pytest.fixture
def journal(tmp_path):
    folder = tmp_path / "cell"
    folder.mkdir()
    journal = Journal(folder, LAYOUT, "run")
    for block, first, deals in ((3, 0, 5), (3, 9, 2), (4, 0, 1)):
        journal.add(block, part_of(first, deals))
    return journal


def reopened(journal, first_block=0):
    again = Journal(journal.path.parent, LAYOUT, "run")
    again.open(first_block)
    return again


def test_parts_are_read_back(journal):
    again = reopened(journal)
    assert places(again) == {3: [(0, 5), (9, 2)], 4: [(0, 1)]}
    assert (again.parts()[3][1].rows["deal"] == [9, 10]).all()


def test_blocks_that_are_stored_are_forgotten(journal):
    journal.forget(3)
    assert places(reopened(journal)) == {4: [(0, 1)]}
    journal.forget(4)
    assert not journal.path.exists()


def test_parts_of_stored_blocks_are_not_read(journal):
    assert places(reopened(journal, first_block=4)) == {4: [(0, 1)]}


def test_every_torn_end_leaves_what_was_whole(journal):
    content = journal.path.read_bytes()
    seen = set()
    for size in range(len(content)):
        journal.path.write_bytes(content[:size])
        found = sum(len(parts) for parts in reopened(journal).parts().values())
        seen.add(found)
        assert found < 3
    assert seen == {0, 1, 2}


def test_every_flipped_bit_is_noticed(journal):
    content = journal.path.read_bytes()
    for place in range(0, len(content), 7):
        journal.path.write_bytes(content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :])
        found = [part for parts in reopened(journal).parts().values() for part in parts]
        assert len(found) < 3
        assert all((part.rows["deal"] == np.arange(part.first, part.first + part.deals)).all() for part in found)


def test_a_journal_of_another_cell_is_not_read(journal):
    other = journal.path.parent.parent / "other"
    journal.path.parent.rename(other)
    again = Journal(other, LAYOUT, "run")
    again.open(0)
    assert again.parts() == {}


def test_a_journal_of_another_run_is_not_read(journal):
    again = Journal(journal.path.parent, LAYOUT, "another seed")
    again.open(0)
    assert again.parts() == {}


# a policy that thinks for half a second would take an hour for a block

THINKING = '''"""Random play that takes its time."""
from analyzer.games.tranquility import policy
from analyzer.games.tranquility.rules.options import n_options, option
from analyzer.kernel.random import randbelow


@policy(traits=("random",))
def thinking(rules, table, hand, knobs, memory, choice):
    """Choose at random after a long thought."""
    for step in range(400000):  # in memory, or the compiler would see no need to think
        memory[step & 63] = (memory[(step + 7) & 63] * 69069 + step) & 0xFFFFFFFF
    return option(rules, table, hand, randbelow(choice, n_options(rules, table, hand)))
'''


def test_a_killed_run_of_a_slow_policy_keeps_its_tasks(write_spec, tmp_path):
    (tmp_path / "slow.py").write_text(THINKING, encoding="utf-8")
    spec = write_spec(policies='["slow.py"]', players="[2]", variants='["base"]', deals="200")
    folder = tmp_path / "run"
    command = [sys.executable, "-m", "analyzer", "run", str(spec), "--out", str(folder), "--jobs", "2"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 600  # a cold machine compiles first
    while sum(path.stat().st_size for path in folder.glob(f"cells/*/{FILE}")) < 2000 and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    kept = sum(path.stat().st_size for path in folder.glob(f"cells/*/{FILE}"))
    assert kept >= 2000
    heard = []
    again = run(spec, folder, jobs=2, on_games=lambda cell, games, expected: heard.append(games))
    assert again.manifest.status == "complete"
    assert heard[-1] < 200, "what the killed run had finished was played again"
    assert not list(folder.glob(f"cells/*/{FILE}"))
    fast = analyzer.simulate("tranquility", players=2, policy="random_legal", games=200, seed=4)
    assert again.manifest.cells[0].digest == fast.summary.digest
