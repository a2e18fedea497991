"""The floor of every game: what happens without any thought."""


def random_legal(rules, table, hand, knobs, memory, choice):
    """A random player: choose uniformly among the options of every question."""
    return option(rules, table, hand, randbelow(choice, n_options(rules, table, hand)))  # noqa: F821
