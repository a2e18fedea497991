"""Sentences about how hard variants are."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.reporting.document import Kind
from analyzer.reporting.labels import number_words, players_words
from analyzer.reporting.wording import several, write
from analyzer.stats.estimate import Estimate

MOST_NAMES = 4  # that a sentence lists
STRONG, WEAK = 0.7, 0.3  # Kendall's tau above which icons "agree well", below which they say little


def win_rate(name: str, rate: Estimate, where: str) -> str:
    """Say how often a team wins."""
    return f"With {where} the team wins {write(rate, Kind.PERCENT)} of its games of {name}."


def extreme(side: str, names: Sequence[str], rates: Sequence[Estimate], where: str, of: int) -> str:
    """Say which variant is the hardest (or easiest), or which cannot be told apart as such."""
    if len(names) == 1:
        rate = write(rates[0], Kind.PERCENT)
        return f"The {side} of the {of} variants is {names[0]}: the team wins {rate} of its games with {where}."
    if len(names) <= MOST_NAMES:
        listed = several([f"{name} ({write(rate, Kind.PERCENT)})" for name, rate in zip(names, rates, strict=True)])
        return f"These games cannot tell apart which variant is the {side}: {listed} with {where} are too close."
    low, high = (edge(rates, key=lambda rate: rate.value) for edge in (min, max))
    return (
        f"These games cannot tell apart which variant is the {side}: {len(names)} of {of} are too close "
        f"({write(low, Kind.PERCENT)} to {write(high, Kind.PERCENT)} with {where})."
    )


def largest_change(name: str, reference: str, where: str, difference: Estimate, rate: Estimate, of: int) -> str:
    """Say which single change moves the win rate most, and whether it can be told from chance."""
    points = write(difference, Kind.POINTS)
    if difference.excludes(0.0):
        way = "down" if difference.value < 0 else "up"
        return (
            f"The largest single change from {reference} is {name} with {where}: {points}, "
            f"{way} to {write(rate, Kind.PERCENT)}."
        )
    return (
        f"None of the {of} changes from {reference} can be told from chance; "
        f"the largest estimate is {name} with {where}, {points}."
    )


def players_spread(name: str, worst: tuple[int, Estimate], best: tuple[int, Estimate], difference: Estimate) -> str:
    """Say with how many players a variant is hardest and easiest."""
    (few, low), (many, high) = worst, best
    if difference.excludes(0.0):
        return (
            f"With {players_words(few)} {name} is hardest ({write(low, Kind.PERCENT)}), with {players_words(many)} "
            f"easiest ({write(high, Kind.PERCENT)})."
        )
    return (
        f"The number of players makes no certain difference to {name}: {write(low, Kind.PERCENT)} with "
        f"{players_words(few)} and {write(high, Kind.PERCENT)} with {players_words(many)} are too close."
    )


def icon_agreement(tau: Estimate, of: int) -> str:
    """Say how far the printed icons agree with what was measured."""
    measured = f"rank correlation {write(tau, Kind.NUMBER)} over {of} variants, 1 would be perfect"
    if tau.low > STRONG:
        return f"The printed difficulty icons agree well with the measured order ({measured})."
    if tau.low > 0.0:
        return f"The printed difficulty icons agree with the measured order only in part ({measured})."
    if tau.high < 0.0:
        return f"The printed difficulty icons run against the measured order ({measured})."
    return f"The printed difficulty icons say little about the measured order ({measured})."


def disorder(count: int, harder: str, fewer: int | None, easier: str, more: int | None) -> str:
    """Say which variants carry icons in the wrong order for certain."""
    if not count:
        return "No two variants carry icons that are out of order for certain."
    pairs = (
        "One pair of variants carries" if count == 1 else f"{number_words(count).capitalize()} pairs of variants carry"
    )
    example = f"{harder} ({_icons(fewer)}) is harder than {easier} ({_icons(more)})"
    return f"{pairs} icons in the wrong order for certain; the clearest: {example}."


def _icons(number: int | None) -> str:
    if number is None:
        return "no icon"
    return f"{number_words(number)} icon{'' if number == 1 else 's'}"
