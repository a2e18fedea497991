"""One function per question about single cells: results in, a tidy table with estimates out."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyzer.analysis import frames
from analyzer.play.stopping import Goal, Tally
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate, means, proportions

WON, TRUNCATED, FAULT = "cause_won", "cause_truncated", "cause_fault"
OPEN = ("truncated", "fault")  # causes of games without an outcome


def cells_of(results: Results, *, competitive: bool | None = None) -> Iterator[tuple[dict[str, Any], pd.DataFrame]]:
    """Go through the cells that were played, each with its factors and its blocks."""
    for factors, is_competitive, blocks in _played(results):
        if competitive in (None, is_competitive):
            yield dict(factors), blocks


@frames.remembered
def _played(results: Results) -> list[tuple[dict[str, Any], bool, pd.DataFrame]]:
    groups = dict(tuple(results.blocks.sort_values("block", kind="stable").groupby("cell", sort=False)))
    return [
        ({name: cell[name] for name in (*frames.FACTORS, "icons")}, bool(cell["is_competitive"]), groups[cell["cell"]])
        for cell in results.cells.to_dict("records")
        if cell["cell"] in groups
    ]


@frames.remembered
def win_rates(results: Results) -> pd.DataFrame:
    """Estimate the team's win rate of every cooperative cell; unknown games widen it from both sides."""
    rows = []
    for factors, blocks in cells_of(results, competitive=False):
        wins, games = int(blocks[WON].sum()), int(blocks["games"].sum())
        cut = int(blocks[TRUNCATED].sum() + blocks[FAULT].sum())
        counts = zip(blocks["games"], blocks[WON], blocks[TRUNCATED] + blocks[FAULT], strict=True)
        tallies = [Tally(int(n), int(k), unknown=int(open_ones)) for n, k, open_ones in counts]
        rate = _goal(results, factors["cell"]).win_rate(tallies)
        rows.append(factors | {"wins": wins, "games": games, "unknown": cut, "win_rate": rate})
    return frames.frame(rows, [*frames.FACTORS, "icons", "wins", "games", "unknown", "win_rate"])


@frames.remembered
def seats(results: Results) -> pd.DataFrame:
    """Estimate win share and score of every seat of every competitive cell."""
    rows = []
    for factors, blocks in cells_of(results, competitive=True):
        entry = results.entry(factors["cell"])
        shares = _goal(results, entry.cell).shares(_share_tallies(blocks, entry.players, "share"))
        for seat, policy in enumerate(entry.policies):
            score = means.mean(column_moments(blocks, f"score_{seat}"))
            own = {"seat": seat, "seat_policy": policy, "games": shares[seat].n}
            rows.append(factors | own | {"win_share": shares[seat], "score": score})
    return frames.frame(rows, [*frames.FACTORS, "seat", "seat_policy", "games", "win_share", "score"])


def position_shares(results: Results, blocks: pd.DataFrame, players: int) -> list[Estimate]:
    """Estimate the share of the wins by turn position; when a cell is finished is decided by its seats."""
    goal = _goal(results, str(blocks["cell"].iloc[0]))
    is_reached = goal.is_reached(_share_tallies(blocks, players, "share"))
    return goal.shares(_share_tallies(blocks, players, "position"), is_reached=is_reached)


def _goal(results: Results, cell: str) -> Goal:
    entry = results.entry(cell)
    if entry.deals is None:
        return results.manifest.experiment.goal
    return Goal(entry.deals)


def _share_tallies(blocks: pd.DataFrame, players: int, what: str) -> list[Tally]:
    """Take the win shares of the seats or of the turn positions, block by block."""
    names = ([f"{what}_{seat}_{part}" for seat in range(players)] for part in ("total", "squares"))
    totals, squares = (blocks[own].to_numpy() for own in names)
    counts = zip(blocks["games"], totals, squares, blocks[TRUNCATED] + blocks[FAULT], strict=True)
    return [Tally(int(n), 0, tuple(t), tuple(q), int(cut)) for n, t, q, cut in counts]


