"""What the author of a game does wrong is told in one message, with the file, the line and the nearest name.

Every mistake is made in a copy of the toy. All are played in plain Python, in one process; those that the compiler, or
guarded code, finds in its own way are also compiled.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer import catalog
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate
from tests.conftest import ROOT

RULES, GAME = "rules.py", "__init__.py"
WHOLE = f"{GAME}: "  # of the game, no line of it
POLICIES = "../../strategies/toy/policies.py"
NEXT = "        table.phase = Phase.CARD\n        return Fault.NONE"
COUNT = "    table.turn += table.asked != table.first\n    return Fault.NONE"
END = "RULES = rules_layout(SWITCHES)"
# what is changed: file, text, new text; what is told: line of that file (or another place), words
CASES = {
    # found when it is loaded
    "a syntax error": (RULES, "hand, index):", "hand, index:", 32, "'(' was never closed"),
    "an unknown import": (RULES, "import randbelow", "import randbelwo", 6, "mean 'randbelow'?"),
    "an unknown module": (RULES, "kernel.random", "kernel.randon", 6, "no module 'analyzer.kern"),
    "a missing rule": (RULES, "def is_legal(", "def is_leagl(", "__init__.py, line 7", "did you mean 'is_leagl'?"),
    "it raises": ("switches.py", END, "raise ValueError('no\\nway')", 19, "ValueError: no way."),
    "it exits": ("switches.py", END, "raise SystemExit(3)", 19, "SystemExit: 3"),
    "no game": (GAME, "policy = GAME.policy", "GAME = None; policy = None", WHOLE, "there is no GAME"),
    "another name": (GAME, 'name="toy"', 'name="tot"', WHOLE, "'tot', and its folder 'toy'"),
    "a part is left out": (GAME, " measure=measure,", "", 12, "argument: 'measure'"),
    "an unknown part": (GAME, "redeal=", "redael=", 12, "did you mean 'redeal'?"),
    "a part that is none": (GAME, "render=render", "render=3", WHOLE, "render = 3 is not a function"),
    "too few arguments": (RULES, "answer, chance):", "answer):", 44, "(rules, state, answer, chance)"),
    "too many arguments": ("notation.py", "state: Any) -> str:", "x, y) -> str:", 14, "(rules, state)"),
    "an unknown variable": (RULES, "FACES + ahead", "FACE + ahead", 82, "did you mean 'FACES'?"),
    "a dict": (RULES, "stance = answer", "stance = {0: 1}[answer]", 51, "cannot use a dict"),
    "returns nothing": (RULES, NEXT, NEXT[:-10], 53, "it returns nothing here"),
    "ends without return": (RULES, COUNT, COUNT[:-22], 61, "ends without `return`"),
    "never returns": (RULES, "return index", "pass", 32, "it never returns anything"),
    "no head of the table": ("state.py", "    *TABLE_HEAD,\n", "", WHOLE, "table has no field 'phase'"),
    "too many seats": (GAME, "range(2, 5)", "range(2, 9)", WHOLE, "room for 4"),
    "a cause is missing": ("state.py", "TRUNCATED", "CUT", WHOLE, "causes of the end lack TRUNCATED"),
    "no variants": ("variants.py", "VARIANTS = {", "VARIANTS = {}\n_ = {", WHOLE, "there is no variant"),
    "an unknown switch": ("variants.py", "edge=0", "egde=0", WHOLE, "did you mean 'edge'?"),
    "a rule of modes": (GAME, '"rivals"', '"rival"', WHOLE, "did you mean 'rivals'?"),
    "a broken policy": (POLICIES, "import rule", "import ruel", 3, "did you mean 'rule'?"),
    "a wrong trait": (POLICIES, "(keep=3.0)", "(traits=('odd',))", 15, "unknown trait 'odd'"),
    # found when it is set up
    "a check that raises": ("variants.py", 'values["edge"]', 'values["egde"]', 25, "KeyError: 'egde'"),
    "no completion": (GAME, "lambda *_: None", "lambda r, *_: r.eg", 16, "no attribute 'eg'"),
    # found when it is played
    "an unknown field": (RULES, "+= state.hands[seat].card", "+= state.hands[seat].crad", 70, "mean 'card'?"),
    "off the end": (RULES, "[table.asked] = answer", "[table.asked + 3] = answer", 54, "index 4 is out of"),
    "a refused option": (RULES, "answer >= 0", "answer >= 1", 38, "answer 0 to the question STANCE, which option"),
    "a refused answer": (RULES, NEXT, NEXT[:-10] + "1", 44, "which is_legal"),
    "no options": (RULES, "else 2", "else 0", 26, "0 options for the question CARD"),
    "no such fault": (RULES, NEXT, NEXT[:-10] + "77", 44, "it returned 77"),
    "no such cause": (RULES, "= Cause.DECIDED", "= 17", 44, "the cause 17, which is no Cause"),
    "no such seat": (RULES, "next_seat(rules, table.asked)", "table.asked + 1", 44, "a seat that does not exist"),
    "no end": (RULES, "        end_game(rules, state, chance)", "        pass", 44, "the game has no end"),
}  # fmt: skip
COMPILED = {
    "an unknown field": CASES["an unknown field"],
    "in an option": (RULES, "if table.phase ==", "if table.fase ==", 28, "mean 'phase'?"),
    "of the hand": (RULES, "hand.stance = answer", "table.stance = answer", 51, "no field 'stance', but hand"),
    "text": (RULES, "hand.stance = answer", "hand.stance = 'x'", 51, "an integer is needed here, but this is text"),
    "not compiled": (RULES, "@phase\ndef end_game", "def end_game", 60, "put @rule above it"),
    "not compiled itself": (RULES, "@phase\ndef step", "def step", 43, "put @rule or @phase"),
    "off the end": CASES["off the end"],
}  # fmt: skip
SLOW = ("an unknown field", "in an option", "of the hand", "text", "not compiled")  # to compile
BLAMED = "a policy that answers wrongly"
WORKER = """
import contextlib, io, json, os, sys
from analyzer import catalog
from analyzer.kernel import driver
from analyzer.shell import cli
driver.MOST_DECISIONS = 500
told = {}
for package in sys.argv[1:]:
    for found in (catalog.load_game, catalog.policies_of, catalog._games_in):
        found.cache_clear()
    os.environ["ANALYZER_GAMES"] = package
    sys.argv = ["analyzer", *(["simulate", "toy", "--games", "20", "--jobs", "1"])]
    with contextlib.redirect_stderr(io.StringIO()) as err, contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            cli.main()
        except SystemExit as end:
            told[package] = end.code, err.getvalue(), out.getvalue()
