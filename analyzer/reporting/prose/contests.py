"""Sentences about seats, scores and length of competitive games."""

from __future__ import annotations

from analyzer.reporting.document import Kind
from analyzer.reporting.labels import players_words
from analyzer.reporting.wording import write
from analyzer.stats.estimate import Estimate

SURE = 0.05


def seats(p_value: float, seat: int, excess: Estimate, where: str, unfair: int, of: int) -> str:
    """Say whether a seat wins more or less often than the others; `p_value` is adjusted for all tables."""
    tables = "table" if of == 1 else "tables"
    if p_value >= SURE:
        return (
            f"No seat has an advantage that these games could show ({of} {tables} where all play alike); the largest "
            f"estimate is seat {seat} with {where}, {write(excess, Kind.POINTS)} away from its fair share."
        )
    return (
        f"Seats are not equal in {unfair} of {of} {tables} where all play alike; furthest from its fair share is "
        f"seat {seat} with {where}: {write(excess, Kind.POINTS)}."
    )


def first_player(effect: Estimate, where: str) -> str:
    """Say whether beginning is worth something."""
    points = write(effect, Kind.POINTS)
    if not effect.excludes(0.0):
        return f"Beginning brings no certain advantage with {where}: {points} against the others."
    worth = "an advantage" if effect.value > 0 else "a disadvantage"
    return f"Beginning is {worth} with {where}: {points} against the mean of the others."


def scores(best: Estimate, margin: Estimate, turns: Estimate, players: int, unit: str = "points") -> str:
    """Say what winners score, by how much they win and how long a game takes."""
    has = (
        f"has {write(best, Kind.NUMBER)} {unit} on average" if best.half_width else f"always has {best.value:g} {unit}"
    )
    return (
        f"With {players_words(players)} the winner {has}, {write(margin, Kind.NUMBER)} more than the second, "
        f"after {write(turns, Kind.NUMBER)} turns."
    )


def endings(usual: str, other: str, share: Estimate, where: str) -> str:
    """Say how often games end otherwise than usual, where that is most frequent."""
    return f"Games usually end so: {usual}. Most often otherwise with {where}: {other}, {write(share, Kind.PERCENT)}."


def closest(name: str, margin: Estimate, other: str, wider: Estimate) -> str:
    """Say where games are closest, if that is certain."""
    least, most = f"{write(margin, Kind.NUMBER)} points", f"{write(wider, Kind.NUMBER)}"
    if margin.high < wider.low:
        return f"Games are closest in {name} ({least} between first and second) and least close in {other} ({most})."
    return f"Margins do not differ for certain: {least} between first and second in {name}, {most} in {other}."


def first_seat_of_team(name: str, worst: str, low: Estimate, best: str, high: Estimate, of: int) -> str:
    """Say whether it matters to a team who begins."""
    rates = f"{write(low, Kind.PERCENT)} when {worst} begins, {write(high, Kind.PERCENT)} when {best} does"
    if low.high < high.low:
        return f"Who begins seems to matter to the team in {name}: it wins {rates}."
    return f"Who begins makes no certain difference to the team in {name}: of {of} seats the extremes are {rates}."
