"""Questions between cells: differences on the same deals, the ladder, what modules add, and whether all is sound."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from analyzer.analysis.frames import FACTORS, frame
from analyzer.analysis.tables import WON, cells_of, win_rates
from analyzer.results import Results
from analyzer.stats.agreement import certain_disorders, kendall
from analyzer.stats.diagnostics import block_dispersion, compare_halves, first_player_effect, seat_effect
from analyzer.stats.difficulty import Scale, fit_scale
from analyzer.stats.effects import added_effect, contrast, interaction, main_effect
from analyzer.stats.estimate import Estimate
from analyzer.stats.joint import Joint, joint_counts
from analyzer.stats.multiple import bonferroni_level, holm
from analyzer.stats.paired import Pairs, mcnemar, saving, tango_many
from analyzer.stats.proportions import wilson

ICON_SEED = 1  # of the redrawn rankings


def joint_of(results: Results, cells: Sequence[str]) -> Joint:
    """Count common wins of some cooperative cells from their packed outcomes."""
    outcomes = [results.outcomes(cell) for cell in cells]
    bits = [item.won for item in outcomes if item.won is not None]
    return joint_counts(bits, [item.deals for item in outcomes])


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
            joint = joint_of(results, list(group["cell"]))
            rows += [shared | row for row in pair_rows(list(group["cell"]), joint, level)]
    names = rates.set_index("cell")
    columns = [*within, "first", "second", "difference", "p_value", "p_holm", "saved", "correlation"]
    table = frame(rows, columns)
    for side in ("first", "second"):
        table[f"{side}_setting"] = table[side].map(names["setting"])
        table[f"{side}_policy"] = table[side].map(names["policy"])
    return table


def pair_rows(labels: Sequence[str], joint: Joint, level: float = 0.95) -> list[dict[str, Any]]:
    """Compare every two cells of a joint table."""
    pairs = list(combinations(range(len(labels)), 2))
    tables = [_pairs(joint, i, j) for i, j in pairs]
    each = bonferroni_level(level, len(pairs))
    tests = [mcnemar(table).p_value for table in tables]
    adjusted = holm(tests)
    rows = []
    for number, ((i, j), table, difference) in enumerate(zip(pairs, tables, tango_many(tables, each), strict=True)):
        spared = saving(table)
        rows.append(
            {
                "first": labels[i],
                "second": labels[j],
                "difference": difference,
                "p_value": tests[number],
                "p_holm": float(adjusted[number]),
                "saved": spared.factor,
                "correlation": spared.correlation,
            }
        )
    return rows


def _pairs(joint: Joint, i: int, j: int) -> Pairs:
    both, won_i, won_j = int(joint.both[i, j]), int(joint.wins[i, j]), int(joint.wins[j, i])
    return Pairs(both, won_i - both, won_j - both, int(joint.deals[i, j]) - won_i - won_j + both)


def scale_of(results: Results, factors: Sequence[str] = ("setting", "players", "policy")) -> Scale | None:
    """Place the cooperative cells on one difficulty scale; None if they do not hang together."""
    rates = win_rates(results)
    if len(rates) < 2:
        return None
    used: dict[str, Sequence[str]] = {
        name: [str(value) for value in rates[name]] for name in factors if rates[name].nunique() > 1
    }
    try:
        return fit_scale(used, joint_of(results, list(rates["cell"])))
    except ValueError:  # labels that no other cell connects: there is no common scale
        return None


def ladder(results: Results, factor: str = "setting") -> pd.DataFrame:
    """Order the labels of a factor by difficulty (in logits, 0 = an even chance), with the printed icons."""
    scale = scale_of(results)
    columns = [factor, "icons", "difficulty", "rank"]
    if scale is None or factor not in {name for name, _ in scale.labels}:
        return frame([], columns)
    icons = dict(zip(results.cells[factor].astype(str), results.cells["icons"], strict=True))
    rows: list[dict[str, Any]] = [
        {factor: label, "icons": _icon(icons[label]), "difficulty": scale.place(factor, label)}
        for name, label in scale.labels
        if name == factor
    ]
    rows.sort(key=lambda row: float(row["difficulty"].value))
    return frame([row | {"rank": rank} for rank, row in enumerate(rows, start=1)], columns)


def _icon(value: Any) -> int | None:
    return None if value is None or np.isnan(value) else int(value)


def icon_agreement(results: Results) -> Estimate | None:
    """Correlate printed icons with measured difficulty (Kendall's tau-b); None without two different icons."""
    found = _with_icons(results)
    if found is None or len(set(found[1])) < 2:
        return None
    _labels, icons, places, errors = found
    return kendall(icons, places, errors, ICON_SEED)


def disorders(results: Results) -> pd.DataFrame:
    """List the variants whose icons are out of order for certain, and by how many logits."""
    found = _with_icons(results)
    pairs = [] if found is None else certain_disorders(*found)
    rows = [
        {"printed_easier": item.printed_easier, "printed_harder": item.printed_harder, "excess": item.excess}
        for item in pairs
    ]
    return frame(rows, ["printed_easier", "printed_harder", "excess"])


def _with_icons(results: Results) -> tuple[list[str], list[int], Any, Any] | None:
    scale, table = scale_of(results), ladder(results)
    printed = {row["setting"]: row["icons"] for row in table.to_dict("records") if _icon(row["icons"]) is not None}
    if scale is None or len(printed) < 2:
        return None
    labels, places, covariance = scale.factor("setting")
    chosen = [number for number, label in enumerate(labels) if label in printed]
    names = [labels[number] for number in chosen]
    return names, [int(printed[name]) for name in names], places[chosen], covariance[np.ix_(chosen, chosen)]


def module_effects(results: Results, level: float = 0.95) -> pd.DataFrame:
    """Estimate what each module does on average, alone, and together with each other one.

    A module is a part of a sum of variants. Effects are differences of win rates (`probability`) and of
    their logits, within each number of players and policy.
    """
    rows: list[dict[str, Any]] = []
    plain = results.manifest["game"]["variants"][0]["name"]
    rates = win_rates(results)
    rates = rates[rates["setting"] == rates["variant"]]
    for (players, policy), group in rates.groupby(["players", "policy"], sort=False):
        shared = {"players": players, "policy": policy}
        rows += [shared | row for row in _module_rows(results, group, plain, level)]
    return frame(rows, ["players", "policy", "kind", "module", "given", "probability", "logit"])


def _module_rows(results: Results, group: pd.DataFrame, plain: str, level: float) -> list[dict[str, Any]]:
    parts = [tuple(name for name in variant.split("+") if name != plain) for variant in group["variant"]]
    modules = list(dict.fromkeys(name for names in parts for name in names))
    design = np.array([[int(module in names) for module in modules] for names in parts], dtype=np.int64)
    if not modules or len(group) < 2:
        return []
    joint = joint_of(results, list(group["cell"]))
    questions: list[tuple[str, str, str, Any]] = []
    for i, module in enumerate(modules):
        questions.append(("main", module, "", lambda i=i: main_effect(design, i)))
        questions.append(("alone", module, "", lambda i=i: added_effect(design, i)))
        for j, other in enumerate(modules):
            if j != i:
                questions.append(("on top", module, other, lambda i=i, j=j: added_effect(design, i, [j])))
            if j > i:
                questions.append(("interaction", module, other, lambda i=i, j=j: interaction(design, i, j)))
    return [row for question in questions for row in _effect_row(question, joint, level)]


def _effect_row(question: tuple[str, str, str, Any], joint: Joint, level: float) -> list[dict[str, Any]]:
    kind, module, given, weigh = question
    try:
        weights = weigh()
    except ValueError:  # the cells of this comparison were not played
        return []
    scales = {scale: contrast(weights, joint, level, scale) for scale in ("probability", "logit")}
    return [{"kind": kind, "module": module, "given": given} | scales]


def seat_effects(results: Results) -> pd.DataFrame:
    """Test whether all seats win equally often, and estimate what beginning is worth, in competitive cells.

    Only cells with one policy at all seats: elsewhere seats differ because policies do.
    """
    rows = []
    for factors, blocks in cells_of(results, competitive=True):
        entry = results.entry(factors["cell"])
        games = int(blocks["decided"].sum())
        if len(set(entry["policies"])) > 1 or not games or entry["players"] < 2:
            continue
        totals = [blocks[f"share_{seat}_total"].sum() for seat in range(entry["players"])]
        squares = [blocks[f"share_{seat}_squares"].sum() for seat in range(entry["players"])]
        effect = seat_effect(totals, squares, games)
        first = first_player_effect(
            float(blocks["first_total"].sum()), float(blocks["first_squares"].sum()), games, entry["players"]
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
