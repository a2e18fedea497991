"""What a limited policy answers: its policy's own answer, unless that is overlooked or banned.

An option is noticed with a chance, and the best of those noticed is answered. The policy's own answer counts as best,
so nothing need be rated while it is noticed. If it is overlooked, the other options are put in order by the policy's
rating; where there are many, some are drawn at random. Options that are nearly as good as each other form a group,
which is noticed or overlooked as a whole. If nothing is noticed at all, any legal answer is given, each as likely.

A banned answer gives way, before anything is overlooked: first to what the policy answers when it does not hold what
only banned answers would use, where the game says what that is, else to the best-rated one that is not banned. All
chance comes from the seat's own stream of choices. The functions are templates: a copy per game has its own rules.
"""

from analyzer.games.search.lookahead import OWN, is_listed, is_rated_above, rank_in
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.random import MASK, next_u32, randbelow
from analyzer.kernel.seats.addresses import call_rating, copy_into, record_at
from analyzer.kernel.seats.bench import MEMORY_SLOTS
from analyzer.kernel.seats.seating import call_policy

CERTAIN = 1 << 32  # the sight that overlooks nothing: chances are whole numbers of this many
MOST_RATED = 12  # of more options, so many are drawn and rated
MOST_LISTED = MOST_RATED + 1  # with the own answer
MOST_SEARCHED = 512  # options that are rated for the best one that is not banned; of more, so many with equal steps
NEAR = 0.1  # of the way from the best rating down to the middle one: options so near form a group
HOPELESS = 1e6  # so far below the best, a rating says "never", and no more about what is near
TRIES = 64  # lots that are drawn for an option that is not banned
NONE = -1
LAST = MEMORY_SLOTS - 1  # where a word of the game is kept in a seat's memory, behind what policies use
MOST_ALIKE = 256  # remembered cards of one code

__all__ = ["is_rated_above"]


def choose_at_desk(rules, table, hand, desk):
    """Answer as the policy does, unless its answer is banned or overlooked."""
    space = record_at(desk.workspace, SPACE)  # noqa: F821
    if space.memory == CERTAIN:
        own = call_policy(space.policy, rules, table, hand, desk)
    else:
        own = ask_forgetful(rules, table, hand, desk, space)
    space.is_forced = 0
    if space.kinds != 0 and is_banned(rules, table, hand, own, space.kinds):
        own = instead(rules, table, hand, desk, space, own)
    if space.sight == CERTAIN or next_u32(desk.choice) < space.sight:
        return own
    draw_options(rules, table, hand, desk, space)  # noqa: F821
    if space.n_options < 2 or not is_legal(rules, table, hand, own) or wins(rules, table, hand, own):  # noqa: F821
        return own
    return overlooking(rules, table, hand, desk, space, own)


# What is overlooked


def draw_by_place(rules, table, hand, desk, space):
    """Count the options and draw some of them at random: all of a few."""
    n = space.n_options = n_options(rules, table, hand)  # noqa: F821
    space.n_drawn = min(n, MOST_RATED)
    for number in range(space.n_drawn):
        index = number if n <= MOST_RATED else randbelow(desk.choice, n)
        space.drawn[number] = option(rules, table, hand, index)  # noqa: F821


def draw_in_turn(rules, table, hand, desk, space):
    """Do the same on one way through the options, where a game knows the next one (Waterman's reservoir)."""
    n, answer = 0, next_option(rules, table, hand, NONE)  # noqa: F821
    while answer >= 0:
        place = n if n < MOST_RATED else randbelow(desk.choice, n + 1)
        if place < MOST_RATED:
            space.drawn[place] = answer
        n, answer = n + 1, next_option(rules, table, hand, answer)  # noqa: F821
    space.n_options, space.n_drawn = n, min(n, MOST_RATED)


def overlooking(rules, table, hand, desk, space, own):
    """Answer where the policy's own answer is overlooked: by the ratings of the others, or any legal answer."""
    answer = NONE
    if space.rating != 0:
        if space.memory == CERTAIN:
            list_rated(rules, table, hand, hand, desk, space, own)
        else:
            list_rated(rules, table, hand, space.hand, desk, space, own)
        if has_no_number(space):
            return BAD_SCORE  # noqa: F821
        answer = first_noticed(rules, table, hand, desk, space)
    return answer if answer != NONE else any_answer(rules, table, hand, desk, space, own)


def list_rated(rules, table, hand, known, desk, space, own):
    """List the policy's own answer, then the other options that were drawn, by their ratings."""
    space.answers[OWN], space.n_answers = own, 1
    space.ratings[OWN] = call_rating(space.rating, rules, table, known, desk, own)
    for number in range(space.n_drawn):
        answer = ordered(table, space.drawn[number], own)  # noqa: F821
        if not (is_listed(space, answer) or is_banned(rules, table, hand, answer, space.kinds)):
            rating = call_rating(space.rating, rules, table, known, desk, answer)
            rank_in(space, answer, rating, next_u32(desk.choice))


def first_noticed(rules, table, hand, desk, space):
    """Return the best answer that wins, or that stands first in a group which is noticed; NONE if there is none."""
    for place in range(1, space.n_answers):
        if wins(rules, table, hand, space.answers[place]):  # noqa: F821
            return space.answers[place]
    if says_nothing(space):
        return NONE
    near, place = nearness(space), 1
    while place < space.n_answers:
        leader = space.ratings[place]
        if abs(leader - space.ratings[OWN]) > near:
            if next_u32(desk.choice) < space.sight:
                return space.answers[place]
            place = last_near(space, place, leader - near)
        place += 1
    return NONE


