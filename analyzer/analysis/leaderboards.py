"""Leaderboards: policies in order, case by case, with what each is ahead of the next on the same deals."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from analyzer.analysis import certainty, comparisons, frames, tables
from analyzer.analysis.shares import Shares, difference_of_shares, seat_shares, share_of
from analyzer.errors import DamagedRun
from analyzer.runs.stored.manifest_file import CellEntry
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate

SPEEDS = "speeds.json"  # decisions per second, measured when the leaderboard was made
COLUMNS = ["setting", "players", "place", "policy", "rate", "fair", "ahead", "speed"]


@frames.remembered
def standings(results: Results) -> pd.DataFrame:
    """List the policies of every case, best first.

    `rate` is the win rate of a team, or the share of the wins of a policy that sat at every seat in turn against the
    field, whose own share is `fair`. `ahead` is the difference to the next; since the order itself is seen in the
    results, the intervals hold together for all pairs of all cases.
    """
    cases = list(dict.fromkeys((cell.setting, cell.players) for cell in results.manifest.cells))
    boards = sorted([*_teams(results), *_contests(results)], key=lambda rows: cases.index(_case(rows[0])))
    speeds = speeds_of(results)
    rows = [row | {"speed": speeds.get(row["policy"])} for board in boards for row in board]
    return frames.frame(rows, COLUMNS)


def _case(row: dict[str, Any]) -> tuple[str, int]:
    return row["setting"], row["players"]


def speeds_of(results: Results) -> dict[str, float]:
    """Read how many decisions per second every policy makes; empty where nobody measured."""
    path = results.folder / SPEEDS
    try:
        found = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        return {str(name): float(speed) for name, speed in found.items()}
    except (ValueError, TypeError, AttributeError, RecursionError) as problem:
        raise DamagedRun(f"{path}: no speeds; delete it, or make the leaderboard again: {problem}") from problem


def _teams(results: Results) -> Iterator[list[dict[str, Any]]]:
    rates = tables.win_rates(results)
    alike = [len(set(results.entry(cell).policies)) == 1 for cell in rates["cell"]]
    teams = rates[pd.Series(alike, rates.index, dtype=bool)]
    for (setting, players), group in teams.groupby(["setting", "players"], sort=False):
        cells = dict(zip(group["policy"], group["cell"], strict=True))
        found = dict(zip(group["policy"], group["win_rate"], strict=True))
        order = _order(found)
        ahead = [comparisons.difference_of(results, cells[first], cells[second]) for first, second in pairwise(order)]
        yield _rows(str(setting), int(players), order, found, None, ahead)


def _contests(results: Results) -> Iterator[list[dict[str, Any]]]:
    cases: dict[tuple[str, int], list[CellEntry]] = {}
    for cell in results.manifest.cells:
        if cell.is_competitive and cell.games:
            cases.setdefault((cell.setting, cell.players), []).append(cell)
    for (setting, players), cells in cases.items():
        values = _against_field(results, cells)
        found = {policy: share_of(shares) for policy, shares in values.items()}
        order, level = _order(found), certainty.each(results)
        ahead = [difference_of_shares(values[first], values[second], level) for first, second in pairwise(order)]
        yield _rows(setting, players, order, found, 1.0 / players, ahead)


def _against_field(results: Results, cells: list[CellEntry]) -> dict[str, Shares]:
    """Give what every policy won against the field on each deal; the field is whoever sits in every cell."""
    fields = [name for name in cells[0].policies if all(name in cell.policies for cell in cells)]
    deals = min(cell.games for cell in cells)
    seated: dict[str, list[tuple[str, int]]] = {}
    for cell in cells:
        for seat, policy in enumerate(cell.policies):
            if len(set(cell.policies)) == 1 or policy not in fields[:1]:
                seated.setdefault(policy, []).append((cell.cell, seat))
    return {policy: _rounded(seat_shares(results, places).first(deals)) for policy, places in seated.items()}


def _rounded(shares: Shares) -> Shares:
    """Take off what adding up thirds leaves behind: the field's share against itself is fair to the last digit."""
    return Shares(np.round(shares.low, 12), np.round(shares.high, 12))


def _order(found: dict[str, Estimate]) -> list[str]:
    return sorted(found, key=lambda name: -found[name].value)


def _rows(
    setting: str,
    players: int,
    order: list[str],
    found: dict[str, Estimate],
    fair: float | None,
    ahead: list[Estimate],
) -> list[dict[str, Any]]:
    own = {"setting": setting, "players": players, "fair": fair}
    gaps: list[Estimate | None] = [*ahead, None]
    return [
        own | {"place": place, "policy": name, "rate": found[name], "ahead": gap}
        for place, (name, gap) in enumerate(zip(order, gaps, strict=True), start=1)
    ]
