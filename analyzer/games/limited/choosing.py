"""What a limited policy answers: its policy's own answer, unless that is overlooked or banned.

An option is noticed with a chance, and the best of those noticed is answered. The policy's own answer counts as best,
so nothing need be rated while it is noticed. If it is overlooked, the other options are put in order by the policy's
rating; where there are many, some are drawn at random, the fewer the less is noticed. Options that are nearly as good
as each other form a group, which is noticed or overlooked as a whole: so one number says which group is answered, and
it is drawn first. If nothing is noticed at all, any legal answer is given, each as likely, and nothing is rated.

A banned answer gives way, before anything is overlooked: first to what the policy answers when it does not hold what
only banned answers would use, where the game says what that is, else to the best-rated one that is not banned. All
chance comes from the seat's own stream of choices. The functions are templates: a copy per game has its own rules.
"""

from analyzer.games.search.lookahead import OWN
from analyzer.kernel.lean import phase, rule
from analyzer.kernel.random import MASK, next_u32, randbelow, shuffle_numbers
from analyzer.kernel.seats.addresses import call_rating, copy_into, record_at
from analyzer.kernel.seats.bench import MEMORY_SLOTS
from analyzer.kernel.seats.seating import call_policy

CERTAIN = 1 << 32  # the sight that overlooks nothing: chances are whole numbers of this many
LEAST_RATED, MOST_RATED = 3, 10  # of more options some are drawn: the sight's share of the most, at least the least
MOST_LISTED = MOST_RATED + 1  # with the own answer
MOST_OPTIONS = 512  # that a game lists at once; of more, each is asked for by its place
MOST_SEARCHED = 512  # options that are rated for the best one that is not banned; of more, so many with equal steps
NEAR = 0.1  # of the way from the best rating down to the middle one: options so near form a group
HOPELESS = 1e6  # so far below the best, a rating says "never", and no more about what is near
TRIES = 64  # lots that are drawn for an option that is not banned
NONE = -1
NOT_LISTED = 0  # what a game counts where it lists no options; none of those wins at once
LAST = MEMORY_SLOTS - 1  # where a word of the game is kept in a seat's memory, behind what policies use
MOST_ALIKE = 256  # remembered cards of one code


def choose_at_desk(rules, table, hand, desk):
    """Answer as the policy does, unless its answer is banned or overlooked."""
    space = record_at(desk.workspace, SPACE)  # noqa: F821
    if space.memory == CERTAIN:
        own = call_policy(space.policy, rules, table, hand, desk)
    else:
        own = ask_forgetful(rules, table, hand, desk, space)
    space.is_forced = 0
    if is_out(rules, table, hand, space, own):
        own = instead(rules, table, hand, desk, space, own)
    space.own, space.n_missed, space.is_blind = own, 0, 0
    if space.sight == CERTAIN or next_u32(desk.choice) < space.sight:
        return own
    draw_options(rules, table, hand, desk, space)  # noqa: F821
    if space.n_options < 2 or not is_legal(rules, table, hand, own) or wins(rules, table, hand, own):  # noqa: F821
        return own
    return overlooking(rules, table, hand, desk, space, own)


# What is overlooked


def draw_by_place(rules, table, hand, desk, space):
    """Count the options and draw some of them at random, each once: all of a few."""
    n = space.n_options = n_options(rules, table, hand)  # noqa: F821
    space.n_drawn = min(n, space.most)
    if n <= space.most:
        shuffle_numbers(desk.choice, space.places, n)
    for number in range(space.n_drawn):
        if n > space.most:
            space.places[number] = another_below(desk.choice, space.places, number, n)
        space.drawn[number] = option(rules, table, hand, space.places[number])  # noqa: F821


@rule
def another_below(stream, numbers, n, bound):
    """Draw a number that is not among the first n."""
    number = randbelow(stream, bound)
    while is_among(numbers, n, number):
        number = randbelow(stream, bound)
    return number


@rule
def is_among(numbers, n, number):
    """Tell whether a number is among the first n."""
    for place in range(n):
        if numbers[place] == number:
            return True
    return False


def draw_listed(rules, table, hand, desk, space):
    """Do the same on one way through the options, where a game can list them (the first steps of a shuffle)."""
    n = space.n_options = list_options(rules, table, hand, space.listed)  # noqa: F821
    space.n_listed = min(n, MOST_OPTIONS)
    if n == NOT_LISTED or n > MOST_OPTIONS:
        draw_by_place(rules, table, hand, desk, space)
        return
    space.n_drawn = min(n, space.most)
    for number in range(space.n_drawn):
        place = number + randbelow(desk.choice, n - number)
        space.drawn[number] = space.listed[place]
        space.listed[place] = space.listed[number]
        space.listed[number] = space.drawn[number]  # all stay listed: one of them may win


