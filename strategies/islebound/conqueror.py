"""The conqueror: towns by force (S-CONQUEROR)."""

from __future__ import annotations

from analyzer.games.islebound import policy
from analyzer.games.islebound.heuristics import follow_up
from analyzer.games.islebound.plans import ATTACK, best_plan, best_raid, best_taking
from analyzer.games.islebound.state import Phase


@policy(
    wood=1.5,
    fish=1.0,
    book=1.0,
    pirate=1.8,
    serpent=2.6,
    cube=0.3,
    ready=0.6,
    crew=2.0,
    town=0.8,
    renown=1.0,
    attack=1.5,
    diplomacy=0.7,
    hunt=1.0,
    build=2.0,
    threshold=0.6,
    dear=1.0,
    reserve=1.0,
)
def conqueror(rules, table, hand, knobs, memory, choice):
    """Gather pirates and serpents, and attack the strongest red town as soon as the chance is good.

    1. Attack the strongest town in reach whose chance reaches the threshold. 2. Raid if it promises two coins
    (variant). 3. Otherwise the plan of the greatest value, with cards held dear. 4. Buy the dearest building that
    leaves a coin.
    """
    if table.phase != Phase.PLAN:
        return follow_up(rules, table, hand, knobs)
    attack = best_taking(rules, table, hand, knobs, ATTACK)
    if attack >= 0:
        return attack
    raid = best_raid(rules, table, hand, knobs)
    return raid if raid >= 0 else best_plan(rules, table, hand, knobs)
