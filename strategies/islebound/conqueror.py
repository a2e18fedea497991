"""The conqueror: towns by force (S-CONQUEROR)."""

from analyzer.games.islebound import evaluating
from analyzer.games.islebound.heuristics.plans import ATTACK, best_plan, best_raid, best_taking
from analyzer.games.islebound.heuristics.small_answers import small_answer
from analyzer.games.islebound.state import Phase


@evaluating(fish=1.0, pirate=1.8, serpent=2.6, cube=0.3, ready=0.6, attack=1.5, diplomacy=0.7)
def conqueror(rules, table, hand, knobs, memory, choice):
    """A conqueror: gather pirates and serpents, and attack the strongest red town as soon as the chance is good.

    1. Attack the strongest town in reach whose chance reaches the threshold. 2. Raid if it promises two coins
    (variant). 3. Otherwise the most valuable plan, with cards valued highly. 4. Buy the most expensive building that
    leaves a coin.
    """
    if table.phase != Phase.PLAN:
        return small_answer(rules, table, hand, knobs)
    attack = best_taking(rules, table, hand, knobs, ATTACK)
    if attack >= 0:
        return attack
    raid = best_raid(rules, table, hand, knobs)
    return raid if raid >= 0 else best_plan(rules, table, hand, knobs)
