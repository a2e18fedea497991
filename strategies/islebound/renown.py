"""The braggart: points on the track and their tiles."""

from __future__ import annotations

from analyzer.games.islebound import policy
from analyzer.games.islebound.heuristics import follow_up
from analyzer.games.islebound.plans import best_plan, best_step_visit
from analyzer.games.islebound.state import Phase, StepKind

WORTH_A_BOAST = 3.0


@policy(
    wood=1.5,
    fish=0.75,
    book=1.9,
    pirate=1.2,
    serpent=1.8,
    cube=0.6,
    ready=0.5,
    crew=2.6,
    town=1.0,
    renown=1.6,
    attack=1.0,
    diplomacy=1.0,
    hunt=1.0,
    build=2.0,
    threshold=0.6,
    dear=1.0,
    reserve=1.0,
)
def renown(rules, table, hand, knobs, memory, choice):
    """Go wherever renown is gained at once, and collect the tiles.

    1. Take a reputation card that is worth three points more to oneself than to the others. 2. Otherwise the plan of
    the greatest value, with renown and what becomes renown held dear.
    """
    if table.phase != Phase.PLAN:
        return follow_up(rules, table, hand, knobs)
    boast = best_step_visit(rules, table, hand, knobs, StepKind.REPUTATION, -1, WORTH_A_BOAST)
    return boast if boast >= 0 else best_plan(rules, table, hand, knobs)
