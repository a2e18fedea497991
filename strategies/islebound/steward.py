"""The most valuable plan, crew and books valued highly, and an end of the game only from ahead."""

from analyzer.games.islebound import evaluating
from analyzer.games.islebound.encoding import BUY, GO_ON
from analyzer.games.islebound.heuristics.knobs import EVALUATOR
from analyzer.games.islebound.heuristics.plans import best_plan, best_raid
from analyzer.games.islebound.heuristics.small_answers import rate_answer, small_answer
from analyzer.games.islebound.heuristics.values import may_add_building
from analyzer.games.islebound.state import Phase

KNOBS = EVALUATOR.setting(
    wood=0.88,
    fish=0.63,
    book=2.04,
    pirate=1.04,
    serpent=1.3,
    cube=1.03,
    ready=0.56,
    crew=4.45,
    town=0.33,
    renown=1.18,
    attack=1.06,
    diplomacy=1.55,
    hunt=1.1,
    build=1.08,
    threshold=0.85,
    dear=0.89,
    reserve=1.19,
).adding(lead=0.54)
LEAD = KNOBS.place("lead")


@evaluating(knobs=KNOBS.tuned(__file__), rate=rate_answer)
def steward(rules, table, hand, knobs, memory, choice):
    """A careful steward: make the most valuable plan, value crew and books highly, end the game only when ahead.

    1. Raid if it promises two coins (variant). 2. Weigh every destination and action: gains, spoils, events on the
    way, less fees and cards. 3. Buy or build the last building only with a lead of `lead` points, unless the game
    drags on.
    """
    if table.phase == Phase.PLAN:
        raid = best_raid(rules, table, hand, knobs)
        return raid if raid >= 0 else best_plan(rules, table, hand, knobs)
    answer = small_answer(rules, table, hand, knobs)
    adds_building = (table.phase == Phase.FREE and answer >= BUY) or (table.phase == Phase.BUILD and answer > 0)
    if adds_building and not may_add_building(rules, table, hand.seat, knobs[LEAD]):
        return GO_ON  # which also stands for no building
    return answer
