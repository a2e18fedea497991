"""Compiled code is never stale and never made twice; each case runs in processes of its own."""

import ast
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from analyzer.kernel.compiler.sources import cache_directory, closure_of, imported_names
from analyzer.kernel.jit import IS_PLAIN

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled in plain Python")

ROOT = Path(__file__).parents[2]

WATCH = """
import json, sys
from numba.core import event
compiled = []
class Watch(event.Listener):
    def on_start(self, event):
        compiled.append(event.data["dispatcher"].py_func.__name__)
    def on_end(self, event):
        pass
event.register("numba:compile", Watch())
"""


def run(code, root, cache, **environment):
    """Run a script that prints JSON, in a fresh process with its own cache."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", WATCH + code],
        env={**os.environ, "PYTHONPATH": str(root), "ANALYZER_CACHE_DIR": str(cache), **environment},
        capture_output=True, text=True, cwd=root, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def project(tmp_path):
    """A small copy of the project: the kernel layer and two modules, one of which calls a rule of the other."""
    shutil.copytree(ROOT / "analyzer" / "kernel", tmp_path / "analyzer" / "kernel")
    for name in ("__init__.py", "errors.py"):
        shutil.copy(ROOT / "analyzer" / name, tmp_path / "analyzer")
    write_rule(tmp_path, 55)
    (tmp_path / "analyzer" / "toy.py").write_text(
        "from analyzer.kernel.jit import phase\n"
        "from analyzer.toy_rule import worth\n\n\n"
        "@phase\ndef total(n):\n    return worth() + n\n"
    )
    return tmp_path


def write_rule(project, value):
    (project / "analyzer" / "toy_rule.py").write_text(
        f"from analyzer.kernel.jit import rule\n\n\n@rule\ndef worth():\n    return {value}\n"
    )


TOTAL = "from analyzer.toy import total; print(json.dumps([int(total(1)), compiled]))"


def test_an_edit_in_an_imported_file_is_never_served_stale(project):
    cache = project / "cache"
    assert run(TOTAL, project, cache)[0] == 56
    write_rule(project, 1044)
    assert run(TOTAL, project, cache)[0] == 1045
    write_rule(project, 55)
    assert run(TOTAL, project, cache) == [56, []]  # the first edition is still there


def test_a_second_process_compiles_nothing(project):
    cache = project / "cache"
    assert run(TOTAL, project, cache)[1]
    assert run(TOTAL, project, cache)[1] == []


def test_another_compiler_flag_is_another_cache(project):
    cache = project / "cache"
    run(TOTAL, project, cache)
    assert run(TOTAL, project, cache, NUMBA_BOUNDSCHECK="1")[1]
    assert run(TOTAL, project, cache)[1] == []


COPY = """
from analyzer.kernel.compiler.callee import entry_point
from analyzer.kernel.compiler.templates import copy_for
from analyzer.toy_own import own
from analyzer.toy_rule import worth
from analyzer.toy_template import total
copy = entry_point(copy_for(total, own, {"worth": worth}))
print(json.dumps([int(copy(1)), compiled]))
"""


def write_template(project, factor):
    (project / "analyzer" / "toy_template.py").write_text(f"def total(n):\n    return {factor} * worth() + n\n")


def test_a_copy_is_made_once_and_rests_on_its_template_and_on_all_it_is_given(project):
    cache = project / "cache"
    (project / "analyzer" / "toy_own.py").write_text("def own():\n    pass\n")
    write_template(project, 1)
    assert run(COPY, project, cache) == [56, ["total_own", "worth"]]
    assert run(COPY, project, cache) == [56, []]
    write_template(project, 2)
    assert run(COPY, project, cache)[0] == 111
    write_rule(project, 1044)
    assert run(COPY, project, cache)[0] == 2089
    write_template(project, 1)
    write_rule(project, 55)
    assert run(COPY, project, cache) == [56, []]  # the first edition is still there


DIGEST = (
    "from analyzer.kernel.compiler.sources import digest_of; from pathlib import Path; import analyzer.toy as toy;"
    "print(json.dumps(digest_of(Path(toy.__file__).resolve())))"
)


def test_the_digest_follows_imports_and_data_and_nothing_else(project):
    cache = project / "cache"
    first = run(DIGEST, project, cache)
    (project / "analyzer" / "unrelated.py").write_text("x = 1\n")
    assert run(DIGEST, project, cache) == first
    write_rule(project, 56)
    second = run(DIGEST, project, cache)
    assert second != first
    (project / "analyzer" / "data.toml").write_text("x = 1\n")
    assert run(DIGEST, project, cache) not in (first, second)


def test_the_closure_of_a_policy_reaches_the_rules_and_the_kernel_layer():
    names = {path.relative_to(ROOT).as_posix() for path in closure_of(ROOT / "strategies/tranquility/spacing.py")}
    assert {"strategies/tranquility/spacing.py", "analyzer/kernel/random.py", "analyzer/kernel/jit.py"} <= names
    assert any(name.startswith("analyzer/games/tranquility/rules/") for name in names)
    assert "strategies/tranquility/start_splits.py" not in names


def test_imports_are_read_as_a_parser_reads_them():
    for path in sorted(path for package in ("analyzer", "strategies") for path in (ROOT / package).rglob("*.py")):
        parsed = set()
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                parsed.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                parsed |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        assert imported_names(path.read_text(encoding="utf-8"), path) == parsed, path


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import a.b as c, d", {"a.b", "d"}),
        ("from a import b, c as d  # e", {"a", "a.b", "a.c"}),
        ("from a import (  # all (of it)\n    b,\n    c,\n)", {"a", "a.b", "a.c"}),
        ("from a import b, \\\n    c", {"a", "a.b", "a.c"}),
        ("if x: import a; import b", {"a", "b"}),
        ("    from a import b", {"a", "a.b"}),
        ("importer = from_a", set()),
    ],
)
def test_imports_in_all_their_forms(text, names):
    assert imported_names(text, ROOT / "mine.py") == names


LAZY = """
from analyzer.catalog import load_game
from analyzer.kernel.compiler.callee import Callee
game = load_game("tranquility")
print(json.dumps(isinstance(game.step, Callee) and "dispatcher" not in vars(game.step)))
"""


def test_a_process_that_compiles_nothing_makes_no_dispatchers(tmp_path):
    assert run(LAZY, ROOT, tmp_path) is True
    assert list(tmp_path.iterdir()) == []


def test_the_cache_lies_where_the_environment_says(monkeypatch, tmp_path):
    monkeypatch.setenv("ANALYZER_CACHE_DIR", str(tmp_path))
    cache_directory.cache_clear()
    try:
        assert cache_directory(__file__).parent == tmp_path
    finally:
        cache_directory.cache_clear()


PLAY = """
from analyzer.play.simulation import simulate
result = simulate("tranquility", policy={policy!r}, games=10, jobs=1)
print(json.dumps([result.games, result.fault_message(), compiled]))
"""

POLICY = '''
from analyzer.games.tranquility import scoring


@scoring(dear=1.0)
def patient(rules, table, hand, knobs, card, cell, cost):
    """Play near the proportional cell, cheaply."""
    return 2.0 - abs(cell - 37 * card / 81) - knobs[0] * cost
'''


@pytest.mark.parametrize("policy", ["random_legal", pytest.param("spacing", marks=pytest.mark.slow)])
def test_a_second_process_plays_without_compiling(policy):
    cache = os.environ.get("ANALYZER_CACHE_DIR") or cache_directory(__file__).parent
    run(PLAY.format(policy=policy), ROOT, cache)
    games, fault, compiled = run(PLAY.format(policy=policy), ROOT, cache)
    assert (games, fault, compiled) == (10, None, [])


def test_nothing_is_compiled_for_a_new_mix_of_known_policies():
    cache = os.environ.get("ANALYZER_CACHE_DIR") or cache_directory(__file__).parent
    for policy in ("spacing", "random_legal"):
        run(PLAY.format(policy=policy), ROOT, cache)
    assert run(PLAY.format(policy="random_legal,spacing(cost=0.7)"), ROOT, cache) == [10, None, []]


@pytest.mark.slow
def test_a_policy_by_path_compiles_that_policy_only(tmp_path):
    cache = os.environ.get("ANALYZER_CACHE_DIR") or cache_directory(__file__).parent
    file, other = tmp_path / "mine.py", tmp_path / "other.py"
    file.write_text(f"# of {time.time_ns()}, so never compiled before\n{POLICY}")
    other.write_text(POLICY.replace("patient", "hasty"))
    run(PLAY.format(policy=str(other)), ROOT, cache)  # the game and the default parts of scoring are compiled
    games, fault, compiled = run(PLAY.format(policy=str(file)), ROOT, cache)
    assert (games, fault) == (10, None)
    assert compiled
    assert all(function.endswith("patient") for function in compiled), compiled
    assert run(PLAY.format(policy=str(file)), ROOT, cache) == [10, None, []]


LIBRARIES = '''
import numpy as np
from analyzer.games.tranquility import policy
from analyzer.games.tranquility.rules.options import n_options, option


@policy
def learned(rules, table, hand, knobs, memory, choice):
    """Use arrays, sorting and linear algebra: dicts and sets are refused in a policy."""
    solved = np.linalg.solve(np.eye(2) * (1.0 + table.turn), np.ones(2))
    number = solved[0] + np.argsort(np.zeros(5))[0]
    return option(rules, table, hand, int(number) % n_options(rules, table, hand))
'''


@pytest.mark.slow
def test_code_that_needs_the_libraries_of_the_compiler_is_found_again(tmp_path):
    """Symbols that are missing when cached code is loaded end the process."""
    cache = os.environ.get("ANALYZER_CACHE_DIR") or cache_directory(__file__).parent
    (tmp_path / "learned.py").write_text(LIBRARIES)
    program = PLAY.format(policy=str(tmp_path / "learned.py"))
    assert run(program, ROOT, cache)[:2] == [10, None]
    assert run(program, ROOT, cache) == [10, None, []]


ANNOUNCE = """
from analyzer.kernel.compiler.announcing import announce_compilation
said = []
announce_compilation(said.append)
from analyzer.toy import total
total(1)
print(json.dumps(said))
"""


def test_the_first_compilation_is_announced_once_and_a_later_process_says_nothing(project):
    first = run(ANNOUNCE, project, project / "cache")
    assert len(first) == 1
    assert "once" in first[0]
    assert run(ANNOUNCE, project, project / "cache") == []
