"""Which cells a report shows where it cannot show all of them, and how it says so."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analyzer.analysis.factors import factors_of, sets_of
from analyzer.analysis.frames import remembered
from analyzer.analysis.tables import win_rates
from analyzer.reporting.labels import players_words, sets_words
from analyzer.runs.results import Results


@remembered
def shown_cells(results: Results) -> pd.DataFrame:
    """Choose one cell per variant: those of the case with the most variants, the middle number of players first."""
    rates = win_rates(results)
    rates = rates.assign(sets=[sets_of(results.entry(cell)) for cell in rates["cell"]])
    counts = sorted(rates["players"].unique())
    middle = counts[len(counts) // 2]
    cases = [(case, group) for case, group in rates.groupby(["players", "sets", "policy"], sort=False)]
    order = {case: number for number, (case, _) in enumerate(cases)}
    _case, group = min(cases, key=lambda item: (-len(item[1]), item[0][0] != middle, order[item[0]]))
    return group.reset_index(drop=True)


def where_words(results: Results, row: dict[str, Any]) -> str:
    """Say in which case a number holds, as far as the run varied it."""
    factors = factors_of(results)
    parts = [players_words(row["players"])]
    if len(factors.sets) > 1 and not factors.alone:
        parts += sets_words(results.entry(row["cell"]))
    if len(factors.policies) > 1:
        parts.append(f"played by {row['policy']}")
    return ", ".join(parts)


def spaced_cells(results: Results, most: int) -> tuple[list[str], str]:
    """Choose the cells of a figure: the shown case of every variant, hardest first, and say the rule."""
    shown = shown_cells(results)
    order = sorted(shown.to_dict("records"), key=lambda row: row["win_rate"].value)
    rule = f"With {where_words(results, order[0])}."
    if len(order) > most:
        step = (len(order) - 1) / (most - 1)
        order = [order[round(number * step)] for number in range(most)]
        rule = f"{rule} {most} of {len(shown)} variants, evenly spaced from the hardest to the easiest."
    return [row["cell"] for row in order], rule


def plain_cell(results: Results) -> str:
    """Choose the shown cell of the plain game, or of the easiest variant."""
    shown = sorted(shown_cells(results).to_dict("records"), key=lambda row: -row["win_rate"].value)
    plain = factors_of(results).plain
    return str(next((row["cell"] for row in shown if row["variant"] == plain), shown[0]["cell"]))


def cells_by_players(results: Results) -> pd.DataFrame:
    """Take the plain game (or the first variant) with every number of players, first policy and setting."""
    rates = win_rates(results)
    if rates.empty:
        return rates
    plain, shown = factors_of(results).plain, shown_cells(results)
    variants = list(shown["variant"])
    first = shown.set_index("variant").loc[plain if plain in variants else variants[0]]
    return rates[(rates["setting"] == first["setting"]) & (rates["policy"] == first["policy"])]
