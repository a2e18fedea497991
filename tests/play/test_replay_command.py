"""The command that is printed for a game replays that very game, however its cell was written."""

import json
import os
import shlex
import sys

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate_cell
from analyzer.shell import cli

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="the command line is tested compiled")

POLICY = '''"""Random play under another name."""
from analyzer.games.tranquility import policy
from analyzer.games.tranquility.rules.options import n_options, option
from analyzer.kernel.random import randbelow


@policy(traits=("random",), shift=0.0)
def patient(rules, table, hand, knobs, memory, choice):
    """Choose at random, shifted by a knob."""
    n = n_options(rules, table, hand)
    return option(rules, table, hand, (randbelow(choice, n) + int(knobs[0])) % n)
'''


@pytest.fixture(scope="module")  # one folder for all: a policy's file is compiled once for its path
def made_house(same_folder):
    """Make a folder of a user, with a space in its name, an own variant and policies in two places."""
    home = same_folder("replay_command") / "my games"
    (home / "strategies").mkdir(parents=True)
    (home / "mine.toml").write_text('variant = "triton"\nhand_limit = 6\n', encoding="utf-8")
    for place in (home / "mine.py", home / "strategies" / "mine.py"):
        place.write_text(POLICY, encoding="utf-8")
    return home


@pytest.fixture
def house(made_house, monkeypatch):
    """Work in the folder of a user."""
    monkeypatch.chdir(made_house)
    return made_house


CELLS = {
    "defaults": {},
    "an own variant file": {"variant": "mine.toml"},
    "a sum and a switch": {"variant": "poseidon+storm", "sets": ["cost_rule=max"]},
    "switches on an own file": {"variant": "mine.toml", "sets": ["removed=4", "hand_limit=5"]},
    "knobs": {"policy": "spacing(cost=0.7,patience=3.123456789)"},
    "an own policy": {"policy": "mine.py:patient"},
    "a file with one policy": {"policy": "mine.py"},
    "a folder called strategies": {"policy": "strategies/mine.py:patient(shift=2)"},
    "a line-up": {"policy": "spacing,strategies/mine.py,random_legal", "players": 3},
    "one player": {"players": 1},
}


@pytest.mark.parametrize("given", CELLS.values(), ids=CELLS.keys())
def test_the_printed_command_replays_the_game(house, given, monkeypatch, capsys):
    cell = make_cell("tranquility", **given)
    rows = simulate_cell(cell, games=8, seed=3, jobs=1, rows=True).rows
    monkeypatch.setattr(sys, "argv", [*shlex.split(cell.reference.replay_command(3, 7)), "--json"])
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert caught.value.code == 0
    document = json.loads(capsys.readouterr().out)
    assert document["deal"] == 7
    assert len(document["steps"]) == rows["decisions"][7]


def test_other_cells_are_other_games(house):
    """The negative control: the cells above do differ, so a command that lost a part would be noticed."""
    games = [
        simulate_cell(make_cell("tranquility", **given), games=8, seed=3, jobs=1, rows=True).rows["decisions"]
        for given in CELLS.values()
    ]
    same = sum(np.array_equal(a, b) for i, a in enumerate(games) for b in games[:i])
    assert same == 1, "only the two names of the one policy are the same"


def test_an_absolute_path_survives(house):
    cell = make_cell("tranquility", policy=f"{os.getcwd()}/mine.py:patient")
    assert shlex.split(cell.reference.replay_command(0, 1))[-5] == f"{os.getcwd()}/mine.py:patient"
