"""Look-ahead with trained values: plans are played on for some turns, hidden cards dealt again, then the value judges.

Compared are the plans whose value and rating together are highest. A sample ends at the first question after some
turns: what the seat to move would leave by its own answers is judged by the value, from what each seat of the team
sees; it is worth nothing where all cards of the sample together show that the game is lost. Samples that are lost from
the beginning say nothing about the plans, so they are dealt again. Few samples are noisy, so the score by value and
rating counts as if it had been seen in so many samples (`prior`).

The functions are templates, as in lookahead.py: a copy per policy has its plans, and its game's rules and features.
"""

from analyzer.games.search import lookahead
from analyzer.games.search.lookahead import HOPE, OWN, budget_of, error_of_lead, lead, note_game
from analyzer.games.turns import ASKING
from analyzer.games.values.declared import LEAVE, MOST_ANSWERS, NO_ANSWER
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.nets.network import chance_of, log_odds
from analyzer.kernel.seats.addresses import call_driver, copy_into, record_at, records_at
from analyzer.kernel.seats.seating import call_policy

NEVER = 1 << 40  # a turn that no game comes to
MOST_DEALS = 20  # for one sample; if all of them are lost, so be it


def foresee_at_desk(rules, table, hand, desk):
    """Answer with the best plan by value and rating, unless another one does better some turns ahead."""
    space, values = record_at(desk.workspace, WORKSPACE), record_at(desk.values, SPACE)  # noqa: F821
    if values.is_on == 0:
        space.until = NEVER
        return call_policy(space.to_the_end, rules, table, hand, desk)
    space.n_answers = values.plans.n = 0
    space.budget = budget_of(space, table.phase)
    if space.budget > 0:
        list_plans(rules, table, hand, desk, values)  # noqa: F821
    if values.plans.n < 2:
        return call_policy(space.policy, rules, table, hand, desk)
    best_plan(rules, table, hand, values)  # noqa: F821
    choose_candidates(space, values)
    compare_answers(rules, table, hand, desk, space)  # noqa: F821
    is_left = space.origin.stop == 0 and is_preferred(space)
    return space.answers[1] if is_left else space.answers[OWN]


@phase
def choose_candidates(space, values):
    """List the plans with the highest scores, the best first; a plan is named by its first answer and its place."""
    space.n_answers = 0
    for plan in range(values.plans.n):
        place = min(space.n_answers, space.options - 1)
        if space.n_answers < space.options:
            space.n_answers += 1
        elif values.scores[plan] <= space.ratings[place]:
            continue
        while place > 0 and values.scores[plan] > space.ratings[place - 1]:
            space.ratings[place], space.lots[place] = space.ratings[place - 1], space.lots[place - 1]
            place -= 1
        space.ratings[place], space.lots[place] = values.scores[plan], plan
    for place in range(space.n_answers):
        space.answers[place] = values.plans.answers[space.lots[place], 0]


def deal_living_sample(rules, table, hand, desk, space, values):
    """Deal the hidden part again, until the game is not lost yet for whoever sees all cards."""
    for _ in range(MOST_DEALS):
        deal_sample(rules, table, hand, desk, space)  # noqa: F821
        copy_into(values.state, space.origin.state)
        if not is_lost(rules, values.state):  # noqa: F821
            return


def play_sample(rules, table, hand, desk, space):
    """Deal the hidden part again and play every plan that is left on from there, with the same chance."""
    values, rows = record_at(desk.values, SPACE), records_at(space.row, ROW)  # noqa: F821
    deal_living_sample(rules, table, hand, desk, space, values)
    space.until = table.turn + space.turns
    for place in range(space.n_left):
        copy_into(space.benches[0], space.origin)
        begin_plan(rules, space, values, space.lots[place])
        space.is_left = 0
        call_driver(space.driver, rules, space.pointers, space.benches, space.seeds, rows)
        if space.is_left == 1:
            note_game(space, place, space.foreseen)
        else:
            note_game(space, place, min(worth(rules, rows[0], table.asked), 1.0) if rows[0].fault == 0 else 0.0)  # noqa: F821


