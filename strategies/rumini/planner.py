"""Archetype 4: plan the whole turn."""

from __future__ import annotations

from analyzer.games.rumini import policy
from analyzer.games.rumini.encoding import END
from analyzer.games.rumini.heuristics import small_answer
from analyzer.games.rumini.scoring import NOTHING, best_play, use_at_end, use_at_once
from analyzer.games.rumini.state import Phase
from analyzer.kernel.jit import rule
from strategies.rumini.planning import plan

LEAST = 4


@policy(needed=10.0, unneeded=3.4, chest=2.0, side=0.1, least=2.0, traits=("look-ahead",))
def planner(rules, table, hand, knobs, memory, choice):
    """Look for the sequence of all cards in hand that captures most in this turn, then stop.

    1. Use treasure cards as the greedy policy does. 2. Follow the best plan (made anew after every card, because
    the piles show new cards). 3. Without any capture in sight, play `least` cards a turn at their best places, so
    that the hand changes. 4. End the turn.
    """
    if table.phase != Phase.MAIN:
        return small_answer(rules, table, hand, knobs)
    return choose(rules, table, hand, knobs)


@rule
def choose(rules, table, hand, knobs):
    """Answer MAIN."""
    answer = use_at_once(rules, table, hand, knobs)
    if answer == NOTHING:
        answer = plan(rules, table, hand, knobs, hand.held)[1]
    if answer == NOTHING and table.played < knobs[LEAST]:
        answer = best_play(rules, table, hand, knobs, 0.0)[1]
    if answer == NOTHING:
        answer = use_at_end(rules, table, hand)
    return answer if answer != NOTHING else END
