"""One-ply by trained values: of the plans that a policy lists, the one whose position afterwards is worth most.

The functions are templates: a copy per policy has its plans, and the rules and features of its game.
"""

from analyzer.games.values.declared import MOST_ANSWERS, MOST_PLANS, NO_ANSWER
from analyzer.kernel.lean import rule
from analyzer.kernel.nets.network import log_odds
from analyzer.kernel.seats.addresses import call_rating, copy_into, record_at
from analyzer.kernel.seats.seating import call_policy

__all__ = ["MOST_PLANS", "NO_ANSWER", "call_policy", "log_odds", "record_at"]


def value_at_desk(rules, table, hand, desk):
    """Answer with the plan that is worth most, or as the policy does where it lists none."""
    space = record_at(desk.values, SPACE)  # noqa: F821
    if space.is_on == 1:
        list_plans(rules, table, hand, desk, space)  # noqa: F821
        if space.plans.n > 0:
            return space.plans.answers[best_plan(rules, table, hand, space), 0]
    return call_policy(space.policy, rules, table, hand, desk)


def best_plan(rules, table, hand, space):
    """Return the place of the plan that value and rating together put first."""
    best = 0
    if space.plans.n == 1:
        return best
    for place in range(space.plans.n):
        see_after(rules, table, hand, space, place)
        view = space.seen
        odds = log_odds(space.net[0], space.work, view.table, 0, view.things, 0, view.n)
        space.scores[place] = odds + space.mix * space.plans.ratings[place]
        best = place if space.scores[place] > space.scores[best] else best
    return best


def see_after(rules, table, hand, space, place):
    """Carry a plan out on a copy of what the seat sees, and look at the position that it leaves."""
    state, seat = space.state, table.asked
    copy_into(state.table, table)
    copy_into(state.hands[seat], hand)
    for number in range(MOST_ANSWERS):
        answer = space.plans.answers[place, number]
        if answer != NO_ANSWER:
            carry_out(rules, state, answer)  # noqa: F821
    look(rules, state.table, state.hands[seat], space.seen)  # noqa: F821


def list_own_plans(rules, table, hand, desk, space):
    """List the plans of a policy that has its own way to."""
    plans(rules, table, hand, desk.knobs, desk.memory, desk.choice, space.plans)  # noqa: F821


def list_options(rules, table, hand, desk, space):
    """List a policy's own answer and, by its rating, the best of all other options."""
    space.plans.n = 0
    add_plan(space.plans, call_policy(space.policy, rules, table, hand, desk), 0.0)
    own = space.plans.answers[0, 0]
    if space.rating != 0:
        space.plans.ratings[0] = call_rating(space.rating, rules, table, hand, desk, own)
    for index in range(n_options(rules, table, hand)):  # noqa: F821
        answer = option(rules, table, hand, index)  # noqa: F821
        if answer != own:
            rating = call_rating(space.rating, rules, table, hand, desk, answer) if space.rating != 0 else 0.0
            rank_plan(space.plans, 1, rating, answer, NO_ANSWER, NO_ANSWER)


@rule
def add_plan(plans, answer, rating):
    """Append a plan of one answer."""
    rank_plan(plans, plans.n, rating, answer, NO_ANSWER, NO_ANSWER)


@rule
def rank_plan(plans, first, rating, one, two, three):
    """List a plan by its rating, not before place `first`; the last drops out where there are too many."""
    place = plans.n
    if place < MOST_PLANS:
        plans.n += 1
    elif plans.ratings[place - 1] < rating:
        place -= 1
    else:
        return
    while place > first and plans.ratings[place - 1] < rating:
        plans.ratings[place] = plans.ratings[place - 1]
        for number in range(MOST_ANSWERS):
            plans.answers[place, number] = plans.answers[place - 1, number]
        place -= 1
    plans.ratings[place] = rating
    plans.answers[place, 0], plans.answers[place, 1], plans.answers[place, 2] = one, two, three
