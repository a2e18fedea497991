"""The floor: what happens without any thought."""

from __future__ import annotations

from analyzer.games.portolano import policy
from analyzer.games.portolano.rules.options import n_options, option
from analyzer.kernel.random import randbelow


@policy(traits=("random",))
def random_legal(rules, table, hand, knobs, memory, choice):
    """Choose uniformly among the options of every question."""
    return option(rules, table, hand, randbelow(choice, n_options(rules, table, hand)))