@phase
def nearness(space):
    """Return how near ratings are that form a group: a part of the way from the best to the middle one, or the last."""
    best = max(space.ratings[OWN], space.ratings[1])
    n_hopeful = n_above(space, best - HOPELESS)
    middle = rating_at(space, n_hopeful // 2)
    return NEAR * (best - (middle if middle < best else rating_at(space, n_hopeful - 1)))


@rule
def last_near(space, place, least):
    """Return the last place from one on whose rating is not below the least."""
    while place < space.n_answers - 1 and space.ratings[place + 1] >= least:
        place += 1
    return place


@rule
def says_nothing(space):
    """Tell whether all ratings are alike."""
    own, last = space.ratings[OWN], space.ratings[space.n_answers - 1]
    return space.n_answers < 2 or (space.ratings[1] == last and own == last)


@rule
def rating_at(space, place):
    """Return the rating at a place in the order of all: the own answer stands first in the list whatever its rating."""
    own = space.ratings[OWN]
    before = n_above(space, own)
    if before == place:
        return own
    return space.ratings[place + 1] if before > place else space.ratings[place]


@rule
def n_above(space, rating):
    """Count the answers with ratings above one."""
    n = 0
    for place in range(space.n_answers):
        n += space.ratings[place] > rating
    return n


@rule
def has_no_number(space):
    """Tell whether a rating is not a number."""
    for place in range(space.n_answers):
        if space.ratings[place] != space.ratings[place]:
            return True
    return False


def any_answer(rules, table, hand, desk, space, own):
    """Return an option at random, the policy's own answer among them."""
    for _ in range(TRIES):
        answer = ordered(table, space.drawn[randbelow(desk.choice, space.n_drawn)], own)  # noqa: F821
        if not is_banned(rules, table, hand, answer, space.kinds):
            return answer
    return own


# What is banned


def is_banned(rules, table, hand, answer, kinds):
    """Tell whether an answer is of a kind whose bit is set."""
    left, number = kinds, 0
    while left != 0:
        if left & 1 == 1 and is_of(rules, table, hand, answer, number):  # noqa: F821
            return True
        left >>= 1
        number += 1
    return False


def instead(rules, table, hand, desk, space, own):
    """Return what the policy would rather do, or the best-rated legal answer that is not banned; count if none is."""
    rather = ask_without(rules, table, hand, desk, space, own)  # noqa: F821
    if is_legal(rules, table, hand, rather) and not is_banned(rules, table, hand, rather, space.kinds):  # noqa: F821
        return rather
    n = n_options(rules, table, hand)  # noqa: F821
    best, chosen, n_searched = 0.0, NONE, min(n, MOST_SEARCHED)
    for number in range(n_searched):
        answer = ordered(table, option(rules, table, hand, number * n // n_searched), own)  # noqa: F821
        if not is_banned(rules, table, hand, answer, space.kinds):
            rating = call_rating(space.rating, rules, table, hand, desk, answer) if space.rating != 0 else 0.0
            if chosen == NONE or rating > best:
                best, chosen = rating, answer
    if chosen == NONE:
        space.is_forced = 1
        space.forced += 1
        return own
    return chosen


def ask_hiding(rules, table, hand, desk, space, own):
    """Ask the policy again, with a copy of the hand that lacks what only banned answers would use."""
    copy_into(space.hand, hand)
    hide(space.hand, space.kinds)  # noqa: F821
    return call_policy(space.policy, rules, table, space.hand, desk)


def ask_nothing(rules, table, hand, desk, space, own):
    """Keep the policy's answer: the game does not say what a banned kind of answers uses."""
    return own


# What is forgotten


def ask_forgetful(rules, table, hand, desk, space):
    """Ask the policy with a copy of the hand from which some of what it remembers is gone, the same all game."""
    word, memory = desk.memory[LAST], desk.memory
    if word == 0:  # the memory of a seat is empty when a game begins
        word, space.kept = 1 + next_u32(desk.choice), 0
    copy_into(space.hand, hand)
    forget(space.hand, word, space.memory)  # noqa: F821
    memory[LAST] = space.kept  # what the policy itself keeps there
    answer = call_policy(space.policy, rules, table, space.hand, desk)
    space.kept, memory[LAST] = memory[LAST], word
    return answer


def forget_field(hand, word, share):
    """Drop remembered cards, each with the same chance: a field counts them by their codes."""
    forget_before(hand, word, share)  # noqa: F821
    known = hand[FIELD]  # noqa: F821
    for card in range(len(known)):
        n = known[card]
        for number in range(n):
            known[card] -= mixed(word, card * MOST_ALIKE + number) >= share


@rule
def mixed(word, number):
    """Return 32 bits that hang on a word and a number alone (the end of MurmurHash3, Appleby 2008)."""
    bits = (int(word) ^ (int(number) * 0x9E3779B1)) & MASK
    bits = ((bits ^ (bits >> 16)) * 0x85EBCA6B) & MASK
    bits = ((bits ^ (bits >> 13)) * 0xC2B2AE35) & MASK
    return bits ^ (bits >> 16)


@rule
def forget_nothing(hand, word, share):
    """Leave a hand as it is."""


@rule
def never_wins(rules, table, hand, answer):
    """Tell nothing: the game does not say which answers win at once."""
    return False


@rule
def of_no_kind(rules, table, hand, answer, number):
    """Tell that an answer is of no kind: the game names none."""
    return False


TEMPLATES = (
    ask_forgetful, is_banned, instead, list_rated, first_noticed, any_answer, overlooking,
)  # fmt: skip  # each may call those before it
