"""Policies written in a notebook play as from a file: guarded, anew when changed, and told of by cell and line."""

from __future__ import annotations

import itertools
import linecache
import sys
from pathlib import Path

import numpy as np
import pytest

from analyzer import catalog
from analyzer.cells import make_cell
from analyzer.errors import BadInput, PolicyFault
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate

HEAD = """import numpy as np
from analyzer.kernel.lean import rule
from tests.toy.games.toy import policy
from tests.toy.games.toy.state import Phase
"""
HELPER = """@rule
def stance(table):
    return {stance}
"""
MINE = '''# a cell may do other things, too
table = "of results"
@policy(keep=6.0)
def mine(rules, table, hand, knobs, memory, choice):
    """Take a stance, and keep a card from a number on."""
    if table.phase == Phase.STANCE:
        return stance(table)
    return int(hand.card < knobs[KEEP]){more}
raise_if_run_again()
'''
NUMBERS = itertools.count(1)


class Notebook:
    """Runs cells one after the other, as a notebook does: no cell is a file, and all share their names."""

    def __init__(self):
        self.space = {"__name__": "__main__", "raise_if_run_again": lambda: None}

    def run(self, text, name=None):
        self.name = name or f"<ipython-input-{next(NUMBERS)}-0123>"
        if text is not None:
            linecache.cache[self.name] = (len(text), None, text.splitlines(keepends=True), self.name)
            exec(compile(text, self.name, "exec"), self.space)
        return self

    def decided(self, body, above="", marks=""):
        """Run a cell with a policy of this body, whose first line is the sixth."""
        lines = "".join(f"    {line}\n" for line in body.split("\n"))
        parameters = "rules, table, hand, knobs, memory, choice"
        return self.run(f"{above}\n\n@policy{marks}\ndef mine({parameters}):\n    '''Mine.'''\n{lines}")["mine"]

    def __getitem__(self, name):
        return self.space[name]


@pytest.fixture
def notebook(toy):
    """Begin a notebook with its imports, a helper and a policy."""
    book = Notebook().run(HEAD).run("KEEP = 0").run(HELPER.format(stance=1))
    return book.run(MINE.format(more=""))


def file_of(policy):
    return Path(catalog.hand_over(policy).file)


def played(policy, **more):
    return simulate("toy", **{"policy": policy, "games": 40, "jobs": 1, "rows": True, **more})


def test_a_policy_of_a_cell_plays_guarded_as_from_a_file(notebook, tmp_path):
    text = "\n".join([HEAD, HELPER.format(stance=1), "KEEP = 0", MINE.format(more="")])
    (tmp_path / "mine.py").write_text(text.replace("raise_if_run_again()", ""), encoding="utf-8")
    found = played([notebook["mine"], "rock"])
    assert found.rows.tobytes() == played([f"{tmp_path / 'mine.py'}:mine", "rock"]).rows.tobytes()
    assert found.cell.seats[0].policy.plays_guarded
    assert found.as_dict()["policies"] == ["mine", "rock"]


def test_a_cell_that_is_run_again_is_the_same_file_and_one_that_was_changed_is_played_as_it_is_now(notebook):
    before, rows = file_of(notebook["mine"]), played(notebook["mine"]).rows
    assert file_of(notebook.run(MINE.format(more=""))["mine"]) == before
    notebook.run(MINE.format(more="* 0"))
    assert file_of(notebook["mine"]) != before
    assert played(notebook["mine"]).rows["changes"].sum() == 0 < rows["changes"].sum()


def test_a_helper_and_a_constant_of_other_cells_are_taken_as_they_are_now(notebook):
    before = file_of(notebook["mine"]).read_text(encoding="utf-8")
    notebook.run(HELPER.format(stance=2)).run("KEEP = np.int64(-1)")
    after = file_of(notebook["mine"]).read_text(encoding="utf-8")
    assert "return 1\n" in before
    assert "KEEP = 0\n" in before
    assert "return 2\n" in after
    assert "KEEP = -1\n" in after
    assert "results" not in after  # what the policy does not name, even by a name that it has inside


@pytest.mark.slow
def test_worker_processes_play_the_same_games(notebook):
    here, there = (played(notebook["mine"], backend=backend) for backend in ("threads", "processes"))
    assert here.rows.tobytes() == there.rows.tobytes()


NAMED = """from enum import IntEnum
from analyzer.games.knobs import Knobs
from analyzer.kernel import random as lots
from tests.toy.strategies.toy.policies import rock, answer
WEIGHTS = np.array([[1.5, float("inf")]])
MOVES = IntEnum("MOVES", "ROCK PAPER", start=0)
KNOBS = Knobs(keep=4.0).adding(nerve=0.5)
TUPLE, NOTHING, ENDLESS = (1, (2.5, "x")), None, float("-inf")
as_rock = rock.decide
by_another_name = stance
as_mine = mine.decide
@rule
def all_of_them(rules, table, hand, knobs, memory, choice, most: int = MOVES.PAPER):
    lots.randbelow(choice, 3)
    return int(WEIGHTS[0, 0] + TUPLE[0] + ENDLESS) + by_another_name(table) + answer(table, hand, MOVES.ROCK, most)
@policy(**KNOBS, traits=("random",))
def heir(rules, table, hand, knobs, memory, choice):
    '''Know all.'''
    if NOTHING is None and all_of_them(rules, table, hand, knobs, memory, choice) > 0:
        return as_rock(rules, table, hand, knobs, memory, choice)
    return as_mine(rules, table, hand, knobs, memory, choice)
"""


