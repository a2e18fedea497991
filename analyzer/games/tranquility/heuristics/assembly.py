"""Policies assembled of heuristics: one function that scores a placement, one that values a card to keep.

    @scoring(dear=1.0)
    def patient(rules, table, hand, knobs, card, cell, cost):
        \"\"\"Play near the proportional cell, cheaply.\"\"\"
        return 2.0 - abs(cell - 37 * card / 81) - knobs[0] * cost

The best placement is played if it scores above 0; otherwise two cards are discarded, those of the lowest keep
value. A Finish is played as soon as it is legal. Both functions have defaults, and so has every other question
(the other modules of this package).
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any

from analyzer.games.interface import Policy, make_policy
from analyzer.games.tranquility.encoding import cell_of, kind_of, play
from analyzer.games.tranquility.heuristics import small_answers, values
from analyzer.games.tranquility.rules import actions, options, placement
from analyzer.games.tranquility.state import Kind, Phase
from analyzer.games.turns import BAD_SCORE
from analyzer.kernel.compiler.templates import copy_for
from analyzer.kernel.lean import rule

# What a policy may replace, by the name of the setting; the copies below call the policy's own functions.
REPLACEABLE = {
    "score": ("score_placement", values.spacing_score),
    "keep": ("value_to_keep", values.room_value),
    "split": ("split_price", small_answers.level_split),
    "offer": ("offer_cards", small_answers.spare_offer),
    "special": ("special_action", small_answers.module_action),
    "answer": ("answer_question", small_answers.small_answer),
}
score_placement: Any = values.spacing_score
value_to_keep: Any = values.room_value
split_price: Any = small_answers.level_split
offer_cards: Any = small_answers.spare_offer
special_action: Any = small_answers.module_action
answer_question: Any = small_answers.small_answer


def best_placement(rules, table, hand, knobs):
    """Return the placement with the highest score and that score; BAD_SCORE if one is not a number."""
    action = small_answers.NO_ACTION
    best = 0.0
    funds = placement.budget(rules, table, hand)
    for slot in range(hand.held):
        card = hand.cards[slot]
        if actions.is_island(card):
            for cell in range(table.below[card] + 1, table.above[card]):
                if placement.can_place(rules, table, hand.seat, card, cell, funds):
                    cost = placement.cost_at(rules, table, card, cell)
                    score = score_placement(rules, table, hand, knobs, card, cell, cost)
                    if score != score:
                        return BAD_SCORE, score
                    if action == small_answers.NO_ACTION or score > best:
                        best = score
                        action = play(card, cell)
    return action, best


def choose_action(rules, table, hand, knobs):
    """Answer ACTION: finish, a module action, the best placement, or two discarded cards."""
    action = small_answers.finishing_action(rules, table, hand)
    if action != small_answers.NO_ACTION:
        return action
    action, best = best_placement(rules, table, hand, knobs)
    if action == BAD_SCORE:
        return BAD_SCORE
    if rules.has_modules == 1:
        special = special_action(rules, table, hand, best if action != small_answers.NO_ACTION else -1.0)
        if special != small_answers.NO_ACTION:
            return special
    if action != small_answers.NO_ACTION and (best > 0.0 or not actions.can_discard_two(rules, table, hand)):
        return action
    if actions.can_discard_two(rules, table, hand):
        return play(Kind.DISCARD_TWO, 0)
    return actions.nth_action(rules, table, hand, 0)


def choose_gift(rules, table, hand, knobs, memory):
    """Answer every question that asks for cards: those of the lowest keep value."""
    allowed = options.gift_mask(rules, table, hand)
    for slot in range(hand.held):
        value = value_to_keep(rules, table, hand, knobs, hand.cards[slot])
        if value != value:
            return BAD_SCORE
        memory[slot] = values.fixed(value) if (allowed >> slot) & 1 else values.NOT_TO_GIVE
    return values.lowest(memory, hand.held, options.n_to_give(table, hand))


def decide_by_score(rules, table, hand, knobs, memory, choice):
    """Answer every question by scores, keep values and the default heuristics."""
    if table.phase == Phase.ACTION:
        return choose_action(rules, table, hand, knobs)
    if options.is_gift(table.phase):
        return choose_gift(rules, table, hand, knobs, memory)
    if table.phase == Phase.OFFER:
        return offer_cards(rules, table, hand)
    if table.phase == Phase.SPLIT:
        return split_price(rules, table, hand)
    return answer_question(rules, table, hand)


def rate_by_score(rules, table, hand, knobs, memory, choice, answer):
    """Rate an answer: a placement by its score, cards to give by what they are worth, all else alike."""
    kind = kind_of(answer)
    if table.phase == Phase.ACTION and actions.is_island(kind):
        cell = cell_of(answer)
        return score_placement(rules, table, hand, knobs, kind, cell, placement.cost_at(rules, table, kind, cell))
    rating = 0.0
    if options.is_gift(table.phase):
        for slot in range(hand.held):
            if (answer >> slot) & 1:
                rating -= value_to_keep(rules, table, hand, knobs, hand.cards[slot])
    return rating


def scoring(score: Any = None, **settings: Any) -> Any:
    """Make a policy of a function `score(rules, table, hand, knobs, card, cell, cost)`.

    Settings: `keep`, `split`, `offer`, `special` and `answer` replace a default heuristic, `traits` are
    declared, every other keyword is a knob with its default.
    """
    if score is None:
        return lambda function: scoring(function, **settings)
    return _make(score, {**settings, "score": score})


def keeping(keep: Any = None, **settings: Any) -> Any:
    """Make a policy of a function `keep(rules, table, hand, knobs, card)`, with the default score."""
    if keep is None:
        return lambda function: keeping(function, **settings)
    return _make(keep, {**settings, "keep": keep})


def _make(function: Any, settings: dict[str, Any]) -> Policy:
    parts = {name: settings.pop(name) for name in REPLACEABLE if name in settings}
    traits = settings.pop("traits", ())
    decide = assemble(function, **parts)
    score = _compiled(parts.get("score", values.spacing_score))
    return make_policy("tranquility", function, decide, settings, traits, score, rating_of(function, **parts))


def rating_of(function: Any, **parts: Any) -> Any:
    """Make what a look-ahead asks of a policy's scoring functions: how good an answer is."""
    return rule(copy_for(rate_by_score, function, {**globals(), **_own_parts(parts)}))


def assemble(function: Any, part: Any = rule, **parts: Any) -> Any:
    """Make a compiled `decide` of scoring functions, on behalf of a policy function.

    `best_placement` may be given as a whole, by a policy that need not score every cell. `part` is how `decide` is
    compiled: as a rule for a policy as such, as a phase where a policy calls it seldom.

    The templates above are copied with the policy's own parts as their globals.
    """
    scope = {**globals(), **_own_parts(parts)}
    for template in (best_placement, choose_action, choose_gift):
        scope[template.__name__] = parts.get(template.__name__) or rule(copy_for(template, function, scope))
    return part(copy_for(decide_by_score, function, scope))


def _own_parts(parts: dict[str, Any]) -> dict[str, Any]:
    """Return what the templates call, by its name there: a policy's own parts, the defaults for the others."""
    return {place: _compiled(parts.get(name, default)) for name, (place, default) in REPLACEABLE.items()}


def _compiled(function: Callable[..., Any]) -> Any:
    return rule(function) if isinstance(function, FunctionType) else function
