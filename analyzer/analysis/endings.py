"""How games begin and end: how late the Start came, where a game has one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analyzer.analysis.frames import FACTORS, frame, remembered
from analyzer.analysis.tables import cells_of
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate
from analyzer.stats.means import Moments, mean
from analyzer.stats.proportions import wilson

NEVER = 0  # value of `start_turn` in a game without a Start


@remembered
def late_starts(results: Results) -> pd.DataFrame:
    """Estimate in won and other games how often no Start was played, and in which turn it was played otherwise."""
    known = {factors["cell"]: factors for factors, _blocks in cells_of(results, competitive=False)}
    table = results.counts[(results.counts["measure"] == "start_turn") & results.counts["cell"].isin(known)]
    outcome = np.where(table["cause"] == "won", "won", "not won")
    rows: list[dict[str, Any]] = []
    for (cell, ended), group in table.groupby(["cell", outcome], sort=False):
        games = int(group["count"].sum())
        missing = int(group.loc[group["value"] == NEVER, "count"].sum())
        own = {"outcome": ended, "games": games, "never": wilson(missing, games), "turn": _mean_turn(group)}
        rows.append(known[cell] | own)
    return frame(rows, [*FACTORS, "outcome", "games", "never", "turn"])


def _mean_turn(group: pd.DataFrame) -> Estimate | None:
    played = group[group["value"] != NEVER]
    turns, counts = (played[name].to_numpy(dtype=np.int64) for name in ("value", "count"))
    if int(counts.sum()) < 2:
        return None
    return mean(Moments(int(counts.sum()), int((turns * counts).sum()), int((turns * turns * counts).sum())))
