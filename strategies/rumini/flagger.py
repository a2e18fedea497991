"""Archetype 8: let others complete its own cards."""

from analyzer.games.rumini import weighing
from analyzer.games.rumini.encoding import END, TREASURE
from analyzer.games.rumini.heuristics.placements import NEEDED
from analyzer.games.rumini.heuristics.plays import NOTHING, best_play, is_flag_useful, use_at_once
from analyzer.games.rumini.heuristics.small_answers import small_answer
from analyzer.games.rumini.state import SIDES, Phase, Treasure


@weighing
def flagger(rules, table, hand, knobs, memory, choice):
    """A flagger: flag needed cards with three sides that it cannot complete itself; otherwise play greedily.

    1. Use other treasure cards as the greedy policy does. 2. Play a porthole card that captures a needed device.
    3. Flag a needed card that has three sides. 4. Play the best porthole card. 5. End the turn.
    """
    if table.phase != Phase.MAIN:
        return small_answer(rules, table, hand, knobs)
    answer = use_at_once(rules, table, hand, knobs)
    if answer != NOTHING:
        return answer
    value, answer = best_play(rules, table, hand, knobs, 0.0)
    if value < knobs[NEEDED] and is_flag_useful(rules, table, hand, SIDES - 1):
        return TREASURE + Treasure.FLAG
    return answer if answer != NOTHING else END
