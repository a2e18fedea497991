"""Policies that trade, raid or dream."""

from analyzer.kernel.lean import rule
from tests.stalls.games.stalls import policy
from tests.stalls.games.stalls.rules import gain
from tests.stalls.games.stalls.state import Plan


@policy(plan=0.0)
def trader(rules, table, hand, knobs, memory, choice):
    """Carry out one plan, whatever it brings: 0 trade, 1 raid, 2 dream; any other number is the nearest of them."""
    return int(min(max(knobs[0], 0.0), 2.0))


@rule
def gained(rules, table, hand, knobs, memory, choice, answer):
    """Rate a plan by the faces that it gives."""
    return float(gain(rules, answer))


@policy(rate=gained)
def wise(rules, table, hand, knobs, memory, choice):
    """Take the plan that gives most: trade, unless raiding gives more."""
    return Plan.RAID if rules.raid > rules.trade else Plan.TRADE
