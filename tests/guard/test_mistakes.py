"""Mistakes in policy files are refused with their line, its text, what is wrong and the nearest right name."""

import pytest

from analyzer.kernel.jit import IS_PLAIN
from tests.guard.conftest import FIRST, PARAMETERS

BOTH = tuple(PARAMETERS)
COMPILED = pytest.mark.skipif(IS_PLAIN, reason="plain Python finds it when it is played")

# styles, body, line of the mistake (from 0), words of the message
IN_THE_TEXT = {
    "returns text": (BOTH, "x = 1\nreturn 'fill'", 1, ("`return 'fill'`", "text", "number is needed")),
    "forgets to return": (BOTH, "x = table.filled", -2, ("never returns",)),
    "forgets to return in some case": (BOTH, "if table.filled > 3:\n    return 1", 0, ("without `return`",)),
    "min() of a list": (BOTH, "x = [1, 2, 3]\nreturn min(x)", 1, ("`return min(x)`", "min(a, b)")),
    "min() of a loop": (BOTH, "return min(c for c in hand.cards)", 0, ("min(a, b)", "loop")),
    "a dict": (BOTH, "x = {1: 2}\nreturn x[1]", 0, ("`x = {1: 2}`", "dict", "np.array")),
    "misspelt variable": (BOTH, "x = 1\nvalue = 2\nreturn valu + x", 2, ("`return valu + x`", "did you mean 'value'?")),
    "misspelt argument": (("scoring",), "x = 1\nreturn 1.0 * crad", 1, ("'crad'", "did you mean 'card'?")),
    "writes to the table": (BOTH, "table.filled = 36\nreturn 0", 0, ("`table.filled = 36`", "only read")),
    "writes to an alias": (BOTH, "t = table\nt.filled = 36\nreturn 0", 1, ("`t.filled = 36`", "changes the table")),
    "writes to a slice": (BOTH, "table.number[1:3] = 5\nreturn 0", 0, ("changes the table",)),
    "writes to a part": (BOTH, "n = table.number\nn[1] += 5\nreturn 0", 1, ("changes the table",)),
    "writes to the rules": (BOTH, "rules.hand_limit = 9\nreturn 0", 0, ("changes the rules", "memory")),
    "reads a knob that is not there": (BOTH, "x = 1\nreturn x + knobs[3]", 1, ("no knobs[3]", "it has none")),
    "reads a knob from the end": (BOTH, "return knobs[-1]", 0, ("no knobs[-1]",)),
    "writes to the hand": (BOTH, "hand.cards[0] = 40\nreturn 0", 0, ("changes the hand",)),
}
BY_COMPILING = {
    "wrong field": (
        BOTH,
        "x = 1\nreturn table.filed",
        1,
        ("`return table.filed`", "'filled'?", "analyzer fields tranq"),
    ),
    "field of the hand": (BOTH, "return table.cards[0]", 0, ("write hand.cards", "analyzer fields tranquility")),
    "hidden field": (BOTH, "x = 1\nreturn table.deck[0]", 1, ("`return table.deck[0]`", "hidden", "docs/policies.md")),
    "wrong number of arguments of a call": (BOTH, "return abs(1, 2)", 0, ("`return abs(1, 2)`",)),
    "unsupported numpy": (BOTH, "x = 1\nreturn np.choose(1, hand.cards)", 1, ("np.choose", "cannot be used", "loop")),
    "no such numpy": (BOTH, "return np.maximun(1, 2)", 0, ("np.maximun", "cannot be used")),
    "number and text": (BOTH, "x = 1\nreturn hand.held + 'a'", 1, ("`return hand.held + 'a'`", "text")),
    "returns an array": (("policy",), "return hand.cards", -2, ("returns an array", "an action is an integer")),
    "returns decimals": (("policy",), "return 0.5 * hand.held", -2, ("decimals", "an action is an integer")),
}


def cases(table):
    return {f"{name}, {style}": (style, *rest) for name, (styles, *rest) in table.items() for style in styles}


def by_style(table):
    """Ask `@scoring`, which takes longer to compile, the first question only in the short suite."""
    kept = next(name for name in table if name.endswith(", scoring"))
    slow = [name for name in table if name.endswith(", scoring") and name != kept]
    return [
        pytest.param(*case, id=name, marks=[pytest.mark.slow] if name in slow else []) for name, case in table.items()
    ]


def check(play, style, body, line, words):
    outcome = play(style, body)
    assert outcome.code == 2, outcome.err
    assert outcome.out == ""
    assert f"mine.py, line {FIRST + line}:" in outcome.err
    for word in words:
        assert word in outcome.err
    for sign in ("Traceback", "Record(", "nopython", "int64", "Literal["):
        assert sign not in outcome.err
    assert len(outcome.err.split("analyzer: ")[1]) < 600


@pytest.mark.parametrize(("style", "body", "line", "words"), cases(IN_THE_TEXT).values(), ids=cases(IN_THE_TEXT).keys())
def test_what_the_text_shows_is_told_before_anything_is_compiled(play, style, body, line, words):
    check(play, style, body, line, words)


@pytest.mark.parametrize("style", BOTH)
def test_a_knob_that_is_read_by_the_name_of_its_place_is_looked_for(play, style):
    outcome = play(style, "return knobs[COST]", above="COST = 2")
    assert outcome.code == 2
    assert f"mine.py, line {FIRST}: `return knobs[COST]`: the policy has no knobs[2]: it has none." in outcome.err


