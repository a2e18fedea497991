"""Whether a run is sound and fair: turn order, who begins, and halves of the same cell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from analyzer.analysis.frames import FACTORS, frame, remembered
from analyzer.analysis.tables import (
    FAULT,
    OPEN,
    TRUNCATED,
    WON,
    cells_of,
    column_moments,
    position_shares,
)
from analyzer.runs.results import Results
from analyzer.stats.diagnostics import block_dispersion, compare_halves, first_player_effect, seat_effect
from analyzer.stats.rates import win_rate


@remembered
def turn_effects(results: Results, level: float = 0.95) -> pd.DataFrame:
    """Test whether all turn positions win equally often, and estimate what beginning is worth, in competitive cells.

    Only cells with one policy at all seats: elsewhere positions differ because policies do. Chairs are not asked: where
    the lot decides who begins they are all alike.
    """
    rows = []
    for factors, blocks, players in _alike(results):
        games, unknown = int(blocks["decided"].sum()), int((blocks[TRUNCATED] + blocks[FAULT]).sum())
        if not games:
            continue
        sums = [column_moments(blocks, f"position_{place}") for place in range(players)]
        effect = seat_effect([x.total for x in sums], [x.squares for x in sums], games, level, unknown)
        first = first_player_effect(sums[0].total, sums[0].squares, games, players, level, unknown)
        own = {"games": games, "test": effect.test, "largest_position": effect.largest_seat, "largest": effect.largest}
        rows.append(factors | own | {"first_player": first})
    return frame(rows, [*FACTORS, "games", "test", "largest_position", "largest", "first_player"])


@remembered
def turn_order(results: Results) -> pd.DataFrame:
    """Estimate the share of wins by turn position, whoever begins first, where one policy sits at all seats."""
    rows = []
    for factors, blocks, players in _alike(results):
        for place, share in enumerate(position_shares(results, blocks, players)):
            rows.append(factors | {"position": place, "games": share.n, "win_share": share})
    return frame(rows, [*FACTORS, "position", "games", "win_share"])


def _alike(results: Results) -> Iterator[tuple[dict[str, Any], pd.DataFrame, int]]:
    """Go through the competitive cells in which all play alike."""
    for factors, blocks in cells_of(results, competitive=True):
        entry = results.entry(factors["cell"])
        if len(set(entry.policies)) == 1 and entry.players > 1:
            yield factors, blocks, entry.players


def first_player_rates(results: Results) -> pd.DataFrame:
    """Estimate the team's win rate by the seat that began, in cooperative cells."""
    known = {factors["cell"]: factors for factors, _blocks in cells_of(results, competitive=False)}
    firsts = results.counts_of(known, ["first"])
    counts, causes = firsts["count"], firsts["cause"]
    parts = firsts.assign(won=counts * (causes == "won"), cut=counts * causes.isin(OPEN))
    summed = parts.groupby(["cell", "value"])[["count", "won", "cut"]].sum()
    rows = []
    for (cell, seat), *found in summed.itertuples():
        games, wins, cut = map(int, found)
        rows.append(known[cell] | {"first": seat, "games": games, "win_rate": win_rate(wins, games, cut)})
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
