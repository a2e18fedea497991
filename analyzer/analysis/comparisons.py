"""Questions between cells: differences on the same deals, and the ladder."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from analyzer.analysis.factors import factors_of
from analyzer.analysis.frames import frame, remembered
from analyzer.analysis.tables import win_rates
from analyzer.runs.results import Results
from analyzer.stats.agreement import certain_disorders, kendall
from analyzer.stats.difficulty import Scale, fit_scale
from analyzer.stats.estimate import Estimate
from analyzer.stats.joint import Joint, Packed, joint_counts
from analyzer.stats.multiple import bonferroni_level, holm
from analyzer.stats.paired import Pairs, mcnemar, saving, tango_many

ICON_SEED = 1  # of the redrawn rankings
FEW = 20  # wins or losses of a label below which its place on the scale leans on the prior


@remembered
def packed(results: Results, cell: str) -> tuple[Packed, int]:
    """Read the outcomes of a cooperative cell: one bit per deal, and the number of deals."""
    outcomes = results.outcomes(cell)
    assert outcomes.won is not None
    return outcomes.won, outcomes.deals


@remembered
def joint_of(results: Results, cells: Sequence[str]) -> Joint:
    """Count common wins of some cooperative cells from their packed outcomes."""
    bits = [packed(results, cell) for cell in cells]
    return joint_counts([won for won, _ in bits], [deals for _, deals in bits])


@remembered
def paired_differences(
    results: Results, *, within: Sequence[str] = ("players", "policy"), level: float = 0.95
) -> pd.DataFrame:
    """Estimate all differences between cooperative cells that agree in `within`, at one level together.

    Differences are first minus second, on their common deals; the intervals hold simultaneously within a
    group (Bonferroni), p-values are McNemar's, adjusted by Holm's method within the group.
    """
    rates = win_rates(results)
    rows: list[dict[str, Any]] = []
    for key, group in rates.groupby(list(within), sort=False):
        if len(group) > 1:
            shared = dict(zip(within, key, strict=True))
            joint = joint_of(results, tuple(group["cell"]))
            rows += [shared | row for row in pair_rows(list(group["cell"]), joint, level)]
    names = rates.set_index("cell")
    columns = [*within, "first", "second", "difference", "p_value", "p_holm", "saved", "correlation"]
    table = frame(rows, columns)
    for side in ("first", "second"):
        table[f"{side}_setting"] = table[side].map(names["setting"])
        table[f"{side}_policy"] = table[side].map(names["policy"])
    return table


def difference_of(results: Results, first: str, second: str, *, within: Sequence[str]) -> Estimate:
    """Look up the difference of two cells, first minus second, among all that agree in `within`, at their level."""
    for row in paired_differences(results, within=within).to_dict("records"):
        if {row["first"], row["second"]} == {first, second}:
            found: Estimate = row["difference"]
            return found if row["first"] == first else found.shifted(factor=-1.0)
    raise AssertionError(f"{first} and {second} agree in {within}, so they are compared")


def pair_rows(labels: Sequence[str], joint: Joint, level: float = 0.95) -> list[dict[str, Any]]:
    """Compare every two cells of a joint table."""
    pairs = list(combinations(range(len(labels)), 2))
    tables = [_pairs(joint, i, j) for i, j in pairs]
    each = bonferroni_level(level, len(pairs))
    tests = [mcnemar(table) for table in tables]
    adjusted = holm([test.p_value for test in tests])
    rows = []
    for number, ((i, j), table, difference) in enumerate(zip(pairs, tables, tango_many(tables, each), strict=True)):
        spared = saving(table)
        rows.append(
            {
                "first": labels[i],
                "second": labels[j],
                "difference": difference,
                "p_value": tests[number].p_value,
                "test": tests[number].method,
                "p_holm": float(adjusted[number]),
                "saved": spared.factor,
                "correlation": spared.correlation,
            }
        )
    return rows


def _pairs(joint: Joint, i: int, j: int) -> Pairs:
    both, won_i, won_j = int(joint.both[i, j]), int(joint.wins[i, j]), int(joint.wins[j, i])
    return Pairs(both, won_i - both, won_j - both, int(joint.deals[i, j]) - won_i - won_j + both)


BY_SETTING = ("setting", "players", "policy")
BY_VARIANT = ("variant", "switches", "players", "policy")


@remembered
def scale_of(results: Results, factors: Sequence[str] = BY_SETTING) -> Scale | None:
    """Place the cooperative cells on one difficulty scale; None if they do not hang together."""
    rates = scaled_cells(results, factors)
    if len(rates) < 2:
        return None
    used: dict[str, Sequence[str]] = {
        name: [str(value) for value in rates[name]] for name in factors if rates[name].nunique() > 1
    }
    try:
        return fit_scale(used, joint_of(results, tuple(rates["cell"])))
    except ValueError:  # labels that no other cell connects: there is no common scale
        return None


def scaled_cells(results: Results, factors: Sequence[str]) -> pd.DataFrame:
    """Take the cells of a scale; by variant, those in which one reading was set alone are left out."""
    rates = win_rates(results)
    if "switches" not in factors:
        return rates
    sets = {cell.cell: cell.sets for cell in results.manifest["cells"]}
    alone = factors_of(results).alone
    is_alone = [any(text.partition("=")[0] in alone for text in sets[cell]) for cell in rates["cell"]]
    chosen = rates[~np.array(is_alone, dtype=bool)]
    return chosen.assign(switches=[", ".join(sets[cell]) for cell in chosen["cell"]])


@remembered
def ladder(results: Results, factor: str = "setting") -> pd.DataFrame:
    """Order the labels of a factor by difficulty (in logits, 0 = an even chance), with the printed icons."""
    scale = scale_of(results, _factors_with(factor))
    columns = [factor, "icons", "difficulty", "rank", "is_sparse"]
    if scale is None or factor not in {name for name, _ in scale.labels}:
        return frame([], columns)
    icons, sparse = _icons(results, factor), sparse_labels(results, factor)
    rows: list[dict[str, Any]] = [
        {
            factor: label,
            "icons": _icon(icons.get(label)),
            "difficulty": scale.place(factor, label),
            "is_sparse": label in sparse,
        }
        for name, label in scale.labels
        if name == factor
    ]
    rows.sort(key=lambda row: float(row["difficulty"].value))
    return frame([row | {"rank": rank} for rank, row in enumerate(rows, start=1)], columns)


@remembered
def sparse_labels(results: Results, factor: str) -> set[str]:
    """Name the labels with so few wins or losses that the interval of their place is not to be trusted."""
    cells = scaled_cells(results, _factors_with(factor))
    sums = cells.assign(lost=cells["games"] - cells["wins"]).groupby(factor)[["wins", "lost"]].sum()
    return {str(label) for label in sums.index[(sums < FEW).any(axis=1)]}


def _factors_with(factor: str) -> tuple[str, ...]:
    return BY_VARIANT if factor in ("variant", "switches") else BY_SETTING


def _icons(results: Results, factor: str) -> dict[str, Any]:
    if factor == "variant":
        return {item["name"]: item["icons"] for item in results.manifest["game"]["variants"]}
    return dict(zip(results.cells[factor].astype(str), results.cells["icons"], strict=True))


def _icon(value: Any) -> int | None:
    return None if value is None or np.isnan(value) else int(value)


@remembered
def icon_agreement(results: Results, factor: str = "setting") -> Estimate | None:
    """Correlate printed icons with measured difficulty (Kendall's tau-b); None without two different icons."""
    found = _with_icons(results, factor)
    if found is None or len(set(found[1])) < 2:
        return None
    _labels, icons, places, errors = found
    return kendall(icons, places, errors, ICON_SEED)


@remembered
def disorders(results: Results, factor: str = "setting") -> pd.DataFrame:
    """List the variants whose icons are out of order for certain, and by how many logits; sparse ones never are."""
    found, sparse = _with_icons(results, factor), sparse_labels(results, factor)
    pairs = [] if found is None else certain_disorders(*found)
    pairs = [item for item in pairs if not {item.printed_easier, item.printed_harder} & sparse]
    rows = [
        {"printed_easier": item.printed_easier, "printed_harder": item.printed_harder, "excess": item.excess}
        for item in pairs
    ]
    return frame(rows, ["printed_easier", "printed_harder", "excess"])


def _with_icons(results: Results, factor: str) -> tuple[list[str], list[int], Any, Any] | None:
    scale, table = scale_of(results, _factors_with(factor)), ladder(results, factor)
    printed = {row[factor]: row["icons"] for row in table.to_dict("records") if _icon(row["icons"]) is not None}
    if scale is None or len(printed) < 2:
        return None
    labels, places, covariance = scale.factor(factor)
    chosen = [number for number, label in enumerate(labels) if label in printed]
    names = [labels[number] for number in chosen]
    return names, [int(printed[name]) for name in names], places[chosen], covariance[np.ix_(chosen, chosen)]
