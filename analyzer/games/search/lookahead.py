"""Look-ahead around any policy: it deals hidden cards again and plays each answer out on the same deals, by the policy.

Compared are the policy's own answer and others, all of them or a shortlist. Of a budget of games, each round of
halving gets the same part; after it the worse half of the others is dropped (sequential halving, Karnin et al. 2013).
The one that is left is answered if it was better than the policy's own answer by an advantage and by some standard
errors of the difference. All chance comes from the seat's own stream of choices, so that the answer depends on nothing
but what is seen.

The functions below are templates: a copy per game has its own rules. The games are played by the game's driver, which
is called by address, as is the policy: nothing is compiled twice.
"""

import math

from analyzer.games.turns import points_ahead, squashed
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.random import next_u32, randbelow
from analyzer.kernel.seats.addresses import call_driver, call_rating, copy_into, record_at, records_at
from analyzer.kernel.seats.bench import MEMORY_SLOTS, AtWork
from analyzer.kernel.seats.seating import call_policy
from analyzer.kernel.streams import WORDS, open_some_streams, seed_stream

DOUBT = 1.0  # the squared difference of one more game, of which the errors take account: won, and not lost
DOUBT_OF_MARGINS = 0.05  # the same where margins count, which differ less from game to game
HOPE = 1.0  # standard errors by which an answer may be behind the advantage and still be played on
OWN = 0  # where the policy's own answer stands among those compared
MOST_OPTIONS = 64  # that are compared
MOST_RATED = 512  # of more options, so many are drawn and rated
TRIES = 8  # draws for each place of a shortlist at random
MARKS = False  # whether to mark who is at work; a copy for an own game does
REDEAL = 1 << 20  # the number of the stream that deals again


def search_at_desk(rules, table, hand, desk):
    """Answer as the policy does, unless another answer does better in games played on from here."""
    space = record_at(desk.workspace, WORKSPACE)  # noqa: F821
    space.n_answers = 0
    space.own = call_policy(space.policy, rules, table, hand, desk)
    n = n_options(rules, table, hand)  # noqa: F821
    space.budget = budget_of(space, table.phase)
    if n < 2 or space.budget == 0 or not is_legal(rules, table, hand, space.own):  # noqa: F821
        return space.own
    list_answers(rules, table, hand, desk, space, n)
    compare_answers(rules, table, hand, desk, space)
    return space.answers[1] if space.origin.stop == 0 and is_better(space, 1) else space.own


@rule
def budget_of(space, question):
    """Return how many games a question is worth: `samples` if it was named, `others` if not."""
    return space.samples if (space.questions >> question) & 1 else space.others


# Answers


def list_answers(rules, table, hand, desk, space, n):
    """List the policy's own answer, then all other options, or those it rates best, or some at random."""
    space.answers[0] = space.own
    space.n_answers = 1
    if n <= space.options:
        for index in range(n):
            add_answer(space, ordered(table, option(rules, table, hand, index), space.own))  # noqa: F821
    elif space.rating != 0:
        rate_answers(rules, table, hand, desk, space, n)
    else:
        for _ in range(TRIES * space.options):
            if space.n_answers < space.options:
                index = randbelow(desk.choice, n)
                add_answer(space, ordered(table, option(rules, table, hand, index), space.own))  # noqa: F821


def rate_answers(rules, table, hand, desk, space, n):
    """List the options that the policy rates best."""
    for number in range(min(n, MOST_RATED)):
        index = number if n <= MOST_RATED else randbelow(desk.choice, n)
        answer = ordered(table, option(rules, table, hand, index), space.own)  # noqa: F821
        if not is_listed(space, answer):
            rating = call_rating(space.rating, rules, table, hand, desk, answer)
            rank_in(space, answer, rating, next_u32(desk.choice))


@rule
def is_listed(space, answer):
    """Tell whether an answer is listed already."""
    for place in range(space.n_answers):
        if space.answers[place] == answer:
            return True
    return False


@rule
def add_answer(space, answer):
    """Append an answer."""
    if not is_listed(space, answer):
        space.answers[space.n_answers] = answer
        space.n_answers += 1


@phase
def rank_in(space, answer, rating, lot):
    """List an answer by its rating, after the policy's own; chance decides between equals, and the last drops out."""
    place = space.n_answers
    if place < space.options:
        space.n_answers += 1
    elif is_rated_above(space, place - 1, rating, lot):
        place -= 1
    else:
        return
    while place > 1 and is_rated_above(space, place - 1, rating, lot):
        space.answers[place] = space.answers[place - 1]
        space.ratings[place] = space.ratings[place - 1]
        space.lots[place] = space.lots[place - 1]
        place -= 1
    space.answers[place] = answer
    space.ratings[place] = rating
    space.lots[place] = lot


@rule
def is_rated_above(space, place, rating, lot):
    """Tell whether a rating is above that of a listed answer."""
    other = space.ratings[place]
    return rating > other or (rating == other and lot > space.lots[place])


# Samples


