"""A number of the rules raised step by step: the win rate over its values, and where it crosses one half."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analyzer.analysis.comparisons import joint_outcomes
from analyzer.analysis.factors import is_alone, sets_of
from analyzer.analysis.frames import frame, remembered
from analyzer.analysis.tables import win_rates
from analyzer.runs.results import Results
from analyzer.stats.crossings import crossing_of

LEAST_VALUES = 3  # below which there is no curve
CURVE = ["variant", "players", "policy"]


def swept_switch(results: Results) -> str | None:
    """Name the one switch of which a run played several numbers; None if there is none, or more than one."""
    sets = {sets_of(cell): cell.changes for cell in results.manifest.cells if not is_alone(results, cell)}.values()
    names = {name for changes in sets for name in changes}
    values = {_number(value) for changes in sets for value in changes.values()}
    is_sweep = len(names) == 1 and len(values) >= LEAST_VALUES and None not in values
    return names.pop() if is_sweep and all(sets) else None


def _number(value: bool | int | float | str) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


@remembered
def sweep(results: Results) -> pd.DataFrame:
    """List the win rate of every value of the swept switch, curve by curve, the values rising."""
    columns = ["cell", *CURVE, "value", "games", "win_rate"]
    if swept_switch(results) is None:
        return frame([], columns)
    rates, swept = win_rates(results), swept_switch(results)
    own = rates[[not is_alone(results, results.entry(cell)) for cell in rates["cell"]]]
    own = own.assign(value=[_number(results.entry(cell).changes[str(swept)]) for cell in own["cell"]])
    return own.sort_values([*CURVE, "value"], kind="stable")[columns].reset_index(drop=True)


@remembered
def crossings(results: Results) -> pd.DataFrame:
    """Find for every curve the value at which the team wins half of its games; `where` is None if there is none."""
    rows: list[dict[str, Any]] = []
    for key, curve in sweep(results).groupby(CURVE, sort=False):
        if len(curve) < LEAST_VALUES:
            continue
        values = [float(value) for value in curve["value"]]
        found = crossing_of(values, joint_outcomes(results, tuple(curve["cell"])))
        first, last = curve.iloc[0], curve.iloc[-1]
        own = dict(zip(CURVE, key, strict=True)) | {
            "where": found.where,
            "times": found.times,
            "is_open": found.is_open,
        }
        rows.append(own | {"values": values, "first": first["win_rate"], "last": last["win_rate"]})
    return frame(rows, [*CURVE, "where", "times", "is_open", "values", "first", "last"])
