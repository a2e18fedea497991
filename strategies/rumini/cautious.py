"""Archetype 5: leave no gifts."""

from __future__ import annotations

from analyzer.games.rumini import policy
from analyzer.games.rumini.choosing import NOTHING, best_play, use_at_end, use_at_once
from analyzer.games.rumini.encoding import END
from analyzer.games.rumini.heuristics import small_answer
from analyzer.games.rumini.state import Phase
from analyzer.kernel.jit import rule


@policy(needed=10.0, unneeded=3.4, chest=2.0, side=0.1, gift=100.0)
def cautious(rules, table, hand, knobs, memory, choice):
    """Play like the greedy policy, but never leave a card with exactly three sides for the next player.

    1. Use treasure cards as the greedy policy does. 2. Play the best porthole card that leaves no such gift.
    3. After a whole idle round play one card all the same: nobody may wait for ever. 4. End the turn.
    """
    if table.phase != Phase.MAIN:
        return small_answer(rules, table, hand, knobs)
    return choose(rules, table, hand, knobs)


@rule
def choose(rules, table, hand, knobs):
    """Answer MAIN."""
    answer = use_at_once(rules, table, hand, knobs)
    if answer == NOTHING:
        value, answer = best_play(rules, table, hand, knobs)
        is_forced = table.idle >= rules.players and table.placed == 0
        if value < 0 and not is_forced:
            answer = NOTHING
    if answer == NOTHING:
        answer = use_at_end(rules, table, hand)
    return answer if answer != NOTHING else END
