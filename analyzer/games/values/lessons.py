"""Positions to learn from: games with a random deviation and their outcomes, and plans played out on common worlds.

The function in the seats is not a policy: no user can choose it. It plays as the policy does, but at one moment of a
game it does something else, and writes down what the seat sees then.

OUTCOMES: a random plan is taken, and what it and some later ones leave is noted with the outcome of the game.
ADVANTAGES: some of the plans are noted, and each is played out by the policy on the same worlds. A world is the true
state with all that nobody has seen shuffled again: exactly as likely as the true one. Then the game is left.
"""

from enum import IntEnum

from analyzer.games.values.declared import LEAVE, MOST_ANSWERS, NO_ANSWER
from analyzer.kernel.lean import rule
from analyzer.kernel.random import next_u32, randbelow
from analyzer.kernel.seats.addresses import call_driver, copy_into, record_at, records_at
from analyzer.kernel.seats.bench import MEMORY_SLOTS
from analyzer.kernel.seats.seating import call_policy
from analyzer.kernel.streams import WORDS, open_some_streams, seed_stream

KEPT = 8  # plans of a decision that are compared, the best rated among them
LATER = 2  # positions after the deviation that are noted, too
ONE_IN = 8  # moments after the deviation, of which one is noted
SLIP = 12  # moments before a comparison, of which one is played at random
WORLDS = 3
LESSON_STREAM = 1 << 21  # the number of the stream that lessons draw from


class Mode(IntEnum):
    """What the seats do."""

    PLAYING = 0
    OUTCOMES = 1
    ADVANTAGES = 2


def learn_at_desk(rules, table, hand, desk):
    """Answer what a plan still has to, or as the policy does, or do what the lesson wants at its moment."""
    lesson = record_at(desk.workspace, LESSON)  # noqa: F821
    if lesson.n_pending > 0:
        lesson.n_pending -= 1
        return lesson.pending[lesson.n_pending]
    if lesson.mode != Mode.PLAYING:
        lesson.moment += 1
        if is_wanted(lesson):
            list_plans(rules, table, hand, desk, lesson.space)  # noqa: F821
            if lesson.space.plans.n > 1:
                return take_moment(rules, table, hand, lesson)
    return call_policy(lesson.space.policy, rules, table, hand, desk)


@rule
def is_wanted(lesson):
    """Tell whether this question is one for the lesson: the first with a choice from its moment on, or one by lot."""
    if lesson.n_noted == 0 and lesson.moment > lesson.wanted:
        return True
    if lesson.mode == Mode.ADVANTAGES:
        return randbelow(lesson.stream, SLIP) == 0
    return 0 < lesson.n_noted <= LATER and randbelow(lesson.stream, ONE_IN) == 0


def take_moment(rules, table, hand, lesson):
    """Do what the lesson wants: a comparison and the end, or a plan at random; after a deviation, the best plan."""
    n = lesson.space.plans.n
    if lesson.mode == Mode.ADVANTAGES:
        if lesson.moment > lesson.wanted:
            compare_plans(rules, table, hand, lesson)
            return LEAVE
        return follow(lesson, randbelow(lesson.stream, n))
    place = randbelow(lesson.stream, n) if lesson.n_noted == 0 else 0
    return note_and_follow(rules, table, hand, lesson, place)


def note_and_follow(rules, table, hand, lesson, place):
    """Note what a plan leaves, and begin with it."""
    note(rules, table, hand, lesson, place)
    lesson.seats[lesson.n_noted - 1] = table.asked
    return follow(lesson, place)


def note(rules, table, hand, lesson, place):
    """Write down what the seat sees after a plan."""
    see_after(rules, table, hand, lesson.space, place)  # noqa: F821
    copy_into(lesson.views[lesson.n_noted], lesson.space.seen)
    lesson.ratings[lesson.n_noted] = lesson.space.plans.ratings[place] - lesson.space.plans.ratings[0]
    lesson.n_noted += 1


@rule
def follow(lesson, place):
    """Return the first answer of a plan; the others wait until they are asked for."""
    answers = lesson.space.plans.answers
    lesson.n_pending = 0
    for number in range(MOST_ANSWERS - 1, 0, -1):
        if answers[place, number] > NO_ANSWER:
            lesson.pending[lesson.n_pending] = answers[place, number]
            lesson.n_pending += 1
    return answers[place, 0]


# Advantages


