"""Archetype 7: every capture is worth a third of a device."""

from analyzer.games.rumini import weighing
from analyzer.games.rumini.heuristics.plays import play_greedily
from analyzer.games.rumini.heuristics.small_answers import small_answer
from analyzer.games.rumini.state import Phase


@weighing(needed=3.3333, unneeded=3.3333)
def bazaar_engine(rules, table, hand, knobs, memory, choice):
    """A bazaar buyer: capture as many cards and chests as possible, needed or not, and buy the devices at the bazaar.

    1. Exchange and use treasure cards (a joker tile for any capture). 2. Play the porthole card that captures
    most. 3. Flag a needed card that is half built. 4. End the turn.
    """
    if table.phase != Phase.MAIN:
        return small_answer(rules, table, hand, knobs)
    return play_greedily(rules, table, hand, knobs)
