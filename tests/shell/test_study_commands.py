"""`analyzer tune`, `tournament` and `leaderboard` as commands: documents, screens, bad input, Ctrl-C."""

import os
import signal
import threading
import time

import pytest

from analyzer.kernel.jit import IS_PLAIN

compiled_only = pytest.mark.skipif(IS_PLAIN, reason="thousands of games")
WIDTH = 80


@pytest.fixture(autouse=True)
def narrow(monkeypatch):
    monkeypatch.setenv("COLUMNS", str(WIDTH))


@compiled_only
@pytest.mark.parametrize(
    ("command", "keys"),
    [
        (("tune", "toy", "patient", "--budget", "2e4", "--generations", 5), {"winner", "knobs", "validation", "file"}),
        (("tournament", "toy", "--games", 200), {"payoffs", "ratings", "cycles", "mixture", "run_dir"}),
        (("leaderboard", "toy", "--games", 200), {"standings", "field", "digest"}),
    ],
)
def test_they_print_a_document_and_run_again_a_screen_that_fits(analyzer, toy, tmp_path, command, keys):
    done = analyzer(*command, "--json", cwd=tmp_path)
    assert done.code == 0, done.err
    assert keys <= set(done.document)
    again = analyzer(*command, cwd=tmp_path)
    assert again.code == 0, again.err
    assert all(len(line) <= WIDTH for line in again.out.splitlines() if "runs/" not in line)
    assert len(list((tmp_path / "runs").iterdir())) == 1, "it went on in the same folder"


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("tune", "toy", "patiend"), "did you mean 'patient'"),
        (("tune", "toy", "patient", "--budget", "12"), "allowed: from"),
        (("tournament", "toy", "--variant", "together"), "analyzer leaderboard toy"),
        (("leaderboard", "toy", "--players", "2,x"), "whole numbers"),
    ],
)
def test_bad_input_is_one_message(analyzer, toy, tmp_path, arguments, hint):
    done = analyzer(*arguments, cwd=tmp_path)
    assert done.code == 2
    assert hint in done.err
    assert "Traceback" not in done.err


@compiled_only
def test_ctrl_c_ends_a_tuning_with_130_and_says_how_to_go_on(analyzer, toy, tmp_path):
    history = tmp_path / "state" / "history.jsonl"

    def press():
        while not history.is_file():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press, daemon=True).start()
    done = analyzer("tune", "toy", "patient", "--budget", "1e9", "--state", "state", cwd=tmp_path)
    assert done.code == 130
    assert "The same command goes on" in done.err
    assert history.read_text(encoding="utf-8").endswith("\n")
