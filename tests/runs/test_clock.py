"""A clock that jumps changes nothing: what is played and kept goes by a clock that does not, or by none at all."""

import itertools
import os
import re
import time
from pathlib import Path

import pytest

import analyzer
from analyzer.play.control import Control
from analyzer.runs.experiment import run
from analyzer.runs.stored import manifest, store

SOURCES = Path(analyzer.__file__).parent
SPEC = {"variants": '["base"]', "players": "[2]", "deals": "30000"}
DAY = 86400.0
_WALL_CLOCK = re.compile(r"\btime\.time\(|\btime_ns\(|datetime\.now\(|\bst_[acm]time|getmtime\(")


@pytest.fixture
def jumping_clock(monkeypatch):
    """Let the clock of the wall jump by days, to and fro, whenever somebody looks at it."""
    real, jumps, stamps = time.time, itertools.cycle((400, -400, 3, -3, 0)), itertools.count()
    monkeypatch.setattr(time, "time", lambda: real() + DAY * next(jumps))
    monkeypatch.setattr(manifest, "now", lambda: f"{2030 - next(stamps)}-01-01T00:00:00+00:00")


@pytest.mark.usefixtures("jumping_clock")
def test_a_run_under_a_clock_that_jumps_is_the_same_run(write_spec, tmp_path, monkeypatch):
    monkeypatch.setattr(store, "GROUP", 2)
    spec, control = write_spec(**SPEC), Control()

    def stop(_cell, games, _expected):
        if games > 15_000:
            control.stop()

    half = run(spec, tmp_path / "run", jobs=2, control=control, on_games=stop)
    assert 0 < half.games < 30_000
    for number, path in enumerate(sorted((tmp_path / "run").rglob("*"))):  # and files of the past and of times to come
        os.utime(path, (4e9 * (number % 2),) * 2)
    whole = run(spec, tmp_path / "run", jobs=2)
    monkeypatch.undo()
    assert whole.digest == run(spec, tmp_path / "other", jobs=1).digest
    assert whole.manifest.started > whole.manifest.finished  # as the clock had it
    assert analyzer.verify(tmp_path / "run").is_whole


def test_only_the_dates_of_a_run_and_of_the_cache_are_those_of_the_wall_clock():
    found = {path.name for path in SOURCES.rglob("*.py") if _WALL_CLOCK.search(path.read_text(encoding="utf-8"))}
    assert found == {"code_store.py", "manifest.py"}
