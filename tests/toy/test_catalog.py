"""A game in a package of its own is listed, checked, played, compared, run and reported like any other."""

from __future__ import annotations

import json
import sys

import pandas as pd
import pytest

from analyzer.catalog import game_names, policies_of
from analyzer.errors import BadInput
from analyzer.kernel.compiler.sources import closure_of
from analyzer.kernel.jit import IS_PLAIN
from analyzer.shell import cli
from analyzer.studies.conformance import examine
from tests.conformance import test_every_game as every_game
from tests.conftest import ROOT
from tests.toy import truth

FOLDER = ROOT / "tests" / "toy"
POLICIES = ("paper", "patient", "random_legal", "rock", "scissors")
SPEC = """# Which stance wins, and is it good to begin?
game = "toy"
players = [2]
policies = ["rock", "paper", "scissors"]
field = "rock"
deals = 20_000
"""
compiled_only = pytest.mark.skipif(IS_PLAIN, reason="thousands of games")


@pytest.fixture
def call(toy, monkeypatch, capsys):
    """Run the command line in this process and return what it printed."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["analyzer", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            cli.main()
        shown = capsys.readouterr()
        assert caught.value.code == 0, shown.err
        return shown.out

    return run


def test_it_is_found_when_asked_for_and_not_otherwise(further_games):
    assert "toy" not in game_names()
    further_games("tests.toy")
    assert {"toy", "tranquility"} <= set(game_names())
    assert tuple(policies_of("toy")) == POLICIES


def test_a_package_that_is_not_there_is_named(further_games):
    further_games("tests.toy,nowhere")
    with pytest.raises(BadInput, match="nowhere.games"):
        game_names()


def test_it_is_small():
    files = [*(FOLDER / "games").rglob("*.py"), *(FOLDER / "strategies").rglob("*.py")]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= 360


def test_it_keeps_what_every_game_keeps(toy):
    every_game.test_random_legal_play_has_no_fault_and_every_game_has_a_cause(toy, every_game.GAMES)
    every_game.test_it_says_what_it_is(toy)
    every_game.test_every_field_and_every_code_has_a_meaning(toy)
    every_game.test_every_switch_names_its_clause_and_every_value_its_authority(toy)
    every_game.test_every_variant_sets_switches_that_exist(toy)
    every_game.test_it_has_random_legal_and_its_recommended_policy(toy)
    every_game.test_options_is_legal_and_step_agree_along_a_game(toy)


@pytest.mark.parametrize("policy", POLICIES)
def test_its_policies_keep_what_every_policy_keeps(toy, policy):
    """Among it: the hidden card and the hidden stance of another change no answer."""
    assert [item for item in examine(toy, policy) if not item.is_good] == []


def test_its_compiled_code_follows_its_own_sources(toy):
    names = {path.name for path in closure_of(FOLDER / "strategies" / toy / "policies.py") if FOLDER in path.parents}
    assert policies_of(toy)
    assert {"policies.py", "rules.py", "state.py", "measures.py", "switches.py"} <= names


@compiled_only
def test_simulate_and_compare_know_it(call):
    document = json.loads(call("simulate", "toy", "--policy", "paper,rock", "--games", 20_000, "--json"))
    assert document["game"] == "toy"
    arms = ("--policies", "rock,paper", "--policy", "rock")
    (row,) = json.loads(call("compare", "toy", *arms, "--games", 20_000, "--json"))["differences"]
    assert row["ci_low"] < truth.duel_rate() - truth.duel_rate(beats=1) < row["ci_high"] < 0


@compiled_only
def test_a_run_in_worker_processes_is_reported_with_its_effects(call, tmp_path):
    spec = tmp_path / "stances.toml"
    spec.write_text(SPEC, encoding="utf-8")
    call("run", spec, "--out", tmp_path / "run", "--backend", "processes", "--jobs", 1)
    call("report", tmp_path / "run", "--format", "md")
    shares = table_of(tmp_path, "strategies").set_index("policy")
    for policy, beats in (("paper", 1), ("scissors", -1)):
        assert is_near(shares.loc[policy], "win_share", truth.duel_rate(beats=beats))
    (rival,) = table_of(tmp_path, "turn_effects").to_dict("records")
    assert is_near(rival, "first_player", 2 * truth.first_rate(2) - 1)
    assert rival["first_player_low"] > 0
    assert rival["largest_position"] == 0, "whoever begins is ahead"
    assert is_near(rival, "largest", truth.first_rate(2) - 0.5)


def table_of(folder, name):
    return pd.read_csv(folder / "run" / "report" / "tables" / f"{name}.csv")


def is_near(row, name, expected):
    """Tell whether a 95 % interval, stretched to 4.5 standard errors, holds what is expected."""
    value = row[name]
    low, high = (value + (row[f"{name}_{side}"] - value) * 4.5 / 1.96 for side in ("low", "high"))
    return low < expected < high
