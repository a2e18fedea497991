"""Removed Islands (section 2.12) with and without modules: sizes of the deal, T-REMOVE-1 to 4 and T-BASE-33."""

import pytest

from tests.games.tranquility import scenes
from tests.games.tranquility.scenes import scene

K = {"galateia": 4, "triton": 6, "leucothea": 8, "amphitrite": 10, "poseidon": 12}
SIZES = {  # T-REMOVE-2
    4: {2: [41, 40], 3: [27, 27, 27], 4: [21, 20, 20, 20], 5: [17, 16, 16, 16, 16]},
    6: {2: [40, 39], 3: [27, 26, 26], 4: [20, 20, 20, 19], 5: [16, 16, 16, 16, 15]},
    8: {2: [39, 38], 3: [26, 26, 25], 4: [20, 19, 19, 19], 5: [16, 16, 15, 15, 15]},
    10: {2: [38, 37], 3: [25, 25, 25], 4: [19, 19, 19, 18], 5: [15, 15, 15, 15, 15]},
    12: {2: [37, 36], 3: [25, 24, 24], 4: [19, 18, 18, 18], 5: [15, 15, 15, 14, 14]},
}
KEEP = ("storm_in_setup=redraw_and_reshuffle",)  # so that no Storm is resolved before the sizes are read


def sizes(game):
    """Cards dealt, the largest share first, without the Starts."""
    return sorted((held + pile - 1 for held, pile in zip(game.held(), game.piles(), strict=True)), reverse=True)


def cards_of(game):
    return [card for seat in range(game.players) for card in game.cards(seat) + game.pile_cards(seat)]


@pytest.mark.parametrize("name", K)
def test_t_remove_1_random_islands_leave_unseen(name):
    gone = []
    for number in range(4):
        cards = cards_of(scenes.Scene(3, name, deal=number))
        islands = {int(card) for card in cards if card.isdigit()}
        assert len(islands) == 80 - K[name]
        assert cards.count("F") == 5
        gone.append(set(range(1, 81)) - islands)
    assert len({frozenset(one) for one in gone}) > 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", K)
def test_t_remove_2_cards_dealt(name, players):
    assert sizes(scenes.Scene(players, name)) == SIZES[K[name]][players]


@pytest.mark.parametrize("module", ["rocks", "monsters-4", "storm", "wild", "archway", "pyramid", "day-night"])
def test_t_remove_3_may_be_combined_with_any_module(module):
    extra = {"monsters-4": 4, "storm": 6, "wild": 2, "pyramid": -5}.get(module, 0)
    game = scenes.Scene(3, f"galateia+{module}", KEEP)
    assert len(cards_of(game)) == 81 + extra + 3


def test_t_remove_4_removed_numbers_are_hidden_and_change_nothing_else():
    game = scene("poseidon", hands={0: "40 2 80 70 71"})
    assert game.cells_of(40) == set(range(36))
    assert "removed" not in game.table.dtype.names
    assert "removed" not in game.state.hands[0].dtype.names


@pytest.mark.parametrize(
    ("variant", "players", "expected"),
    [
        ("storm", 4, [23, 23, 23, 22]),
        ("monsters-3", 2, [44, 44]),
        ("monsters-5+storm+wild", 3, [33, 33, 32]),
        ("poseidon+storm+rocks", 2, [40, 39]),
        ("rocks", 3, [29, 28, 28]),
        ("pyramid", 3, [27, 27, 26]),
        ("pyramid+wild", 2, [41, 41]),
    ],
)
def test_t_base_33_deal_sizes_with_modules(variant, players, expected):
    game = scenes.Scene(players, variant, KEEP)
    assert sizes(game) == expected
    first = int(game.table.first)
    assert game.held()[first] + game.piles()[first] - 1 == min(expected)
