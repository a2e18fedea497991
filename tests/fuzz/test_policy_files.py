"""Policy files: whatever is in one, it is refused with its line, faulted with its deal, or played; nothing crashes.

In the long version most are played as plain Python, where nothing has to be compiled; every eighth is compiled, guarded
as a user's file is.
"""

from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.arena import FAULTY, REFUSED, SHORT, arena, keep_promises
from tests.fuzz.mutations import EDIT, mutate_bytes

HEAD = '"""Mine."""\n\nimport numpy as np\n\nfrom analyzer.games.tranquility import policy, scoring\n'
HEAD += "from analyzer.games.tranquility.rules.options import is_legal, n_options, option\n\n\n"
PARAMETERS = "rules, table, hand, knobs, memory, choice"
CORPUS = [
    f"""@policy(nerve=2.0)
def mine({PARAMETERS}):
    '''Mine: takes the first.'''
    best = 0
    for place in range(n_options(rules, table, hand)):
        if option(rules, table, hand, place) > best and knobs[0] > 1.0:
            best = place
    return option(rules, table, hand, best)
""",
    f"""@policy
def mine({PARAMETERS}):
    '''Mine: remembers the turn.'''
    memory[0] = table.turn
    held = np.zeros(4)
    held[table.turn % 4] = 1.0
    return option(rules, table, hand, int(memory[0]) % n_options(rules, table, hand))
""",
    """@scoring(cost=1.0)
def mine(rules, table, hand, knobs, card, cell, cost):
    '''Mine: likes cheap cards.'''
    return -knobs[0] * cost + hand.cards[0] / (1 + table.turn) - table.number[cell]
""",
    f"""@policy(compiled=False)
def mine({PARAMETERS}):
    '''Mine: in plain Python.'''
    answers = [option(rules, table, hand, place) for place in range(n_options(rules, table, hand))]
    return max(answers)
""",
]
TOKENS = [
    b"table",
    b"hand",
    b"rules",
    b"knobs",
    b"memory",
    b"choice",
    b"card",
    b"cell",
    b"[0]",
    b"[-1]",
    b"[999]",
    b"[10**9]",
]
TOKENS += [
    b".turn",
    b".number",
    b".cards",
    b".phase",
    b"()",
    b"(",
    b")",
    b":",
    b",",
    b"=",
    b" = 5",
    b" += 1",
    b"return ",
    b"return",
]
TOKENS += [
    b"0",
    b"-1",
    b"1e9",
    b"2**70",
    b"1/0",
    b"None",
    b"True",
    b"'a'",
    b"np.nan",
    b"[]",
    b"{}",
    b"lambda: 0",
    b"not ",
    b"if 1:",
]
TOKENS += [
    b"while True: pass",
    b"for x in range(3):",
    b"raise ValueError",
    b"assert False",
    b"import math",
    b"global best",
    b"yield",
]
TOKENS += [
    b"try:\n",
    b"print(table)",
    b"open",
    b"@policy\n",
    b"@scoring\n",
    b"def other():\n",
    b"class A: pass\n",
    b"\n",
    b"    ",
    b"\t",
]
TOKENS += [
    b"\x00",
    b"\xff",
    "é".encode(),
    b"#",
    b'"""',
    b"'",
    b"\\",
    b"(" * 300,
    b"-" * 20_000,
    b"x" * 2000,
    b"await ",
    b"del table",
]
TOKENS += [
    b"choice.draw()",
    b"table.turn = 3",
    b"hand.cards[99] = 1",
    b"np.empty(10**7)",
    b"float('inf')",
    b"n_options",
    b"option",
]


def written(number, edits, is_compiled):
    text = HEAD + CORPUS[number]
    return {"file": mutate_bytes(text.encode(), edits, TOKENS), "is_compiled": is_compiled == 0}


INPUTS = st.builds(written, st.integers(0, len(CORPUS) - 1), st.lists(EDIT, max_size=4), st.integers(0, 7))


def check(case):
    played = arena(plain=not case["is_compiled"])
    with played.folder({"mine.py": case["file"]}) as folder:
        play = ("simulate", "tranquility", "--policy", "mine.py", "--games", "2", "--jobs", "1")
        outcome = played.command(folder, *play, patience=12.0)
        keep_promises(outcome, {0, REFUSED, FAULTY})


@SHORT
@given(INPUTS)
def test_a_policy_file_is_refused_faulted_or_played(case):
    check(case | {"is_compiled": False})  # tests/guard does it compiled
