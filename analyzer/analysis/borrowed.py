"""Rates of few deals with the help of weaker levels, who played the same deals and many more."""

from typing import Any

import numpy as np
import pandas as pd

from analyzer.analysis import comparisons, frames
from analyzer.analysis.levels import level_rates
from analyzer.runs.stored.results import Results
from analyzer.stats.borrowing import Borrowed, borrow
from analyzer.stats.estimate import FloatArray

CASE = ["variant", "players", "switches"]
MORE = 4  # times the deals that others must have played


@frames.remembered
def borrowed_rates(results: Results) -> pd.DataFrame:
    """Estimate once more the rates of cells that others outdo in deals; only those whose every game has an outcome."""
    rows: list[dict[str, Any]] = []
    for _key, group in level_rates(results).groupby(CASE, sort=False):
        for row in group.to_dict("records"):
            found = _borrowed(results, row, group)
            if found is not None:
                own = {name: row[name] for name in (*CASE, "level", "cell", "games")}
                rows.append(own | {"raw": found.raw, "rate": found.rate, "gain": found.gain, "pays": found.pays})
    return frames.frame(rows, [*CASE, "level", "cell", "games", "raw", "rate", "gain", "pays"])


def _borrowed(results: Results, row: dict[str, Any], group: pd.DataFrame) -> Borrowed | None:
    others = group[group["games"] >= MORE * row["games"]]
    bits = {cell: _won(results, cell) for cell in (row["cell"], *others["cell"])}
    if not len(others) or any(found is None for found in bits.values()):
        return None
    known = [found for cell, found in bits.items() if cell != row["cell"] and found is not None]
    few, games = bits[row["cell"]], min(len(found) for found in known)
    assert few is not None
    controls = np.array([found[: len(few)] for found in known])
    return borrow(few, controls, np.array([found[:games].mean() for found in known]), games)


def _won(results: Results, cell: str) -> FloatArray | None:
    """Give 1 for every deal won, and 0 for every one lost; None if some have no outcome."""
    won, deals, unknown = comparisons.bits_of(results, cell)
    return None if unknown.any() else np.unpackbits(won, count=deals).astype(np.float64)
