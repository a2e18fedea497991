"""Sentences about how games are lost."""

from __future__ import annotations

from analyzer.reporting.document import Kind
from analyzer.reporting.wording import write
from analyzer.stats.estimate import Estimate


def main_cause(cause: str, least: str, low: Estimate, most: str, high: Estimate) -> str:
    """Say what most games are lost by, and where least and most of them."""
    if least == most:
        return f"Most losses: {cause} ({write(high, Kind.PERCENT)} of the lost games of {most})."
    return (
        f"The most frequent cause of loss: {cause}, from {write(low, Kind.PERCENT)} of the lost games in {least} to "
        f"{write(high, Kind.PERCENT)} in {most}."
    )


def won_and_lost(measure: str, name: str, won: Estimate, lost: Estimate) -> str:
    """Compare a measure of won and lost games, as far as their intervals are apart."""
    text = f"{write(won, Kind.NUMBER)} in won games of {name}, {write(lost, Kind.NUMBER)} in the others"
    if won.high < lost.low or lost.high < won.low:
        return f"Mean {measure}: {text}."
    return f"Mean {measure} hardly differs between won and lost games: {text}."


def late_start(name: str, never_won: Estimate, never_lost: Estimate, won: Estimate, lost: Estimate) -> str:
    """Say how late the Start came in won and lost games, and how often it never came."""
    turns = f"turn {write(won, Kind.NUMBER)} in won games of {name}, turn {write(lost, Kind.NUMBER)} in the others"
    apart = won.high < lost.low or lost.high < won.low
    when = (
        f"The Start is played in {turns}"
        if apart
        else f"Won and lost games hardly differ in when the Start is played: {turns}"
    )
    if never_lost.low > never_won.high:
        return f"{when}; in {write(never_lost, Kind.PERCENT)} of the lost games it never was."
    return f"{when}."


def luck(words: str, share: Estimate, name: str) -> str:
    """Say how much a measure of the deal explains of winning and losing."""
    explained = write(share, Kind.PERCENT)
    if share.low > 0.0:
        return f"In {name} the measure “{words}” explains {explained} of the variance of winning and losing."
    return (
        f"In {name} the measure “{words}” explains nothing that these games could show ({explained} of the variance)."
    )


def luck_and_skill(where: str, deal: Estimate, policy: Estimate) -> str:
    """Say whether the deal or the choice among these policies matters more."""
    shares = f"the deal {write(deal, Kind.PERCENT)}, the choice among these policies {write(policy, Kind.PERCENT)}"
    if deal.low > policy.high:
        return f"Luck weighs more than the choice of a policy with {where}: {shares} of the variance."
    if policy.low > deal.high:
        return f"The choice of a policy weighs more than luck with {where}: {shares} of the variance."
    return f"Luck and the choice of a policy weigh about the same with {where}: {shares} of the variance."


def skill(where: str, policy: Estimate, seat: Estimate) -> str:
    """Say how much policy and seat explain where players play against each other; the rest is luck and interplay."""
    text = f"With {where} the choice among these policies explains {write(policy, Kind.PERCENT)} of who wins"
    if seat.low > 0.0:
        return f"{text} and the seat {write(seat, Kind.PERCENT)}; the rest is luck and how the policies deal with it."
    return (
        f"{text} and the seat nothing that these games could show; the rest is luck and how the policies deal with it."
    )
