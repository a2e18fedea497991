"""What modules add to a game, alone and together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.analysis.modules import has_pairs, simultaneous_effects
from analyzer.analysis.tables import win_rates
from analyzer.reporting.document import Kind
from analyzer.reporting.labels import variant_label
from analyzer.reporting.wording import several, write
from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate


def say_modules(results: Results) -> list[str]:
    """Say which module does most, added to the plain game and on average, and which pair differs from its sum."""
    if not has_pairs(results):
        return []
    return [*_say_alone(results), *_say_main(results), *_say_pairs(results)]


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
    return [alone(variant_label(results, best["module"]), best["probability"], rate, len(modules), named)]


def _say_main(results: Results) -> list[str]:
    rows = simultaneous_effects(results, "main").to_dict("records")
    if not rows:
        return []
    best, rivals = _largest(rows)
    named = [variant_label(results, name) for name in rivals]
    modules = {row["module"] for row in rows}
    return [module(variant_label(results, best["module"]), best["probability"], len(modules), named)]


def _largest(rows: list[dict[str, Any]]) -> tuple[dict[str, Any], list[str]]:
    """Find the largest effect, and the modules whose simultaneous intervals reach as far."""
    best = max(rows, key=lambda row: abs(row["probability"].value))
    effect = best["probability"]
    least = min(abs(effect.low), abs(effect.high)) if effect.excludes(0.0) else 0.0
    return best, sorted({row["module"] for row in rows if row["probability"].reach >= least} - {best["module"]})


def _say_pairs(results: Results) -> list[str]:
    rows = simultaneous_effects(results, "interaction").to_dict("records")
    certain = [row for row in rows if row["probability"].excludes(0.0)]
    agreeing = [row for row in certain if _agrees(row["probability"], row["logit"])]
    best = max(agreeing or certain or rows, key=lambda row: abs(row["probability"].value))
    names = [variant_label(results, best[key]) for key in ("module", "given")]
    counts = {"certain": len(certain), "agreeing": len(agreeing), "of": len(rows)}
    return [interaction(names[0], names[1], best["probability"], best["logit"], **counts)]


def _agrees(points: Estimate, odds: Estimate) -> bool:
    return odds.excludes(0.0) and (odds.value > 0) == (points.value > 0)


def module(name: str, effect: Estimate, of: int, rivals: Sequence[str]) -> str:
    """Say which module does most on average over what it was combined with."""
    points = write(effect, Kind.POINTS)
    if not effect.excludes(0.0):
        return f"No module changes the win rate for certain on average; the largest estimate is {name}, {points}."
    harder = "harder" if effect.value < 0 else "easier"
    if rivals:
        return (
            f"On average over all it was combined with, {name} makes the game {harder}: {points}; "
            f"{several(list(rivals))} cannot be told apart from it."
        )
    return f"Of {of} modules {name} changes the game most, and makes it {harder}: {points} on average over all sums."


def alone(name: str, effect: Estimate, rate: Estimate, of: int, rivals: Sequence[str]) -> str:
    """Say which module does most to the plain game."""
    points = write(effect, Kind.POINTS)
    if not effect.excludes(0.0):
        return f"None of the {of} modules changes the plain game for certain; the largest estimate is {name}, {points}."
    others = f"; {several(list(rivals))} cannot be told apart from it" if rivals else ""
    result = f"{points}, to {write(rate, Kind.PERCENT)}"
    return f"Added to the plain game, {name} changes most of {of} modules: {result}{others}."


def interaction(
    first: str, second: str, effect: Estimate, odds: Estimate, *, certain: int, agreeing: int, of: int
) -> str:
    """Say which two modules differ most from the sum of their parts, and whether the odds say the same.

    Points alone would mislead: a win rate cannot fall below zero, so hard modules seem to spare each other.
    """
    points = write(effect, Kind.POINTS)
    if not effect.excludes(0.0):
        return (
            f"No pair of modules differs from the sum of its parts for certain; the largest estimate is "
            f"{first} with {second}, {points}."
        )
    more = "less" if effect.value > 0 else "more"
    both = f"{certain} of {of} pairs of modules differ from the sum of their parts for certain in points"
    if not agreeing:
        return (
            f"{both}, but none of them also in the odds, which know no floor; most of all {first} with {second} "
            f"({points}; odds {write(odds, Kind.NUMBER)} steps)."
        )
    return (
        f"{both}, {agreeing} of them also in the odds; most of all {first} with {second}, which together cost the team "
        f"{more} than the sum ({points}; odds {write(odds, Kind.NUMBER)} steps)."
    )
