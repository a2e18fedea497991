"""Look-ahead with trained values: plans are played on for some turns, hidden cards dealt again, then the value judges.

Compared are the plans whose value and rating together are highest. A sample ends at the first question after some
turns: what the seat to move would leave by its own answers is judged by the value, from what that seat sees. Few
samples are noisy, so the score by value and rating counts as if it had been seen in so many samples (`prior`).

The functions are templates, as in lookahead.py: a copy per policy has its plans, and its game's rules and features.
"""

from analyzer.games.search import lookahead
from analyzer.games.search.lookahead import OWN, error_of_lead, lead, note_game
from analyzer.games.turns import ASKING
from analyzer.games.values.declared import LEAVE, MOST_ANSWERS, NO_ANSWER
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.nets.network import chance_of, log_odds
from analyzer.kernel.seats.addresses import call_driver, copy_into, record_at, records_at
from analyzer.kernel.seats.seating import call_policy

NEVER = 1 << 40  # a turn that no game comes to


def foresee_at_desk(rules, table, hand, desk):
    """Answer with the best plan by value and rating, unless another one does better some turns ahead."""
    space, values = record_at(desk.workspace, WORKSPACE), record_at(desk.values, SPACE)  # noqa: F821
    if values.is_on == 0:
        space.until = NEVER
        return call_policy(space.to_the_end, rules, table, hand, desk)
    space.n_answers = values.plans.n = 0
    if (space.questions >> table.phase) & 1:
        list_plans(rules, table, hand, desk, values)  # noqa: F821
    if values.plans.n < 2:
        return call_policy(space.policy, rules, table, hand, desk)
    best_plan(rules, table, hand, values)  # noqa: F821
    choose_candidates(space, values)
    compare_answers(rules, table, hand, desk, space)  # noqa: F821
    is_left = space.origin.stop == 0 and is_preferred(space, values)
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


def play_sample(rules, table, hand, desk, space):
    """Deal the hidden part again and play every plan that is left on from there, with the same chance."""
    deal_sample(rules, table, hand, desk, space)  # noqa: F821
    values, rows = record_at(desk.values, SPACE), records_at(space.row, ROW)  # noqa: F821
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
        if answers[plan, number] != NO_ANSWER:
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
    copy_into(state.table, table)
    copy_into(state.hands[seat], hand)
    for _ in range(MOST_ANSWERS):
        carry_out(rules, state, call_policy(values.policy, rules, state.table, state.hands[seat], desk))  # noqa: F821
        if state.table.stage != ASKING or state.table.asked != seat:
            break
    if is_over(state):  # noqa: F821
        return False
    view = values.seen
    look(rules, state.table, state.hands[seat], view)  # noqa: F821
    space.foreseen = chance_of(log_odds(values.net[0], values.work, view.table, 0, view.things, 0, view.n))
    space.is_left = 1
    return True


@rule
def is_preferred(space, values):
    """Tell whether the last plan beats the best one by enough standard errors, the one-ply's own score counted in."""
    plays, mean = float(space.plays[1]), space.gains[OWN] / space.plays[OWN]
    expected = mean * (1.0 - mean) * (values.scores[space.lots[1]] - values.scores[space.lots[OWN]])
    shrunken = (plays * lead(space, 1) + space.prior * expected) / (plays + space.prior)
    return shrunken > space.advantage + space.caution * error_of_lead(space, 1)


TEMPLATES = (
    lookahead.deal_sample,
    begin_plan,
    play_sample,
    lookahead.compare_answers,
    is_judged,
)  # each may call those before it
