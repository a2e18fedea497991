"""One-ply by trained values: of the plans that a policy lists, the one whose position afterwards is worth most.

The functions are templates: a copy per policy has its plans, and the rules and features of its game.
"""

from analyzer.games.values.declared import MOST_ANSWERS, MOST_PLANS, NO_ANSWER
from analyzer.kernel.lean import rule
from analyzer.kernel.nets.network import log_odds
from analyzer.kernel.seats.addresses import are_alike, call_rating, copy_into, record_at
from analyzer.kernel.seats.seating import call_policy

UNKNOWN = -1

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
    is_next = is_under_way(rules, table, hand, space)
    for place in range(space.plans.n):
        same = place_before(space, space.plans.answers[place, 0]) if is_next else UNKNOWN
        space.odds[place] = odds_after(rules, table, hand, space, place) if same == UNKNOWN else space.last.odds[same]
        space.scores[place] = space.odds[place] + space.mix * space.plans.ratings[place]
        best = place if space.scores[place] > space.scores[best] else best
    keep_decision(table, hand, space, best)
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


def odds_after(rules, table, hand, space, place):
    """Return the log odds of a win by the network, after a plan."""
    see_after(rules, table, hand, space, place)
    view = space.seen
    return log_odds(space.net[0], space.work, view.table, 0, view.things, 0, view.n)


def is_under_way(rules, table, hand, space):
    """Tell whether the seat sees exactly what the first answer of the plan chosen before leaves."""
    last, state, seat = space.last, space.state, table.asked
    if last.n == 0 or last.table.turn != table.turn or last.table.asked != seat:
        return False
    copy_into(state.table, last.table)
    copy_into(state.hands[seat], last.hand)
    carry_out(rules, state, last.answers[last.chosen, 0])  # noqa: F821
    return are_alike(state.table, table) and are_alike(state.hands[seat], hand)


@rule
def place_before(space, answer):
    """Return where the plan under way stood with this second answer: it leaves the same, so it was valued already."""
    last = space.last
    for place in range(last.n):
        is_same = last.answers[place, 0] == last.answers[last.chosen, 0] and last.answers[place, 1] == answer
        if is_same and last.answers[place, 2] == NO_ANSWER:
            return place
    return UNKNOWN


@rule
def keep_decision(table, hand, space, best):
    """Keep what was valued, if the chosen plan has a second answer."""
    last, plans = space.last, space.plans
    last.n = plans.n if plans.answers[best, 1] > NO_ANSWER else 0
    last.chosen = best
    for place in range(last.n):
        last.odds[place] = space.odds[place]
        for number in range(MOST_ANSWERS):
            last.answers[place, number] = plans.answers[place, number]
    if last.n > 0:
        copy_into(last.table, table)
        copy_into(last.hand, hand)


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


TEMPLATES = (see_after, odds_after, is_under_way, best_plan)  # each may call those before it
