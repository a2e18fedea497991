"""Balanced, with a look at the turn that follows."""

import numpy as np

from analyzer.games.islebound import evaluating
from analyzer.games.islebound.encoding import make_plan
from analyzer.games.islebound.heuristics.knobs import EVALUATOR
from analyzer.games.islebound.heuristics.plans import HUNT, best_action, best_raid, hunt_value, move_value, orders_for
from analyzer.games.islebound.heuristics.small_answers import small_answer
from analyzer.games.islebound.rules.move import admins_to_share, distance, is_destination, reach, speed
from analyzer.games.islebound.state import N_TOWNS, Phase
from analyzer.kernel.jit import phase

KNOBS = EVALUATOR.adding(next=0.5)
NEXT = KNOBS.place("next")


@evaluating(knobs=KNOBS, traits=("look-ahead",))
def one_ply(rules, table, hand, knobs, memory, choice):
    """A one-step planner: weigh every plan by its own value and that of the best plan that could follow from there.

    1. Raid if it promises two coins (variant). 2. Value every town as if it were in reach. 3. Add to each
    destination the best of those within the ship's speed from there, discounted; take the best sum.
    """
    if table.phase != Phase.PLAN:
        return small_answer(rules, table, hand, knobs)
    raid = best_raid(rules, table, hand, knobs)
    return raid if raid >= 0 else plan_ahead(rules, table, hand, knobs, memory)


@phase
def plan_ahead(rules, table, hand, knobs, memory):
    """Return the most valuable plan with what may follow."""
    worth = memory.view(np.float64)
    hunting = hunt_value(rules, table, knobs)
    for town in range(N_TOWNS):
        action, value = best_action(rules, table, hand, knobs, town, 0)
        worth[town] = max(value, 1.0) + move_value(rules, table, hand, knobs, town, 0)
    seat = hand.seat
    farthest = reach(rules, table, seat)
    best, best_value = make_plan(table.region[seat], HUNT, 0, orders_for(knobs)), -1e9  # if stuck
    for town in range(N_TOWNS):
        if is_destination(rules, table, seat, town, farthest):
            gone = admins_to_share(rules, table, seat, town)
            action, value = best_action(rules, table, hand, knobs, town, gone)
            if value < hunting:
                action, value = HUNT, hunting
            value += move_value(rules, table, hand, knobs, town, gone)
            value += knobs[NEXT] * best_from(rules, table, seat, town, worth)
            if value > best_value:
                best, best_value = make_plan(town, action, 0, orders_for(knobs)), value
    return best


@phase
def best_from(rules, table, seat, town, worth):
    """Return the greatest worth of a town within the ship's speed of another."""
    best = 0.0
    for other in range(N_TOWNS):
        if 0 < distance(rules, table, town, other) <= speed(rules, table, seat):
            best = max(best, worth[other])
    return best
