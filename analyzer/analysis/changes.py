"""What one change does to a cooperative game: each cell against the one without it, on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyzer.analysis.comparisons import BY_VARIANT, joint_of, packed, scale_of, scaled_cells, sparse_labels
from analyzer.analysis.factors import references_of
from analyzer.analysis.frames import FACTORS, frame, remembered
from analyzer.analysis.tables import win_rates
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate
from analyzer.stats.multiple import bonferroni_level, holm
from analyzer.stats.paired import Pairs, count_packed, mcnemar, saving, tango_many

COLUMNS = [*FACTORS, "reference", "win_rate", "reference_rate", "difference", "p_value", "p_holm", "saved"]


@remembered
def changes(results: Results, kind: str, level: float = 0.95) -> pd.DataFrame:
    """Estimate what every change of a kind does to the win rate; the intervals hold together (Bonferroni)."""
    rates = {row["cell"]: row for row in win_rates(results).to_dict("records")}
    couples = [(a, b) for a, b in references_of(results)[kind] if a in rates and b in rates]
    if not couples:
        return frame([], COLUMNS)
    tables = [_pairs(results, a, b) for a, b in couples]
    differences = tango_many(tables, bonferroni_level(level, len(couples)))
    tests = [mcnemar(table).p_value for table in tables]
    adjusted = holm(tests)
    rows = []
    for number, (cell, reference) in enumerate(couples):
        own: dict[str, Any] = {name: rates[cell][name] for name in FACTORS}
        own |= {"reference": reference, "win_rate": rates[cell]["win_rate"]}
        own |= {"reference_rate": rates[reference]["win_rate"], "difference": differences[number]}
        own |= {"p_value": tests[number], "p_holm": float(adjusted[number]), "saved": saving(tables[number]).factor}
        rows.append(own)
    return frame(rows, COLUMNS)


def _pairs(results: Results, cell: str, reference: str) -> Pairs:
    (first, n_first), (second, n_second) = packed(results, cell), packed(results, reference)
    deals = min(n_first, n_second)
    if n_first != n_second:
        joint = joint_of(results, (cell, reference))
        both, won, lost = (int(x) for x in (joint.both[0, 1], joint.wins[0, 1], joint.wins[1, 0]))
        return Pairs(both, won - both, lost - both, deals - won - lost + both)
    return count_packed(first, second, deals)


@remembered
def scale_differences(results: Results, factor: str, level: float = 0.95) -> pd.DataFrame:
    """Compare all labels of a factor on the difficulty scale, at one level together (Bonferroni)."""
    scale = scale_of(results, BY_VARIANT)
    names = () if scale is None else tuple(label for name, label in scale.labels if name == factor)
    pairs = [(a, b) for a in names for b in names if a != b]
    each = bonferroni_level(level, max(len(pairs) // 2, 1))
    assert scale is not None or not pairs
    rows = [
        {"first": a, "second": b, "harder": scale.difference(factor, a, b, each)} for a, b in pairs if scale is not None
    ]
    return frame(rows, ["first", "second", "harder"])


def extreme_labels(results: Results, factor: str, *, hardest: bool) -> list[str]:
    """List the hardest (or easiest) label of a factor and all that cannot be told apart from it, hardest first."""
    scale = scale_of(results, BY_VARIANT)
    if scale is None or factor not in {name for name, _ in scale.labels}:
        return []
    names, places, _ = scale.factor(factor)
    order = [names[i] for i in np.argsort(-places if hardest else places, kind="stable")]
    return [order[0], *(name for name in order[1:] if not _told_apart(results, factor, order[0], name))]


def _told_apart(results: Results, factor: str, first: str, second: str, level: float = 0.95) -> bool:
    """Tell whether two labels differ for certain: on the scale, and for sparse ones in some single case as well."""
    table = scale_differences(results, factor, level).set_index(["first", "second"])["harder"]
    if not table[(first, second)].excludes(0.0):
        return False
    if not {first, second} & sparse_labels(results, factor):
        return True
    couples = _common_cases(results, factor, first, second)
    each = bonferroni_level(level, max(len(table) // 2 * len(couples), 1))
    found = tango_many([_pairs(results, a, b) for a, b in couples], each)
    return any(difference.excludes(0.0) for difference in found)


def _common_cases(results: Results, factor: str, first: str, second: str) -> list[tuple[str, str]]:
    cells = scaled_cells(results, BY_VARIANT).astype({factor: str})
    others = [name for name in BY_VARIANT if name != factor]
    sides = [cells[cells[factor] == label].set_index(others)["cell"] for label in (first, second)]
    return [(sides[0][case], sides[1][case]) for case in sides[0].index if case in sides[1].index]


def extreme_cells(results: Results, cells: Sequence[str], *, hardest: bool, level: float = 0.95) -> list[str]:
    """List the cell with the lowest (or highest) win rate among some, and all that cannot be told apart from it.

    All pairs count for the simultaneous level, because the extreme one is picked after looking.
    """
    rates = win_rates(results).set_index("cell")["win_rate"]
    order = sorted(cells, key=lambda cell: rates[cell].value, reverse=not hardest)
    if len(order) < 2:
        return order
    each = bonferroni_level(level, len(order) * (len(order) - 1) // 2)
    against: list[Estimate] = tango_many([_pairs(results, order[0], cell) for cell in order[1:]], each)
    tied = [cell for cell, difference in zip(order[1:], against, strict=True) if not difference.excludes(0.0)]
    return [order[0], *tied]
