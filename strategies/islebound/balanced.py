"""The all-rounder: whatever is worth the most."""

from __future__ import annotations

from analyzer.games.islebound import policy
from analyzer.games.islebound.heuristics import follow_up
from analyzer.games.islebound.plans import best_plan, best_raid
from analyzer.games.islebound.state import Phase


@policy(
    wood=1.5,
    fish=0.75,
    book=1.0,
    pirate=1.2,
    serpent=1.8,
    cube=0.6,
    ready=0.5,
    crew=2.0,
    town=0.8,
    renown=1.0,
    attack=1.0,
    diplomacy=1.0,
    hunt=1.0,
    build=2.0,
    threshold=0.6,
    dear=1.0,
    reserve=1.0,
)
def balanced(rules, table, hand, knobs, memory, choice):
    """Make the plan of the greatest value and buy the dearest building that leaves a coin.

    1. Raid if it promises two coins (variant). 2. Otherwise weigh every destination and action: gains, spoils,
    events on the way, less fees and cards. 3. Follow-ups by the same values.
    """
    if table.phase != Phase.PLAN:
        return follow_up(rules, table, hand, knobs)
    raid = best_raid(rules, table, hand, knobs)
    return raid if raid >= 0 else best_plan(rules, table, hand, knobs)
