"""A run is continued only by the rules and policies it was begun with; two policies stay two, whatever their name."""

import json
import os
import subprocess
import sys

import pytest

import analyzer
from analyzer.runs.experiment import run
from analyzer.runs.specs.checking import load_spec
from analyzer.runs.specs.design import expand
from analyzer.runs.stored.manifest import difference

HELPER = """from analyzer.kernel.jit import rule


@rule
def wish(n):
    return {wish}
"""
POLICY = '''from analyzer.games.tranquility import policy
from analyzer.games.tranquility.rules.options import n_options, option
from {helper} import wish


@policy
def mine(rules, table, hand, knobs, memory, choice):
    """Answer by a rule that lies in another file."""
    return option(rules, table, hand, wish(n_options(rules, table, hand)))
'''
# a run that is stopped after some games, in a process of its own, as sources are read once by each
STOPPED = """
import sys
from pathlib import Path
from analyzer.play.control import Control
from analyzer.runs.experiment import run

control = Control()
run(Path(sys.argv[1]), Path(sys.argv[2]), jobs=1, control=control, on_games=lambda *games: control.stop())
"""


@pytest.fixture
def own(tmp_path):
    """An own policy and the helper that it imports."""

    def write(name="mine", helper="own_helper", wish="n - 1"):
        (tmp_path / f"{name}.py").write_text(POLICY.format(helper=helper))
        (tmp_path / f"{helper}.py").write_text(HELPER.format(wish=wish))
        return tmp_path / f"{name}.py"

    return write


def program(*arguments):
    """Run Python, without compiling: the games are few."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=environment)


def test_an_edited_helper_of_a_policy_ends_the_run_and_is_named(own, write_spec, tmp_path):
    own()
    spec = write_spec(policies='["mine.py"]', variants='["base"]', players="[2]", deals="100")
    stopped = program("-c", STOPPED, spec, tmp_path / "run")
    assert stopped.returncode == 0, stopped.stderr
    assert analyzer.load_results(tmp_path / "run").manifest.status == "interrupted"
    own(wish="0")
    resumed = program("-m", "analyzer", "run", spec, "--out", tmp_path / "run")
    assert resumed.returncode == 2
    assert "files that differ: own_helper.py)" in resumed.stderr


def test_the_sources_of_a_shipped_policy_reach_the_rules_and_what_it_shares(write_spec, tmp_path):
    made = run(write_spec(policies='["spacing"]', variants='["base"]', players="[2]", deals="10"), tmp_path / "run")
    sources = json.loads((made.folder / "manifest.json").read_text())["sources"]
    assert {
        "strategies/tranquility/spacing.py",
        "analyzer/games/tranquility/rules/turn.py",
        "analyzer/kernel/driver.py",
        "analyzer/play/seeding.py",
    } <= set(sources)
    assert "strategies/tranquility/greedy_neighbour.py" not in sources
    assert not any(name.startswith("/") or ".." in name for name in sources)


def test_a_difference_names_files_of_either_side():
    assert difference({"a": "1", "b": "2", "c": "3"}, {"a": "1", "b": "0", "d": "4"}) == "b, c, d"


def test_two_policies_of_one_name_are_two_cells_with_two_labels(own, write_spec, tmp_path):
    own("a", "a_helper", "n - 1")
    own("b", "b_helper", "0")
    spec = write_spec(policies='["a.py:mine", "b.py:mine"]', variants='["base"]', players="[2]", deals="20")
    made = program("-m", "analyzer", "run", spec, "--out", tmp_path / "run")
    assert made.returncode == 0, made.stderr
    results = analyzer.load_results(tmp_path / "run")
    assert list(results.cells["policy"]) == ["a.py:mine", "b.py:mine"]
    assert len(set(results.cells["cell"])) == len(set(results.cells["digest"])) == 2
    assert [words.name for words in results.manifest.policies] == ["a.py:mine", "b.py:mine"]


def test_two_files_of_one_name_are_told_apart_by_their_folders(own, write_spec, tmp_path):
    for folder, wish in (("x", "n - 1"), ("y", "0")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(
            POLICY.replace("from {helper} import wish", "").replace("wish", "min")
        )
        text = (tmp_path / folder / "mine.py").read_text()
        text = text.replace("min(n_options(rules, table, hand))", wish.replace("n", "n_options(rules, table, hand)"))
        (tmp_path / folder / "mine.py").write_text(text)
    spec = write_spec(policies='["x/mine.py", "y/mine.py", "spacing"]', variants='["base"]', players="[2]")
    labels = [planned.policy for planned in expand(load_spec(spec)).cells]
    assert labels == ["x/mine.py:mine", "y/mine.py:mine", "spacing"]


def test_a_single_own_policy_keeps_its_short_name(own, write_spec):
    own()
    spec = write_spec(policies='["mine.py", "spacing"]', variants='["base"]', players="[2]")
    assert [planned.policy for planned in expand(load_spec(spec)).cells] == ["mine", "spacing"]


def test_an_own_policy_that_is_edited_is_another_cell(own, write_spec):
    ids = set()
    for wish in ("n - 1", "0"):
        own(wish=wish)
        spec = write_spec(policies='["mine.py"]', variants='["base"]', players="[2]")
        code = "import sys; from analyzer.runs.specs.checking import load_spec; "
        code += "from analyzer.runs.specs.design import expand; print(expand(load_spec(sys.argv[1])).cells[0].id)"
        ids.add(program("-c", code, spec).stdout)
    assert len(ids) == 2