def compare_plans(rules, table, hand, lesson):
    """Note some plans, and what each was worth on the same worlds."""
    choose_plans(lesson)
    for number in range(lesson.n_chosen):
        note(rules, table, hand, lesson, lesson.chosen[number])
        lesson.worths[number] = 0.0
    lesson.mode = Mode.PLAYING
    for _ in range(WORLDS):
        make_world(rules, table, lesson)
        for number in range(lesson.n_chosen):
            lesson.worths[number] += play_out(rules, table, lesson, lesson.chosen[number]) / WORLDS
    lesson.n_pending = 0
    lesson.mode = Mode.ADVANTAGES


@rule
def choose_plans(lesson):
    """Choose the plan that is rated best, and some of the others at random."""
    n = lesson.space.plans.n
    for place in range(n):
        lesson.chosen[place] = place
    lesson.n_chosen = min(n, KEPT)
    for place in range(1, lesson.n_chosen):
        other = place + randbelow(lesson.stream, n - place)
        lesson.chosen[place], lesson.chosen[other] = lesson.chosen[other], lesson.chosen[place]


def make_world(rules, table, lesson):
    """Shuffle what nobody has seen, and draw new luck for all that is still to come."""
    origin, outer = lesson.origin, lesson.outer[0]
    copy_into(origin, outer)
    for word in range(WORDS):
        lesson.seeds[0, word] = next_u32(lesson.stream)
    reshuffle(rules, origin.state, lesson.stream)  # noqa: F821
    open_some_streams(origin, rules.n_streams, rules.players, lesson.seeds[0])
    for seat in range(rules.players):
        for slot in range(MEMORY_SLOTS):
            origin.desks[seat].memory[slot] = outer.desks[seat].memory[slot]
        lesson.pointers[seat] = lesson.own if seat == table.asked else lesson.space.policy
    origin.resumes = 1
    origin.done = 0


def play_out(rules, table, lesson, place):
    """Play a plan out in the world that is made, and return what the game was worth."""
    rows = records_at(lesson.row, ROW)  # noqa: F821
    copy_into(lesson.benches[0], lesson.origin)
    lesson.benches[0].forced = follow(lesson, place)
    call_driver(lesson.driver, rules, lesson.pointers, lesson.benches, lesson.seeds, rows)
    return min(worth(rules, rows[0], table.asked), 1.0) if rows[0].fault == 0 else 0.0  # noqa: F821


def leave_as_it_is(rules, state, stream):
    """Shuffle nothing: all chance of the game comes from its streams."""


# Games


def play_lesson(rules, lesson, mode, horizon):
    """Play one game with a lesson in it, of the deal whose key lies ready; note what it was worth."""
    rows = records_at(lesson.outer_row, ROW)  # noqa: F821
    seed_stream(lesson.stream, lesson.deal[0], LESSON_STREAM)
    lesson.wanted = randbelow(lesson.stream, horizon)
    lesson.moment = lesson.n_noted = lesson.n_pending = 0
    lesson.mode = mode
    lesson.outer[0].done = lesson.outer[0].resumes = 0
    call_driver(lesson.driver, rules, lesson.all_own, lesson.outer, lesson.deal, rows)
    if mode == Mode.OUTCOMES:
        for number in range(lesson.n_noted):
            lesson.worths[number] = min(worth(rules, rows[0], lesson.seats[number]), 1.0)  # noqa: F821


def collect(rules, lessons, seeds, mode, horizon, samples, ratings, groups, lengths):
    """Play a lesson per row of seeds; write what was noted as samples and groups; return how many groups there are."""
    lesson = lessons[0]
    tables, things, starts, labels = samples
    n_groups = n_samples = 0
    for game in range(len(seeds)):
        for word in range(WORDS):
            lesson.deal[0, word] = seeds[game, word]
        play_lesson(rules, lesson, mode, horizon)
        lengths[game] = lesson.moment
        for number in range(lesson.n_noted):
            view = lesson.views[number]
            first = starts[n_samples]
            if n_samples + 1 >= len(starts) or first + view.n > len(things):
                return n_groups
            copy_into(tables[n_samples], view.table[0])
            for thing in range(view.n):
                copy_into(things[first + thing], view.things[thing])
            starts[n_samples + 1] = first + view.n
            labels[n_samples], ratings[n_samples] = lesson.worths[number], lesson.ratings[number]
            n_samples += 1
            if mode == Mode.OUTCOMES or number == lesson.n_noted - 1:
                n_groups += 1
                groups[n_groups] = n_samples
    return n_groups


TEMPLATES = (
    "note", "note_and_follow", "make_world", "play_out", "compare_plans", "take_moment",
)  # fmt: skip
