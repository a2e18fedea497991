"""The diplomat: towns by influence (S-DIPLOMAT)."""

from analyzer.games.islebound import evaluating
from analyzer.games.islebound.heuristics.plans import DIPLOMACY, best_plan, best_taking
from analyzer.games.islebound.heuristics.small_answers import small_answer
from analyzer.games.islebound.state import Phase


@evaluating(book=1.3, pirate=0.8, serpent=1.2, cube=1.1, crew=2.4, attack=0.6, diplomacy=1.5)
def diplomat(rules, table, hand, knobs, memory, choice):
    """A diplomat: complete events, place cubes, and ally with the strongest town as soon as it can be paid.

    1. Ally with the strongest teal town in reach. 2. Otherwise the most valuable plan, with cubes valued highly:
    destinations with a payable event come first. 3. Buy the most expensive building that leaves a coin.
    """
    if table.phase != Phase.PLAN:
        return small_answer(rules, table, hand, knobs)
    alliance = best_taking(rules, table, hand, knobs, DIPLOMACY)
    return alliance if alliance >= 0 else best_plan(rules, table, hand, knobs)