def test_arrays_codes_knobs_other_policies_and_modules_come_along(notebook):
    heir = notebook.run(NAMED)["heir"]
    found = catalog.find_policy("toy", "heir", str(file_of(heir)))
    assert dict(found.knobs) == {"keep": 4.0, "nerve": 0.5}
    known = found.function.__globals__
    assert known["as_rock"] is notebook["as_rock"]
    assert known["as_mine"] is known["mine"].decide is not notebook["as_mine"]
    inside = known["all_of_them"]
    inside = getattr(inside, "py_func", inside).__globals__
    assert np.array_equal(inside["WEIGHTS"], notebook["WEIGHTS"])
    assert (inside["TUPLE"], inside["ENDLESS"]) == (notebook["TUPLE"], notebook["ENDLESS"])
    assert inside["lots"] is notebook["lots"]


CLOSED = """def closed(size):
    @rule
    def larger(x):
        return x + size
    return larger
larger = closed(3)
"""
REFUSED = {
    "an object": ("x = 1\nreturn len(THING)", "THING = object()", 7, "THING is an object (object), which cannot be"),
    "too much": ("return W[0]", "W = np.zeros(100_000)", 6, "W is an object (ndarray of 100,000 numbers)"),
    "a lambda": ("return f(1)", "f = rule(lambda x: x)", 6, "<lambda> is not written with def"),
    "a closure": ("return larger(1)", CLOSED, 3, "it uses size of the function around it"),
    "an own module": ("return pages.ROOT", "from tests.docs import pages", 6, "pages is a module of your own"),
    "an import": ("return pd.NA", "import pandas as pd", 6, "a policy may not import pandas"),
    "a trick": ("x = 1\nreturn hand.__class__", "", 7, "this bypasses the limits"),
    "no such name": ("x = 1\nreturn x + KEPT", "", 7, "there is no variable 'KEPT'; did you mean 'KEEP'?"),
    "no answer": ("x = 1", "", 4, "it never returns anything"),
    "no such knob": ("return knobs[3]", "", 6, "the policy has no knobs[3]"),
}


@pytest.mark.parametrize(("body", "above", "line", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_what_cannot_be_used_is_told_by_cell_and_line(notebook, body, above, line, words):
    earlier = notebook.run(above).name
    policy = notebook.decided(body)
    with pytest.raises(BadInput) as caught:
        played(policy)
    cell = earlier if above == CLOSED else notebook.name
    assert f"Cell In[{cell.split('-')[2]}], line {line}: `" in str(caught.value)
    assert words in str(caught.value)


@pytest.mark.skipif(IS_PLAIN, reason="what only the compiler finds")
def test_what_the_compiler_finds_is_told_by_cell_and_line(notebook):
    policy = notebook.decided("x = 1\nreturn x + hand.crad")
    with pytest.raises(BadInput, match=r"Cell In\[\d+\], line 7: `return x \+ hand.crad`.* did you mean 'card'"):
        played(policy)


@pytest.mark.skipif(IS_PLAIN, reason="the line is found by playing in plain Python")
def test_a_fault_is_told_by_cell_and_line_also_by_another_process(notebook):
    found = played(notebook.decided("x = 0\nreturn x + table.changed[99]"))
    with pytest.raises(PolicyFault, match=r"beyond the end.*Cell In\[\d+\], line 7: `return x \+ table"):
        found.raise_fault()


def test_a_text_that_is_not_known_or_no_longer_true_is_not_guessed(notebook):
    policy = notebook.decided("return 0")
    kept = linecache.cache.pop(notebook.name)
    with pytest.raises(BadInput, match="this prompt keeps none; put the policy into a file"):
        played(policy)
    linecache.cache[notebook.name] = (*kept[:2], [line.replace("return 0", "return 1") for line in kept[2]], kept[3])
    with pytest.raises(BadInput, match="its text has changed since: run its cell again"):
        played(policy)
    linecache.cache[notebook.name] = kept
    assert played(policy).summary.fault is None


def test_two_things_of_one_name_are_not_mixed_up(notebook, tmp_path, monkeypatch):
    (tmp_path / "beside.py").write_text(
        "from analyzer.kernel.lean import rule\nKEEP = 5\n@rule\ndef other(x):\n    return x + KEEP\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    notebook.run("from beside import other")
    assert "KEEP = 5" in file_of(notebook.decided("return other(0)")).read_text(encoding="utf-8")
    with pytest.raises(BadInput, match="KEEP means one thing here and another"):
        played(notebook.decided("return other(KEEP)"))
    del sys.modules["beside"]


def test_plain_python_may_hold_what_no_file_can_but_stays_in_its_process(notebook):
    policy = notebook.decided("return THING.count(3)", "class Thing(list): pass\nTHING = Thing()", "(compiled=False)")
    assert played(policy).summary.fault is None
    (written,) = make_cell("toy", policy=policy).reference.policies
    catalog._handed_over.clear()  # as in another process
    with pytest.raises(BadInput, match=r"Cell In\[\d+\]: a policy that holds objects of its notebook"):
        played(written)
