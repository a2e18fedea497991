"""The builder: a capital of wood and fish (S-BUILDER)."""

from analyzer.games.islebound import evaluating
from analyzer.games.islebound.heuristics.plans import best_plan, best_step_visit
from analyzer.games.islebound.heuristics.small_answers import small_answer
from analyzer.games.islebound.state import Phase, StepKind


@evaluating(wood=1.9, fish=0.95, pirate=0.8, serpent=1.2, cube=0.4, crew=2.2, build=5.0, reserve=3.0)
def builder(rules, table, hand, knobs, memory, choice):
    """A builder: gather wood and fish and build at Stratic; buy only with coins to spare.

    1. Build wherever a building can be paid in goods. 2. Otherwise the most valuable plan, with wood and fish
    valued highly. 3. Buy the most expensive building that leaves three coins: without it games hardly end.
    """
    if table.phase != Phase.PLAN:
        return small_answer(rules, table, hand, knobs)
    site = best_step_visit(rules, table, hand, knobs, StepKind.BUILD, -1, 0.0)
    return site if site >= 0 else best_plan(rules, table, hand, knobs)
