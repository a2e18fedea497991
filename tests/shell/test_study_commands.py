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


WRONG = {
    "tune: game": (("tune", "toi", "patient"), "did you mean 'toy'?"),
    "tune: policy": (("tune", "toy", "patiend"), "did you mean 'patient'?"),
    "tune: budget": (("tune", "toy", "patient", "--budget", "12"), " or more"),
    "tune: variant": (("tune", "toy", "patient", "--variants", "togeter"), "did you mean 'together'?"),
    "tune: knob": (("tune", "toy", "patient", "--knobs", "patienc"), "patienc"),
    "tune: objective": (("tune", "toy", "patient", "--objective", "od"), "did you mean 'odds'?"),
    "tune: field": (("tune", "toy", "patient", "--field", "rokc"), "did you mean 'rock'?"),
    "tune: switch": (("tune", "toy", "patient", "--set", "egde=1"), "did you mean 'edge'?"),
    "tournament: game": (("tournament", "toi"), "did you mean 'toy'?"),
    "tournament: policy": (("tournament", "toy", "--policies", "rock,papr"), "did you mean 'paper'?"),
    "tournament: newcomer": (("tournament", "toy", "--gauntlet", "rokc"), "did you mean 'rock'?"),
    "tournament: a team": (("tournament", "toy", "--variant", "together"), "analyzer leaderboard toy"),
    "tournament: players": (("tournament", "toy", "--players", "9"), "2 to 4 players"),
    "leaderboard: game": (("leaderboard", "toi"), "did you mean 'toy'?"),
    "leaderboard: players": (("leaderboard", "toy", "--players", "2,x"), "whole numbers"),
    "leaderboard: variant": (("leaderboard", "toy", "--variants", "togeter"), "did you mean 'together'?"),
    "leaderboard: policy": (("leaderboard", "toy", "--policies", "rokc"), "did you mean 'rock'?"),
    "leaderboard: field": (("leaderboard", "toy", "--field", "rokc"), "did you mean 'rock'?"),
    "leaderboard: into": (("leaderboard", "toy", "--games", "5", "--into", "file"), "leaderboard:toy:begin"),
    "leaderboard: into nothing": (("leaderboard", "toy", "--games", "5", "--into", "board.md"), "board.md"),
    "replay: game": (("replay", "toi"), "did you mean 'toy'?"),
    "replay: policy": (("replay", "toy", "--policy", "rokc"), "did you mean 'rock'?"),
    "replay: variant": (("replay", "toy", "--variant", "togeter"), "did you mean 'together'?"),
    "replay: switch": (("replay", "toy", "--set", "egde=1"), "did you mean 'edge'?"),
    "replay: deal": (("replay", "toy", "--deal", "-1"), "deal = -1"),
}


@pytest.mark.parametrize(("arguments", "hint"), WRONG.values(), ids=WRONG)
def test_bad_input_is_one_message_and_nothing_is_written(analyzer, toy, tmp_path, arguments, hint):
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = analyzer(*arguments, cwd=tmp_path)
    assert done.code == 2, done.err
    assert done.out == ""
    assert hint in " ".join(done.err.split())
    assert "Traceback" not in done.err
    assert [path.name for path in tmp_path.rglob("*")] == ["file"]


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
    assert "Run the same command to resume" in done.err
    assert history.read_text(encoding="utf-8").endswith("\n")
