"""What one change does to a cooperative game: each cell against the one without it, on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from analyzer.analysis.comparisons import pairs_of
from analyzer.analysis.factors import references_of
from analyzer.analysis.frames import FACTORS, frame, remembered
from analyzer.analysis.places import scales
from analyzer.analysis.tables import win_rates
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate
from analyzer.stats.multiple import bonferroni_level, holm
from analyzer.stats.paired_unknowns import mcnemar_bounded, saving_known, tango_bounded_many

COLUMNS = [*FACTORS, "reference", "win_rate", "reference_rate", "difference", "p_value", "p_holm", "saved"]


@remembered
def changes(results: Results, kind: str, level: float = 0.95) -> pd.DataFrame:
    """Estimate what every change of a kind does to the win rate; the intervals hold together (Bonferroni)."""
    rates = {row["cell"]: row for row in win_rates(results).to_dict("records")}
    couples = [(a, b) for a, b in references_of(results)[kind] if a in rates and b in rates]
    if not couples:
        return frame([], COLUMNS)
    tables = [pairs_of(results, a, b) for a, b in couples]
    differences = tango_bounded_many(tables, bonferroni_level(level, len(couples)))
    tests = [mcnemar_bounded(table).p_value for table in tables]
    adjusted = holm(tests)
    rows = []
    for number, (cell, reference) in enumerate(couples):
        own: dict[str, Any] = {name: rates[cell][name] for name in FACTORS}
        own |= {"reference": reference, "win_rate": rates[cell]["win_rate"]}
        own |= {"reference_rate": rates[reference]["win_rate"], "difference": differences[number]}
        own |= {"p_value": tests[number], "p_holm": float(adjusted[number])}
        own["saved"] = saving_known(tables[number]).factor
        rows.append(own)
    return frame(rows, COLUMNS)


@remembered
def extreme_labels(results: Results, factor: str, *, hardest: bool, level: float = 0.95) -> list[str]:
    """List the hardest (or easiest) label of the first scale and all that cannot be told apart from it.

    All pairs count for the simultaneous level, because the extreme one is picked after looking.
    """
    found = scales(results, factor)
    if not found:
        return []
    scale = found[0]
    order = [label for label, _ in scale.ladder()]
    order = order[::-1] if hardest else order
    each = bonferroni_level(level, len(order) * (len(order) - 1) // 2)
    near = [name for name in order[1:] if not scale.difference(order[0], name, each).excludes(0.0)]
    return [order[0], *near]


def extreme_cells(results: Results, cells: Sequence[str], *, hardest: bool, level: float = 0.95) -> list[str]:
    """List the cell with the lowest (or highest) win rate among some, and all that cannot be told apart from it.

    All pairs count for the simultaneous level, because the extreme one is picked after looking.
    """
    rates = win_rates(results).set_index("cell")["win_rate"]
    order = sorted(cells, key=lambda cell: rates[cell].value, reverse=not hardest)
    if len(order) < 2:
        return order
    each = bonferroni_level(level, len(order) * (len(order) - 1) // 2)
    against: list[Estimate] = tango_bounded_many([pairs_of(results, order[0], cell) for cell in order[1:]], each)
    tied = [cell for cell, difference in zip(order[1:], against, strict=True) if not difference.excludes(0.0)]
    return [order[0], *tied]
