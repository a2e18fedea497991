"""Knobs by name: nothing that is left out, added or swapped shifts another knob."""

import pytest

from analyzer.catalog import policies_of
from analyzer.errors import BadInput
from analyzer.games.islebound import evaluating
from analyzer.games.islebound.heuristics.knobs import EVALUATOR, V_WOOD
from analyzer.games.islebound.state import BOOK, FISH, PIRATE, SERPENT, WOOD
from analyzer.games.knobs import Knobs, policies_with
from analyzer.games.rumini import weighing
from analyzer.games.rumini.heuristics.placements import WEIGHTS

SHARED = Knobs(red=1.0, green=2.0, blue=3.0)
FAMILIES = [("islebound", evaluating, EVALUATOR), ("rumini", weighing, WEIGHTS)]


def decide(rules, table, hand, knobs, memory, choice):
    """Do nothing."""
    return 0


def knobs_of(policy):
    return list(policy.knobs.items())


def test_a_place_is_found_by_name():
    assert SHARED.place("green") == 1
    assert SHARED.places("blue", "red") == (2, 0)
    with pytest.raises(BadInput, match="unknown knob 'gren'; did you mean 'green'"):
        SHARED.place("gren")


def test_a_changed_default_leaves_the_order():
    assert list(SHARED.setting(blue=0.0, red=9.0).items()) == [("red", 9.0), ("green", 2.0), ("blue", 0.0)]
    assert dict(SHARED) == {"red": 1.0, "green": 2.0, "blue": 3.0}, "the table itself stays as it is"
    with pytest.raises(BadInput, match="unknown knob 'black'"):
        SHARED.setting(black=1.0)


def test_own_knobs_come_behind():
    own = SHARED.adding(black=4.0, white=5.0)
    assert list(own) == ["red", "green", "blue", "black", "white"]
    assert own.places("white", "red") == (4, 0)
    with pytest.raises(BadInput, match="'green' exists already"):
        SHARED.adding(green=1.0)


@pytest.mark.parametrize(("game", "decorator", "shared"), FAMILIES)
def test_a_policy_takes_the_shared_defaults(game, decorator, shared):
    for policy in (decorator(decide), decorator()(decide)):
        assert policy.game == game
        assert knobs_of(policy) == list(shared.items())


@pytest.mark.parametrize(("game", "decorator", "shared"), FAMILIES)
def test_the_order_of_keywords_does_not_matter(game, decorator, shared):
    *_, before, last = shared
    one = decorator(**{before: 7.0, last: 8.0})(decide)
    other = decorator(**{last: 8.0, before: 7.0})(decide)
    assert knobs_of(one) == knobs_of(other)
    assert list(one.knobs) == list(shared)
    assert (one.knobs[before], one.knobs[last]) == (7.0, 8.0)


@pytest.mark.parametrize(("game", "decorator", "shared"), FAMILIES)
def test_an_unknown_knob_is_refused(game, decorator, shared):
    with pytest.raises(BadInput, match="unknown knob 'wod'"):
        decorator(wod=1.0)


@pytest.mark.parametrize(("game", "decorator", "shared"), FAMILIES)
def test_a_policy_has_its_own_knobs_behind_the_shared_ones(game, decorator, shared):
    first = next(iter(shared))
    policy = decorator(knobs=shared.adding(extra=0.5), traits=("look-ahead",), **{first: 3.0})(decide)
    assert knobs_of(policy) == [*shared.setting(**{first: 3.0}).items(), ("extra", 0.5)]
    assert policy.traits == {"look-ahead"}
    with pytest.raises(BadInput, match="own knobs come after"):
        decorator(knobs=Knobs(extra=0.5, **shared))


def test_a_family_of_policies_is_one_call():
    made = policies_with(SHARED, lambda function, traits, rate, **knobs: (function, traits, list(knobs.items())))
    assert made(decide, green=0.0) == (decide, (), [("red", 1.0), ("green", 0.0), ("blue", 3.0)])


def test_the_goods_of_islebound_have_their_knobs_in_the_order_of_their_codes():
    """`item_value` finds the knob of a good by its code."""
    codes = {"wood": WOOD, "fish": FISH, "book": BOOK, "pirate": PIRATE, "serpent": SERPENT}
    assert {name: V_WOOD + code - WOOD for name, code in codes.items()} == {n: EVALUATOR.place(n) for n in codes}


@pytest.mark.parametrize(("game", "decorator", "shared"), FAMILIES)
def test_every_shipped_policy_with_knobs_begins_with_the_shared_ones(game, decorator, shared):
    found = [list(policy.knobs) for policy in policies_of(game).values() if policy.knobs]
    assert len(found) >= 8
    assert all(names[: len(shared)] == list(shared) for names in found)
