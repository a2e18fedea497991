"""Archetype 3: the best placement at once, the whole hand every turn."""

from __future__ import annotations

from analyzer.games.rumini import policy
from analyzer.games.rumini.encoding import END
from analyzer.games.rumini.heuristics import small_answer
from analyzer.games.rumini.scoring import NOTHING, best_play, use_at_end, use_at_once
from analyzer.games.rumini.state import Phase
from analyzer.kernel.jit import rule


@policy(needed=10.0, unneeded=3.4, chest=2.0, side=0.1)
def greedy_capture(rules, table, hand, knobs, memory, choice):
    """Play the whole hand, each card where it captures most at once.

    1. Exchange, rob a needed device, capture a needed device by a joker tile, give events. 2. Play the porthole
    card of the highest value. 3. Put a flag on a needed card that is half built. 4. End the turn.
    """
    if table.phase != Phase.MAIN:
        return small_answer(rules, table, hand, knobs)
    return choose(rules, table, hand, knobs)


@rule
def choose(rules, table, hand, knobs):
    """Answer MAIN."""
    answer = use_at_once(rules, table, hand, knobs)
    if answer == NOTHING:
        answer = best_play(rules, table, hand, knobs, 0.0)[1]
    if answer == NOTHING:
        answer = use_at_end(rules, table, hand)
    return answer if answer != NOTHING else END
