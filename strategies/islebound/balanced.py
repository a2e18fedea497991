"""The all-rounder: whatever is worth the most."""

from analyzer.games.islebound import evaluating
from analyzer.games.islebound.heuristics.plans import best_plan, best_raid
from analyzer.games.islebound.heuristics.small_answers import small_answer
from analyzer.games.islebound.state import Phase


@evaluating
def balanced(rules, table, hand, knobs, memory, choice):
    """An all-round player: make the most valuable plan and buy the most expensive building that leaves a coin.

    1. Raid if it promises two coins (variant). 2. Otherwise weigh every destination and action: gains, spoils,
    events on the way, less fees and cards. 3. Follow-ups by the same values.
    """
    if table.phase != Phase.PLAN:
        return small_answer(rules, table, hand, knobs)
    raid = best_raid(rules, table, hand, knobs)
    return raid if raid >= 0 else best_plan(rules, table, hand, knobs)
