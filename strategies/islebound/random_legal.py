"""The floor: what happens without any thought."""

from __future__ import annotations

from analyzer.games.islebound import policy
from analyzer.games.islebound.rules.options import n_options, option
from analyzer.kernel.random import randbelow


@policy(traits=("random",))
def random_legal(rules, table, hand, knobs, memory, choice):
    """Choose uniformly among the options of every question, and leave the rest to the defaults."""
    return option(rules, table, hand, randbelow(choice, n_options(rules, table, hand)))
