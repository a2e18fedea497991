"""Rates of few deals with the help of weaker levels, who played the same deals and many more."""

from typing import Any

import numpy as np
import pandas as pd

from analyzer.analysis import comparisons, frames, levels
from analyzer.runs.stored.results import Results
from analyzer.stats import borrowing, estimate

CASE = ["variant", "players", "switches"]
MORE = 4  # times the deals that others must have played


@frames.remembered
def borrowed_rates(results: Results) -> pd.DataFrame:
    """Estimate once more the rates of cells that others outdo in deals; only those whose every game has an outcome."""
    rows: list[dict[str, Any]] = []
    for _key, group in levels.level_rates(results).groupby(CASE, sort=False):
        for row in group.to_dict("records"):
            others = list(group["cell"][group["games"] >= MORE * row["games"]])
            found = _borrowed(results, row["cell"], others) if others else None
            if found is not None:
                own = {name: row[name] for name in (*CASE, "level", "cell", "games")}
                rows.append(own | {"raw": found.raw, "rate": found.rate, "gain": found.gain, "pays": found.pays})
    return frames.frame(rows, [*CASE, "level", "cell", "games", "raw", "rate", "gain", "pays"])


def _borrowed(results: Results, cell: str, others: list[str]) -> borrowing.Borrowed | None:
    found = [_won(results, name) for name in (cell, *others)]
    whole = [bits for bits in found if bits is not None]
    if len(whole) < len(found):
        return None
    few, *known = whole
    games = min(len(bits) for bits in known)
    controls = np.array([bits[: len(few)] for bits in known])
    return borrowing.borrow(few, controls, np.array([bits[:games].mean() for bits in known]), games)


def _won(results: Results, cell: str) -> estimate.FloatArray | None:
    """Give 1 for every deal won, and 0 for every one lost; None if some have no outcome."""
    won, deals, unknown = comparisons.bits_of(results, cell)
    return None if unknown.any() else np.unpackbits(won, count=deals).astype(np.float64)
