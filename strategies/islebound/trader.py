"""The trader: goods into books, books into renown (S-TRADER)."""

from analyzer.games.islebound import evaluating
from analyzer.games.islebound.heuristics.plans import best_hunt, best_plan, best_step_visit
from analyzer.games.islebound.heuristics.small_answers import small_answer
from analyzer.games.islebound.state import BOOK, RENOWN, Phase, StepKind

FULL_MAP = 4  # coins
LONG_TRADE = 24  # rounds; later sales leave too little time to buy buildings


@evaluating(book=1.6, pirate=0.8, serpent=1.2, ready=0.4, crew=2.8, renown=1.1)
def trader(rules, table, hand, knobs, memory, choice):
    """A trader: hunt a full map, turn goods into books at Zilliam and books into renown at Thundrake.

    1. Hunt when the map holds four coins. 2. Sell books for renown if that brings three points. 3. Make books if that
    brings a point. 4. Otherwise, and always after 24 rounds, the most valuable plan, with books and crew
    valued highly.
    """
    if table.phase != Phase.PLAN:
        return small_answer(rules, table, hand, knobs)
    hunt = best_hunt(rules, table, hand, knobs, FULL_MAP)
    if hunt >= 0:
        return hunt
    if table.round_no > LONG_TRADE:
        return best_plan(rules, table, hand, knobs)
    sale = best_step_visit(rules, table, hand, knobs, StepKind.EXCHANGE, RENOWN, 1.0)
    if sale >= 0:
        return sale
    making = best_step_visit(rules, table, hand, knobs, StepKind.EXCHANGE, BOOK, 0.5)
    return making if making >= 0 else best_plan(rules, table, hand, knobs)