def begin_plan(rules, space, values, plan):
    """Carry the first answers of a plan out; the last one is given to the driver."""
    bench, answers = space.benches[0], values.plans.answers
    bench.forced = answers[plan, 0]
    for number in range(1, MOST_ANSWERS):
        if answers[plan, number] > NO_ANSWER:
            carry_out(rules, bench.state, bench.forced)  # noqa: F821
            bench.forced = answers[plan, number]


def play_on_at_desk(rules, table, hand, desk):
    """Play a sample on as the policy does; leave it where the value is to judge."""
    space, values = record_at(desk.workspace, WORKSPACE), record_at(desk.values, SPACE)  # noqa: F821
    if table.turn > space.until and is_judged(rules, table, hand, desk, space, values):
        return LEAVE
    return call_policy(values.policy, rules, table, hand, desk)


def is_judged(rules, table, hand, desk, space, values):
    """Judge what the seat to move would leave by its own answers; not amid a turn, nor where they end the game."""
    if (space.stops >> table.phase) & 1 == 0:
        return False
    state, seat = values.state, table.asked
    copy_into(state, space.benches[0].state)  # the whole sample: `table` and `hand` are parts of it
    for _ in range(MOST_ANSWERS):
        carry_out(rules, state, call_policy(values.policy, rules, state.table, state.hands[seat], desk))  # noqa: F821
        if state.table.stage != ASKING or state.table.asked != seat:
            break
    if is_over(state):  # noqa: F821
        return False
    space.foreseen = 0.0 if is_lost(rules, state) else chance_seen(rules, state, space, values)  # noqa: F821
    space.is_left = 1
    return True


def chance_seen(rules, state, space, values):
    """Return the chance of a win by the value: the mean over what a team sees, or what the searcher does."""
    view, total, n_seats = values.seen, 0.0, 0
    for seat in range(rules.players):
        if is_team(rules) or seat == space.origin.state.table.asked:  # noqa: F821
            look(rules, state.table, state.hands[seat], view)  # noqa: F821
            total += log_odds(values.net[0], values.work, view.table, 0, view.things, 0, view.n)
            n_seats += 1
    return chance_of(total / n_seats)


@rule
def never_lost(rules, state):
    """Tell nothing: the game does not say when it is lost."""
    return False


@rule
def no_team(rules):
    """Tell that every seat plays for itself."""
    return False


@rule
def standing(space, place):
    """Return by what the plans that are left are put in order: what they were worth, and their score by the prior."""
    return space.gains[place] + space.prior * spread_of(space) * space.ratings[place]


@rule
def spread_of(space):
    """Return by how much the chance of the preferred plan rises with its log odds."""
    mean = space.gains[OWN] / space.plays[OWN]
    return mean * (1.0 - mean)


@rule
def shrunken_lead(space, place):
    """Return by how much a plan leads, the difference of the scores counted in."""
    plays, expected = float(space.plays[place]), spread_of(space) * (space.ratings[place] - space.ratings[OWN])
    return (plays * lead(space, place) + space.prior * expected) / (plays + space.prior)


@rule
def is_hopeless(space):
    """Tell whether the best of the others trails by so much that more samples are wasted."""
    return shrunken_lead(space, 1) + HOPE * error_of_lead(space, 1) <= space.advantage


@rule
def is_preferred(space):
    """Tell whether the last plan beats the best one by enough standard errors."""
    return shrunken_lead(space, 1) > space.advantage + space.caution * error_of_lead(space, 1)


TEMPLATES = (
    lookahead.deal_sample,
    lookahead.drop_half,
    deal_living_sample,
    begin_plan,
    play_sample,
    lookahead.compare_answers,
    chance_seen,
    is_judged,
)  # each may call those before it
