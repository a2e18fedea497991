"""How often a report calls a crossing certain that is none: made-up curves over sight, their truth known.

Run `python -m tools.covering.skill_crossings` to print the table of docs/statistics.md (about a minute). The control
asks each pair at each sight alone, at 95 %.
"""

import math
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from analyzer.analysis.skill.crossings import skill_crossings
from analyzer.runs.specs.checking import load_spec
from analyzer.runs.specs.design import expand
from analyzer.runs.stored.manifest import new_manifest
from analyzer.runs.stored.manifest_file import Manifest
from analyzer.runs.stored.results import DealOutcomes
from analyzer.stats.estimate import FloatArray
from tools.covering.exact import Shares, percent_row, table_header
from tools.covering.fabricated import Fabricated
from tools.covering.reports import CLAIMS
from tools.covering.samples import play_deals

SIGHTS = (0.6, 0.7, 0.8, 0.9, 1.0)
VARIANTS = ("base", "galateia", "triton", "leucothea", "amphitrite", "poseidon")
SPEC = f"""# Which variants cross?
game = "tranquility"
variants = [{", ".join(f'"{name}"' for name in VARIANTS)}]
players = [3]
skill = {{ policy = "spacing", sight = {list(SIGHTS)} }}
deals = 1_000
"""
DEALS = 1_000
CURVES = ("analyzer.analysis.skill.curves", "skill_curves", "()", "[]")


@dataclass(frozen=True)
class Truth:
    """Win rates by variant and sight, and where pairs cross: the easier one below, the harder one below, the sight."""

    rates: FloatArray
    crossings: dict[tuple[str, str], float]


def _lines(starts: FloatArray, slopes: FloatArray) -> FloatArray:
    places = np.array(SIGHTS) - 0.8
    return np.asarray(1.0 / (1.0 + np.exp(-(starts[:, None] + slopes[:, None] * places))))


def _meeting() -> FloatArray:
    """Variants that differ up to a sight of 0.7 and not above it: no pair crosses, and the top invites to say so."""
    rates = np.repeat(np.array([[0.2, 0.4, 0.6, 0.7, 0.8]]), len(VARIANTS), axis=0)
    rates[:, :2] += 0.06 * np.arange(len(VARIANTS))[:, None] - 0.15
    return rates


CASES = {
    "all alike": Truth(_lines(np.zeros(6), np.full(6, 6.0)), {}),
    "alike from 0.8 on": Truth(_meeting(), {}),
    "one crosses all others at 0.8": Truth(
        _lines(np.zeros(6), np.array([2.0, 8.0, 8.0, 8.0, 8.0, 8.0])), {("base", name): 0.8 for name in VARIANTS[1:]}
    ),
}


@cache
def manifest_of() -> Manifest:
    """Plan the made-up experiment."""
    path = Path(tempfile.mkdtemp()) / "made_up.toml"
    path.write_text(SPEC, encoding="utf-8")
    experiment = load_spec(path)
    return new_manifest(experiment, expand(experiment, path), path, SPEC, quick=False, rows=False)


def made_up(truth: Truth, seed: int) -> Fabricated:
    """Play all cells on common deals, whose luck they share in part."""
    manifest, none = manifest_of(), np.packbits(np.zeros(DEALS, np.uint8))
    rates = [truth.rates[VARIANTS.index(cell.variant), SIGHTS.index(cell.seats[0].sight)] for cell in manifest.cells]
    bits = play_deals(np.random.default_rng(seed), rates, (DEALS,) * len(rates))
    names = manifest.cell_ids
    made = {name: DealOutcomes(DEALS, none, won=won) for name, won in zip(names, bits, strict=True)}
    results = Fabricated(Path(), manifest, made=made)
    wins = [int(np.bitwise_count(won).sum()) for won in bits]
    table = pd.DataFrame({"cell": names, "block": 0, "games": DEALS, "cause_won": wins})
    results.__dict__["blocks"] = table.assign(cause_truncated=0, cause_fault=0)
    return results


def crossings(case: str, runs: int, first: int = 0) -> Shares:
    """Count the reports with a false crossing, those of single claims (control), and the true ones that were found."""
    truth, curves = CASES[case], None
    counts = {"false": 0.0, "control": 0.0, "found": 0.0}
    for seed in range(first, first + runs):
        results, naive = made_up(truth, seed), made_up(truth, seed)
        naive.answers[CLAIMS] = {"a single claim": 1}
        for each in (results, naive) if curves is not None else ():
            each.answers[CURVES] = curves  # only the value of a crossing depends on them: fitted once
        found, alone = skill_crossings(results), skill_crossings(naive)
        curves = results.answers[CURVES]
        counts["false"] += _is_false(found, truth)
        counts["control"] += _is_false(alone, truth)
        counts["found"] += len(set(zip(found["first"], found["second"], strict=True)) & set(truth.crossings))
    counts["found"] /= len(truth.crossings) or math.nan
    return {name: count / runs for name, count in counts.items()}


def _is_false(table: pd.DataFrame, truth: Truth) -> bool:
    rows = table.to_dict("records")
    known = [truth.crossings.get((row["first"], row["second"]), np.nan) for row in rows]
    return any(not row["where"].low <= place <= row["where"].high for row, place in zip(rows, known, strict=True))


def main() -> None:
    """Print the table."""
    lines = table_header(["curves", "reports with a false crossing", "each claim alone (control)", "true ones found"])
    print("\n".join([*lines, *(percent_row(case, crossings(case, 400)) for case in CASES)]))


if __name__ == "__main__":
    sys.exit(main())
