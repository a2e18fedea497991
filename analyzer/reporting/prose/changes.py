"""Sentences about what readings, switches and modules change."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.reporting.document import Kind
from analyzer.reporting.wording import several, write
from analyzer.stats.estimate import Estimate


def how_many(what: str, certain: int, of: int, outcome: str, tables: int) -> str:
    """Say how many changes can be told from chance in at least one of the games they were tried in."""
    tried = "" if tables == 1 else f" in at least one of the {tables} games they were tried in"
    if not certain:
        return f"None of the {of} {what}s changes {outcome} by an amount that these deals could show."
    verb = "changes" if certain == 1 else "change"
    return f"{certain} of the {of} {what}s {verb} {outcome} for certain{tried}."


def most(what: str, name: str, where: str, difference: Estimate, kind: Kind, outcome: str) -> str:
    """Say which change does most."""
    amount = write(difference, kind)
    if not difference.excludes(0.0):
        return f"The largest estimate is that of {name} in {where}, {amount} on {outcome}: it may be chance."
    if kind is Kind.POINTS:
        return f"The {what} that changes {outcome} most is {name}: {amount} in {where}."
    verb, size = ("raises", difference) if difference.value > 0 else ("lowers", difference.shifted(factor=-1.0))
    return f"The {what} that changes {outcome} most is {name}, which {verb} it by {write(size, kind)} in {where}."


def rest(count: int, bound: float, unit: str) -> str:
    """Say how much the changes that cannot be told from chance could matter at most."""
    if not count:
        return ""
    others = "The other one moves" if count == 1 else f"The other {count} move"
    return f"{others} it by at most {bound:.2g} {unit}, as far as their intervals reach."


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
