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
from analyzer.play import control as watchdog
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="plain Python hears signals at once")
TOY = {"ANALYZER_GAMES": "tests.toy", "PYTHONPATH": str(ROOT)}
ROOM = 6.0  # seconds; two on a quiet machine, but the tests may share theirs

HANGING = '''from analyzer.kernel.random import randbelow
from tests.toy.games.toy import policy
from tests.toy.games.toy.rules import option


@policy(turn=0, odds=0, traits=("random",))
def endless(rules, table, hand, knobs, memory, choice):
    """Think for ever from some turn on, or once in so many first turns."""
    is_stuck = table.turn >= knobs[0]
    if knobs[1] > 0:
        is_stuck = table.turn == 1 and randbelow(choice, int(knobs[1])) == 0
    while is_stuck and memory[0] >= 0:
        memory[0] += 1
    return option(rules, table, hand, 0)
'''
COMPILE = """
import sys
from analyzer.cells import make_cell
from analyzer.play.prepared import PreparedCell
PreparedCell(make_cell("toy", players=2, policy=sys.argv[1]))
"""


ENDING = """
import signal, time
from analyzer.shell.watching import LEAVING_SECONDS, watched_over
for _ in range(30):
    began = time.monotonic()
    try:
        with watched_over():
            signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        print("heard", time.monotonic() - began < LEAVING_SECONDS, flush=True)
"""


@pytest.fixture(scope="module")
def endless(same_folder):
    """A policy of the toy game that hangs, compiled beforehand."""
    file = same_folder("endless") / "endless.py"
    file.write_text(HANGING)
    subprocess.run([sys.executable, "-c", COMPILE, str(file)], env={**os.environ, **TOY}, check=True)
    return file


def started(*arguments, stdout=subprocess.DEVNULL, **environment):
    program = [sys.executable, "-u", "-m", "analyzer", *map(str, arguments)]
    return subprocess.Popen(
        program,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **TOY, **environment},
        preexec_fn=hear_ctrl_c,
    )


def hear_ctrl_c():
    """Hear Ctrl-C as a program of a terminal does: what runs in the background of a shell is started deaf to it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


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


def test_ctrl_c_that_arrives_as_a_command_ends_is_still_ctrl_c():
    """Main thread and watch both leave at that moment; what one of them closes the other must not close again."""
    program = [sys.executable, "-c", ENDING]
    done = subprocess.run(program, capture_output=True, text=True, timeout=100, check=False, preexec_fn=hear_ctrl_c)
    assert done.stdout.splitlines() == ["heard True"] * 30, done.stderr


def test_during_compilation(tmp_path):
    cache = tmp_path / "cache"
    process = started("simulate", "tranquility", "--policy", "random_legal", ANALYZER_CACHE_DIR=str(cache))
    seconds, said = interrupted(process, lambda: list(cache.rglob("*.code")))
    assert process.returncode == 130
    assert seconds < ROOM
    assert "interrupted" in said
    assert "Traceback" not in said


def write_spec(folder, *policies):
    spec = folder / "spec.toml"
    named = ", ".join(f'"{policy}"' for policy in policies)
    spec.write_text(f'# Does it end?\ngame = "toy"\nplayers = [2]\npolicies = [{named}]\ndeals = 200_000\n')
    return spec


def test_in_the_pilot_of_a_run(endless, tmp_path):
    process = started("run", write_spec(tmp_path, endless), "--out", tmp_path / "run")
    seconds, said = interrupted(process, lambda: (tmp_path / "run" / "manifest.json").exists())
    assert process.returncode == 130
    assert seconds < ROOM
    assert "interrupted" in said
    assert "Traceback" not in said


def test_in_a_replay(endless):
    process = started("replay", "toy", "--players", "2", "--policy", f"{endless}(turn=2)", stdout=subprocess.PIPE)
    process.stdout.readline()  # the first turn
    seconds, said = interrupted(process, lambda: True)
    assert process.returncode == 130
    assert seconds < ROOM
    assert "Traceback" not in said


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_a_policy_that_does_not_answer_is_named_with_its_deal_and_turn(endless, backend):
    options = ("--policy", f"{endless}(turn=2)", "--games", "100", "--backend", backend, "--jobs", "1")
    process = started("simulate", "toy", "--players", "2", *options, ANALYZER_PATIENCE="1")
    _, said = process.communicate(timeout=120)
    assert process.returncode == 4
    assert "policy 'endless' at seat 0 did not answer within 1 s (deal 0, turn 2)" in said


def test_what_was_finished_before_a_policy_hung_is_kept(endless, tmp_path):
    spec = write_spec(tmp_path, "random_legal", f"{endless}(odds=30000)")
    process = started("run", spec, "--out", tmp_path / "run", ANALYZER_PATIENCE="2")
    _, said = process.communicate(timeout=120)
    assert process.returncode == 4
    assert "policy 'endless'" in said
    assert analyzer.verify(tmp_path / "run").is_whole
    kept = [*(tmp_path / "run").glob("cells/*random*/seal-*"), *(tmp_path / "run").glob("cells/*random*/open.journal")]
    assert kept


@pytest.mark.parametrize("text", ["soon", "-1", "nan"])
def test_the_answer_limit_is_a_number_of_seconds(monkeypatch, text):
    monkeypatch.setenv(watchdog.PATIENCE, text)
    with pytest.raises(BadInput, match="seconds"):
        watchdog.answer_limit()


def test_the_answer_limit_is_a_minute_unless_it_is_set(monkeypatch):
    monkeypatch.delenv(watchdog.PATIENCE, raising=False)
    assert watchdog.answer_limit() == 60
