"""Ctrl-C is heard whatever a command is doing, and a policy that never answers is named."""

import os
import signal
import subprocess
import sys
import time

import pytest

import analyzer
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.shell import watching

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="plain Python hears signals at once")
ROOM = 4.0  # seconds; two on a quiet machine, but the tests may share theirs

HANGING = '''from analyzer.games.tranquility import policy
from analyzer.games.tranquility.rules.options import option


@policy
def endless(rules, table, hand, knobs, memory, choice):
    """Think for ever{when}."""
    while {condition}:
        memory[0] += 1
    return option(rules, table, hand, 0)
'''
NEVER, LATER = "memory[0] >= 0", "table.turn >= 3 and memory[0] >= 0"


@pytest.fixture
def endless(tmp_path):
    """A policy that hangs: at once, or in the third turn."""

    def write(condition=NEVER):
        file = tmp_path / "endless.py"
        file.write_text(HANGING.format(condition=condition, when=""))
        return file

    return write


def started(*arguments, **environment):
    program = [sys.executable, "-m", "analyzer", *map(str, arguments)]
    return subprocess.Popen(
        program, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment}
    )


def interrupted(process, wait):
    """Press Ctrl-C when something has happened; tell how long it took to end, and what was said."""
    until = time.monotonic() + 100
    while not wait() and process.poll() is None and time.monotonic() < until:
        time.sleep(0.05)
    assert process.poll() is None, process.communicate()[1]
    time.sleep(0.5)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    return time.monotonic() - began, said


def compiled(policy, tmp_path):
    """Let a policy be compiled beforehand; it plays nothing."""
    subprocess.run([sys.executable, "-c", f"from analyzer.cells import make_cell; from analyzer.play.table import Table; Table(make_cell('tranquility', policy={str(policy)!r}))"], check=True)  # fmt: skip # noqa: E501


def test_during_compilation(tmp_path):
    cache = tmp_path / "cache"
    process = started("simulate", "tranquility", "--policy", "random_legal", ANALYZER_CACHE_DIR=str(cache))
    seconds, said = interrupted(process, lambda: list(cache.rglob("*.code")))
    assert process.returncode == 130
    assert seconds < ROOM
    assert "interrupted" in said
    assert "Traceback" not in said


def test_in_the_pilot_of_a_run(endless, tmp_path):
    policy = endless()
    compiled(policy, tmp_path)
    spec = tmp_path / "spec.toml"
    spec.write_text('# Does it end?\ngame = "tranquility"\npolicies = ["endless.py"]\ndeals = 10\n')
    process = started("run", spec, "--out", tmp_path / "run")
    seconds, said = interrupted(process, lambda: (tmp_path / "run" / "manifest.json").exists())
    assert process.returncode == 130
    assert seconds < ROOM
    assert "a policy did not answer" in said


def test_in_a_replay(endless, tmp_path):
    policy = endless()
    compiled(policy, tmp_path)
    begun = time.monotonic()
    process = started("replay", "tranquility", "--policy", policy)
    seconds, said = interrupted(process, lambda: time.monotonic() - begun > 4)
    assert process.returncode == 130
    assert seconds < ROOM
    assert "Traceback" not in said


def test_a_policy_that_does_not_answer_is_named_with_its_deal_and_turn(endless, tmp_path):
    process = started("simulate", "tranquility", "--policy", endless(LATER), "--games", "100", ANALYZER_PATIENCE="2")
    _, said = process.communicate(timeout=120)
    assert process.returncode == 4
    assert "policy 'endless' at seat 0 did not answer within 2 s (deal 0, turn 3)" in said


def test_what_was_finished_before_a_policy_hung_is_kept(tmp_path):
    (tmp_path / "endless.py").write_text(
        HANGING.format(condition="hand.cards[0] % 79 == 3 and hand.cards[1] % 71 == 4 and memory[0] >= 0", when="")
    )
    spec = tmp_path / "spec.toml"
    spec.write_text('# Kept?\ngame = "tranquility"\npolicies = ["random_legal", "endless.py"]\ndeals = 20_000\n')
    process = started("run", spec, "--out", tmp_path / "run", ANALYZER_PATIENCE="2")
    _, said = process.communicate(timeout=120)
    assert process.returncode == 4
    assert "policy 'endless'" in said
    assert list((tmp_path / "run").glob("cells/*random*/*"))
    assert list((tmp_path / "run").glob("cells/*endless*/open.journal"))
    assert analyzer.verify(tmp_path / "run").is_whole


@pytest.mark.parametrize("text", ["soon", "-1", "nan"])
def test_patience_is_a_number_of_seconds(monkeypatch, text):
    monkeypatch.setenv(watching.PATIENCE, text)
    with pytest.raises(BadInput, match="seconds"):
        watching.patience()


def test_patience_is_a_minute_unless_it_is_set(monkeypatch):
    monkeypatch.delenv(watching.PATIENCE, raising=False)
    assert watching.patience() == 60
