"""Policies against each other: how often each wins over all the seats it sat in, on the same deals."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pandas as pd

from analyzer.analysis.factors import factors_of
from analyzer.analysis.frames import frame, remembered
from analyzer.analysis.shares import Shares, difference_of_shares, seat_shares, share_of
from analyzer.runs.manifest_file import CellEntry
from analyzer.runs.results import Results
from analyzer.stats.multiple import bonferroni_level


@remembered
def strategies(results: Results, level: float = 0.95) -> pd.DataFrame:
    """Estimate the win share of every policy that sat against others, over all its seats.

    A deal counts once: its value is the policy's mean share over the seats that it had on this deal. `fair` is the
    share of a policy that is as good as the others.
    """
    rows: list[dict[str, Any]] = []
    for setting, players in _tables(results):
        for policy, (shares, seats) in _seat_values(results, setting, players).items():
            own = {"setting": setting, "players": players, "policy": policy, "seats": seats}
            rows.append(own | {"fair": 1.0 / players, "win_share": share_of(shares, level)})
    return frame(rows, ["setting", "players", "policy", "seats", "fair", "win_share"])


@remembered
def strategy_differences(results: Results, level: float = 0.95) -> pd.DataFrame:
    """Compare every two policies on the same deals; the intervals hold together per number of players."""
    rows: list[dict[str, Any]] = []
    for setting, players in _tables(results):
        values = {policy: found for policy, (found, _) in _seat_values(results, setting, players).items()}
        pairs = list(combinations(values, 2))
        each = bonferroni_level(level, max(len(pairs), 1))
        for first, second in pairs:
            difference = difference_of_shares(values[first], values[second], each)
            own = {"setting": setting, "players": players, "first": first, "second": second}
            rows.append(own | {"difference": difference})
    return frame(rows, ["setting", "players", "first", "second", "difference"])


@remembered
def _seat_values(results: Results, setting: str, players: int) -> dict[str, tuple[Shares, int]]:
    """Give for every policy its mean share per deal over its seats, and how many seats those are.

    Whoever sits in every cell is the field that the others are measured against, and is left out.
    """
    cells = _mixed(results, setting, players)
    field = factors_of(results).field
    deals = min(int(cell.games) for cell in cells)
    seated: dict[str, list[tuple[str, int]]] = {}
    for cell in cells:
        for seat, policy in enumerate(cell.policies):
            if policy != field:
                seated.setdefault(policy, []).append((cell.cell, seat))
    return {policy: (seat_shares(results, places).first(deals), len(places)) for policy, places in seated.items()}


def _tables(results: Results) -> list[tuple[str, int]]:
    cells = [cell for cell in results.manifest.cells if _is_mixed(cell)]
    return list(dict.fromkeys((cell.setting, cell.players) for cell in cells))


def _mixed(results: Results, setting: str, players: int) -> list[CellEntry]:
    return [
        cell
        for cell in results.manifest.cells
        if _is_mixed(cell) and (cell.setting, cell.players) == (setting, players)
    ]


def _is_mixed(cell: CellEntry) -> bool:
    return bool(cell.is_competitive and cell.games and len(set(cell.policies)) > 1)


def best_strategies(results: Results, setting: str, players: int, *, best: bool = True) -> list[str]:
    """List the policy with the largest (or smallest) share and all that cannot be told apart from it."""
    table = strategies(results).query("setting == @setting and players == @players")
    order = sorted(table.to_dict("records"), key=lambda row: row["win_share"].value, reverse=best)
    names = [str(row["policy"]) for row in order]
    pairs = strategy_differences(results).query("setting == @setting and players == @players")
    near = {
        frozenset((row["first"], row["second"]))
        for row in pairs.to_dict("records")
        if not row["difference"].excludes(0.0)
    }
    return [names[0], *(name for name in names[1:] if frozenset((names[0], name)) in near)]
