"""What an evaluator thinks of an answer, for a look-ahead that compares only the best of many."""

from __future__ import annotations

from analyzer.games.islebound.encoding import BUY, EVENT, action_of, town_of
from analyzer.games.islebound.heuristics.knobs import DEAR
from analyzer.games.islebound.heuristics.plans import (
    alliance_value,
    attack_value,
    event_profit,
    fee_value,
    hunt_value,
    move_value,
)
from analyzer.games.islebound.heuristics.small_answers import small_answer
from analyzer.games.islebound.heuristics.takings import town_worth
from analyzer.games.islebound.heuristics.values import build_value, card_value, crew_value
from analyzer.games.islebound.heuristics.visits import visit_value
from analyzer.games.islebound.rules.buildings import card_at
from analyzer.games.islebound.rules.move import admins_to_share
from analyzer.games.islebound.rules.recruit import recruit_price
from analyzer.games.islebound.state import Action, Phase
from analyzer.kernel.lean import phase, rule


@phase
def rate_answer(rules, table, hand, knobs, memory, choice, answer):
    """Rate an answer by the values of things; where there are none, the policy's own answer comes first."""
    question = table.phase
    if question == Phase.PLAN:
        return rate_plan(rules, table, hand, knobs, town_of(answer), action_of(answer))
    if question == Phase.FREE:
        return rate_free(rules, table, hand, knobs, answer)
    if question == Phase.BUILD:
        return build_value(rules, table, hand, knobs, answer - 1) if answer > 0 else 0.0
    if question == Phase.RECRUIT:
        return crew_value(rules, table, knobs) - recruit_price(rules, table, answer - 1) if answer > 0 else 0.0
    if question == Phase.REPUTATION:
        return card_value(rules, table, hand.seat, knobs, answer - 1) if answer > 0 else 0.0
    if question == Phase.HOME:
        return visit_value(rules, table, hand, knobs, answer, 0)
    return 1.0 if small_answer(rules, table, hand, knobs) == answer else 0.0


@phase
def rate_plan(rules, table, hand, knobs, town, action):
    """Rate a plan: its action in its town, and the move there."""
    seat = hand.seat
    gone = admins_to_share(rules, table, seat, town)
    return move_value(rules, table, hand, knobs, town, gone) + rate_action(
        rules, table, hand, knobs, town, action, gone
    )


@rule
def rate_action(rules, table, hand, knobs, town, action, gone):
    """Rate one action in a town."""
    if action == Action.HUNT:
        return hunt_value(rules, table, knobs)
    if action == Action.NONE or action == Action.RAID:
        return 0.0
    visiting = visit_value(rules, table, hand, knobs, town, gone)
    if action == Action.VISIT:
        return visiting - fee_value(rules, table, hand.seat, knobs, town)
    taking = rules.strength[town] + visiting + town_worth(rules, table, knobs)
    if action == Action.ATTACK:
        return attack_value(rules, table, hand, knobs, town, gone, taking)
    return alliance_value(rules, table, hand, knobs, town, taking)


@rule
def rate_free(rules, table, hand, knobs, answer):
    """Rate a free action: an event by its profit, a purchase by its price, going on by nothing."""
    if EVENT <= answer < EVENT + 2:
        return event_profit(rules, table, hand.seat, knobs, answer - EVENT, 0)
    if BUY <= answer < BUY + rules.n_buildings:
        return 0.1 * knobs[DEAR] * rules.price[card_at(rules, table, hand, answer - BUY)]
    return 0.0
