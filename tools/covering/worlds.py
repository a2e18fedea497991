"""How often claims in plausible worlds are told rightly, on the toy game, where it is known which values flip them.

Run `ANALYZER_GAMES=tests.toy python -m tools.covering.worlds` to print the table of docs/statistics.md (ten minutes).
The control asks whether the intervals hold values that are wrong by 2.5 faces, and by 20 points.
"""

import sys
from pathlib import Path

from analyzer.studies.sensitivity.sensitivity import sensitivity
from analyzer.studies.sensitivity.stamps import STABLE
from tests.toy.truth import FLIPS_AT, share_of_worlds
from tools.covering.exact import table_header, table_row

RUNS, WORLDS, DEALS = 200, 60, 1_000
FILE = Path(__file__).parents[2] / "tests" / "toy" / "claims.toml"
WRONG_EDGE, WRONG_SHARE = FLIPS_AT + 2.5, 0.2
WORDS = {
    "flip": "the value where a claim flips lies in its interval",
    "first": "the value that flips it is named as what moves it most",
    "share": "the share of worlds where that claim holds lies in its interval",
    "stable": "a claim that never flips is called stable",
    "flipping": "a claim that flips is called stable",
    "wrong flip": "control: a value 2.5 faces off lies in the interval",
    "wrong share": "control: a share 20 points off lies in the interval",
}
HEAD = ["what is asked", "of 200 repetitions, %"]


def run(seed: int) -> dict[str, bool]:
    """Play both claims in worlds of their own, and compare with what is known."""
    flips, stable = sensitivity("toy", file=FILE, worlds=WORLDS, games=DEALS, seed=seed, jobs=1).stamps
    edge = next(mover for mover in flips.movers if mover.name == "edge")
    share = share_of_worlds()
    return {
        "flip": edge.flip is not None and not edge.flip.excludes(FLIPS_AT),
        "first": flips.movers[0] is edge,
        "share": not flips.share.excludes(share),
        "stable": stable.verdict == STABLE,
        "flipping": flips.verdict == STABLE,
        "wrong flip": edge.flip is not None and not edge.flip.excludes(WRONG_EDGE),
        "wrong share": not flips.share.excludes(share - WRONG_SHARE),
    }


def counted(runs: int = RUNS) -> dict[str, int]:
    """Count the repetitions in which each is so."""
    found = [run(seed) for seed in range(runs)]
    return {name: sum(one[name] for one in found) for name in WORDS}


def main() -> None:
    """Print the table."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    counts = counted(runs)
    print(
        "\n".join(
            [*table_header(HEAD), *(table_row([WORDS[name], f"{100 * n / runs:.1f}"]) for name, n in counts.items())]
        )
    )


if __name__ == "__main__":
    main()
