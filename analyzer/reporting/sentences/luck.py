"""How much luck and the way to play decide."""

from __future__ import annotations

from analyzer.reporting.document import Kind
from analyzer.reporting.wording import write
from analyzer.stats.estimate import Estimate


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
