"""Measured coverage of what reports recommend: crossings of a sweep, and icons by cut points.

Runs are simulated with a seed of their own per row. Run `python -m analyzer.stats.coverage_answers` to print the tables
of docs/statistics.md (about five minutes).
"""

import math
import sys

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.checks import FloatArray, IntArray
from analyzer.stats.coverage import table_header, table_row
from analyzer.stats.coverage_models import Shares, play_deals
from analyzer.stats.crossings import crossing_of
from analyzer.stats.cut_points import classify
from analyzer.stats.joint import Joint, joint_counts
from analyzer.stats.outcomes import separate, settled
from analyzer.stats.places import Places, place_variants

# log odds at the lowest value, their fall per value, and deals: seven values 0, 1, …, 6
SWEEPS: dict[str, tuple[float, float, int]] = {
    "steep, 1,000 deals": (2.2, 0.7, 1_000),
    "flat, 1,000 deals": (0.35, 0.1, 1_000),
    "flat, 10,000 deals": (0.35, 0.1, 10_000),
    "crossing on a value that was played": (1.5, 0.5, 1_000),
    "few wins at the end": (1.2, 1.2, 1_000),
}
SPACINGS = (0.3, 1.0, 3.0)  # between neighbours of a class, in standard errors of a place; classes are three apart
GROUPS = np.array([0, 1, 2, 5, 6, 7, 10, 11])
CLASSES = np.array([1, 1, 1, 2, 2, 2, 3, 3])
SURE = 0.95
RUNS = 500


def crossings(case: str, runs: int = RUNS) -> Shares:
    """Simulate a sweep on common deals: coverage of its crossing, and with every game counted twice (control)."""
    start, fall, deals = SWEEPS[case]
    values = [float(number) for number in range(7)]
    rates = [1.0 / (1.0 + math.exp(fall * value - start)) for value in values]
    rng, n = np.random.default_rng([len(case), runs]), (deals,) * 7
    hits: dict[str, list[bool]] = {"crossing": [], "control": [], "open": []}
    for _ in range(runs):
        joint = joint_counts(play_deals(rng, rates, n), n)
        twice = Joint(2 * joint.deals, 2 * joint.wins, 2 * joint.both)
        ours, naive = (crossing_of(values, settled(counts)).where for counts in (joint, twice))
        hits["crossing"].append(ours is not None and not ours.excludes(start / fall))
        hits["control"].append(naive is not None and not naive.excludes(start / fall))
        hits["open"].append(ours is None or math.isinf(ours.half_width))
    return {name: float(np.mean(found)) for name, found in hits.items()}


def icons(spacing: float, runs: int = RUNS) -> Shares:
    """Simulate eight variants in three classes: how often icons are right, in all, as said, and where they are sure.

    The control counts every game four times: it is sure too often.
    """
    rng, n = np.random.default_rng([round(10 * spacing), runs]), 4_000
    true = spacing * math.sqrt(4.0 / n) * (GROUPS - GROUPS.mean())
    right, said, control = [], [], []
    for _ in range(runs):
        wins = rng.binomial(n, 1.0 / (1.0 + np.exp(true)))
        given, sure = _classified(_placed(wins, n))
        right.append(given == CLASSES)
        said.append(sure)
        control.append(_classified(_placed(4 * wins, 4 * n))[1])
    hits, shares, others = (np.concatenate(part) for part in (right, said, control))
    return {
        "right": float(hits.mean()),
        "said": float(shares.mean()),
        "sure": float((shares >= SURE).mean()),
        "sure and right": _share(hits, shares),
        "control": _share(hits, others),
    }


def _share(hits: NDArray[np.bool_], shares: FloatArray) -> float:
    chosen = shares >= SURE
    return float(hits[chosen].mean()) if chosen.any() else math.nan


def _placed(wins: IntArray, n: int) -> Places:
    return place_variants(list("abcdefgh"), ["2"] * 8, separate(wins.tolist(), [n] * 8))


def _classified(places: Places) -> tuple[IntArray, FloatArray]:
    found = classify(places, places.variants)
    names = places.variants
    return np.array([found.icons[name] for name in names]), np.array([found.sureness(name) for name in names])


def crossing_table() -> list[str]:
    """Tabulate the coverage of crossings."""
    lines = table_header(["sweep", "crossing", "every game twice (control)", "no end on some side"])
    return lines + [_row(case, crossings(case)) for case in SWEEPS]


def class_table() -> list[str]:
    """Tabulate how often recommended icons are right."""
    titles = ["right", "share of draws said", "said to be sure", "right where sure", "every game four times (control)"]
    return table_header(["spacing, standard errors", *titles]) + [_row(str(x), icons(x)) for x in SPACINGS]


def _row(label: str, shares: Shares) -> str:
    return table_row([label, *("–" if math.isnan(x) else f"{100 * x:.1f}" for x in shares.values())])


def main() -> None:
    """Print the tables as Markdown."""
    for table in (crossing_table, class_table):
        sys.stdout.write("\n".join(table()) + "\n\n")


if __name__ == "__main__":
    main()
