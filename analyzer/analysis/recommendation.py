"""Which icon each variant should carry by its measured difficulty, and what that would change."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pandas as pd

from analyzer.analysis.factors import factors_of
from analyzer.analysis.frames import frame, remembered
from analyzer.analysis.places import printed_icons, scales
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate
from analyzer.stats.icons import Classes, classify, fewest_changes
from analyzer.stats.places import Places

LEAST = 4  # variants that could carry icons, below which classes say nothing
COLUMNS = ["variant", "difficulty", "typical", "printed", "icons", "sureness", "second", "players", "scales", "changes"]


@dataclass(frozen=True)
class Recommendation:
    """Hold the classes of the first scale, a row per variant, and how few icons any cut points would change."""

    classes: Classes
    table: pd.DataFrame
    cut_rates: tuple[Estimate, ...]  # the cut points as win rates
    fewest: int
    scale: Places


@remembered
def recommend(results: Results) -> Recommendation | None:
    """Recommend icons for the variants that are harder than the plain game; None where no icons are printed."""
    printed = printed_icons(results)
    if len(set(printed.values())) < 2:
        return None
    size = max(printed.values())
    found = [(scale, _harder(results, scale)) for scale in scales(results)]
    usable = [(scale, names) for scale, names in found if len(names) >= max(LEAST, size)]
    if not usable or usable[0][0] is not scales(results)[0]:
        return None
    all_classes = [(scale, classify(scale, names, size)) for scale, names in usable]
    scale, classes = all_classes[0]
    rows = [_row(variant, scale, all_classes, printed.get(variant)) for variant in classes.icons]
    rows.sort(key=lambda row: -row["difficulty"].value)
    known = [variant for variant in classes.icons if variant in printed]
    least = fewest_changes([scale.place(name).value for name in known], [printed[name] for name in known], size)
    return Recommendation(classes, frame(rows, COLUMNS), tuple(typical_rate(cut) for cut in classes.cuts), least, scale)


def _harder(results: Results, scale: Places) -> list[str]:
    """List the variants that are harder than the plain game: an easier one needs no icon."""
    plain = factors_of(results).plain
    if plain not in scale.variants:
        return list(scale.variants)
    return [name for name in scale.variants if name != plain and scale.difference(name, plain).value > 0.0]


def _row(variant: str, scale: Places, classes: list[tuple[Places, Classes]], printed: int | None) -> dict[str, Any]:
    own, place = classes[0][1], scale.place(variant)
    icons = own.icons[variant]
    shares = sorted(range(len(own.shares[variant])), key=lambda k: -own.shares[variant][k])
    others = [k + 1 for k in shares if k + 1 != icons and own.shares[variant][k] > 0.0]
    same = [context for context in scale.contexts if own.icons_at(scale.place_in(variant, context).value) == icons]
    return {
        "variant": variant,
        "difficulty": place,
        "typical": typical_rate(place),
        "printed": printed,
        "icons": icons,
        "sureness": own.sureness(variant),
        "second": others[0] if others else None,
        "players": tuple(same),
        "scales": sum(other.icons.get(variant) == icons for _, other in classes),
        "changes": printed is not None and printed != icons,
    }


def typical_rate(difficulty: Estimate) -> Estimate:
    """Turn a difficulty into the win rate that has it."""
    value, low, high = (_rate(-x) for x in (difficulty.value, difficulty.high, difficulty.low))
    return Estimate(value, low, high, difficulty.level, difficulty.n, f"{difficulty.method}, as a rate")


def _rate(log_odds: float) -> float:
    if log_odds < 0:
        return math.exp(log_odds) / (1.0 + math.exp(log_odds))
    return 1.0 / (1.0 + math.exp(-log_odds))
