"""Exact answers of tiny games, and the yardstick's win rates.

The tiny games are enumerated by the reference implementation: every deal, seat of the odd cards, Start place,
first player and uniform choice. The same comparison must reject an enumeration with one wrong rule.
"""

import math

import pytest

from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate
from tests.thinning import thinned

pytestmark = [
    pytest.mark.statistical,
    pytest.mark.skipif(IS_PLAIN, reason="needs the speed of compiled code; parity is tested elsewhere"),
]

GAMES = 200_000
LIMIT = 4.5  # standard errors

TINY = {
    "two players, odd card": {"players": 2, "islands": 4, "finishes": 3, "hand_limit": 3, "start_price": 2},
    "two players, anybody begins": {
        "players": 2,
        "islands": 3,
        "finishes": 4,
        "hand_limit": 3,
        "start_price": 1,
        "first_player": "random",
    },
    "three players": {"players": 3, "islands": 3, "finishes": 5, "hand_limit": 2, "start_price": 1},
}
WRONG = {
    "two players, odd card": {"one_card": "loss"},
    "two players, anybody begins": {"wrong_finish": True},
    "three players": {"wrong_finish": True},
}


def simulated(players, **switches):
    sets = [f"{name}={value}" for name, value in {"rows": 1, "columns": 2, **switches}.items()]
    return simulate("tranquility", players=players, sets=sets, policy="random_legal", games=GAMES, seed=11, jobs=1)


def distance(simulation, probability):
    """The distance of a simulation from a probability, in standard errors of the probability."""
    share = simulation.count("won") / simulation.games
    return abs(share - probability) / math.sqrt(probability * (1 - probability) / simulation.games)


@pytest.mark.parametrize("name", thinned([(name,) for name in reversed(TINY)], 3))
def test_tiny_game_meets_its_exact_win_probability_and_no_other(reference, name):
    simulation = simulated(**TINY[name])
    rules = reference.Rules(cells=2, **TINY[name])
    exact = reference.win_probability(rules)
    wrong = reference.win_probability(reference.like(rules, **WRONG[name]))
    assert 0.05 < exact < 0.95
    assert distance(simulation, float(exact)) < LIMIT
    assert distance(simulation, float(wrong)) > 2 * LIMIT  # negative control


YARDSTICK = [(5, "base", 0.7489), (3, "galateia", 0.5209)]  # yardstick/README.md, 1,000,000 games each
YARDSTICK_GAMES = 1_000_000


def yardstick_distance(players, variant, policy, expected, games):
    simulation = simulate("tranquility", players=players, variant=variant, policy=policy, games=games, seed=3, jobs=1)
    error = math.sqrt(expected * (1 - expected) * (1 / games + 1 / YARDSTICK_GAMES))
    return abs(simulation.count("won") / games - expected) / error


@pytest.mark.parametrize(("players", "variant", "expected"), YARDSTICK)
def test_spacing_wins_as_often_as_the_yardstick(players, variant, expected):
    assert yardstick_distance(players, variant, "spacing", expected, 200_000) < 4


@pytest.mark.slow
@pytest.mark.parametrize(("players", "variant", "expected"), YARDSTICK)
def test_spacing_wins_as_often_as_the_yardstick_in_a_million_games(players, variant, expected):
    assert yardstick_distance(players, variant, "spacing", expected, YARDSTICK_GAMES) < 4


def test_the_yardstick_comparison_rejects_another_policy():
    assert yardstick_distance(5, "base", "spacing(patience=1.5)", 0.7489, 200_000) > 8