def column_moments(blocks: pd.DataFrame, name: str) -> means.Moments:
    """Sum up a measure over blocks."""
    total, squares = (sum(blocks[f"{name}_{part}"].tolist()) for part in ("total", "squares"))  # exact if whole
    return means.Moments(int(blocks["games"].sum()), total, squares)


@frames.remembered
def causes(results: Results) -> pd.DataFrame:
    """Estimate the share of every cause by which games end, truncated and faulty ones included."""
    words = results.manifest.game.cause_words
    rows = []
    for factors, blocks in cells_of(results):
        games = int(blocks["games"].sum())
        for name in results.manifest.game.causes:
            count = int(blocks[f"cause_{name}"].sum())
            if count:
                own = {"cause": name, "words": words.get(name, name.replace("_", " ")), "count": count}
                rows.append(factors | own | {"games": games, "share": proportions.wilson(count, games)})
    return frames.frame(rows, [*frames.FACTORS, "cause", "words", "count", "games", "share"])


@frames.remembered
def losses(results: Results) -> pd.DataFrame:
    """Estimate the share of every cause among the lost games of cooperative cells."""
    table = causes(results)
    open_ends = ("won", *OPEN, "running")
    lost = table[~table["cause"].isin(open_ends) & table["cell"].isin(win_rates(results)["cell"])]
    totals = lost.groupby("cell")["count"].transform("sum")
    shares = [proportions.wilson(int(k), int(n)) for k, n in zip(lost["count"], totals, strict=True)]
    return (
        lost.assign(lost=totals, share=pd.Series(shares, lost.index, dtype=object))
        .drop(columns="games")
        .reset_index(drop=True)
    )


@frames.remembered
def survival(results: Results, cells: tuple[str, ...] | None = None) -> pd.DataFrame:
    """Estimate the share of games still going after each turn, truncated games as censored; in some or all cells."""
    rows = []
    for factors, histograms in _turns(results, cells):
        cut = sum((histograms[name] for name in OPEN), np.zeros_like(histograms["turns"]))
        curve = means.kaplan_meier(histograms["turns"] - cut, cut)
        for turn in range(curve.value.size):
            rows.append(factors | {"turn": turn, "at_risk": int(curve.at_risk[turn]), "going": curve.at(turn)})
    return frames.frame(rows, [*frames.FACTORS, "turn", "at_risk", "going"])


def _turns(
    results: Results, cells: tuple[str, ...] | None = None
) -> Iterator[tuple[dict[str, Any], dict[str, NDArray[np.int64]]]]:
    """Go through the cells with their histograms of turns: of all games (`turns`), and by cause."""
    turns = results.counts_of(results.manifest.cell_ids if cells is None else cells, ["turns"])
    counted = dict(tuple(turns.groupby("cell")))
    for factors, _blocks in cells_of(results):
        table = counted.get(factors["cell"])
        if table is None:
            continue
        size = int(table["value"].max()) + 1
        found = {name: np.zeros(size, np.int64) for name in OPEN}
        for name, group in (("turns", table), *table.groupby("cause")):
            counts = np.bincount(group["value"], weights=group["count"], minlength=size)
            found[str(name)] = np.rint(counts).astype(np.int64)
        yield factors, found


@frames.remembered
def truncation(results: Results) -> pd.DataFrame:
    """Estimate the share of games that were cut off, and count the faulty ones."""
    rows = []
    for factors, blocks in cells_of(results):
        games, cut = int(blocks["games"].sum()), int(blocks[TRUNCATED].sum())
        rows.append(factors | {"games": games, "faults": int(blocks[FAULT].sum())})
        rows[-1]["truncated"] = proportions.clopper_pearson(cut, games)  # exact: the share is usually near 0
    return frames.frame(rows, [*frames.FACTORS, "games", "faults", "truncated"])


def cut_off_share(results: Results) -> tuple[Estimate, int]:
    """Estimate the share of games that were cut off, over all cells, and count the faulty ones."""
    table = truncation(results)
    cut = sum(round(share.value * share.n) for share in table["truncated"])
    return proportions.clopper_pearson(cut, int(table["games"].sum())), int(table["faults"].sum())
