"""What a run says about the difficulty of variants for a team."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from analyzer.analysis.changes import changes, extreme_labels
from analyzer.analysis.comparisons import disorders, icon_agreement, ladder, paired_differences
from analyzer.analysis.factors import factors_of
from analyzer.analysis.tables import win_rates
from analyzer.reporting.labels import label, players_words, set_words, variant_label
from analyzer.reporting.prose import difficulty
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate

LEAST_ICONS = 3  # variants with icons, below which an order says nothing


def say_ladder(results: Results) -> list[str]:
    """Say which variants are hardest and easiest, and which change from the plain game is largest."""
    return [*say_extremes(results), *say_largest_change(results)]


def say_extremes(results: Results) -> list[str]:
    """Say which variants are hardest and easiest over all numbers of players."""
    table = ladder(results, "variant")
    sentences = []
    for side in ("hardest", "easiest") if len(table) > 1 else ():
        names = extreme_labels(results, "variant", hardest=side == "hardest")
        rates, where = shown_rates(results, names)
        named = [variant_label(results, name) for name in names]
        sentences.append(difficulty.extreme(side, named, rates, where, len(table)))
    return sentences


def shown_rates(results: Results, variants: Sequence[str]) -> tuple[list[Estimate], str]:
    """Take the win rates of variants in one shown case: the middle number of players, the first switches and policy."""
    table = shown_cells(results)
    rates = table.set_index("variant")["win_rate"]
    return [rates[name] for name in variants], where_words(results, table.iloc[0].to_dict())


def shown_cells(results: Results) -> pd.DataFrame:
    """Choose one cell per variant: those of the case with the most variants, the middle number of players first."""
    rates = win_rates(results)
    sets = {cell["cell"]: tuple(cell["sets"]) for cell in results.manifest["cells"]}
    rates = rates.assign(sets=[sets[cell] for cell in rates["cell"]])
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
    sets = results.entry(row["cell"])["sets"]
    if len(factors.sets) > 1 and not factors.alone:
        parts += [set_words(text) for text in sets]
    if len(factors.policies) > 1:
        parts.append(f"policy {row['policy']}")
    return ", ".join(parts)


def say_largest_change(results: Results, kind: str = "variant") -> list[str]:
    """Say which change moves the win rate most."""
    table = changes(results, kind)
    if table.empty:
        return []
    row = max(table.to_dict("records"), key=lambda item: abs(item["difference"].value))
    if kind == "variant":
        reference, name, where = "the plain game", variant_label(results, row["variant"]), where_words(results, row)
    else:
        reference = results.entry(row["reference"])["policy"]
        name, where = row["policy"], f"{players_words(row['players'])} in {label(results, row['cell'])}"
    return [difficulty.largest_change(name, reference, where, row["difference"], row["win_rate"], len(table))]


def say_players(results: Results) -> list[str]:
    """Say with how many players the plain game (or the first variant) is hardest and easiest."""
    factors = factors_of(results)
    if len(factors.players) < 2:
        return []
    shown = shown_cells(results)
    variants = list(shown["variant"])
    variant = factors.plain if factors.plain in variants else variants[0]
    first = shown.set_index("variant").loc[variant]
    rates = win_rates(results)
    own = rates[(rates["setting"] == first["setting"]) & (rates["policy"] == first["policy"])]
    if len(own) < 2:
        return []
    order = sorted(own.to_dict("records"), key=lambda row: row["win_rate"].value)
    gap = _gap(results, order[-1], order[0])
    ends = [(int(row["players"]), row["win_rate"]) for row in (order[0], order[-1])]
    return [difficulty.players_spread(variant_label(results, variant), ends[0], ends[1], gap)]


def _gap(results: Results, high: dict[str, Any], low: dict[str, Any]) -> Estimate:
    """Find the difference between two numbers of players among all pairs of them, at their common level."""
    table = paired_differences(results, within=("setting", "policy"))
    for row in table.to_dict("records"):
        if {row["first"], row["second"]} == {high["cell"], low["cell"]}:
            found: Estimate = row["difference"]
            return found if row["first"] == high["cell"] else found.shifted(factor=-1.0)
    raise AssertionError("two cells of one setting and policy are always compared")


def say_icons(results: Results) -> list[str]:
    """Say whether the printed icons tell the difficulty."""
    tau, table = icon_agreement(results, "variant"), ladder(results, "variant")
    if tau is None or table["icons"].notna().sum() < LEAST_ICONS:
        return []
    icons = dict(zip(table["variant"], table["icons"], strict=True))
    sentences = [difficulty.icon_agreement(tau, int(table["icons"].notna().sum()))]
    wrong = disorders(results, "variant").to_dict("records")
    if not wrong:
        return [*sentences, difficulty.disorder(0, "", None, "", None)]
    worst = max(wrong, key=lambda row: row["excess"].low)
    harder, easier = worst["printed_easier"], worst["printed_harder"]
    names = [variant_label(results, name) for name in (harder, easier)]
    return [*sentences, difficulty.disorder(len(wrong), names[0], int(icons[harder]), names[1], int(icons[easier]))]