print(json.dumps(told))
"""


def told_of(row):
    """Give the place and the words that a row of the table expects."""
    file, _, _, line, words = row
    return line if isinstance(line, str) else f"{Path(file).name}, line {line}", words


def write(folder, case, table=CASES):
    """Copy the toy with one mistake into a package of its own, and name that."""
    package = "own_" + "".join(sign if sign.isalnum() else "_" for sign in case)
    shutil.copytree(ROOT / "tests" / "toy", folder / package, ignore=shutil.ignore_patterns("__pycache__", "test_*"))
    for file in (folder / package).rglob("*.py"):
        file.write_text(file.read_text(encoding="utf-8").replace("tests.toy", package), encoding="utf-8")
    file, old, new, *_ = table[case]
    path = folder / package / "games" / "toy" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return package


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Play all games with mistakes, and keep the exit code and what was said of each."""
    folder = tmp_path_factory.mktemp("mistakes")
    packages = {case: write(folder, case) for case in CASES}
    packages[BLAMED] = write(
        folder, BLAMED, {BLAMED: (POLICIES, "return answer(table, hand, 0, knobs[0])", "return 9")}
    )
    path = os.pathsep.join([str(folder), str(ROOT)])
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    command = [sys.executable, "-c", WORKER, *packages.values()]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, timeout=300)
    told = json.loads(done.stdout)
    return {case: told[package] for case, package in packages.items()}


