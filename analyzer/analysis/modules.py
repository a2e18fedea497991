"""What modules add: each on average, alone, on top of another, and pairs against the sum of their parts.

Two modules are compared on the backgrounds to which both were added, pairs on those that all pairs share.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyzer.analysis import certainty, changes, comparisons, frames, tables
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate, effects
from analyzer.stats.joint import Outcomes


def has_pairs(results: Results) -> bool:
    """Tell whether the run holds modules both alone and together."""
    return frames.factors_of(results).has_sums and bool((module_effects(results)["kind"] == "interaction").any())


@frames.remembered
def simultaneous_effects(results: Results, kind: str) -> pd.DataFrame:
    """Estimate the effects of modules of one kind so that they hold together with all claims of a report."""
    table = module_effects(results, certainty.each(results))
    own = table[table["kind"] == kind].reset_index(drop=True)
    return own.assign(probability=_as_differences(results, own)) if kind == "alone" else own


def _as_differences(results: Results, alone: pd.DataFrame) -> list[Estimate]:
    """Give what a module alone does to the win rate as the paired differences have it: one effect, one interval."""
    known = {
        (row["players"], row["policy"], row["variant"]): row["difference"]
        for row in changes.changes(results, "variant").to_dict("records")
    }
    keys = alone[["players", "policy", "module"]].itertuples(index=False, name=None)
    return [known.get(key, effect) for key, effect in zip(keys, alone["probability"], strict=True)]


@frames.remembered
def module_effects(results: Results, level: float = 0.95) -> pd.DataFrame:
    """Estimate what each module does on average, alone, and together with each other one.

    A module is a part of a sum of variants. Effects are differences of win rates (`probability`) and of
    their logits, within each number of players and policy. Rows of kind `compared` say how much more a module adds than
    another. An `interaction` is judged by both scales (`together`), and `leading` names the one to look at first.
    """
    rows: list[dict[str, Any]] = []
    plain = frames.factors_of(results).plain
    rates = tables.win_rates(results)
    rates = rates[rates["setting"] == rates["variant"]]
    for (players, policy), group in rates.groupby(["players", "policy"], sort=False):
        shared = {"players": players, "policy": policy}
        design = _design_of(results, group, plain)
        rows += [shared | row for row in ([] if design is None else design.rows(level))]
    columns = ["players", "policy", "kind", "module", "given", "probability", "logit", "together", "leading"]
    return frames.frame(rows, columns)


@frames.remembered
def pair_rates(results: Results) -> pd.DataFrame:
    """List what is won with every module and with every two of them, for the middle number of players; both ways."""
    rates, plain = tables.win_rates(results), frames.factors_of(results).plain
    rates = rates[rates["setting"] == rates["variant"]]
    counts = sorted(rates["players"].unique())
    own = rates[(rates["players"] == counts[len(counts) // 2]) & (rates["policy"] == rates["policy"].iloc[0])]
    rows: list[dict[str, Any]] = []
    for row in own.to_dict("records"):
        parts = [name for name in results.entry(row["cell"]).parts if name != plain]
        if len(parts) in (1, 2):
            rows += [
                {
                    "module": a,
                    "given": b,
                    "players": row["players"],
                    "policy": row["policy"],
                    "win_rate": row["win_rate"],
                }
                for a, b in dict.fromkeys([(parts[0], parts[-1]), (parts[-1], parts[0])])
            ]
    return frames.frame(rows, ["module", "given", "players", "policy", "win_rate"])


def _design_of(results: Results, group: pd.DataFrame, plain: str) -> _Design | None:
    entries = map(results.entry, group["cell"])
    parts = [tuple(name for name in entry.parts if name != plain) for entry in entries]
    modules = tuple(dict.fromkeys(name for names in parts for name in names))
    if not modules or len(group) < 2:
        return None
    levels = np.array([[int(module in names) for module in modules] for names in parts], dtype=np.int64)
    return _Design(modules, levels, comparisons.joint_outcomes(results, tuple(group["cell"])))


@dataclass(frozen=True)
class _Design:
    """Which modules were on in each cell, and what came out."""

    modules: tuple[str, ...]
    levels: NDArray[np.int64]
    outcomes: Outcomes

    def rows(self, level: float) -> list[dict[str, Any]]:
        """Ask every question that the cells can answer."""
        numbers = range(len(self.modules))
        found = [row for i in numbers for row in self._row("main", i, None, effects.main_effect, level)]
        found += [row for i in numbers for row in self._row("alone", i, None, effects.added_effect, level)]
        for i in numbers:
            for j in numbers:
                found += self._row("on top", i, j, _on_top, level) if j != i else []
        for i, j in combinations(numbers, 2):
            found += self._row("compared", i, j, _compared, level)
        return found + self._interactions(level)

    def _row(self, kind: str, i: int, j: int | None, weigh: Any, level: float) -> list[dict[str, Any]]:
        try:
            weights = weigh(self.levels, i) if j is None else weigh(self.levels, i, j)
        except ValueError:  # the cells of this comparison were not played
            return []
        return [self._estimated(kind, i, j, weights, level)]

    def _estimated(
        self, kind: str, i: int, j: int | None, weights: NDArray[np.float64], level: float
    ) -> dict[str, Any]:
        given = "" if j is None else self.modules[j]
        scales = {scale: effects.contrast_of(weights, self.outcomes, level, scale) for scale in effects.SCALES}
        return {"kind": kind, "module": self.modules[i], "given": given} | scales

    def _interactions(self, level: float) -> list[dict[str, Any]]:
        rows = []
        for (i, j), weights in self._pairs().items():
            row = self._estimated("interaction", i, j, weights, level)
            verdict = effects.together(row["probability"], row["logit"], self._corner_rates(i, j, weights))
            rows.append(row | {"together": verdict.word, "leading": verdict.leading})
        return rows

    def _pairs(self) -> dict[tuple[int, int], NDArray[np.float64]]:
        """Weigh the cells for every pair that was played, on common backgrounds where the pairs have any."""
        found = {}
        for i, j in combinations(range(len(self.modules)), 2):
            try:
                found[i, j] = effects.interaction(self.levels, i, j)
            except ValueError:  # the two were not played together
                continue
        try:
            return dict(zip(found, effects.compared_interactions(self.levels, list(found)), strict=True))
        except ValueError:
            return found

    def _corner_rates(self, i: int, j: int, weights: NDArray[np.float64]) -> list[float]:
        """Give the mean win rates with neither of two modules, the first, the second and both."""
        known = np.maximum(self.outcomes.games - self.outcomes.unknown, 1)
        rates, used = self.outcomes.wins / known, weights != 0
        first, second = (self.levels[:, module] for module in (i, j))
        return [float(rates[used & (first == a) & (second == b)].mean()) for b in (0, 1) for a in (0, 1)]


def _on_top(levels: NDArray[np.int64], i: int, j: int) -> NDArray[np.float64]:
    return effects.added_effect(levels, i, [j])


def _compared(levels: NDArray[np.int64], i: int, j: int) -> NDArray[np.float64]:
    first, second = effects.compared_effects(levels, (i, j))
    return first - second
