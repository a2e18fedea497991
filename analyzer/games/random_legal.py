"""The floor of every game: what happens without any thought."""

from typing import Any

from analyzer.kernel.compiler.templates import copy_for
from analyzer.kernel.random import randbelow


def random_legal(rules, table, hand, knobs, memory, choice):
    """A random player: choose uniformly among the options of every question."""
    return option(rules, table, hand, randbelow(choice, n_options(rules, table, hand)))  # noqa: F821


def copy_random_legal(n_options: Any, option: Any) -> Any:
    """Copy `random_legal` for a game that lists its options so."""
    return copy_for(random_legal, option, {"n_options": n_options, "option": option, "randbelow": randbelow})
