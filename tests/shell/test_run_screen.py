"""What `run` shows of a run: at 80 columns no interval is broken, and who begins where all play alike."""

import re

import pytest
from rich.console import Console

from analyzer.runs.run import Run
from analyzer.shell.screens import runs
from tools.covering.fabricated import fabricate


def shown(name, monkeypatch, width=80):
    results = fabricate(name, 400, 1, 0.4)
    monkeypatch.setattr(runs, "Results", lambda _folder, _manifest: results)
    console = Console(width=width, record=True, force_terminal=False)
    with console.capture() as captured:
        console.print(runs.run_screen(Run(results.folder, results.manifest)))
    return captured.get().splitlines()


@pytest.mark.parametrize("name", ["islebound_policies", "islebound_levels", "tranquility_start_split"])
def test_no_interval_is_broken(name, monkeypatch):
    lines = shown(name, monkeypatch)
    assert max(map(len, lines)) <= 80
    assert not [line for line in lines if line.count("[") != line.count("]")]
    assert sum(bool(re.search(r"\[\d.*, \d.*\]", line)) for line in lines) > 4


def test_where_all_play_alike_one_line_says_what_the_first_player_wins(monkeypatch):
    lines = shown("islebound_levels", monkeypatch, 120)
    assert sum("first player wins" in line for line in lines) == 1
    assert sum(bool(re.search(r"\[\d.*, \d.*\]", line)) for line in lines) == 5  # tables, not seats
