"""Archetype 5: leave no gifts."""

from analyzer.games.rumini import weighing
from analyzer.games.rumini.heuristics.placements import WEIGHTS
from analyzer.games.rumini.heuristics.plays import NOTHING, best_play, or_end, use_at_once
from analyzer.games.rumini.heuristics.small_answers import small_answer
from analyzer.games.rumini.state import CARDS, Phase
from analyzer.kernel.jit import rule

KNOBS = WEIGHTS.adding(gift=100.0, patience=3.0)
GIFT, PATIENCE = KNOBS.places("gift", "patience")
_LAST_TURN, _CAPTURED, _WAITED = range(3)  # memory: the turn it knows of, captures seen, own turns without one


@weighing(knobs=KNOBS)
def cautious(rules, table, hand, knobs, memory, choice):
    """A cautious player: play like the greedy policy, but leave no card with exactly three sides for the next player.

    1. Use treasure cards as the greedy policy does. 2. After `patience` own turns without any capture, or a whole
    idle round, play one card greedily: nobody may wait forever. 3. Play the best porthole card that leaves no
    such gift (it does not look for a second card that takes the gift back). 4. End the turn.
    """
    if table.phase != Phase.MAIN:
        return small_answer(rules, table, hand, knobs)
    note_turn(table, memory)
    return choose(rules, table, hand, knobs, memory)


@rule
def note_turn(table, memory):
    """Count its own turns since the last capture by anybody."""
    if memory[_LAST_TURN] == table.turn:
        return
    memory[_LAST_TURN] = table.turn
    n_captured = 0
    for card in range(1, CARDS):
        n_captured += table.captured[card]
    memory[_WAITED] = memory[_WAITED] + 1 if n_captured == memory[_CAPTURED] else 0
    memory[_CAPTURED] = n_captured


@rule
def choose(rules, table, hand, knobs, memory):
    """Answer MAIN."""
    answer = use_at_once(rules, table, hand, knobs)
    if answer != NOTHING:
        return answer
    is_impatient = memory[_WAITED] >= knobs[PATIENCE] or table.idle >= rules.players
    if is_impatient and table.placed == 0:
        answer = best_play(rules, table, hand, knobs, 0.0)[1]
    else:
        value, answer = best_play(rules, table, hand, knobs, knobs[GIFT])
        answer = answer if value >= 0 else NOTHING
    return or_end(rules, table, hand, answer)
