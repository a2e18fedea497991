"""How games are lost."""

from __future__ import annotations

from analyzer.reporting.document import Kind
from analyzer.reporting.wording import write
from analyzer.stats.estimate import Estimate

Share = tuple[str, Estimate]  # where, and which part of the lost games


def main_cause(where: str, cause: str, leads: int, of: int, least: Share, most: Share, other: str = "") -> str:
    """Say which cause of loss is the most frequent in how many variants, with its shares; `other` leads elsewhere."""
    low, high = (write(share, Kind.PERCENT) for _, share in (least, most))
    if of == 1:
        return f"With {where} games are lost most often thus: {cause} ({high} of the lost games of {most[0]})."
    ends = f"from {low} of the lost games in {least[0]} to {high} in {most[0]}"
    if leads == of:
        return f"With {where} the most frequent cause of loss in all {of} variants shown is: {cause}, {ends}."
    rest = f"in the other {of - leads}" if of - leads > 1 else "in the other one"
    second = f"{rest} it is: {other}" if other else f"{rest} it is another one"
    some = f"With {where} the most frequent cause of loss in {leads} of {of} variants shown is"
    return f"{some}: {cause} ({ends}); {second}."


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
