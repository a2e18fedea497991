"""Policy files as a user writes them, and the command line that plays them."""

import sys

import pytest

from analyzer.play import simulation
from analyzer.shell import cli

PARAMETERS = {
    "policy": "rules, table, hand, knobs, memory, choice",
    "scoring": "rules, table, hand, knobs, card, cell, cost",
}
FIRST = 8  # the line of the file that a body begins in


class Outcome:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, " ".join(err.split())


@pytest.fixture
def play(tmp_path, monkeypatch, capsys):
    """Write a policy with this body and play it; `above` stands before it, `parameters` are other ones."""

    def write_and_play(style, body, above="import numpy as np", parameters=None, games=20):
        head = f"from analyzer.games.tranquility import {style}\n{above}\n\n\n@{style}\n"
        lines = "".join(f"    {line}\n" for line in body.split("\n"))
        file = tmp_path / "mine.py"
        file.write_text(f"{head}def mine({parameters or PARAMETERS[style]}):\n    '''Mine.'''\n{lines}")
        return run_command(file, games)

    def run_command(file, games=20):
        arguments = ["simulate", "tranquility", "--policy", str(file), "--games", str(games), "--jobs", "1"]
        monkeypatch.setattr(sys, "argv", ["analyzer", *arguments])
        with pytest.raises(SystemExit) as caught:
            cli.main()
        return Outcome(caught.value.code, *capsys.readouterr())

    write_and_play.file = run_command
    return write_and_play


@pytest.fixture
def no_witness(monkeypatch):
    """Leave out the process that finds the line of a fault."""
    monkeypatch.setattr(simulation, "place_of_fault", lambda *_: "")
