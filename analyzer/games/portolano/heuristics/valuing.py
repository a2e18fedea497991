"""Policies that value stops: one function values a stop, one says what things are worth.

    @valuing(appraise=my_appraisal, thirst=0.55)
    def homebody(rules, table, hand, knobs, worth, cell, face, rum):
        \"\"\"Stay near port 3.\"\"\"
        return -rules.distance[cell, 3] - knobs[0] * (table.ships[hand.seat].rum - rum)

The cards with the best stop are laid: the value of the tile where the ship would end, less what the rum costs
(section 6: 0.55 each, 1.5 for the last one). Cards that cannot be paid are never laid. All other questions are
answered by `worth`, which `appraise(rules, table, hand, knobs, worth)` fills in before every answer (`worth`,
`small_answers`).
"""

from types import FunctionType
from typing import Any

from analyzer.games import interface, turns
from analyzer.games.portolano.encoding import ANCHOR, first_way, is_pair, second_way
from analyzer.games.portolano.heuristics import small_answers, stops
from analyzer.games.portolano.heuristics.worth import appraise_cargo, appraise_ship, has_nan, scratch
from analyzer.games.portolano.rules import board, options
from analyzer.games.portolano.state import FIRST_PORT, Phase
from analyzer.games.values.deciding import NO_ANSWER, rank_plan
from analyzer.kernel.compiler.templates import copy_for
from analyzer.kernel.jit import phase, rule

THIRST = 0.55  # what a rum spent on the way counts (section 6)
DRY = 1.5  # what the last rum counts on top
N_CARDS = 21
UNPAYABLE = -1e9
REACH = 3.0  # how much less than the best a card may be worth to be a plan
MOST = 4  # cards that are plans


@rule
def default_appraisal(rules, table, hand, knobs, worth):
    """Think of things as the trader does."""
    ship = table.ships[hand.seat]
    appraise_cargo(rules, table, ship, worth)
    appraise_ship(rules, table, ship, worth, 0.9, 0.35)
    stops.seek_port(rules, table, ship, worth, 3.0)


@rule
def default_value(rules, table, hand, knobs, worth, cell, face, rum):
    """Value what a stop brings at once."""
    return stops.stop_worth(rules, table, table.ships[hand.seat], worth, cell, face)


# Replaced, in the copy that is compiled for each policy, by that policy's own functions.
appraise = default_appraisal
value_stop = default_value


@rule
def landing_cell(rules, ship, card):
    """Return where laid cards lead."""
    if card == ANCHOR:
        return ship.cell
    cell = rules.next_cell[first_way(card), ship.cell]
    return rules.next_cell[second_way(card), cell] if is_pair(card) else cell


@rule
def landing_face(rules, table, ship, cell, card):
    """Return the face that a ship will find: its own tile has been turned when it comes back (P-MOVE-11)."""
    face = table.face[cell]
    if cell == ship.cell and card != ANCHOR and face < FIRST_PORT and table.pirate != cell:
        return face ^ 1 if board.n_ships(rules, table, cell) == 1 else face
    return face


@rule
def puts_somewhere(table):
    """Tell whether the question is where a ship or the pirate begins."""
    return table.phase == Phase.SHIP or table.phase == Phase.PIRATE


def option_value(rules, table, hand, knobs, worth, option):
    """Value an answer that puts a ship or the pirate somewhere, or lays cards; those it cannot pay are UNPAYABLE."""
    ship = table.ships[hand.seat]
    places = puts_somewhere(table)
    cell = option if places else landing_cell(rules, ship, option)
    cost = 0 if places else board.card_cost(table, ship, option)
    if cost > ship.rum:
        return UNPAYABLE
    face = table.face[cell] if places else landing_face(rules, table, ship, cell, option)
    rum = ship.rum - cost
    score = value_stop(rules, table, hand, knobs, worth, cell, face, rum) - THIRST * cost
    score -= DRY if rum == 0 else 0.0
    return -score if table.phase == Phase.PIRATE else score


# Replaced like the two above: the value of an option by the policy's own value of a stop.
value_option = option_value


def decide_by_value(rules, table, hand, knobs, memory, choice):
    """Answer every question by the value of stops and by what things are worth."""
    worth = scratch(memory)
    appraise(rules, table, hand, knobs, worth)
    if has_nan(worth):
        return turns.BAD_SCORE
    if table.phase != Phase.CARDS and not puts_somewhere(table):
        return small_answers.small_answer(rules, table, hand, worth)
    mask = options.options(rules, table, hand)
    best = 0.0
    answer = -1
    for option in range(N_CARDS):
        if (mask >> option) & 1:
            score = value_option(rules, table, hand, knobs, worth, option)
            if score != score:
                return turns.BAD_SCORE
            if score != UNPAYABLE and (answer < 0 or score > best):
                best = score
                answer = option
    return answer


def rate_by_value(rules, table, hand, knobs, memory, choice, answer):
    """Rate an answer by the value of its stop; elsewhere the policy's own answer is better than the others."""
    worth = scratch(memory)
    appraise(rules, table, hand, knobs, worth)
    if table.phase != Phase.CARDS and not puts_somewhere(table):
        return 1.0 if small_answers.small_answer(rules, table, hand, worth) == answer else 0.0
    return value_option(rules, table, hand, knobs, worth, answer)


def list_by_value(rules, table, hand, knobs, memory, choice, found):
    """List the cards that may be laid, by the values of their stops; nothing for any other question."""
    found.n = 0
    if table.phase != Phase.CARDS:
        return
    worth = scratch(memory)
    appraise(rules, table, hand, knobs, worth)
    mask = options.options(rules, table, hand)
    for option in range(N_CARDS):
        if (mask >> option) & 1:
            score = value_option(rules, table, hand, knobs, worth, option)
            if score != UNPAYABLE:
                rank_plan(found, 0, score, option, NO_ANSWER, NO_ANSWER)
    found.n = min(found.n, MOST)
    while found.n > 1 and found.ratings[found.n - 1] < found.ratings[0] - REACH:
        found.n -= 1


def valuing(value: Any = None, **settings: Any) -> Any:
    """Make a policy of a function `value(rules, table, hand, knobs, worth, cell, face, rum)`.

    Settings: `appraise` replaces the default appraisal, `traits` are declared, every other keyword is a knob with
    its default.
    """
    if value is None:
        return lambda function: valuing(function, **settings)
    parts = {
        "value_stop": rule(value),
        "appraise": _compiled(settings.pop("appraise", default_appraisal)),
    }
    traits = settings.pop("traits", ())
    parts["value_option"] = rule(copy_for(option_value, value, {**globals(), **parts}))
    decide, rate, plans = (
        phase(copy_for(part, value, {**globals(), **parts})) for part in (decide_by_value, rate_by_value, list_by_value)
    )
    score = parts["value_stop"]
    return interface.make_policy("portolano", value, decide, settings, traits, score=score, rate=rate, plans=plans)


def _compiled(function: Any) -> Any:
    return rule(function) if isinstance(function, FunctionType) and not hasattr(function, "py_func") else function