def overlooking(rules, table, hand, desk, space, own):
    """Answer where the policy's own answer is overlooked: by the ratings of the others, or any legal answer."""
    answer = winning_answer(rules, table, hand, space, own)
    if answer != NONE:
        space.n_missed = 1
        return answer
    n_missed = count_missed(desk.choice, space)
    if space.rating != 0 and n_missed < space.n_drawn:
        if space.memory == CERTAIN:
            answer = list_rated(rules, table, hand, hand, desk, space, own)
        else:
            answer = list_rated(rules, table, hand, space.hand, desk, space, own)
        if answer == NONE:
            answer = first_noticed(space, n_missed)
    space.n_missed = 1 + n_missed
    if answer == NONE:
        space.is_blind = 1
        answer = any_answer(rules, table, hand, desk, space, own)
    return answer


@rule
def count_missed(stream, space):
    """Count the groups that are overlooked before one is noticed; there are no more of them than drawn options."""
    n = 0
    while n < space.n_drawn and next_u32(stream) >= space.sight:
        n += 1
    return n


def winning_answer(rules, table, hand, space, own):
    """Return an answer that wins at once, or NONE: nobody overlooks it."""
    for place in range(min(space.n_options, MOST_OPTIONS)):
        answer = ordered(table, option(rules, table, hand, place), own)  # noqa: F821
        if wins(rules, table, hand, answer) and not is_out(rules, table, hand, space, answer):  # noqa: F821
            return answer
    return NONE


def winning_listed(rules, table, hand, space, own):
    """Return an answer that was listed and wins at once, or NONE."""
    for place in range(space.n_listed):
        answer = ordered(table, space.listed[place], own)  # noqa: F821
        if wins(rules, table, hand, answer) and not is_out(rules, table, hand, space, answer):  # noqa: F821
            return answer
    return NONE


@rule
def nothing_wins(rules, table, hand, space, own):
    """Return NONE: the game does not say which answers win at once."""
    return NONE


def list_rated(rules, table, hand, known, desk, space, own):
    """List the policy's own answer, then the others that were drawn, by their ratings; say if one is no number."""
    rating = call_rating(space.rating, rules, table, known, desk, own)
    space.answers[OWN], space.ratings[OWN], space.n_answers = own, rating, 1
    is_number = rating == rating
    for number in range(space.n_drawn):
        answer = ordered(table, space.drawn[number], own)  # noqa: F821
        if answer != own and not is_out(rules, table, hand, space, answer):
            rating = call_rating(space.rating, rules, table, known, desk, answer)
            is_number = is_number and rating == rating
            rank(space, answer, rating)
    return NONE if is_number else BAD_SCORE  # noqa: F821


@rule
def rank(space, answer, rating):
    """List an answer by its rating, after the policy's own and after equals: they come in random order."""
    place = space.n_answers
    space.n_answers += 1
    while place > 1 and rating > space.ratings[place - 1]:
        space.answers[place] = space.answers[place - 1]
        space.ratings[place] = space.ratings[place - 1]
        place -= 1
    space.answers[place] = answer
    space.ratings[place] = rating


@phase
def first_noticed(space, n_missed):
    """Return the best answer of the first group after those that are overlooked; NONE if there is none."""
    if says_nothing(space):
        return NONE
    near, place = nearness(space), 1
    while place < space.n_answers:
        leader = space.ratings[place]
        if abs(leader - space.ratings[OWN]) > near:
            if n_missed == 0:
                return space.answers[place]
            n_missed -= 1
            place = last_near(space, place, leader - near)
        place += 1
    return NONE


@rule
def nearness(space):
    """Return how near ratings are that form a group: a part of the way from the best to the middle one, or the last."""
    best = max(space.ratings[OWN], space.ratings[1])
    last = space.n_answers - 1
    while last > 1 and space.ratings[last] < best - HOPELESS:
        last -= 1
    n_hopeful = last + (space.ratings[OWN] >= best - HOPELESS)
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
    own, is_last = space.ratings[OWN], place == space.n_answers - 1
    behind = own if is_last else max(own, space.ratings[place + 1])
    return behind if place == 0 else min(behind, space.ratings[place])


def any_answer(rules, table, hand, desk, space, own):
    """Return an option at random, the policy's own answer among them."""
    for _ in range(TRIES):
        answer = ordered(table, space.drawn[randbelow(desk.choice, space.n_drawn)], own)  # noqa: F821
        if not is_out(rules, table, hand, space, answer):
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


def is_out(rules, table, hand, space, answer):
    """Tell whether an answer is banned."""
    return space.kinds != 0 and is_banned(rules, table, hand, answer, space.kinds)


def instead(rules, table, hand, desk, space, own):
    """Return what the policy would rather do, or the best-rated legal answer that is not banned; count if none is."""
    rather = ask_without(rules, table, hand, desk, space, own)  # noqa: F821
    if is_legal(rules, table, hand, rather) and not is_banned(rules, table, hand, rather, space.kinds):  # noqa: F821
        return rather
    n = n_options(rules, table, hand)  # noqa: F821
    best, chosen, n_searched = 0.0, NONE, min(n, MOST_SEARCHED)
    for number in range(n_searched):
        answer = ordered(table, option(rules, table, hand, number * n // n_searched), own)  # noqa: F821
        if not is_out(rules, table, hand, space, answer):
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
    ask_forgetful, instead, list_rated, any_answer, overlooking,
)  # fmt: skip  # each may call those before it
