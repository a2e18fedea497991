"""How games are lost."""

from __future__ import annotations

from analyzer.reporting.document import Kind
from analyzer.reporting.wording import write
from analyzer.stats.estimate import Estimate


def main_cause(cause: str, least: str, low: Estimate, most: str, high: Estimate) -> str:
    """Say what most games are lost by, and where least and most of them."""
    if least == most:
        return f"Most games are lost thus: {cause} ({write(high, Kind.PERCENT)} of the lost games of {most})."
    return (
        f"The most frequent cause of loss is: {cause}, from {write(low, Kind.PERCENT)} of the lost games in {least} to "
        f"{write(high, Kind.PERCENT)} in {most}."
    )


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
