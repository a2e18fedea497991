"""How often the smallest patch is found, on the stalls, where it is known which changes do what.

Run `ANALYZER_GAMES=tests.stalls python -m tools.covering.patches` to print the table of docs/statistics.md.
Six patches of two switches do: who begins is ahead by 2 faces or none, and trading gives 10 to 12. The smallest of them
is edge = 2 with trade = 12. No single change does, and five other values are offered besides.
"""

import sys

from analyzer.studies.patching.patch import ENOUGH, NONE, Patching, patch
from tools.covering.exact import table_header, table_row

RUNS, BUDGET = 200, 150_000
WANTS = ("positions within 3 points", "winning score 38 to 44")
IMPOSSIBLE = ("positions within 3 points", "winning score 5 to 9")
MET_NOW = ("positions within 13 points", "winning score 58 to 65")
OFFERED = ("edge=0,2,10,16", "trade=10,11,12,16", "raid=5", "luck=18", "power=16")
SMALLEST = {"edge": 2, "trade": 12}
SIX = [{"edge": edge, "trade": trade} for edge in (0, 2) for trade in (10, 11, 12)]
WORDS = {
    "smallest": "the smallest of six patches is among those named",
    "first": "it is named first",
    "false": "a patch that does not do is named",
    "none": "control: no patch is named where none can do",
    "enough": "control: nothing to change is said where all is as it should be",
    "wrong": "control: a single change, which cannot do, is among those named",
}
HEAD = ["what is asked", "of 200 repetitions, %"]


def asked(wants: tuple[str, ...], seed: int) -> Patching:
    """Ask for a patch once."""
    return patch("stalls", wants, change=OFFERED, players=2, budget=BUDGET, seed=seed, jobs=1)


def does(changes: dict[str, object]) -> bool:
    """Tell whether a patch does, by what is known: decoys move the score by less than what is left."""
    own = {name: value for name, value in changes.items() if name in SMALLEST}
    return own in SIX


def run(seed: int) -> dict[str, bool]:
    """Ask for a patch, for one that cannot be, and for one that is not needed."""
    named = [one.changes for one in asked(WANTS, seed).patches]
    return {
        "smallest": SMALLEST in named,
        "first": bool(named) and named[0] == SMALLEST,
        "false": any(not does(changes) for changes in named),
        "none": asked(IMPOSSIBLE, seed).status == NONE,
        "enough": asked(MET_NOW, seed).status == ENOUGH,
        "wrong": any(len(changes) == 1 for changes in named),
    }


def counted(runs: int = RUNS) -> dict[str, int]:
    """Count the repetitions in which each is so."""
    found = [run(seed) for seed in range(runs)]
    return {name: sum(one[name] for one in found) for name in WORDS}


def main() -> None:
    """Print the table."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    counts = counted(runs)
    rows = (table_row([WORDS[name], f"{100 * n / runs:.1f}"]) for name, n in counts.items())
    print("\n".join([*table_header(HEAD), *rows]))


if __name__ == "__main__":
    main()
