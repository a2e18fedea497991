"""Games worth replaying: a narrow one, a typical one and the fastest one."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analyzer.analysis.frames import FACTORS, frame
from analyzer.analysis.tables import cells_of
from analyzer.runs.manifest_file import CellEntry
from analyzer.runs.results import Results
from analyzer.stats.distributions import histogram, quantile

KINDS = ("narrow", "typical", "fastest")
OPEN_ENDS = ("running", "truncated", "fault")


def example_games(results: Results) -> pd.DataFrame:
    """Choose example games of one cell, the first that has all kinds of them, with the command that replays each.

    Cooperative: the won game with the most turns, a lost game of median length, the shortest lost game.
    Competitive: the game with the smallest margin, one of median length, the shortest one.
    """
    cells = [(factors, blocks, _kinds(blocks)) for factors, blocks in cells_of(results)]
    rows: list[dict[str, Any]] = []
    if cells:
        factors, blocks, kinds = max(cells, key=lambda cell: len(cell[2]))
        entry = results.entry(factors["cell"])
        for kind in kinds:
            value, deal = _choose(results, entry, kind, blocks[blocks[f"example_{kind}_deal"] >= 0])
            own = {"kind": kind, "deal": deal, "value": value, "command": f"{entry.replay} {deal}"}
            rows.append(factors | own)
    return frame(rows, [*FACTORS, "kind", "deal", "value", "command"])


def _kinds(blocks: pd.DataFrame) -> list[str]:
    return [kind for kind in KINDS if (blocks[f"example_{kind}_deal"] >= 0).any()]


def _choose(results: Results, entry: CellEntry, kind: str, blocks: pd.DataFrame) -> tuple[int, int]:
    values, deals = blocks[f"example_{kind}_value"], blocks[f"example_{kind}_deal"]
    if kind == "typical":
        distance = (values - _median(results, entry)).abs()
    else:
        is_most = kind == "narrow" and not entry.is_competitive
        distance = -values if is_most else values
    best = distance.to_numpy().argmin()
    return int(values.iloc[best]), int(deals.iloc[best])


def _median(results: Results, entry: CellEntry) -> float:
    left_out = OPEN_ENDS if entry.is_competitive else (*OPEN_ENDS, "won")
    turns = results.counts_of([entry.cell], ["turns"])
    summed = turns[~turns["cause"].isin(left_out)].groupby("value")["count"].sum()
    sample = {int(value): int(count) for value, count in zip(summed.index, summed, strict=True)}
    return quantile(histogram(sample), 0.5).value
