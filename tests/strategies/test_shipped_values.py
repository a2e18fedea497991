"""Policies with trained values have a file beside them that fits the game, with its command and its figures."""

import shlex
import tomllib
from pathlib import Path

import pytest

from analyzer.catalog import game_names, load_game, policies_of
from analyzer.cells import read_seat
from analyzer.errors import BadInput
from analyzer.games.written import read_policy

TRAINED = [(game, policy) for game in game_names() for policy in policies_of(game).values() if policy.values]
each_trained = pytest.mark.parametrize(("game", "policy"), TRAINED, ids=[game for game, _ in TRAINED])


def content_of(policy):
    return tomllib.loads(Path(policy.values).read_text(encoding="utf-8"))


@each_trained
def test_the_file_lies_beside_the_policy_and_fits_the_features(game, policy):
    assert Path(policy.values) == Path(policy.file).with_suffix(".toml")
    seat = read_seat(load_game(game), policy.name)
    assert seat.label == policy.name
    assert set(seat.values.nets) == set(content_of(policy)["values"])


@each_trained
def test_the_file_says_how_it_was_made_and_what_it_is_worth(game, policy):
    content = content_of(policy)
    command = shlex.split(content["made"]["command"])
    assert command[:3] == ["analyzer", "learn", game]
    assert read_policy(command[3]).name == content["policy"]
    figures = content["made"]["validation"]
    assert figures["deals"] >= 1000
    assert all(low < value < high for value, low, high in (case["rate"] for case in figures["cases"].values()))


@each_trained
def test_the_policy_plays_as_the_one_it_was_trained_for_but_for_its_values(game, policy):
    below = policies_of(game)[content_of(policy)["policy"]]
    assert (policy.decide, policy.knobs, policy.plans) == (below.decide, below.knobs, below.plans)
    assert policy.title != below.title


@pytest.mark.parametrize("game", ["portolano", "islebound"])
def test_with_two_players_it_wins_more_than_half_for_certain(game):
    cases = content_of(policies_of(game)["trained"])["made"]["validation"]["cases"]
    assert [case["rate"][1] > 0.5 for name, case in cases.items() if name.endswith(" 2")] == [True]


def test_values_of_one_policy_are_refused_for_another():
    with pytest.raises(BadInput, match="for policy 'navigator'"):
        read_seat(load_game("portolano"), f"trader@{policies_of('portolano')['trained'].values}")
