"""The rusher: a quick end (S-RUSHER)."""

from analyzer.games.islebound import evaluating
from analyzer.games.islebound.heuristics.plans import best_hunt, best_plan
from analyzer.games.islebound.heuristics.small_answers import small_answer
from analyzer.games.islebound.state import Phase

RICH_MAP = 3  # coins


@evaluating(wood=1.2, fish=0.6, crew=1.5, town=0.5, hunt=1.2, build=3.0, dear=-1.0, reserve=0.0)
def rusher(rules, table, hand, knobs, memory, choice):
    """A rusher: take coins wherever they are and buy the cheapest building at once, to end the game early.

    1. Hunt when the map holds three coins. 2. Otherwise the most valuable plan, with coins before goods.
    3. Buy the cheapest building, down to the last coin.
    """
    if table.phase != Phase.PLAN:
        return small_answer(rules, table, hand, knobs)
    hunt = best_hunt(rules, table, hand, knobs, RICH_MAP)
    return hunt if hunt >= 0 else best_plan(rules, table, hand, knobs)
