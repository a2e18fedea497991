"""A policy in its seat: what it is given, what it may answer, what happens when it raises."""

import numpy as np
import pytest

from analyzer.kernel.jit import IS_PLAIN, blank, record, rule
from analyzer.kernel.lean import phase as lean_phase
from analyzer.kernel.lean import rule as lean_rule
from analyzer.kernel.seats.bench import DESK
from analyzer.kernel.seats.seating import NotCompilable, call_policy, pointers, seat_policy

THING = record(("weight", "i8"), ("sizes", "i8", (4,)))
THINGS = (THING, THING, THING)


@lean_rule
def _sum_up(rules, table, hand, knobs, memory, choice):
    memory[0] += 1
    return rules.weight + 10 * table.weight + 100 * hand.weight + int(knobs[1]) + choice[3]


@rule
def _is_large(rules, table, hand, knobs, memory, choice):
    return table.weight > 2


@rule
def _half(rules, table, hand, knobs, memory, choice):
    return table.weight / 2


@lean_rule
def _sorted(rules, table, hand, knobs, memory, choice):
    return np.sort(knobs[:4])[3] > 4.0


@lean_rule
def _raising(rules, table, hand, knobs, memory, choice):
    if table.weight > 2:
        raise ValueError("too large")
    return 0


@lean_phase
def _weigh(thing):
    return thing.sizes[2] + 2 * thing.weight


@lean_phase
def _burden(thing, by):
    thing.weight += by
    return 1


@lean_rule
def _remembering(rules, table, hand, knobs, memory, choice):
    memory[1] = _weigh(table) + _weigh(hand)
    for size in table.sizes:
        memory[0] = max(memory[0], size)
    return memory[1]


@lean_rule
def _cheating_at_times(rules, table, hand, knobs, memory, choice):
    return _burden(hand, 1) if knobs[1] > 1e6 else 0


@lean_rule
def _cheating_in_a_slice(rules, table, hand, knobs, memory, choice):
    table.sizes[1:3] = 7
    return 0


@rule
def _sorting(rules, table, hand, knobs, memory, choice):
    table.sizes.sort()
    return 0


@rule
def _call(policies, things, desks):
    return call_policy(policies[0], things[0], things[1], things[2], desks[0])


def things():
    found = np.zeros(3, THING).view(np.recarray) if IS_PLAIN else np.zeros(3, THING)
    found["weight"] = [1, 3, 5]
    return found


def at_a_desk():
    desk = blank(DESK)
    desk.knobs[1], desk.choice[3] = 2000.0, 30000
    return desk


def ask(decide, desk):
    return seat_policy(decide, THINGS)(*things(), desk)


def test_a_seated_policy_takes_knobs_memory_and_choice_from_its_desk():
    desk = at_a_desk()
    assert ask(_sum_up, desk) == 32531
    assert desk.memory[0] == 1


def test_a_driver_calls_a_policy_by_its_address():
    desks = np.zeros(1, DESK)
    desks["knobs"][0, 1] = 2000.0
    rows = desks.view(np.recarray) if IS_PLAIN else desks
    assert _call(pointers([seat_policy(_sum_up, THINGS)]), things(), rows) == 2531
    assert desks["memory"][0, 0] == 1


def test_what_a_policy_raises_reaches_the_caller_of_the_driver():
    policies = pointers([seat_policy(_raising, THINGS)])
    desks = np.zeros(1, DESK).view(np.recarray) if IS_PLAIN else np.zeros(1, DESK)
    with pytest.raises(ValueError, match="too large"):
        _call(policies, things(), desks)


def test_a_policy_is_seated_once():
    assert seat_policy(_sum_up, THINGS) is seat_policy(_sum_up, THINGS)


def test_a_flag_is_an_answer():
    assert ask(_is_large, at_a_desk()) == 1


def test_a_lean_policy_that_needs_memory_of_its_own_gets_it():
    assert ask(_sorted, at_a_desk()) == 1


@pytest.mark.skipif(IS_PLAIN, reason="plain Python has no return type")
def test_a_policy_that_answers_no_integer_is_refused():
    with pytest.raises(NotCompilable, match="integer"):
        seat_policy(_half, THINGS)


def kind_of(decide):
    return seat_policy(decide, THINGS, is_guarded=True).py_func.__name__.removesuffix(decide.__name__)


@pytest.mark.skipif(IS_PLAIN, reason="plain Python shows records for reading only")
@pytest.mark.parametrize("decide", [_sum_up, _is_large, _remembering, _raising], ids=lambda part: part.__name__)
def test_a_guarded_policy_that_provably_writes_to_nothing_is_shown_no_copies(decide):
    assert kind_of(decide) == "at_reading_desk_"


@pytest.mark.skipif(IS_PLAIN, reason="plain Python shows records for reading only")
@pytest.mark.parametrize("decide", [_cheating_at_times, _cheating_in_a_slice, _sorting], ids=lambda part: part.__name__)
def test_one_that_might_write_is_shown_copies(decide):
    assert kind_of(decide) == "at_guarded_desk_"
