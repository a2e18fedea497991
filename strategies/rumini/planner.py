"""Archetype 4: plan the whole turn."""

from analyzer.games.rumini import weighing
from analyzer.games.rumini.heuristics.placements import WEIGHTS
from analyzer.games.rumini.heuristics.planning import plan
from analyzer.games.rumini.heuristics.plays import NOTHING, best_play, or_end, use_at_once
from analyzer.games.rumini.heuristics.small_answers import small_answer
from analyzer.games.rumini.state import Phase

KNOBS = WEIGHTS.adding(least=2.0)
LEAST = KNOBS.place("least")


@weighing(knobs=KNOBS, traits=("look-ahead",))
def planner(rules, table, hand, knobs, memory, choice):
    """A one-turn planner: look for the sequence of all cards in hand that captures most in this turn, then stop.

    1. Use treasure cards as the greedy policy does. 2. Follow the best plan (made again after every card, because
    the piles show new cards). 3. Without any capture in sight, play `least` cards a turn at their best places, so
    that the hand changes. 4. End the turn.
    """
    if table.phase != Phase.MAIN:
        return small_answer(rules, table, hand, knobs)
    answer = use_at_once(rules, table, hand, knobs)
    if answer == NOTHING:
        answer = plan(rules, table, hand, knobs, hand.held)[1]
    if answer == NOTHING and table.played < knobs[LEAST]:
        answer = best_play(rules, table, hand, knobs, 0.0)[1]
    return or_end(rules, table, hand, answer)
