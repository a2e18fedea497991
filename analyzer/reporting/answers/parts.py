"""What a run says about readings, switches and modules of a cooperative game."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analyzer.analysis.changes import changes
from analyzer.analysis.comparisons import module_effects
from analyzer.analysis.factors import factors_of
from analyzer.analysis.frames import remembered
from analyzer.analysis.tables import win_rates
from analyzer.reporting.document import Kind
from analyzer.reporting.labels import label, players_words, set_words, variant_label
from analyzer.reporting.prose import changes as prose
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate
from analyzer.stats.multiple import bonferroni_level


def say_readings(results: Results) -> list[str]:
    """Say which reading changes the win rate most, and how far the others may matter."""
    return _say_changes(results, "reading", "reading")


def say_switches(results: Results) -> list[str]:
    """Say which setting of switches changes the win rate most."""
    return _say_changes(results, "switch", "setting")


def _say_changes(results: Results, kind: str, what: str) -> list[str]:
    rows = changes(results, kind).to_dict("records")
    if not rows:
        return []
    by_name: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_name.setdefault(change_words(results, row["cell"]), []).append(row)
    certain = {name for name, own in by_name.items() if any(row["difference"].excludes(0.0) for row in own)}
    others = [row["difference"] for name, own in by_name.items() if name not in certain for row in own]
    best = max(rows, key=lambda row: (row["difference"].excludes(0.0), abs(row["difference"].value)))
    where = f"{label(results, best['reference'])} with {players_words(best['players'])}"
    sentences = [
        prose.how_many(what, len(certain), len(by_name), "the win rate", len({row["reference"] for row in rows})),
        prose.most(what, change_words(results, best["cell"]), where, best["difference"], Kind.POINTS, "the win rate"),
        prose.rest(len(by_name) - len(certain), 100.0 * max(map(_reach, others), default=0.0), "points")
        if certain
        else "",
    ]
    return [sentence for sentence in sentences if sentence]


def change_words(results: Results, cell: str) -> str:
    """Name what is set in a cell on top of its variant."""
    entry = results.entry(cell)
    alone = factors_of(results).alone
    sets = entry["sets"][-1:] if alone else entry["sets"]
    return ", ".join(set_words(text) for text in sets) or str(entry["variant"])


def _reach(difference: Estimate) -> float:
    return max(abs(difference.low), abs(difference.high))


@remembered
def simultaneous_effects(results: Results, kind: str, level: float = 0.95) -> pd.DataFrame:
    """Estimate the effects of modules of one kind so that all intervals hold together (Bonferroni)."""
    size = int((module_effects(results)["kind"] == kind).sum())
    table = module_effects(results, bonferroni_level(level, max(size, 1)))
    return table[table["kind"] == kind].reset_index(drop=True)


def say_modules(results: Results) -> list[str]:
    """Say which module does most, added to the plain game and on average, and which pair differs from its sum."""
    if not has_pairs(results):
        return []
    return [*_say_alone(results), *_say_main(results), *_say_pairs(results)]


def has_pairs(results: Results) -> bool:
    """Tell whether the run holds modules both alone and together."""
    return factors_of(results).has_sums and bool((module_effects(results)["kind"] == "interaction").any())


def _say_alone(results: Results) -> list[str]:
    rows = simultaneous_effects(results, "alone").to_dict("records")
    if not rows:
        return []
    best, rivals = _largest(rows)
    rates = win_rates(results)
    own = rates[(rates["setting"] == best["module"]) & (rates["players"] == best["players"])]
    rate = own[own["policy"] == best["policy"]]["win_rate"].iloc[0]
    named = [variant_label(results, name) for name in rivals]
    modules = {row["module"] for row in rows}
    return [prose.alone(variant_label(results, best["module"]), best["probability"], rate, len(modules), named)]


def _say_main(results: Results) -> list[str]:
    rows = simultaneous_effects(results, "main").to_dict("records")
    if not rows:
        return []
    best, rivals = _largest(rows)
    named = [variant_label(results, name) for name in rivals]
    modules = {row["module"] for row in rows}
    return [prose.module(variant_label(results, best["module"]), best["probability"], len(modules), named)]


def _largest(rows: list[dict[str, Any]]) -> tuple[dict[str, Any], list[str]]:
    """Find the largest effect, and the modules whose simultaneous intervals reach as far."""
    best = max(rows, key=lambda row: abs(row["probability"].value))
    effect = best["probability"]
    least = min(abs(effect.low), abs(effect.high)) if effect.excludes(0.0) else 0.0
    return best, sorted({row["module"] for row in rows if _reach(row["probability"]) >= least} - {best["module"]})


def _say_pairs(results: Results) -> list[str]:
    rows = simultaneous_effects(results, "interaction").to_dict("records")
    certain = [row for row in rows if row["probability"].excludes(0.0)]
    agreeing = [row for row in certain if _agrees(row["probability"], row["logit"])]
    best = max(agreeing or certain or rows, key=lambda row: abs(row["probability"].value))
    names = [variant_label(results, best[key]) for key in ("module", "given")]
    counts = {"certain": len(certain), "agreeing": len(agreeing), "of": len(rows)}
    return [prose.interaction(names[0], names[1], best["probability"], best["logit"], **counts)]


def _agrees(points: Estimate, odds: Estimate) -> bool:
    return odds.excludes(0.0) and (odds.value > 0) == (points.value > 0)
