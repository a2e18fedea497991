"""What every policy of the catalog has to keep; the questions are those that `analyzer check` asks of a user's file."""

from dataclasses import replace
from functools import lru_cache

import pytest

from analyzer.catalog import game_names, load_game, policies_of
from analyzer.kernel.jit import IS_PLAIN
from analyzer.studies.conformance import QUESTIONS, Examinee
from tests.thinning import shortened

POLICIES = shortened([(game, policy) for game in game_names() for policy in policies_of(game)])
each_policy = pytest.mark.parametrize(("game", "policy"), POLICIES, scope="module")  # one after the other
GAMES = 20 if IS_PLAIN else 60
BY_VALUES = 2 if IS_PLAIN else 40  # a network takes a second a game in plain Python
GUARDED = "it plays the same with and without safety checks"


@lru_cache(maxsize=1)  # the questions to one policy come in a row and look at the same positions
def examinee(game, policy):
    return Examinee(game, policy, BY_VALUES if policies_of(game)[policy].values else GAMES)


@each_policy
@pytest.mark.parametrize("question", [name for name in QUESTIONS if name != GUARDED])
def test_it_keeps(game, policy, question):
    assert QUESTIONS[question](examinee(game, policy)) is None


def guarded_case(game, policy):
    """Guarded play is compiled apart, in long tests; tests/guard has small policies that play guarded."""
    return pytest.param(game, policy, marks=[pytest.mark.slow])


@pytest.mark.parametrize(("game", "policy"), [guarded_case(*case.values) for case in POLICIES])
def test_it_plays_the_same_guarded_and_free(game, policy):
    assert QUESTIONS[GUARDED](examinee(game, policy)) is None
    if not IS_PLAIN:  # its code is seen to write to nothing, so that it is not shown copies, which take time
        found = load_game(game).seated_policy(replace(policies_of(game)[policy], is_guarded=True))
        assert found.py_func.__name__.startswith("at_reading_desk")


@each_policy
def test_it_is_found_under_its_name(game, policy):
    found = policies_of(game)[policy]
    assert (found.game, found.name) == (game, policy)
    assert found.title  # what it is, for headlines: "A one-step planner: weigh every plan …"
