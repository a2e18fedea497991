"""How games end, won and not won: measures of the end, when what matters was played, which places were empty."""

from typing import Any

import numpy as np
import pandas as pd

from analyzer.analysis import certainty, frames, tables
from analyzer.runs.stored.results import Results
from analyzer.stats import proportions
from analyzer.stats.means import Moments, mean, quantile


def leader(results: Results, causes: pd.DataFrame) -> dict[Any, Any] | None:
    """Find the cause of loss of one cell that is more frequent than any other for certain; None if none is.

    Of the games lost by the first or the second cause more than half are the first one's, with an exact interval that
    holds together with all claims of a report. Whether the intervals of two shares overlap would not tell.
    """
    rows: list[dict[Any, Any]] = causes.to_dict("records")
    first, *others = sorted(rows, key=lambda row: -row["count"])
    if not others:
        return first
    both = first["count"] + others[0]["count"]
    share = proportions.clopper_pearson(int(first["count"]), int(both), certainty.each(results))
    return first if share.low > 0.5 else None


@frames.remembered
def empty_places(results: Results, cells: tuple[str, ...] | None = None) -> pd.DataFrame:
    """Estimate for every place of the board the share of lost games in which it was empty; in some or all cells."""
    known = {factors["cell"]: factors for factors, _blocks in tables.cells_of(results, competitive=False)}
    places = {cell: results.entry(cell).places or [] for cell in known}
    rows = []
    for row in results.grids_of(known if cells is None else cells).to_dict("records"):
        if row["cell"] in known and row["lost"]:
            column, line = places[row["cell"]][row["place"]]
            own = {"place": row["place"], "column": column, "row": line, "lost": int(row["lost"])}
            rows.append(known[row["cell"]] | own | {"empty": proportions.wilson(int(row["empty"]), int(row["lost"]))})
    return frames.frame(rows, [*frames.FACTORS, "place", "column", "row", "lost", "empty"])


NEVER = 0  # the turn of what was not played


@frames.remembered
def endings(results: Results, cells: tuple[str, ...] | None = None) -> pd.DataFrame:
    """Estimate median and mean of the measures of the end, apart for won and other games; in some or all cells."""
    rows: list[dict[str, Any]] = []
    known = {factors["cell"]: factors for factors, _blocks in tables.cells_of(results)}
    chosen = known if cells is None else set(cells)
    for (cell, measure, ended), table in _by_outcome(results, results.manifest.game.words.ends, chosen):
        sample = table.groupby("value")["count"].sum().to_dict()
        own = {"measure": measure, "words": frames.measure_words(results, measure), "outcome": ended}
        own |= {"median": quantile(sample, 0.5), "mean": mean(_moments(table))}
        rows.append(known[cell] | own)
    return frames.frame(rows, [*frames.FACTORS, "measure", "words", "outcome", "median", "mean"])


@frames.remembered
def first_plays(results: Results, cells: tuple[str, ...] | None = None) -> pd.DataFrame:
    """Estimate in won and other games of some or all cells how often something never was played, and else when."""
    rows: list[dict[str, Any]] = []
    known = {factors["cell"]: factors for factors, _blocks in tables.cells_of(results, competitive=False)}
    what = results.manifest.game.words.played
    chosen = [cell for cell in known if cells is None or cell in cells]
    for (cell, measure, ended), table in _by_outcome(results, tuple(what), chosen):
        games = int(table["count"].sum())
        missing = int(table.loc[table["value"] == NEVER, "count"].sum())
        own = {"measure": measure, "words": what[measure], "outcome": ended, "games": games}
        played = _moments(table[table["value"] != NEVER])
        turn = mean(played) if played.n > 1 else None
        rows.append(known[cell] | own | {"never": proportions.wilson(missing, games), "turn": turn})
    return frames.frame(rows, [*frames.FACTORS, "measure", "words", "outcome", "games", "never", "turn"])


def _by_outcome(results: Results, measures: tuple[str, ...], cells: Any) -> Any:
    """Group the counts of some measures and cells by cell, measure and outcome."""
    chosen = results.counts_of(cells, measures)
    outcome = np.where(chosen["cause"] == "won", "won", "not won")
    return chosen.groupby(["cell", "measure", outcome], sort=False)


def _moments(table: pd.DataFrame) -> Moments:
    values, counts = ([int(x) for x in table[name]] for name in ("value", "count"))
    pairs = list(zip(values, counts, strict=True))
    return Moments(sum(counts), sum(v * n for v, n in pairs), sum(v * v * n for v, n in pairs))
