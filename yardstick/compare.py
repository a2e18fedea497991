"""Compare the analyzer with the yardstick: speed as a ratio in one run, win rates as a check of the rules.

python yardstick/compare.py [--games N] [--runs N] [--policy NAME]
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from building import build, find_compiler

from analyzer.cells import make_cell
from analyzer.play.simulation import simulate_cell
from analyzer.play.speed import measure_cell

CELLS = ((5, 0), (3, 4))  # players, Islands removed: all seats get the same number of cards
PAIRS_PER_RUN = 3
SAME = "spacing"  # plays as the yardstick does


def main() -> int:
    """Build the yardstick, measure both sides by turns, print ratios and, for the same player, win rates."""
    options = _options()
    compiler = find_compiler()
    if compiler is None:
        return 0
    with tempfile.TemporaryDirectory() as folder:
        program = build(compiler, "tranquility_limit", Path(folder))
        for players, removed in CELLS:
            _compare(program, players, removed, options)
        if options.policy == SAME:
            _scaling(options)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200_000, help="games per run and side")
    parser.add_argument("--policy", default=SAME, help="the analyzer's player; another one is timed only")
    parser.add_argument("--runs", type=int, default=5, help="alternating runs; the median counts")
    return parser.parse_args()


def _compare(program: Path, players: int, removed: int, options: argparse.Namespace) -> None:
    cell = make_cell("tranquility", players=players, sets=[f"removed={removed}"], policy=options.policy)
    simulate_cell(cell, games=1000, jobs=1)
    ours, theirs = [], []
    for run in range(options.runs):
        ours.append(measure_cell(cell, games=options.games, jobs=1)["games_per_cpu_second"])
        theirs.append(_yardstick(program, players, removed, options.games, run)["games_per_cpu_second"])
    ratio = statistics.median(ours) / statistics.median(theirs)
    print(
        f"{players} players, {removed} removed: {options.policy} {statistics.median(ours):,.0f} games per CPU-second, "
        f"yardstick {statistics.median(theirs):,.0f}, ratio {ratio:.2f} (median of {options.runs} alternating runs)"
    )
    if options.policy == SAME:
        _check_rates(program, cell, players, removed, options.games)


def _check_rates(program: Path, cell: object, players: int, removed: int, games: int) -> None:
    ours = simulate_cell(cell, games=games, jobs=1).as_dict()["win_rate"]  # type: ignore[arg-type]
    theirs = _yardstick(program, players, removed, games, 0)["win_rate"]
    error = (ours * (1 - ours) / games + theirs * (1 - theirs) / games) ** 0.5
    apart = abs(ours - theirs) / error
    print(f"  win rates {ours:.4f} and {theirs:.4f}: {apart:.1f} standard errors apart ({games:,} games each)")


def _yardstick(program: Path, players: int, removed: int, games: int, run: int) -> dict[str, float]:
    arguments = [str(program), str(players), str(removed), str(games), str(run * games)]
    document: dict[str, float] = json.loads(subprocess.run(arguments, check=True, capture_output=True).stdout)
    return document


def _scaling(options: argparse.Namespace) -> None:
    """Compare two jobs with one in many pairs: both depend on what else the machine does at that moment."""
    cell = make_cell("tranquility", players=3, policy=SAME)
    times = []
    for _ in range(PAIRS_PER_RUN * options.runs):
        one = measure_cell(cell, games=options.games, jobs=1)["games_per_second"]
        times.append(measure_cell(cell, games=2 * options.games, jobs=2)["games_per_second"] / one)
    print(
        f"two jobs against one: {statistics.median(times):.2f} times as fast "
        f"(median of {len(times)} pairs of runs, {min(times):.2f} to {max(times):.2f})"
    )


if __name__ == "__main__":
    sys.exit(main())