@COMPILED
@pytest.mark.parametrize(("style", "body", "line", "words"), by_style(cases(BY_COMPILING)))
def test_what_the_compiler_finds_is_told_in_the_users_words(play, style, body, line, words):
    check(play, style, body, line, words)


ARGUMENTS = {
    "too few, policy": ("policy", "rules, table, hand, knobs, memory"),
    "too many, policy": ("policy", "rules, table, hand, knobs, memory, choice, more"),
    "too few, scoring": ("scoring", "rules, table, hand, knobs, card, cell"),
    "too many, scoring": ("scoring", "rules, table, hand, knobs, card, cell, cost, more"),
}


@COMPILED
@pytest.mark.parametrize(("style", "parameters"), by_style(ARGUMENTS))
def test_a_function_with_the_wrong_arguments_is_told_at_its_head(play, style, parameters):
    outcome = play(style, "return 0", parameters=parameters)
    assert outcome.code == 2
    assert "mine.py, line 6: `def mine(" in outcome.err
    assert "wrong number of arguments" in outcome.err


@COMPILED
@pytest.mark.parametrize("style", BOTH)
def test_a_helper_that_is_not_compiled_is_told_with_the_remedy(play, style):
    outcome = play(style, "return helper(1)", above="def helper(x): return x")
    assert outcome.code == 2
    assert f"line {FIRST}: `return helper(1)`" in outcome.err
    assert "put @rule above it" in outcome.err


@COMPILED
def test_a_dict_outside_the_function_is_told_where_it_is_used(play):
    outcome = play("policy", "x = 1\nreturn W[x]", above="W = {1: 2}")
    assert outcome.code == 2
    assert f"line {FIRST + 1}: `return W[x]`: W is a dict" in outcome.err


IMPORTS = {
    "ctypes": ("import ctypes", "may not import ctypes"),
    "numba": ("from numba import carray, objmode", "may not import numba"),
    "time": ("import time", "may not import time"),
    "random": ("import random", "randbelow(choice, n)"),
    "numpy's lots": ("from numpy import random", "randbelow(choice, n)"),
    "numpy's tricks": ("from numpy.lib.stride_tricks import as_strided", "bypasses the limits"),
    "the compiler of the project": (
        "from analyzer.kernel.compiler.callee import numba",
        "may not import analyzer.kernel.compiler.callee",
    ),
    "Python inside": ("import numpy as np\nX = getattr(np, 'zeros')", "bypasses the limits"),
    "a file": ("X = open('x.txt')", "may not read files"),
    "a name too long for a file": (f"import {'x' * 2000}", f"may not import {'x' * 80}."),
}


@pytest.mark.parametrize(("above", "words"), IMPORTS.values(), ids=IMPORTS.keys())
def test_what_goes_around_the_guard_is_not_imported(play, above, words):
    outcome = play("policy", "return 0", above=above)
    assert outcome.code == 2
    assert "mine.py, line " in outcome.err
    assert words in outcome.err


TRICKS = {
    "lots of numpy": ("return np.random.randint(3)", "randbelow(choice, n)"),
    "addresses": ("return hand.cards.ctypes.data", "bypasses the limits"),
    "strides": ("return np.lib.stride_tricks.as_strided(hand.cards, (999,), (1,))[500]", "bypasses the limits"),
    "an unchecked walk": ("return hand.cards.flat[536]", "not checked"),
    "inner names": ("return hand.__class__", "bypasses the limits"),
    "a field by text": ("setattr(table, 'filled', 36)\nreturn 0", "bypasses the limits"),
}


@pytest.mark.parametrize("style", BOTH)
@pytest.mark.parametrize(("body", "words"), TRICKS.values(), ids=TRICKS.keys())
def test_tricks_are_refused_where_they_stand(play, style, body, words):
    outcome = play(style, body)
    assert outcome.code == 2
    assert f"mine.py, line {FIRST}: " in outcome.err
    assert words in outcome.err


def test_a_file_beside_the_policy_is_looked_at_too(play, tmp_path):
    (tmp_path / "beside.py").write_text("import ctypes\n")
    outcome = play("policy", "return 0", above="import beside")
    assert outcome.code == 2
    assert "beside.py, line 1: `import ctypes`" in outcome.err


@pytest.mark.skipif(IS_PLAIN, reason="the line is found by playing in plain Python")
def test_a_fault_names_its_line(play):
    outcome = play("policy", "x = table.turn\nif x > 0:\n    x += hand.cards[9999]\nreturn x")
    assert outcome.code == 4
    assert "beyond the end of an array (deal 0" in outcome.err
    assert f"mine.py, line {FIRST + 2}: `x += hand.cards[9999]`: index 9999 is out of bounds" in outcome.err
    assert "See it: analyzer replay" in outcome.err


def test_what_a_user_may_write_is_not_refused(play):
    """Negative control: notes in memory, own arrays, names like those of the table."""
    body = (
        "memory[0] += 1\nfilled = table.filled\nown = np.zeros(3)\nown[0] = filled\n"
        "best = max(filled, 0)\nif best < 0:\n    return -1\nelse:\n    return option(rules, table, hand, 0)"
    )
    above = "import numpy as np; from analyzer.games.tranquility.rules.options import option"
    outcome = play("policy", body, above=above)
    assert outcome.code == 0, outcome.err
