"""Command lines: whatever is typed, it is refused in a message or done."""

from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.arena import FAILED, FAULTY, REFUSED, SHORT, arena, keep_promises
from tests.fuzz.mutations import EDIT

LINES = """
games
games --json
variants tranquility
policies portolano --json
fields rumini
simulate tranquility --players 3 --variant poseidon+storm --set hand_limit=4 --policy random_legal --games 3 --jobs 1
simulate tranquility --policy spacing(cost=0.7),random_legal --games 2 --seed 5 --jobs 1 --json
simulate portolano --policy random_legal --games 1 --jobs 1 --backend threads
simulate tranquility --policy floor --until 0.2 --games 50 --jobs 1
simulate tranquility --variant mine.toml --policy spacing@knobs.toml --games 2 --jobs 1
compare tranquility --variants base,storm --policy random_legal --games 3 --jobs 1
compare tranquility --policies random_legal,spacing --games 3 --jobs 1 --json
replay tranquility --deal 3 --players 2 --policy random_legal --json
run spec.toml --out out --jobs 1 --quick
run spec.toml --out out --jobs 1 --json --repair
report out --out report --format md
verify out --json
tournament tranquility --policies random_legal,spacing --variant competitive --games 1 --out out --jobs 1
leaderboard tranquility --policies random_legal,spacing --variants base --players 2 --games 1 --out out --jobs 1
calibrate tranquility --switch removed --target 50% --policy floor --between removed=0:9 --budget 99 --jobs 1
whatif tranquility --set hand_limit=6 --players 2 --levels floor --games 1 --jobs 1
luck tranquility --levels floor --games 2 --jobs 1
sensitivity tranquility --claim tranquility-storm-casual --worlds 10 --games 1 --out worlds --jobs 1
hindsight tranquility --deals 1 --budget 3 --policy random_legal --jobs 1
tune tranquility spacing --knobs cost --bounds cost=0:1 --budget 9 --generations 1 --population 2 --state state --jobs 1
new-policy tranquility mine2 --folder .
check mine.py --games 1
claims claims.toml --quick --only tranquility
cache path
--version
--help
""".strip().splitlines()
WORDS = [
    "",
    "-",
    "--",
    "--help",
    "--games",
    "--games=",
    "--players",
    "--json",
    "--set",
    "--out",
    "--variant",
    "--policy",
]
WORDS += ["--seed", "--jobs", "--until", "--deal", "--target", "--switch", "--between", "--only", "--format", "--quick"]
WORDS += [
    "0",
    "1",
    "2",
    "-1",
    "1e1",
    "1e-3",
    "nan",
    "inf",
    "-inf",
    "1e400",
    "1_0",
    "0x1",
    "٣",
    "１",
    "1.0",
    "9" * 25,
    "9" * 5000,
]
WORDS += [
    "tranquility",
    "portolano",
    "rumini",
    "islebound",
    "base",
    "storm",
    "standard",
    "competitive",
    "random_legal",
    "floor",
]
WORDS += [
    "base[removed=4]",
    "base[",
    "a=b",
    "removed=1",
    "hand_limit=",
    "=",
    "a,b",
    ",",
    "x" * 5000,
    "é",
    "🐙",
    "\udc80",
    "\x1b[31m",
]
WORDS += [
    "spec.toml",
    "mine.toml",
    "knobs.toml",
    "mine.py",
    "claims.toml",
    "out",
    ".",
    "nowhere/deep",
    "nowhere.toml",
    "*",
    "$HOME",
]
WORDS += [
    "/dev/null",
    "/dev/zero",
    "/proc/self/mem",
    "%",
    "50%",
    "true",
    "html,md",
    "pdf",
    "'",
    '"',
    "\\",
    "\n",
    "a" * 300,
    "processes ",
]

FILES = {
    "spec.toml": "# Small?\ngame = 'tranquility'\npolicies = ['random_legal']\nplayers = [2]\ndeals = 3\n",
    "mine.toml": "variant = 'storm'\nhand_limit = 4\n",
    "knobs.toml": "policy = 'spacing'\n[knobs]\ncost = 0.5\n",
    "mine.py": "x = 1\n",
    "claims.toml": "[[claim]]\nid = 'tranquility-x'\n",
}


def changed(number, edits):
    words = LINES[number].split()
    for deed, place, junk in edits:
        at, word = place % (len(words) + 1), WORDS[junk % len(WORDS)]
        words = _edited(words, deed % 7, at, word, junk)
    return words


def _edited(words, deed, at, word, junk):
    old = words[at] if at < len(words) else ""
    match deed:
        case 0:
            return words[:at] + words[at + 1 :]
        case 1:
            return words[:at] + [old, old] + words[at + 1 :]
        case 2:
            return words[:at] + [word] + words[at:]
        case 3:
            place = junk % (len(old) + 1)
            return words[:at] + [old[:place] + word[:9] + old[place:]] + words[at + 1 :]
        case 4:
            place = junk % (len(old) + 1)
            return words[:at] + [old[:place] + old[place + 1 :]] + words[at + 1 :]
    return words[:at] + [word] + words[at + 1 :]


INPUTS = st.builds(changed, st.integers(0, len(LINES) - 1), st.lists(EDIT, max_size=4))
CODES = {0, REFUSED, FAILED, FAULTY, 5}  # 5: claims that do not hold


def check(words):
    with arena().folder(FILES) as folder:
        keep_promises(arena().command(folder, *words), CODES)


@SHORT
@given(INPUTS)
def test_a_command_line_is_refused_or_done(words):
    check(words)
