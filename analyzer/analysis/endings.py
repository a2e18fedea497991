"""How games end, won and not won: the measures of the end, and when what matters was played."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analyzer.analysis.frames import FACTORS, frame, remembered
from analyzer.analysis.tables import cells_of
from analyzer.analysis.words import end_measures, measure_words, played_measures
from analyzer.runs.results import Results
from analyzer.stats.distributions import histogram, quantile
from analyzer.stats.estimate import Estimate
from analyzer.stats.means import Moments, mean
from analyzer.stats.proportions import wilson

NEVER = 0  # the turn of what was not played


@remembered
def endings(results: Results, cells: tuple[str, ...] | None = None) -> pd.DataFrame:
    """Estimate median and mean of the measures of the end, apart for won and other games; in some or all cells."""
    rows: list[dict[str, Any]] = []
    known = {factors["cell"]: factors for factors, _blocks in cells_of(results)}
    chosen = known if cells is None else set(cells)
    for (cell, measure, ended), table in _by_outcome(results, end_measures(results), chosen):
        summed = table.groupby("value")["count"].sum()
        sample = {int(value): int(count) for value, count in zip(summed.index, summed, strict=True)}
        own = {"measure": measure, "words": measure_words(results, measure), "outcome": ended}
        own |= {"median": quantile(histogram(sample), 0.5), "mean": mean(_moments(table))}
        rows.append(known[cell] | own)
    return frame(rows, [*FACTORS, "measure", "words", "outcome", "median", "mean"])


@remembered
def first_plays(results: Results, cells: tuple[str, ...] | None = None) -> pd.DataFrame:
    """Estimate in won and other games of some or all cells how often something never was played, and else when."""
    rows: list[dict[str, Any]] = []
    known = {factors["cell"]: factors for factors, _blocks in cells_of(results, competitive=False)}
    what = played_measures(results)
    chosen = [cell for cell in known if cells is None or cell in cells]
    for (cell, measure, ended), table in _by_outcome(results, tuple(what), chosen):
        games = int(table["count"].sum())
        missing = int(table.loc[table["value"] == NEVER, "count"].sum())
        own = {"measure": measure, "words": what[measure], "outcome": ended, "games": games}
        rows.append(known[cell] | own | {"never": wilson(missing, games), "turn": _mean_turn(table)})
    return frame(rows, [*FACTORS, "measure", "words", "outcome", "games", "never", "turn"])


def _by_outcome(results: Results, measures: tuple[str, ...], cells: Any) -> Any:
    """Group the counts of some measures and cells by cell, measure and outcome."""
    chosen = results.counts_of(cells, measures)
    outcome = np.where(chosen["cause"] == "won", "won", "not won")
    return chosen.groupby(["cell", "measure", outcome], sort=False)


def _mean_turn(table: pd.DataFrame) -> Estimate | None:
    played = _moments(table[table["value"] != NEVER])
    return mean(played) if played.n > 1 else None


def _moments(table: pd.DataFrame) -> Moments:
    values, counts = ([int(x) for x in table[name]] for name in ("value", "count"))
    pairs = list(zip(values, counts, strict=True))
    return Moments(sum(counts), sum(v * n for v, n in pairs), sum(v * v * n for v, n in pairs))
