"""Luck and skill: what the deal decides before anybody moves, and how much deal, seat and policy explain."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyzer.analysis import certainty, comparisons, frames, tables
from analyzer.runs.stored.results import Results
from analyzer.stats import proportions, variance

MOST_GROUPS = 8  # of the values of a measure
MOST_DEALS = 20_000  # of a variance decomposition: more would only narrow it


@frames.remembered
def by_deal(results: Results, cells: tuple[str, ...]) -> pd.DataFrame:
    """Estimate the win rate of some cooperative cells by what the deal gave, in groups of about as many deals."""
    rows: list[dict[str, Any]] = []
    for name in results.manifest.game.words.deals:
        for factors, low, high, counts in _grouped(results, name, cells):
            wins, games, unknown = (int(count) for count in counts)
            own = {"measure": name, "words": frames.measure_words(results, name), "low": low, "high": high}
            rate = {"win_rate": proportions.win_rate(wins, games, unknown)}
            rows.append(factors | own | {"wins": wins, "games": games, "unknown": unknown} | rate)
    columns = ["measure", "words", "low", "high", "wins", "games", "unknown", "win_rate"]
    return frames.frame(rows, [*frames.FACTORS, *columns])


@frames.remembered
def explained(results: Results, cells: tuple[str, ...]) -> pd.DataFrame:
    """Estimate the share of the variance of outcomes that each measure of the deal explains by itself.

    `is_certain` tells whether it explains anything, together with all claims of a report.
    """
    table, each = by_deal(results, cells), certainty.each(results)
    rows = []
    for (cell, measure), group in table.groupby(["cell", "measure"], sort=False):
        counts, unknown = (group["wins"].to_numpy(), group["games"].to_numpy()), group["unknown"].to_numpy()
        factors = group.iloc[0][[*frames.FACTORS, "words"]].to_dict()
        share, sure = (variance.explained_share(*counts, level, unknown=unknown) for level in (0.95, each))
        rows.append(factors | {"cell": cell, "measure": measure, "share": share, "is_certain": sure.low > 0.0})
    return frames.frame(rows, [*frames.FACTORS, "measure", "words", "share", "is_certain"])


def _grouped(
    results: Results, measure: str, cells: tuple[str, ...]
) -> Iterator[tuple[dict[str, Any], int, int, NDArray[np.float64]]]:
    known = {factors["cell"]: factors for factors, _blocks in tables.cells_of(results, competitive=False)}
    chosen = results.counts_of(cells, [measure])
    for cell, table in chosen.groupby("cell", sort=False):
        if cell not in known or table["value"].nunique() < 2:
            continue
        edges = _edges(table.groupby("value")["count"].sum())
        group = np.searchsorted(edges, table["value"], side="right") - 1
        kinds = (table["cause"] == "won", table["cause"] == table["cause"], table["cause"].isin(tables.OPEN))
        counts = np.stack([np.bincount(group, table["count"] * kind, len(edges)) for kind in kinds], axis=1)
        for number in np.flatnonzero(counts[:, 1]):
            inside = table["value"][group == number]
            yield known[cell], int(inside.min()), int(inside.max()), counts[number]


def _edges(counted: Any) -> NDArray[np.int64]:
    """Give the lowest value of each group; groups hold about as many games, and a value is never split."""
    values, shares = counted.index.to_numpy(), counted.to_numpy() / counted.sum()
    if len(values) <= MOST_GROUPS:
        return np.asarray(values)
    before = np.concatenate([[0.0], np.cumsum(shares)[:-1]])
    return np.asarray(values[np.unique(np.searchsorted(before, np.arange(MOST_GROUPS) / MOST_GROUPS - 1e-12))])


@frames.remembered
def variance_of_wins(results: Results) -> pd.DataFrame:
    """Estimate the shares of deal, policy (and seat) in the variance of outcomes, where several policies played.

    `sure` is the same with an interval that holds together with all claims of a report.
    """
    groups = _team_tables(results) if frames.factors_of(results).is_cooperative else _seat_tables(results)
    rows: list[dict[str, Any]] = []
    for factors, names, table, unknown in groups:
        levels = (0.95, certainty.each(results))
        shares, sure = (variance.variance_shares(table, names, level, unknown=unknown) for level in levels)
        rows += [factors | {"factor": name, "share": share, "sure": sure[name]} for name, share in shares.items()]
    return frames.frame(rows, ["setting", "players", "factor", "share", "sure"])


Crossed = tuple[dict[str, Any], list[str], NDArray[Any], NDArray[np.bool_]]  # factors, axes, outcomes, unknown ones


def _team_tables(results: Results) -> Iterator[Crossed]:
    for (setting, players), group in tables.win_rates(results).groupby(["setting", "players"], sort=False):
        if len(group) > 1:
            bits = [comparisons.bits_of(results, cell) for cell in group["cell"]]
            deals = min(MOST_DEALS, *(n for _, n, _ in bits))
            table = np.stack([np.unpackbits(won, count=deals) for won, _, _ in bits])
            unknown = np.stack([np.unpackbits(cut, count=deals) for _, _, cut in bits])
            if table.any() and not table.all():
                yield {"setting": setting, "players": players}, ["policy"], table, unknown.astype(bool)


def _seat_tables(results: Results) -> Iterator[Crossed]:
    """Stack the shares of every policy at every seat against the same field."""
    field = frames.factors_of(results).field
    cells = [cell for cell in results.manifest.cells if cell.games and len(set(cell.policies)) > 1]
    for setting, players in dict.fromkeys((cell.setting, cell.players) for cell in cells):
        own = [cell for cell in cells if (cell.setting, cell.players) == (setting, players)]
        seated = {(policy, seat): cell.cell for cell in own for seat, policy in enumerate(cell.policies)}
        policies = [name for name in dict.fromkeys(name for name, _ in seated) if name != field]
        wanted = [[seated.get((policy, seat)) for seat in range(players)] for policy in policies]
        if field is not None and len(policies) > 1 and all(cell for line in wanted for cell in line):
            found = [[_shares(results, str(cell), seat) for seat, cell in enumerate(line)] for line in wanted]
            table, unknown = (np.array([[pair[i] for pair in line] for line in found]) for i in (0, 1))
            yield {"setting": setting, "players": players}, ["policy", "seat"], table, unknown


def _shares(results: Results, cell: str, seat: int) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    outcomes = results.outcomes(cell)
    return outcomes.shares[:MOST_DEALS, seat], outcomes.is_unknown[:MOST_DEALS]
