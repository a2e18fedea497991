"""Strategies: each plan is one, so that a seat can give it up."""

from analyzer.kernel.lean import rule

STRATEGIES = {"trade": "trading", "raid": "raiding", "dream": "dreaming, which gives nothing"}

RIVALS = ("trade", "raid")


@rule
def is_of(rules, table, hand, answer, number):
    """Tell whether an answer is of a strategy: plans are numbered like them."""
    return answer == number
