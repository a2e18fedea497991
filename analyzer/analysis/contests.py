"""Questions about competitive games: scores, margins, length and who begins, and which change moves them."""

from typing import Any

import numpy as np
import pandas as pd

from analyzer.analysis import certainty, frames, tables
from analyzer.analysis.shares import Shares, difference_of_shares, gaps, share_of
from analyzer.runs.stored.results import DealOutcomes, Results
from analyzer.stats import Estimate, borrowing, means

# what every competitive game has; all are read off the outcome of each deal
MEASURES = ("best", "score", "margin", "turns", "first")
QUARTILES = {"low": 0.05, "first_quarter": 0.25, "median": 0.5, "third_quarter": 0.75, "high": 0.95}


def contest_words(results: Results) -> dict[str, str]:
    """Write the measures of competitive games in words."""
    return {
        "best": "winning score",
        "score": "mean score of all seats",
        "margin": f"{results.manifest.game.words.score} between first and second",
        "turns": "number of turns",
        "first": "win share of the first player",
    }


def deal_values(outcomes: DealOutcomes) -> dict[str, Shares]:
    """Compute each measure for every deal; nan where nobody won, and both ends where the winner is unknown."""
    assert outcomes.score is not None
    assert outcomes.turns is not None
    assert outcomes.first is not None
    ordered = np.sort(outcomes.score, axis=1)
    second = ordered[:, -2] if ordered.shape[1] > 1 else ordered[:, -1]
    shares = outcomes.shares
    began = shares[np.arange(outcomes.deals), outcomes.first]
    known = {
        "best": ordered[:, -1].astype(np.float64),
        "score": ordered.mean(axis=1),
        "margin": (ordered[:, -1] - second).astype(np.float64),
        "turns": outcomes.turns.astype(np.float64),
    }
    decided, unknown = np.where(shares.sum(axis=1) > 0, began, np.nan), outcomes.is_unknown
    first = Shares(np.where(unknown, 0.0, decided), np.where(unknown, 1.0, decided))
    return {name: Shares(values, values) for name, values in known.items()} | {"first": first}


@frames.remembered
def contests(results: Results, level: float = 0.95) -> pd.DataFrame:
    """Estimate the mean of each measure in every competitive cell."""
    rows = []
    for factors, _blocks in tables.cells_of(results, competitive=True):
        values = deal_values(results.outcomes(factors["cell"]))
        rows.append(factors | {name: _mean(name, found, level) for name, found in values.items()})
    return frames.frame(rows, [*frames.FACTORS, *MEASURES])


def _mean(name: str, values: Shares, level: float) -> Estimate:
    return share_of(values, level) if name == "first" else means.mean_of(values.low, level)


@frames.remembered
def contest_changes(results: Results, kind: str) -> pd.DataFrame:
    """Estimate what every change of a kind does to each measure, on the same deals.

    The intervals hold together with all claims of a report. A difference is None where not a single deal differs.
    """
    couples = [(a, b) for a, b in frames.references_of(results)[kind] if results.entry(a).is_competitive]
    known = {factors["cell"]: factors for factors, _blocks in tables.cells_of(results, competitive=True)}
    couples = [(a, b) for a, b in couples if a in known and b in known]
    each = certainty.each(results)
    rows: list[dict[str, Any]] = []
    for reference in dict.fromkeys(b for _, b in couples):
        base = deal_values(results.outcomes(reference))
        for cell in (a for a, b in couples if b == reference):
            values = deal_values(results.outcomes(cell))
            found = {name: _difference(values[name], base[name], each) for name in MEASURES}
            rows += [
                known[cell] | {"reference": reference, "measure": name, "difference": value}
                for name, value in found.items()
            ]
    _shrink(rows)
    return frames.frame(rows, [*frames.FACTORS, "reference", "measure", "difference", "shrunken"])


def _shrink(rows: list[dict[str, Any]]) -> None:
    """Put beside every difference what is left of it as one of many of the same measure."""
    for name in MEASURES:
        own = [row for row in rows if row["measure"] == name and row["difference"] is not None]
        for row, shrunken in zip(own, borrowing.shrunken([row["difference"] for row in own]), strict=True):
            row["shrunken"] = shrunken


def _difference(values: Shares, base: Shares, level: float) -> Estimate | None:
    """Estimate a mean difference; None if no deal differs, where a t interval would claim certainty."""
    low, high = gaps(values, base)
    return difference_of_shares(values, base, level) if low.any() or high.any() else None


@frames.remembered
def score_spread(results: Results) -> pd.DataFrame:
    """Estimate quantiles of the scores of all seats, of the margin and of the length of competitive games."""
    known = {factors["cell"]: factors for factors, _blocks in tables.cells_of(results, competitive=True)}
    table = results.counts_of(known)
    measure = table["measure"].where(~table["measure"].str.match(r"score_\d+$"), "score")
    table = table.assign(measure=measure)
    rows = []
    for (cell, name), group in table[table["measure"].isin(("score", "margin", "turns"))].groupby(
        ["cell", "measure"], sort=False
    ):
        summed = group.groupby("value")["count"].sum()
        sample = means.histogram({int(v): int(n) for v, n in zip(summed.index, summed, strict=True)})
        rows.append(known[cell] | {"measure": name} | {key: means.quantile(sample, q) for key, q in QUARTILES.items()})
    return frames.frame(rows, [*frames.FACTORS, "measure", *QUARTILES])


@frames.remembered
def other_measures(results: Results) -> pd.DataFrame:
    """Estimate the means of what only this game measures, such as lead changes and rounds, if ever other than 0."""
    rows = []
    for factors, blocks in tables.cells_of(results, competitive=True):
        for name in results.manifest.game.words.measures:
            if name not in MEASURES and f"{name}_squares" in blocks and blocks[f"{name}_squares"].sum() > 0:
                own = {"measure": name, "words": frames.measure_words(results, name)}
                rows.append(factors | own | {"mean": means.mean(tables.column_moments(blocks, name))})
    return frames.frame(rows, [*frames.FACTORS, "measure", "words", "mean"])
