"""Archetype 2: cycle through the porthole cards as fast as possible."""

from analyzer.games.rumini import weighing
from analyzer.games.rumini.heuristics.plays import NOTHING, or_end, use_at_once
from analyzer.games.rumini.heuristics.small_answers import small_answer
from analyzer.games.rumini.rules.listing import ALL, walk_plays
from analyzer.games.rumini.state import Phase
from analyzer.kernel.jit import rule
from analyzer.kernel.random import randbelow


@weighing(traits=("random",))
def dumper(rules, table, hand, knobs, memory, choice):
    """A random player: play the whole hand at random places.

    1. Use treasure cards as the greedy policy does. 2. Play any porthole card anywhere. 3. End the turn.
    """
    if table.phase != Phase.MAIN:
        return small_answer(rules, table, hand, knobs)
    return choose(rules, table, hand, knobs, choice)


@rule
def choose(rules, table, hand, knobs, choice):
    """Answer MAIN."""
    answer = use_at_once(rules, table, hand, knobs)
    if answer == NOTHING:
        n_plays = -1 - walk_plays(rules, table, hand, ALL)
        if n_plays > 0:
            return walk_plays(rules, table, hand, randbelow(choice, n_plays))
    return or_end(rules, table, hand, answer)
