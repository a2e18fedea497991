"""Questions between cells: differences on the same deals; games without an outcome bound them from both sides."""

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pandas as pd

from analyzer.analysis import certainty, decisions, frames
from analyzer.analysis.tables import win_rates
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate, estimate
from analyzer.stats.joint import Outcomes, Packed, outcomes_of
from analyzer.stats.paired import BoundedPairs, mcnemar_bounded, pairs_in, saving, tango_bounded_many

MOST_ARMS = certainty.MOST_ARMS  # cells up to which each is compared with each; of more, each with the first one


Bits = tuple[Packed, int, Packed]  # what was won, of how many deals, and what is unknown


@frames.remembered
def bits_of(results: Results, cell: str) -> Bits:
    """Read the outcomes of a cooperative cell, one bit per deal: what was won, of how many deals, what is unknown."""
    outcomes = results.outcomes(cell)
    assert outcomes.won is not None
    return outcomes.won, outcomes.deals, outcomes.unknown


@frames.remembered
def joint_outcomes(results: Results, cells: Sequence[str]) -> Outcomes:
    """Count common wins of some cooperative cells, with their games of unknown outcome lost and won."""
    won, deals, unknown = zip(*(bits_of(results, cell) for cell in cells), strict=True)
    return outcomes_of(won, deals, unknown)


def pairs_of(first: Bits, second: Bits) -> BoundedPairs:
    """Count the outcomes of two cells on their common deals."""
    (won, deals, unknown), (other_won, other_deals, other_unknown) = first, second
    return pairs_in(outcomes_of((won, other_won), (deals, other_deals), (unknown, other_unknown)), 0, 1)


@frames.remembered
def paired_differences(results: Results, *, within: Sequence[str] = ("players", "policy")) -> pd.DataFrame:
    """Estimate all differences between cooperative cells that agree in `within`.

    Differences are first minus second, on their common deals; the intervals hold together with all claims of a report
    (`certainty`), p-values are McNemar's, adjusted by Holm's method within the group. In a group of more than
    `MOST_ARMS` every cell is compared with the first one only.
    """
    rates = win_rates(results)
    rows: list[dict[str, Any]] = []
    for key, group in rates.groupby(list(within), sort=False):
        if len(group) > 1:
            shared = dict(zip(within, key, strict=True))
            rows += [shared | row for row in _rows_of(results, list(group["cell"]))]
    stopped = decisions.at_the_stop(
        results, [(row["first"], row["second"]) for row in rows], [row["difference"] for row in rows]
    )
    rows = [row | {"difference": difference} for row, difference in zip(rows, stopped, strict=True)]
    names = rates.set_index("cell")
    columns = [*within, "first", "second", "difference", "p_value", "p_holm", "saved", "correlation"]
    table = frames.frame(rows, columns)
    for side in ("first", "second"):
        table[f"{side}_setting"] = table[side].map(names["setting"])
        table[f"{side}_policy"] = table[side].map(names["policy"])
    return table


def _rows_of(results: Results, cells: list[str]) -> list[dict[str, Any]]:
    each = certainty.each(results)
    if len(cells) <= MOST_ARMS:
        return _all_pairs(cells, joint_outcomes(results, tuple(cells)), each)
    first, *others = cells
    bits = [bits_of(results, cell) for cell in cells]
    return _rows([(cell, first) for cell in others], [pairs_of(own, bits[0]) for own in bits[1:]], each)


@frames.remembered
def difference_of(results: Results, first: str, second: str) -> Estimate:
    """Estimate the difference of two cells, first minus second, so that it holds with all claims of a report."""
    found = tango_bounded_many([pairs_of(bits_of(results, first), bits_of(results, second))], certainty.each(results))
    return decisions.at_the_stop(results, [(first, second)], found)[0]


def pair_rows(labels: Sequence[str], outcomes: Outcomes, level: float = 0.95) -> list[dict[str, Any]]:
    """Compare every two cells on their common deals; the intervals hold together."""
    return _all_pairs(labels, outcomes, estimate.bonferroni_level(level, math.comb(len(labels), 2)))


def _all_pairs(labels: Sequence[str], outcomes: Outcomes, each: float) -> list[dict[str, Any]]:
    pairs = list(combinations(range(len(labels)), 2))
    tables = [pairs_in(outcomes, i, j) for i, j in pairs]
    return _rows([(labels[i], labels[j]) for i, j in pairs], tables, each)


def _rows(pairs: Sequence[tuple[str, str]], tables: list[BoundedPairs], each: float) -> list[dict[str, Any]]:
    differences = tango_bounded_many(tables, each)
    tests = [mcnemar_bounded(table) for table in tables]
    adjusted = estimate.holm([test.p_value for test in tests])
    rows = []
    for number, (first, second) in enumerate(pairs):
        spared = saving(tables[number].known)
        rows.append(
            {
                "first": first,
                "second": second,
                "difference": differences[number],
                "p_value": tests[number].p_value,
                "test": tests[number].method,
                "p_holm": float(adjusted[number]),
                "saved": spared.factor,
                "correlation": spared.correlation,
            }
        )
    return rows
