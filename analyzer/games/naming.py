"""Names of decisions, for autopsies: kind and detail, both made of one function of the game."""

from collections.abc import Callable
from typing import Any

Named = Callable[[Any, int], tuple[str, str]]  # state and answer -> the kind of the decision, and the detail
Kind = Callable[[Any, Any, int], str]
Detail = Callable[[Any, Any, int, int], str]


def kind_and_detail(named: Named) -> tuple[Kind, Detail]:
    """Make what `kinds.py` of a game offers."""

    def kind(_rules: Any, state: Any, answer: int) -> str:
        return named(state, answer)[0]

    def detail(_rules: Any, state: Any, answer: int, better: int) -> str:
        """Say more of an answer, beside a better one; "" if there is no word for it."""
        own, other = named(state, answer), named(state, better)
        return own[1] if own[0] == other[0] else f"instead of {other[0]}"

    return kind, detail
