"""Scoring policies: one function that scores a placement, one that values a card to keep.

    @scoring(dear=1.0)
    def patient(rules, table, hand, knobs, card, cell, cost):
        \"\"\"Play near the proportional cell, cheaply.\"\"\"
        return 2.0 - abs(cell - 37 * card / 81) - knobs[0] * cost

The best placement is played if it scores above 0; otherwise two cards are discarded, those of the lowest keep
value. A Finish is played as soon as it is legal. Both functions have defaults (`heuristics`), and so have the
answers to the Start's questions.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from analyzer.games.interface import Policy, make_policy
from analyzer.games.tranquility import heuristics
from analyzer.games.tranquility.encoding import BAD_SCORE, play
from analyzer.games.tranquility.heuristics import lowest, scratch
from analyzer.games.tranquility.rules.hands import discardable_mask
from analyzer.games.tranquility.rules.options import can_discard_two, can_finish, is_island, n_to_give, nth_action
from analyzer.games.tranquility.rules.placement import budget, cost_at
from analyzer.games.tranquility.state import Kind, Phase
from analyzer.kernel.jit import phase, rule

_KEPT = 1e301  # the value of a card that may not be given up

# Replaced, in the copy that is compiled for each policy, by that policy's own functions.
score_placement = heuristics.spacing_score
value_to_keep = heuristics.room_value
split_price = heuristics.level_split
offer_cards = heuristics.spare_offer


def decide_by_score(rules, table, hand, knobs, memory, choice):
    """Answer every question by scores and keep values."""
    if table.phase == Phase.OFFER:
        return offer_cards(rules, table, hand)
    if table.phase == Phase.SPLIT:
        return split_price(rules, table)
    if table.phase != Phase.ACTION:
        values = scratch(memory)
        allowed = discardable_mask(rules, table, hand)
        for slot in range(hand.held):
            value = value_to_keep(rules, table, hand, knobs, hand.cards[slot])
            if value != value:
                return BAD_SCORE
            values[slot] = value if (allowed >> slot) & 1 else _KEPT
        return lowest(values, hand.held, n_to_give(table, hand))
    if can_finish(rules, table, hand):
        return play(Kind.FINISH, 0)
    action = -1
    best = 0.0
    funds = budget(rules, table, hand)
    for slot in range(hand.held):
        card = hand.cards[slot]
        if is_island(card):
            for cell in range(table.below[card] + 1, table.above[card]):
                cost = cost_at(rules, table, card, cell)
                if cost <= funds:
                    score = score_placement(rules, table, hand, knobs, card, cell, cost)
                    if score != score:
                        return BAD_SCORE
                    if action < 0 or score > best:
                        best = score
                        action = play(card, cell)
    if action >= 0 and (best > 0.0 or not can_discard_two(rules, table, hand)):
        return action
    if can_discard_two(rules, table, hand):
        return play(Kind.DISCARD_TWO, 0)
    return nth_action(rules, table, hand, 0)


def scoring(score: Any = None, **settings: Any) -> Any:
    """Make a policy of a function `score(rules, table, hand, knobs, card, cell, cost)`.

    Settings: `keep`, `split` and `offer` replace a default heuristic, `traits` are declared, every other
    keyword is a knob with its default.
    """
    if score is None:
        return lambda function: scoring(function, **settings)
    return _assemble(score, rule(score), settings)


def keeping(keep: Any = None, **settings: Any) -> Any:
    """Make a policy of a function `keep(rules, table, hand, knobs, card)`, with the default score."""
    if keep is None:
        return lambda function: keeping(function, **settings)
    return _assemble(keep, heuristics.spacing_score, {**settings, "keep": keep})


def _assemble(function: Any, score: Any, settings: dict[str, Any]) -> Policy:
    parts = {
        "score_placement": score,
        "value_to_keep": _compiled(settings.pop("keep", heuristics.room_value)),
        "split_price": _compiled(settings.pop("split", heuristics.level_split)),
        "offer_cards": _compiled(settings.pop("offer", heuristics.spare_offer)),
    }
    traits = settings.pop("traits", ())
    decide = _template(function, parts)
    return make_policy("tranquility", function, phase(decide), settings, traits, score=score)


def _compiled(function: Callable[..., Any]) -> Any:
    return rule(function) if isinstance(function, FunctionType) and not hasattr(function, "py_func") else function


def _template(function: Any, parts: dict[str, Any]) -> Any:
    """Copy `decide_by_score` with a policy's own parts.

    The copy carries the file and the name of the policy: numba caches by these, and a closure over the
    policy's functions would be compiled anew in every process.
    """
    code = decide_by_score.__code__.replace(
        co_filename=function.__code__.co_filename,
        co_name=f"decide_{function.__name__}",
        co_qualname=f"decide_{function.__name__}",
        co_firstlineno=function.__code__.co_firstlineno,
    )
    copy = FunctionType(code, {**globals(), **parts, "__name__": function.__module__}, f"decide_{function.__name__}")
    copy.__module__ = function.__module__
    return copy
