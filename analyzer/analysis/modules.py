"""What modules add: each on average, alone, on top of another, and pairs against the sum of their parts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analyzer.analysis.comparisons import joint_of
from analyzer.analysis.factors import factors_of
from analyzer.analysis.frames import frame, remembered
from analyzer.analysis.tables import win_rates
from analyzer.runs.results import Results
from analyzer.stats.effects import added_effect, contrast, interaction, main_effect
from analyzer.stats.joint import Joint
from analyzer.stats.multiple import bonferroni_level


def has_pairs(results: Results) -> bool:
    """Tell whether the run holds modules both alone and together."""
    return factors_of(results).has_sums and bool((module_effects(results)["kind"] == "interaction").any())


@remembered
def simultaneous_effects(results: Results, kind: str, level: float = 0.95) -> pd.DataFrame:
    """Estimate the effects of modules of one kind so that all intervals hold together (Bonferroni)."""
    size = int((module_effects(results)["kind"] == kind).sum())
    table = module_effects(results, bonferroni_level(level, max(size, 1)))
    return table[table["kind"] == kind].reset_index(drop=True)


@remembered
def module_effects(results: Results, level: float = 0.95) -> pd.DataFrame:
    """Estimate what each module does on average, alone, and together with each other one.

    A module is a part of a sum of variants. Effects are differences of win rates (`probability`) and of
    their logits, within each number of players and policy.
    """
    rows: list[dict[str, Any]] = []
    plain = factors_of(results).plain
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
    joint = joint_of(results, tuple(group["cell"]))
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
