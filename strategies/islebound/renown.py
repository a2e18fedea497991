"""The braggart: points on the track and their tiles."""

from analyzer.games.islebound import evaluating
from analyzer.games.islebound.heuristics.plans import best_plan, best_step_visit
from analyzer.games.islebound.heuristics.small_answers import small_answer
from analyzer.games.islebound.state import Phase, StepKind

WORTH_A_BOAST = 3.0


@evaluating(book=1.9, crew=2.6, town=1.0, renown=1.6)
def renown(rules, table, hand, knobs, memory, choice):
    """A renown collector: go wherever renown is gained at once, and collect the tiles.

    1. Take a reputation card that is worth three points more to itself than to the others. 2. Otherwise the most
    valuable plan, with renown and what becomes renown valued highly.
    """
    if table.phase != Phase.PLAN:
        return small_answer(rules, table, hand, knobs)
    boast = best_step_visit(rules, table, hand, knobs, StepKind.REPUTATION, -1, WORTH_A_BOAST)
    return boast if boast >= 0 else best_plan(rules, table, hand, knobs)
