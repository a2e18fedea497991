"""What must make the game easier or harder, on the same deals, with a paired test (issue 3, point 4)."""

import itertools

import pytest

from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate
from analyzer.stats.paired import count_pairs, mcnemar, tango

pytestmark = [
    pytest.mark.slow,
    pytest.mark.statistical,
    pytest.mark.skipif(IS_PLAIN, reason="needs the speed of compiled code; parity is tested elsewhere"),
]

GAMES = 20_000
LEVEL = 0.99999  # about 4.4 standard errors


def wins(players, variant="base", sets=()):
    result = simulate(
        "tranquility", players=players, variant=variant, sets=list(sets), policy="spacing", games=GAMES, seed=9, jobs=1,
        rows=True,
    )  # fmt: skip
    return result.rows["cause"] == result.cell.game.causes["WON"]


def is_easier(one, other):
    """The first arm wins more often, beyond doubt."""
    pairs = count_pairs(one, other)
    return tango(pairs, LEVEL).low > 0 and mcnemar(pairs).p_value < 1 - LEVEL


@pytest.mark.parametrize("players", [1, 3, 5])
def test_more_removed_islands_never_help(players):
    names = ["base", "galateia", "triton", "leucothea", "amphitrite", "poseidon"]
    arms = [wins(players, name) for name in names]
    for less, more in itertools.pairwise(arms):
        assert is_easier(less, more)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_wild_cards_help(players):
    # on a tight deck, so that the base game is not won anyway
    assert is_easier(wins(players, "amphitrite+wild"), wins(players, "amphitrite"))


def test_more_wild_cards_help_more():
    assert is_easier(wins(3, "poseidon", ("wilds=6",)), wins(3, "poseidon", ("wilds=2",)))


def test_draw8_is_easier_than_draw4_for_solo():
    assert is_easier(wins(1, sets=("solo_start=draw8",)), wins(1, sets=("solo_start=draw4",)))


def test_a_free_start_is_easiest_for_solo():
    assert is_easier(wins(1, sets=("solo_start=none",)), wins(1, sets=("solo_start=draw8",)))


@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_five_monsters_are_harder_than_three(players):
    assert is_easier(wins(players, "monsters-3"), wins(players, "monsters-5"))


@pytest.mark.parametrize("module", ["rocks", "storm", "monsters-3"])
def test_a_hindrance_does_not_help(module):
    assert is_easier(wins(3), wins(3, module))


def test_the_same_game_twice_is_no_easier():
    """The negative control: no difference is found where there is none."""
    first = wins(3, "galateia")
    assert not is_easier(first, first)
    assert not is_easier(wins(3, "poseidon"), wins(3, "galateia"))
