"""What a change does to a cooperative game: each cell against the one without it, and a number raised step by step."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyzer.analysis import certainty, comparisons, decisions, frames, places
from analyzer.analysis.tables import win_rates
from analyzer.runs.stored.results import Results
from analyzer.stats import borrowing, estimate, paired
from analyzer.stats.crossings import crossing_of

COLUMNS = [*frames.FACTORS, "reference", "win_rate", "reference_rate", "difference", "shrunken", "p_value"]
COLUMNS += ["p_holm", "saved"]


@frames.remembered
def changes(results: Results, kind: str) -> pd.DataFrame:
    """Estimate what every change of a kind does to the win rate; the intervals hold with all claims of a report."""
    rates = {row["cell"]: row for row in win_rates(results).to_dict("records")}
    couples = [(a, b) for a, b in frames.references_of(results)[kind] if a in rates and b in rates]
    if not couples:
        return frames.frame([], COLUMNS)
    tables = [comparisons.pairs_of(*(comparisons.bits_of(results, cell) for cell in couple)) for couple in couples]
    differences = paired.tango_bounded_many(tables, certainty.each(results))
    differences = decisions.at_the_stop(results, couples, differences)
    tests = [paired.mcnemar_bounded(table).p_value for table in tables]
    adjusted, shrunken = estimate.holm(tests), borrowing.shrunken(differences)
    rows = []
    for number, (cell, reference) in enumerate(couples):
        own: dict[str, Any] = {name: rates[cell][name] for name in frames.FACTORS}
        own |= {"reference": reference, "win_rate": rates[cell]["win_rate"]}
        own |= {"reference_rate": rates[reference]["win_rate"], "difference": differences[number]}
        own |= {"shrunken": shrunken[number], "p_value": tests[number], "p_holm": float(adjusted[number])}
        own["saved"] = paired.saving(tables[number].known).factor
        rows.append(own)
    return frames.frame(rows, COLUMNS)


@frames.remembered
def extreme_labels(results: Results, factor: str, *, hardest: bool) -> list[str]:
    """List the hardest (or easiest) label of the first scale and all that cannot be told apart from it.

    All pairs count for the level, because the extreme one is picked after looking.
    """
    found = places.scales(results, factor)
    if not found:
        return []
    scale = found[0]
    order = [label for label, _ in scale.ladder()]
    order = order[::-1] if hardest else order
    each = certainty.each(results)
    near = [name for name in order[1:] if not scale.difference(order[0], name, each).excludes(0.0)]
    return [order[0], *near]


def extreme_cells(results: Results, cells: Sequence[str], *, hardest: bool) -> list[str]:
    """List the cell with the lowest (or highest) win rate among some, and all that cannot be told apart from it.

    All pairs count for the level, because the extreme one is picked after looking.
    """
    rates = win_rates(results).set_index("cell")["win_rate"]
    order = sorted(cells, key=lambda cell: rates[cell].value, reverse=not hardest)
    tied = [cell for cell in order[1:] if not comparisons.difference_of(results, order[0], cell).excludes(0.0)]
    return [*order[:1], *tied]


LEAST_VALUES = 3  # below which there is no curve
CURVE = ["variant", "players", "policy"]


def swept_switch(results: Results) -> str | None:
    """Name the one switch of which a run played several numbers; None if there is none, or more than one."""
    sets = {
        frames.sets_of(cell): cell.changes for cell in results.manifest.cells if not frames.is_alone(results, cell)
    }.values()
    names = {name for changes in sets for name in changes}
    values = {_number(value) for changes in sets for value in changes.values()}
    is_sweep = len(names) == 1 and len(values) >= LEAST_VALUES and None not in values
    return names.pop() if is_sweep and all(sets) else None


def _number(value: bool | int | float | str) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


@frames.remembered
def sweep(results: Results) -> pd.DataFrame:
    """List the team's win rate at every value of the swept switch, curve by curve, the values rising."""
    columns = ["cell", *CURVE, "value", "games", "win_rate"]
    if swept_switch(results) is None:
        return frames.frame([], columns)
    rates, swept = win_rates(results), swept_switch(results)
    is_kept = [not frames.is_alone(results, results.entry(cell)) for cell in rates["cell"]]
    own = rates[np.array(is_kept, dtype=bool)]  # a list would mean columns if there is no cell
    own = own.assign(value=[_number(results.entry(cell).changes[str(swept)]) for cell in own["cell"]])
    return own.sort_values([*CURVE, "value"], kind="stable")[columns].reset_index(drop=True)


@frames.remembered
def crossings(results: Results) -> pd.DataFrame:
    """Find for every curve the value at which the team wins half of its games; `where` is None if there is none."""
    rows: list[dict[str, Any]] = []
    for key, curve in sweep(results).groupby(CURVE, sort=False):
        if len(curve) < LEAST_VALUES:
            continue
        values = [float(value) for value in curve["value"]]
        outcomes = comparisons.joint_outcomes(results, tuple(curve["cell"]))
        found, wide = crossing_of(values, outcomes), crossing_of(values, outcomes, level=certainty.each(results))
        first, last = curve.iloc[0], curve.iloc[-1]
        own = dict(zip(CURVE, key, strict=True)) | {
            "where": found.where,
            "times": found.times,
            "is_open": wide.is_open,
        }
        rows.append(own | {"values": values, "first": first["win_rate"], "last": last["win_rate"]})
    return frames.frame(rows, [*CURVE, "where", "times", "is_open", "values", "first", "last"])
