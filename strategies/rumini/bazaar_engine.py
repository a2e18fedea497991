"""Archetype 7: every capture is worth a third of a device."""

from __future__ import annotations

from analyzer.games.rumini import policy
from analyzer.games.rumini.encoding import END
from analyzer.games.rumini.heuristics import small_answer
from analyzer.games.rumini.scoring import NOTHING, best_play, use_at_end, use_at_once
from analyzer.games.rumini.state import Phase
from analyzer.kernel.jit import rule


@policy(needed=3.3333, unneeded=3.3333, chest=2.0, side=0.1)
def bazaar_engine(rules, table, hand, knobs, memory, choice):
    """Capture as many cards and chests as possible, needed or not, and buy the devices at the bazaar.

    1. Exchange and use treasure cards (a joker tile for any capture). 2. Play the porthole card that captures
    most. 3. Flag a needed card that is half built. 4. End the turn.
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