@pytest.mark.parametrize("case", CASES)
def test_a_mistake_is_one_message_with_file_line_and_what_was_meant(played, case):
    code, err, out = played[case]
    place, words = told_of(CASES[case])
    assert code == 2, err
    assert out == ""
    assert err.startswith("analyzer: game 'toy'")
    assert err.count("\n") == 1
    assert f"games/toy/{place}" in err or f"strategies/toy/{place}" in err
    assert words in err
    assert "at seat" not in err


@pytest.fixture
def own_game(tmp_path, further_games):
    """Show a copy of the toy with a mistake to this process."""

    def show(case, table=COMPILED):
        package = write(tmp_path, case, table)
        further_games(package, tmp_path)
        return package

    yield show
    for name in [name for name in sys.modules if name.startswith("own_")]:
        del sys.modules[name]


@pytest.mark.skipif(IS_PLAIN, reason="what the compiler finds, or guarded code")
@pytest.mark.parametrize("case", [pytest.param(case, marks=[pytest.mark.slow] * (case in SLOW)) for case in COMPILED])
def test_compiled_rules_tell_the_same(own_game, case):
    own_game(case)
    place, words = told_of(COMPILED[case])
    with pytest.raises(BadInput) as caught:
        simulate("toy", games=20, jobs=1, policy="random_legal")
    assert str(caught.value).startswith("game 'toy' cannot be played: ")
    assert f"games/toy/{place}" in str(caught.value)
    assert words in str(caught.value)
    for sign in ("Traceback", "Record(", "nopython", "int64", "Literal["):
        assert sign not in str(caught.value)


def test_a_policy_is_still_blamed_for_its_own_answer(played):
    code, err, out = played[BLAMED]
    assert code == 4
    assert "policy 'patient' at seat" in err
    assert out


def test_one_broken_game_is_named_and_the_others_are_listed(own_game, monkeypatch, capsys):
    from analyzer.shell import cli

    own_game("a syntax error", CASES)
    monkeypatch.setattr(sys, "argv", ["analyzer", "games", "--json"])
    with pytest.raises(SystemExit) as caught:
        cli.main()
    shown = capsys.readouterr()
    assert caught.value.code == 2
    assert {"tranquility", "islebound"} <= {game["name"] for game in json.loads(shown.out)}
    assert len(shown.err.splitlines()) == 1
    assert "game 'toy' cannot be loaded: " in shown.err
    assert "rules.py, line 32: `def option(rules, table, hand, index:`: " in shown.err


def test_a_package_that_raises_is_told_apart_from_one_that_is_not_there(tmp_path, further_games):
    (tmp_path / "own_none" / "games").mkdir(parents=True)
    (tmp_path / "own_none" / "games" / "__init__.py").write_text("import nowhere\n", encoding="utf-8")
    further_games("own_none", tmp_path)
    with pytest.raises(BadInput, match=r"games/__init__.py, line 1: `import nowhere`: there is no module 'nowhere'"):
        catalog.game_names()


def test_rivals_need_no_worth_and_a_team_is_told_of_it(own_game):
    """A look-ahead without `worth` takes the share of the win, which a team does not have."""
    package = own_game("", {"": ("__init__.py", ", worth=worth", "")})
    with pytest.raises(BadInput, match=r"search\(rock\): toy has no rule worth\(rules, row, seat\)"):
        simulate("toy", games=2, jobs=1, policy="search(rock,samples=4)")
    game = catalog.load_game("toy")
    file = Path(sys.modules[f"{package}.games.toy"].__file__)
    text = file.read_text(encoding="utf-8").replace("is_competitive=False", "is_competitive=True")
    scope = {"__name__": f"{package}.games.toy"}
    exec(compile(text, str(file), "exec"), scope)
    assert game.worth is None
    assert scope["GAME"].worth is not None


def test_the_rules_of_this_project_are_not_guarded(toy):
    """Guarded rules check every index: only those of others pay for it."""
    assert catalog.load_game(toy).is_own
    assert not catalog.load_game("tranquility").is_own
