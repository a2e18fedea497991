"""How games are lost."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.reporting.document import Kind
from analyzer.reporting.wording import write
from analyzer.stats.estimate import Estimate

Share = tuple[str, Estimate]  # where, and which part of the lost games


def main_cause(where: str, cause: str, shares: Sequence[Share], others: Sequence[tuple[str, int]], of: int) -> str:
    """Say in how many variants a cause of loss is the most frequent for certain, and what it is in the other ones.

    `shares` are those of the variants where it leads, from small to large; `others` lead in so many variants.
    """
    where = f"{where}," if "," in where else where
    if not shares:
        return f"With {where} no cause of loss can be told to be the most frequent."
    (least, low), (most, high) = shares[0], shares[-1]
    if of == 1:
        return f"With {where} games are lost most often thus: {cause} ({write(high, Kind.PERCENT)} of the lost games)."
    ends = f"{write(low, Kind.PERCENT)} of the lost games in {least}"
    ends = ends if len(shares) == 1 else f"from {ends} to {write(high, Kind.PERCENT)} in {most}"
    if len(shares) == of:
        return f"With {where} the most frequent cause of loss in all {of} variants shown is: {cause}, {ends}."
    rest = [f"in {number} it is: {words}" for words, number in others]
    open_ones = of - len(shares) - sum(number for _, number in others)
    rest += [f"in {open_ones} two causes are too close to tell"] if open_ones else []
    some = f"With {where} the most frequent cause of loss in {len(shares)} of {of} variants shown is: {cause} ({ends})"
    return f"{'; '.join([some, *rest])}."


def won_and_lost(measure: str, name: str, won: Estimate, lost: Estimate) -> str:
    """Compare a measure of won and lost games, as far as their intervals are apart."""
    text = f"{write(won, Kind.NUMBER)} in won games of {name} and {write(lost, Kind.NUMBER)} in the others"
    if won.high < lost.low or lost.high < won.low:
        return f"The mean {measure} is {text}."
    return f"The mean {measure} hardly differs between won and lost games: {text}."


def late_play(what: str, name: str, never_won: Estimate, never_lost: Estimate, won: Estimate, lost: Estimate) -> str:
    """Say how late something was played in won and lost games, and how often it never was."""
    turns = f"turn {write(won, Kind.NUMBER)} in won games of {name} and turn {write(lost, Kind.NUMBER)} in the others"
    apart = won.high < lost.low or lost.high < won.low
    when = (
        f"{what[:1].upper()}{what[1:]} is played in {turns}, on average"
        if apart
        else f"Won and lost games hardly differ in when {what} is played: {turns}"
    )
    if never_lost.low > never_won.high:
        return f"{when}; in {write(never_lost, Kind.PERCENT)} of the lost games it never was."
    return f"{when}."
