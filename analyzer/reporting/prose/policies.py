"""Sentences about ways to play."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.reporting.document import Kind
from analyzer.reporting.labels import players_words
from analyzer.reporting.wording import count, several, write
from analyzer.stats.estimate import Estimate

MOST_NAMES = 4


def best_team(names: Sequence[str], rate: Estimate, where: str, of: int) -> str:
    """Say with which policy a team wins most often."""
    won = write(rate, Kind.PERCENT)
    if len(names) == 1:
        return f"Of {of} policies {names[0]} wins most often: {won} with {where}."
    if len(names) == of:
        return f"No policy can be told apart from the others: {names[0]} has the highest estimate, {won} with {where}."
    return f"The policies {_some(names)} win most often and cannot be told apart: {names[0]} wins {won} with {where}."


def margin(first: str, second: str, difference: Estimate, where: str) -> str:
    """Say how far the best policy is ahead of the next."""
    points = write(difference, Kind.POINTS)
    if difference.excludes(0.0):
        return f"On the same deals {first} is {points} ahead of {second}, the next best, with {where}."
    return f"On the same deals {first} and {second}, the next best, are too close: {points} with {where}."


def best_strategy(
    names: Sequence[str], share: Estimate, fair: float, *, players: int, of: int, field: str | None = None
) -> str:
    """Say which policy wins most; against a field it must also do better than the field does against itself."""
    won = f"{write(share, Kind.PERCENT)} of the games where {100 * fair:.3g} % would be fair"
    where = f"With {players_words(players)}"
    if field is not None and share.high < fair:
        return f"{where} none of {of} ways to play comes up to the field, {field}: {names[0]} does best and wins {won}."
    if field is not None and share.low <= fair:
        return (
            f"{where} none of {of} ways to play is better for certain than the field, {field}: {names[0]} wins {won}."
        )
    against = f" against {field}" if field is not None else ""
    if len(names) == 1:
        return f"{where} {names[0]} is the best of {of} ways to play{against}: it wins {won}."
    if len(names) == of:
        return f"{where} no way to play can be told apart from the others{against}; {names[0]} wins {won}."
    return f"{where} {_some(names)} cannot be told apart as the best{against}; {names[0]} wins {won}."


def worst_strategy(name: str, share: Estimate, fair: float, players: int) -> str:
    """Say how badly the weakest policy does."""
    who, won = f"weakest with {players_words(players)}, {name},", write(share, Kind.PERCENT)
    return f"The {who} wins {won}." if share.high < fair else f"Even the {who} may win its fair share ({won})."


def holds(statement: str, with_policies: int, certain: int, of: int) -> str:
    """Say with how many policies a statement holds."""
    if with_policies == of:
        share = f"all {of} policies"
    elif not with_policies:
        return f"“{statement}” holds with none of the {of} policies alone."
    else:
        share = f"{with_policies} of {of} policies"
    return f"“{statement}” holds with {share} ({count(certain)} of them for certain)."


def _some(names: Sequence[str]) -> str:
    if len(names) <= MOST_NAMES:
        return several(list(names))
    return f"{', '.join(names[: MOST_NAMES - 1])} and {len(names) - MOST_NAMES + 1} more"
