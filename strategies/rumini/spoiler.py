"""Archetype 9: keep pirates and events for those who are about to win."""

from analyzer.games.rumini import weighing
from analyzer.games.rumini.encoding import EXCHANGE, TREASURE
from analyzer.games.rumini.heuristics.placements import WEIGHTS
from analyzer.games.rumini.heuristics.plays import best_play, is_joker_useful, is_pirate_useful, or_end
from analyzer.games.rumini.heuristics.small_answers import small_answer, strongest_opponent
from analyzer.games.rumini.rules.options import can_exchange, can_play_treasure
from analyzer.games.rumini.state import DEVICES, Phase, Treasure
from analyzer.kernel.jit import phase, rule

KNOBS = WEIGHTS.adding(threat=2.0)
THREAT = KNOBS.place("threat")


@weighing(knobs=KNOBS)
def spoiler(rules, table, hand, knobs, memory, choice):
    """A spoiler: play greedily, but keep events until an opponent lacks few devices, then hit that one.

    1. Exchange. 2. Rob a needed device, or any of one who lacks a single device. 3. Capture a needed device by a
    joker tile. 4. Give an event to an opponent who lacks at most `threat` devices, rather one that names a device
    of theirs. 5. Play the best porthole card. 6. Flag a needed card that is half built. 7. End the turn.
    """
    if table.phase != Phase.MAIN:
        return small_answer(rules, table, hand, knobs)
    return choose(rules, table, hand, knobs)


@rule
def choose(rules, table, hand, knobs):
    """Answer MAIN."""
    if can_exchange(rules, table, hand):
        return EXCHANGE
    if table.treasures[hand.seat] > 0:
        if is_pirate_useful(rules, table, hand):
            return TREASURE + Treasure.PIRATE
        if is_joker_useful(rules, table, hand, knobs):
            return TREASURE + Treasure.JOKER
        device = best_event(rules, table, hand, knobs[THREAT])
        if device >= 0:
            return TREASURE + Treasure.EVENT + device
    answer = best_play(rules, table, hand, knobs, 0.0)[1]
    return or_end(rules, table, hand, answer)


@phase
def best_event(rules, table, hand, threat):
    """Return the device of the event to give now, rather one that its target has up; -1 to wait."""
    chosen = -1
    for device in range(DEVICES):
        if can_play_treasure(rules, table, hand, Treasure.EVENT + device):
            target = strongest_opponent(rules, table, hand, device)
            if rules.collect - table.n_up[target] <= threat:
                if table.up[target, device] > 0:
                    return device
                chosen = device
    return chosen
