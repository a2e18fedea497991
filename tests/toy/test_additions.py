"""How many files it takes to add something, counted on a copy of the toy game in a package of its own."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys

import pytest

from analyzer.catalog import game_names, load_game, policies_of
from analyzer.kernel.jit import IS_PLAIN
from tests.conftest import ROOT
from tests.toy.games.toy.rules import FACES
from tests.toy.truth import mean_card

BOLD = '''"""A new policy."""

from grown.games.toy import policy


@policy(nerve=2.0)
def bold(rules, table, hand, knobs, memory, choice):
    """Take paper and keep whatever comes from `nerve` on."""
    return 1 if table.phase == 0 else int(hand.card < knobs[0])
'''
SWITCH = '    _switch("luck", 0, 9, "points that the first player gains with every card"),\n'
VARIANT = '    "lucky": _variant("Luck", "who begins has luck", edge=0, luck=9),\n'


@pytest.fixture
def grown(tmp_path, further_games):
    """Copy the toy into a package of another name, and tell which of its files an addition touches."""
    shutil.copytree(ROOT / "tests" / "toy", tmp_path / "grown", ignore=shutil.ignore_patterns("__pycache__", "test_*"))
    for file in (tmp_path / "grown").rglob("*.py"):
        file.write_text(file.read_text(encoding="utf-8").replace("tests.toy", "grown"), encoding="utf-8")
    further_games("grown", tmp_path)
    yield tmp_path / "grown"
    for name in [name for name in sys.modules if name.split(".")[0] == "grown"]:
        del sys.modules[name]


def contents(folder):
    return {file: file.read_bytes() for file in folder.rglob("*.py")}


def n_touched(before, after):
    return sum(before.get(file) != after.get(file) for file in before.keys() | after.keys())


def insert(file, mark, text):
    """Write something before a mark."""
    whole = file.read_text(encoding="utf-8")
    assert whole.count(mark) == 1, mark
    file.write_text(whole.replace(mark, text + mark), encoding="utf-8")


def add_policy(folder):
    (folder / "strategies" / "toy" / "bold.py").write_text(BOLD, encoding="utf-8")


def add_switch(folder):
    insert(folder / "games" / "toy" / "switches.py", ")\nRULES", SWITCH)
    gain = "    ways += rules.luck * ((first == seat) * mine.card - (first == other) * theirs.card)\n"
    insert(folder / "games" / "toy" / "rules.py", "    return ways", gain)


def add_variant(folder):
    insert(folder / "games" / "toy" / "variants.py", '    "together":', VARIANT)


def share_of_who_begins(games):
    """Play the grown game in a process of its own: this one may have compiled the same game with fewer switches."""
    cell = ["toy", "--variant", "lucky", "--set", "gap=0", "--policy", "bold", "--games", str(games), "--jobs", "1"]
    command = [sys.executable, "-m", "analyzer", "simulate", *cell, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    return json.loads(done.stdout)["turn_order"][0]["win_rate"]


def test_a_policy_takes_one_file_a_switch_two_a_variant_one_and_all_are_played(grown):
    counts = []
    for add in (add_policy, add_switch, add_variant):
        before = contents(grown)
        add(grown)
        counts.append(n_touched(before, contents(grown)))
    assert counts == [1, 2, 1]
    game = load_game("toy")
    assert "bold" in policies_of("toy")
    assert "lucky" in game.variants
    assert game.switch_by_name["luck"].default == 0
    games = 200 if IS_PLAIN else 20_000
    begins = share_of_who_begins(games)
    assert abs(begins - (0.5 + 9 * mean_card(2) / (2 * FACES))) < 4.5 * 0.5 / games**0.5


def test_a_game_takes_its_own_folders_alone(grown):
    """The copy is played although nothing of this project names it."""
    before = contents(ROOT / "analyzer") | contents(ROOT / "strategies")
    assert "toy" in game_names()
    assert load_game("toy").render.__module__ == "grown.games.toy.notation"
    assert not [file for file, text in before.items() if b"toy" in text]


def test_a_statistic_takes_one_file():
    """The package lists no statistic: it only hands on what all of them give back."""
    _docstring, *body = ast.parse((ROOT / "analyzer" / "stats" / "__init__.py").read_text(encoding="utf-8")).body
    assert {node.module for node in body} == {"analyzer.stats.estimate"}
