"""What all games share: the head of the table, asking a seat, going round, the end, and the row that a game leaves."""

from typing import Any

import numpy as np

from analyzer.kernel.faults import Fault
from analyzer.kernel.jit import Field, record, row
from analyzer.kernel.lean import rule

ASKING = 0  # the stage while a question waits for its answer
RUNNING = 0  # the cause while a game has not ended
BAD_SCORE = -(1 << 40)  # what a scoring policy answers when a score is not a number

TABLE_HEAD: tuple[Field, ...] = (
    ("phase", "i8", "the question: a code of Phase"),
    ("stage", "i8", "for the rules: where the turn stands between two questions"),
    ("asked", "i8", "the seat that has to answer"),
    ("active", "i8", "the seat whose turn it is"),
    ("first", "i8", "the seat that had the first turn"),
    ("turn", "i8", "number of the turn"),
    ("cause", "i8", "how the game ended; 0 while it goes on"),
)


def state_layout(
    table: np.dtype[Any], hand: np.dtype[Any], hidden: np.dtype[Any], tally: np.dtype[Any], max_seats: int
) -> np.dtype[Any]:
    """Lay out the state of a game: what all see, what one sees, what nobody sees, and what the analyst counts."""
    return record(("table", table), ("hands", hand, (max_seats,)), ("hidden", hidden), ("tally", tally))


@rule
def ask(table, question, seat):
    """Let the game wait for an answer."""
    table.phase = question
    table.asked = seat
    table.stage = ASKING


@rule
def is_over(state):
    """Tell whether the game has ended."""
    return state.table.cause != RUNNING


@rule
def next_seat(rules, seat):
    """Return the next seat clockwise; a remainder would cost a division."""
    return seat + 1 if seat + 1 < rules.players else 0


@rule
def as_it_is(table, answer, own):
    """Return an answer as it is, where no answer carries standing orders."""
    return answer


@rule
def fault_of(answer):
    """Tell a score that was not a number from an answer that is not among the options."""
    return Fault.NOT_A_NUMBER if answer == BAD_SCORE else Fault.ILLEGAL


NO_SEAT = -1
MARGIN = 10.0  # points ahead that count for half of what they can, where they break ties


def row_layout(max_seats: int, *measures: Field) -> np.dtype[Any]:
    """Lay out the rows of a game: what all games leave behind, then its own measures."""
    return row(
        ("deal", "i8", "number of the deal"),
        ("share", "f8", (max_seats,), "share of the win: 1/k for each of k winners; 0 in a cooperative game"),
        ("score", "i4", (max_seats,), "score; 0 in a cooperative game"),
        ("turns", "i4", "turns played"),
        ("decisions", "i4", "questions that policies were asked"),
        ("cause", "i2", "why the game ended: one of the causes of the game"),
        ("fault", "i2", "code of the fault of a policy; 0: none"),
        ("fault_seat", "i2", "seat of the policy at fault; -1: none"),
        ("first", "i2", "seat that began"),
        *measures,
    )


@rule
def write_head(table, fault, fault_cause, decisions, out):
    """Write how a game ended, who began it and how long it was; `fault_cause` is the game's code for a fault."""
    out.cause = table.cause if fault == Fault.NONE else fault_cause
    out.fault = fault
    out.fault_seat = table.asked if fault != Fault.NONE else NO_SEAT
    out.turns = table.turn
    out.decisions = decisions
    out.first = table.first


# What a finished game is worth, to a look-ahead: its own measure never decides against a hundredth part of a win.

TIE_BREAK = 0.02


@rule
def share_and_margin(rules, row, seat):
    """Return a seat's share of the win, and a little for being ahead; a game that was cut off counts as lost."""
    return row.share[seat] + TIE_BREAK * squashed(points_ahead(rules, row, seat), MARGIN)


@rule
def points_ahead(rules, row, seat):
    """Return by how many points a seat is ahead of the best of the others."""
    best = -(1 << 30)
    for other in range(rules.players):
        if other != seat:
            best = max(best, row.score[other])
    return float(row.score[seat] - best)


@rule
def squashed(margin, scale):
    """Map a margin to the numbers between 0 and 1: one half for a tie, three quarters for `scale` points ahead."""
    return 0.5 + 0.5 * margin / (abs(margin) + scale)


# Treatments: what a seat begins with besides, as games/treatments.py writes it into the rules

MOST_HANDICAPS = 16
BY_POSITION, WHERE, WHAT, AMOUNT = range(4)  # columns of a handicap
POINTS = 0  # the resource that counts only at the end
FIRST_GRANT = 1000  # what is given: a resource, or from here on a component, FIRST_GRANT * (1 + kind) + number
MOST_KINDS = 8  # of components

TREATMENT_FIELDS: tuple[Field, ...] = (
    ("n_handicaps", "i8", "treatment: how many handicaps there are"),
    ("handicaps", "i2", (MOST_HANDICAPS, 4), "treatment: 1 = by turn position, seat or position, what, how much"),
    ("left_out", "i8", (MOST_KINDS,), "treatment: by kind of component, those that are out of the game, as a mask"),
)


@rule
def treated_seat(rules, table, number):
    """Return the seat that a handicap is for: by its number, or by its turn position in this deal."""
    where = rules.handicaps[number, WHERE] + rules.handicaps[number, BY_POSITION] * table.first
    return where - rules.players if where >= rules.players else where


@rule
def points_given(rules, table, seat):
    """Return the points that a seat was given before the game."""
    points = 0
    for number in range(rules.n_handicaps):
        if rules.handicaps[number, WHAT] == POINTS and treated_seat(rules, table, number) == seat:
            points += rules.handicaps[number, AMOUNT]
    return points


@rule
def is_removed(rules, kind, number):
    """Tell whether a component is out of the game."""
    return (rules.left_out[kind] >> number) & 1 == 1


@rule
def leave_out(rules, kind, cards, n):
    """Close the gaps that removed components leave in a shuffled list; return how many are left of n."""
    if rules.left_out[kind] == 0:
        return n
    kept = 0
    for place in range(n):
        cards[kept] = cards[place]
        kept += not is_removed(rules, kind, cards[place])
    return kept
