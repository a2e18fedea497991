"""Who plays, as a text: names, knobs, files, look-ahead, levels, lists; refused in a message or played."""

from hypothesis import given
from hypothesis import strategies as st

from analyzer.cells import make_cell
from analyzer.errors import BadInput
from tests.fuzz.arena import REFUSED, SHORT, arena, keep_promises
from tests.fuzz.mutations import EDITS, mutate_bytes

CORPUS = [
    "random_legal",
    "spacing(cost=0.7)",
    "spacing , random_legal",
    "spacing(cost=0.7),random_legal",
    "search(spacing, samples=2, options=2, questions=PLAY|DRAW)",
    "search(spacing(cost=0.5), samples=1)",
    "spacing@knobs.toml",
    "spacing@knobs.toml(cost=1)",
    "mine.py:mine",
    "mine.py",
    "floor",
    "casual,good",
    "expert",
    "mine.py:mine(cost=1e-3)",
]
TOKENS = [b"(", b")", b"((", b"))", b",", b"=", b"@", b":", b".py", b".toml", b"search(", b"samples=1", b"nan", b"inf"]
TOKENS += [
    b"1e400",
    b"-0",
    b"1_0",
    "٣".encode(),
    "é".encode(),
    "🐙".encode(),
    b"..",
    b"/",
    b"/dev/zero",
    b"~",
    b" ",
    b"\t",
]
TOKENS += [
    b"\n",
    b"'",
    b'"',
    b"[",
    b"]",
    b"{",
    b"|",
    b"spacing",
    b"random_legal",
    b"knobs.toml",
    b"mine.py",
    b"x" * 5000,
]
TOKENS += [
    b"search(" * 300,
    b"(" * 2000,
    b"," * 500,
    b"9" * 5000,
    b"cost=1,",
    b"floor",
    b"-",
    b"--",
    b"\\",
    b"%s",
    b"\x7f",
]
KNOBS = 'game = "tranquility"\npolicy = "spacing"\n[knobs]\ncost = 0.5\n'
MINE = '''"""Mine."""

from analyzer.games.tranquility import scoring


@scoring
def mine(rules, table, hand, knobs, card, cell, cost):
    """Mine: likes cheap cards."""
    return -float(cost)
'''


def written(number, edits, of_knobs):
    text = mutate_bytes(CORPUS[number].encode(), edits, TOKENS).decode("utf-8", "surrogateescape")
    return {"policy": text.replace("\x00", "?"), "knobs": mutate_bytes(KNOBS.encode(), of_knobs)}


INPUTS = st.builds(written, st.integers(0, len(CORPUS) - 1), EDITS, st.one_of(st.just([]), EDITS))


def is_long(text):
    """Tell whether somebody would have to wait: for a large look-ahead, or for the compiler."""
    try:
        seats = make_cell("tranquility", policy=text).seats
    except (BadInput, OSError, ValueError):
        return False
    return any(seat.player.policy.file.endswith("mine.py") or seat.knobs.get("samples", 0) > 4 for seat in seats)


def check(case):
    with arena().folder({"knobs.toml": case["knobs"], "mine.py": MINE}) as folder:
        if not is_long(case["policy"]):
            play = ("simulate", "tranquility", f"--policy={case['policy']}", "--games", "1", "--jobs", "1")
            keep_promises(arena().command(folder, *play), {0, REFUSED})
            assert {item.name for item in folder.iterdir()} == {"knobs.toml", "mine.py"}


@SHORT
@given(INPUTS)
def test_a_policy_string_is_refused_or_played(case):
    check(case)
