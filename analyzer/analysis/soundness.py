"""Whether a run is sound and fair, and which of its games are worth replaying."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from analyzer.analysis import certainty, frames, tables
from analyzer.runs.stored.manifest_file import CellEntry
from analyzer.runs.stored.results import Results
from analyzer.stats import diagnostics, means, proportions


@frames.remembered
def turn_effects(results: Results, level: float = 0.95) -> pd.DataFrame:
    """Test whether all turn positions win equally often, and estimate what beginning is worth, in competitive cells.

    Only cells with one policy at all seats: elsewhere positions differ because policies do. Chairs are not asked: where
    the lot decides who begins they are all alike.
    """
    rows = []
    for factors, blocks, players in _alike(results):
        games, unknown = int(blocks["decided"].sum()), int((blocks[tables.TRUNCATED] + blocks[tables.FAULT]).sum())
        if not games:
            continue
        sums = [tables.column_moments(blocks, f"position_{place}") for place in range(players)]
        effect = diagnostics.seat_effect([x.total for x in sums], [x.squares for x in sums], games, level, unknown)
        first = diagnostics.first_player_effect(sums[0].total, sums[0].squares, games, players, level, unknown)
        own = {"games": games, "test": effect.test, "largest_position": effect.largest_seat, "largest": effect.largest}
        rows.append(factors | own | {"first_player": first})
    return frames.frame(rows, [*frames.FACTORS, "games", "test", "largest_position", "largest", "first_player"])


@frames.remembered
def turn_order(results: Results) -> pd.DataFrame:
    """Estimate the share of wins by turn position, whoever begins first, where one policy sits at all seats."""
    rows = []
    for factors, blocks, players in _alike(results):
        for place, share in enumerate(tables.position_shares(results, blocks, players)):
            rows.append(factors | {"position": place, "games": share.n, "win_share": share})
    return frames.frame(rows, [*frames.FACTORS, "position", "games", "win_share"])


def _alike(results: Results) -> Iterator[tuple[dict[str, Any], pd.DataFrame, int]]:
    """Go through the competitive cells in which all play alike."""
    for factors, blocks in tables.cells_of(results, competitive=True):
        entry = results.entry(factors["cell"])
        if len(set(entry.policies)) == 1 and entry.players > 1:
            yield factors, blocks, entry.players


def first_player_rates(results: Results) -> pd.DataFrame:
    """Estimate the team's win rate by the seat that began; `sure` holds together with all claims of a report."""
    each = certainty.each(results)
    known = {factors["cell"]: factors for factors, _blocks in tables.cells_of(results, competitive=False)}
    firsts = results.counts_of(known, ["first"])
    counts, causes = firsts["count"], firsts["cause"]
    parts = firsts.assign(won=counts * (causes == "won"), cut=counts * causes.isin(tables.OPEN))
    summed = parts.groupby(["cell", "value"])[["count", "won", "cut"]].sum()
    rows = []
    for (cell, seat), *found in summed.itertuples():
        games, wins, cut = map(int, found)
        rate, sure = (proportions.win_rate(wins, games, cut, level) for level in (0.95, each))
        rows.append(known[cell] | {"first": seat, "games": games, "win_rate": rate, "sure": sure})
    return frames.frame(rows, [*frames.FACTORS, "first", "games", "win_rate", "sure"])


@frames.remembered
def halves(results: Results) -> pd.DataFrame:
    """Compare even with odd blocks of the same cell (A/A): disjoint deals, so any difference is noise."""
    rows = []
    for factors, blocks in tables.cells_of(results, competitive=False):
        if len(blocks) < 2:
            continue
        odd = blocks["block"].to_numpy() % 2 == 1
        wins, games = blocks[tables.WON].to_numpy(), blocks["games"].to_numpy()
        check = diagnostics.compare_halves(
            *(int(x) for x in (wins[~odd].sum(), games[~odd].sum(), wins[odd].sum(), games[odd].sum()))
        )
        own = {
            "difference": check.difference,
            "test": check.test,
            "dispersion": diagnostics.block_dispersion(wins, games),
        }
        rows.append(factors | own)
    return frames.frame(rows, [*frames.FACTORS, "difference", "test", "dispersion"])


KINDS = ("narrow", "typical", "fastest")
OPEN_ENDS = ("running", "truncated", "fault")


def example_games(results: Results) -> pd.DataFrame:
    """Choose example games of one cell, the first that has all kinds of them, with the command that replays each.

    Cooperative: the won game with the most turns, a lost game of median length, the shortest lost game.
    Competitive: the game with the smallest margin, one of median length, the shortest one.
    """
    cells = [
        (factors, blocks, [kind for kind in KINDS if (blocks[f"example_{kind}_deal"] >= 0).any()])
        for factors, blocks in tables.cells_of(results)
    ]
    rows: list[dict[str, Any]] = []
    if cells:
        factors, blocks, kinds = max(cells, key=lambda cell: len(cell[2]))
        entry = results.entry(factors["cell"])
        for kind in kinds:
            value, deal = _choose(results, entry, kind, blocks[blocks[f"example_{kind}_deal"] >= 0])
            own = {"kind": kind, "deal": deal, "value": value, "command": f"{entry.replay} {deal}"}
            rows.append(factors | own)
    return frames.frame(rows, [*frames.FACTORS, "kind", "deal", "value", "command"])


def _choose(results: Results, entry: CellEntry, kind: str, blocks: pd.DataFrame) -> tuple[int, int]:
    values, deals = blocks[f"example_{kind}_value"], blocks[f"example_{kind}_deal"]
    if kind == "typical":
        left_out = OPEN_ENDS if entry.is_competitive else (*OPEN_ENDS, "won")
        turns = results.counts_of([entry.cell], ["turns"])
        ended = turns[~turns["cause"].isin(left_out)].groupby("value")["count"].sum()
        distance = (values - means.quantile(ended.to_dict(), 0.5).value).abs()
    else:
        is_most = kind == "narrow" and not entry.is_competitive
        distance = -values if is_most else values
    best = distance.to_numpy().argmin()
    return int(values.iloc[best]), int(deals.iloc[best])
