"""Archetype 6: wait for the capture."""

from analyzer.games.rumini import weighing
from analyzer.games.rumini.heuristics.placements import WEIGHTS
from analyzer.games.rumini.heuristics.planning import plan
from analyzer.games.rumini.heuristics.plays import NOTHING, best_play, or_end, use_at_once
from analyzer.games.rumini.heuristics.small_answers import small_answer
from analyzer.games.rumini.state import Phase
from analyzer.kernel.jit import rule

KNOBS = WEIGHTS.adding(every=3.0, renewed=2.0)
EVERY, RENEWED = KNOBS.places("every", "renewed")
_STEPS = 2  # cards that a capture may take
_LAST_TURN, _WAITED = 0, 1  # memory: the turn it knows of, own turns since cards were played


@weighing(knobs=KNOBS, traits=("look-ahead",))
def hoarder(rules, table, hand, knobs, memory, choice):
    """A hoarder: play only what captures at once or with a second card, and change some cards every third turn.

    1. Use treasure cards as the greedy policy does. 2. Play a card that captures, or the first of two that do.
    3. In every `every`-th turn without a card played, play `renewed` cards at their best places. 4. End the turn.
    """
    if table.phase != Phase.MAIN:
        return small_answer(rules, table, hand, knobs)
    note_turn(table, memory)
    return choose(rules, table, hand, knobs, memory)


@rule
def note_turn(table, memory):
    """Count its own turns in which nothing was played."""
    if memory[_LAST_TURN] != table.turn:
        memory[_LAST_TURN] = table.turn
        memory[_WAITED] += 1


@rule
def choose(rules, table, hand, knobs, memory):
    """Answer MAIN."""
    answer = use_at_once(rules, table, hand, knobs)
    if answer != NOTHING:
        return answer
    answer = plan(rules, table, hand, knobs, min(_STEPS, hand.held))[1]
    if answer != NOTHING:
        memory[_WAITED] = 0
        return answer
    if memory[_WAITED] >= knobs[EVERY] and table.played < knobs[RENEWED]:
        answer = best_play(rules, table, hand, knobs, 0.0)[1]
    elif memory[_WAITED] >= knobs[EVERY]:
        memory[_WAITED] = 0
    return or_end(rules, table, hand, answer)
