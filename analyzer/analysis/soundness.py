"""Whether a run is sound and fair: seats, who begins, and halves of the same cell."""

from __future__ import annotations

import pandas as pd

from analyzer.analysis.frames import FACTORS, frame, remembered
from analyzer.analysis.tables import WON, cells_of
from analyzer.runs.results import Results
from analyzer.stats.diagnostics import block_dispersion, compare_halves, first_player_effect, seat_effect
from analyzer.stats.proportions import wilson


@remembered
def seat_effects(results: Results, level: float = 0.95) -> pd.DataFrame:
    """Test whether all seats win equally often, and estimate what beginning is worth, in competitive cells.

    Only cells with one policy at all seats: elsewhere seats differ because policies do.
    """
    rows = []
    for factors, blocks in cells_of(results, competitive=True):
        entry = results.entry(factors["cell"])
        games = int(blocks["decided"].sum())
        if len(set(entry.policies)) > 1 or not games or entry.players < 2:
            continue
        totals = [blocks[f"share_{seat}_total"].sum() for seat in range(entry.players)]
        squares = [blocks[f"share_{seat}_squares"].sum() for seat in range(entry.players)]
        effect = seat_effect(totals, squares, games, level)
        first = first_player_effect(
            float(blocks["first_total"].sum()), float(blocks["first_squares"].sum()), games, entry.players, level
        )
        own = {"games": games, "test": effect.test, "largest_seat": effect.largest_seat, "largest": effect.largest}
        rows.append(factors | own | {"first_player": first})
    return frame(rows, [*FACTORS, "games", "test", "largest_seat", "largest", "first_player"])


def first_player_rates(results: Results) -> pd.DataFrame:
    """Estimate the team's win rate by the seat that began, in cooperative cells."""
    known = {factors["cell"]: factors for factors, _blocks in cells_of(results, competitive=False)}
    firsts = results.counts[(results.counts["measure"] == "first") & results.counts["cell"].isin(known)]
    rows = []
    for (cell, seat), table in firsts.groupby(["cell", "value"]):
        games = int(table["count"].sum())
        wins = int(table.loc[table["cause"] == "won", "count"].sum())
        rows.append(known[cell] | {"first": seat, "games": games, "win_rate": wilson(wins, games)})
    return frame(rows, [*FACTORS, "first", "games", "win_rate"])


@remembered
def halves(results: Results) -> pd.DataFrame:
    """Compare even with odd blocks of the same cell (A/A): disjoint deals, so any difference is noise."""
    rows = []
    for factors, blocks in cells_of(results, competitive=False):
        if len(blocks) < 2:
            continue
        odd = blocks["block"].to_numpy() % 2 == 1
        wins, games = blocks[WON].to_numpy(), blocks["games"].to_numpy()
        check = compare_halves(
            *(int(x) for x in (wins[~odd].sum(), games[~odd].sum(), wins[odd].sum(), games[odd].sum()))
        )
        own = {"difference": check.difference, "test": check.test, "dispersion": block_dispersion(wins, games)}
        rows.append(factors | own)
    return frame(rows, [*FACTORS, "difference", "test", "dispersion"])