def compare_answers(rules, table, hand, desk, space):
    """Play the answers out, round by round, on the same samples; half of them are left after each."""
    space.n_left = space.n_answers
    space.gains[:] = 0.0
    space.squares[:] = 0.0
    space.plays[:] = 0
    budget = space.budget
    while space.n_left > 1 and space.origin.stop == 0:
        n_samples = max(budget // (n_rounds(space.n_left) * space.n_left), 1)
        for _ in range(n_samples):
            play_sample(rules, table, hand, desk, space)
        budget -= n_samples * space.n_left
        drop_half(space)
        if is_hopeless(space):
            space.n_left = 1


def gain_of(rules, row, seat, space):
    """Return what a game was worth: how far the seat was ahead, or the game's own worth; 0 without a proper end."""
    if row.fault != 0:
        return 0.0
    if space.margin == 0.0:
        return worth(rules, row, seat)  # noqa: F821
    return squashed(points_ahead(rules, row, seat), space.margin) if row.cause != CUT_OFF else 0.0  # noqa: F821


def deal_sample(rules, table, hand, desk, space):
    """Deal the hidden part again, with new luck for all that is still to come."""
    origin, seat = space.origin, table.asked
    if MARKS:
        space.benches[0].at_work = AtWork.RULES
    for word in range(WORDS):
        space.seeds[0, word] = next_u32(desk.choice)
    seed_stream(space.stream, space.seeds[0], REDEAL)
    copy_into(origin.state.table, table)
    copy_into(origin.state.hands[seat], hand)
    redeal(rules, origin.state.table, origin.state.hands[seat], origin.state, space.stream)  # noqa: F821
    for other in range(rules.players):
        copy_into(origin.desks[other], desk)  # all play on as this seat does: it knows nobody else's policy
    open_some_streams(origin, rules.n_streams, rules.players, space.seeds[0])
    for slot in range(MEMORY_SLOTS):
        origin.desks[seat].memory[slot] = desk.memory[slot]


def play_sample(rules, table, hand, desk, space):
    """Deal the hidden part again and play every answer that is left out from there, with the same chance."""
    deal_sample(rules, table, hand, desk, space)
    rows = records_at(space.row, ROW)  # noqa: F821
    for place in range(space.n_left):
        copy_into(space.benches[0], space.origin)
        space.benches[0].forced = space.answers[place]
        call_driver(space.driver, rules, space.pointers, space.benches, space.seeds, rows)
        if MARKS:
            space.benches[0].at_work = AtWork.RULES
        note_game(space, place, gain_of(rules, rows[0], table.asked, space))
    if MARKS:
        space.benches[0].at_work = AtWork.NOBODY


@rule
def note_game(space, place, gain):
    """Note what a game was worth, by itself and against the policy's own answer, which stands first."""
    if place == OWN:
        space.own_gain = gain
    space.gains[place] += gain
    space.squares[place] += (gain - space.own_gain) ** 2
    space.plays[place] += 1


@rule
def n_rounds(n_answers):
    """Count the rounds until one answer is left besides the policy's own."""
    rounds = 1
    while n_answers > 2:
        n_answers = n_kept(n_answers)
        rounds += 1
    return rounds


@rule
def n_kept(n_answers):
    """Count the answers after a round: the policy's own, and half of the others."""
    return 1 + n_answers // 2 if n_answers > 2 else 1


@rule
def standing(space, place):
    """Return by what the answers that are left are put in order: all of them were played equally often."""
    return space.gains[place]


def drop_half(space):
    """Put the answers that are left in order, the best after the policy's own, and drop the worse half."""
    for last in range(2, space.n_left):
        place = last
        while place > 1 and standing(space, place) > standing(space, place - 1):
            swap(space, place, place - 1)
            place -= 1
    space.n_left = n_kept(space.n_left)


@rule
def swap(space, one, other):
    """Let two answers change places."""
    space.answers[one], space.answers[other] = space.answers[other], space.answers[one]
    space.ratings[one], space.ratings[other] = space.ratings[other], space.ratings[one]
    space.lots[one], space.lots[other] = space.lots[other], space.lots[one]
    space.gains[one], space.gains[other] = space.gains[other], space.gains[one]
    space.squares[one], space.squares[other] = space.squares[other], space.squares[one]


@rule
def is_hopeless(space):
    """Tell whether the best of the others trails the policy's own answer by so much that more samples are wasted."""
    return lead(space, 1) + HOPE * error_of_lead(space, 1) <= space.advantage


@rule
def is_better(space, place):
    """Tell whether an answer beats the policy's own by the advantage and by enough standard errors."""
    return lead(space, place) > space.advantage + space.caution * error_of_lead(space, place)


@rule
def lead(space, place):
    """Return by how much an answer did better than the policy's own, in the mean of its samples."""
    return (space.gains[place] - space.gains[OWN]) / space.plays[place]


@rule
def error_of_lead(space, place):
    """Return the standard error of that, as if one more game had come out differently: few are often all alike."""
    plays, mean = float(space.plays[place]), lead(space, place)
    squares = space.squares[place] + (DOUBT if space.margin == 0.0 else DOUBT_OF_MARGINS)
    return math.sqrt(max(squares / (plays + 1.0) - mean * mean, 0.0) / plays)


TEMPLATES = (
    rate_answers, list_answers, gain_of, deal_sample, drop_half, play_sample, compare_answers,
)  # fmt: skip  # each may call those before it
