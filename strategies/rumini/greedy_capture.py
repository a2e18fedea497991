"""Archetype 3: the best placement at once, the whole hand every turn."""

from analyzer.games.rumini import weighing
from analyzer.games.rumini.heuristics.plays import play_greedily
from analyzer.games.rumini.heuristics.small_answers import small_answer
from analyzer.games.rumini.state import Phase


@weighing
def greedy_capture(rules, table, hand, knobs, memory, choice):
    """A greedy player: play the whole hand, each card where it captures most at once.

    1. Exchange, rob a needed device, capture a needed device by a joker tile, give events. 2. Play the porthole
    card of the highest value. 3. Put a flag on a needed card that is half built. 4. End the turn.
    """
    if table.phase != Phase.MAIN:
        return small_answer(rules, table, hand, knobs)
    return play_greedily(rules, table, hand, knobs)
