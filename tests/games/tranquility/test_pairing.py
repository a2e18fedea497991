"""Deal N is really the same deal in every variant: who begins, which card lies where, how deep the Starts lie."""

import itertools

import numpy as np
import pytest

from analyzer.games.tranquility.state import Cause
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.seeding import deal_seeds
from analyzer.play.simulation import simulate

DEALS = 8 if IS_PLAIN else 120
GAMES = 8000
CHANGES = (("removed=4",), ("removed=12",), ("monsters=3",), ("monsters=5",), ("wilds=2",), ("finishes=2",))


def islands(cards):
    """The Islands among cards: what two deals can have in common."""
    return [card for card in cards if card.isdigit()]


def pairs(deal, players, sets, other_seed=1):
    """Plain deals, each with the deal of the same number and other switches."""
    plain, other = deal(players), deal(players, sets=sets)
    for number in range(DEALS):
        yield plain.deal_again(deal_seeds(1, number)[0]), other.deal_again(deal_seeds(other_seed, number)[0])


def share_in_common(deal, players, sets, what, other_seed=1):
    """The share of the Islands of a deal's piles, or hands, that lie in the same pile, or hand, of the plain deal."""
    n_same = n_cards = 0
    for plain, other in pairs(deal, players, sets, other_seed):
        for seat in range(players):
            cards = set(islands(what(other, seat)))
            n_same += len(cards & set(what(plain, seat)))
            n_cards += len(cards)
    return n_same / n_cards


def in_pile(game, seat):
    return game.dealt(seat)


def in_hand(game, seat):
    return game.cards(seat)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("sets", [*CHANGES, ("yellow=2", "purple=2", "orange=2"), ("removed=6", "monsters=3")])
def test_the_first_player_is_the_same(deal, players, sets):
    assert all(plain.active == other.active for plain, other in pairs(deal, players, sets))


def test_the_first_player_of_the_competitive_game_is_that_of_two_players(deal):
    assert all(plain.active == other.active for plain, other in pairs(deal, 2, ("competitive=true",)))


@pytest.mark.statistical
@pytest.mark.parametrize("players", [2, 5])
def test_another_seed_has_another_first_player(deal, players):
    """The negative control."""
    same = np.mean([plain.active == other.active for plain, other in pairs(deal, players, (), other_seed=2)])
    assert abs(same - 1 / players) < 4.5 * (0.25 / DEALS) ** 0.5


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("sets", CHANGES)
def test_cards_of_the_same_pile_lie_in_the_same_order(deal, players, sets):
    for plain, other in pairs(deal, players, sets):
        for seat in range(players):
            before, after = islands(plain.dealt(seat)), islands(other.dealt(seat))
            assert [card for card in before if card in after] == [card for card in after if card in before]


@pytest.mark.statistical
@pytest.mark.parametrize("players", [2, 3, 5])
def test_nearly_all_cards_lie_in_the_same_pile_and_hand(deal, players):
    for sets, least_piled, least_held in (
        (("removed=4",), 0.97, 0.93),
        (("removed=12",), 0.955, 0.82),
        (("monsters=5",), 0.97, 0.999),
        (("yellow=2", "purple=2", "orange=2"), 0.965, 0.999),
    ):
        assert share_in_common(deal, players, sets, in_pile) > least_piled
        assert share_in_common(deal, players, sets, in_hand) > least_held


@pytest.mark.statistical
@pytest.mark.parametrize("players", [2, 5])
def test_another_seed_has_other_piles_and_hands(deal, players):
    """The negative control: no more in common than by chance."""
    error = (0.25 / (DEALS * 76)) ** 0.5
    assert abs(share_in_common(deal, players, ("removed=4",), in_pile, other_seed=2) - 1 / players) < 4.5 * error
    assert share_in_common(deal, players, ("removed=4",), in_hand, other_seed=2) < 0.12


@pytest.mark.parametrize("sets", CHANGES)
def test_a_start_lies_at_the_same_share_of_its_pile(deal, sets):
    for plain, other in pairs(deal, 3, sets):
        for seat in range(3):
            heights = plain.piles()[seat], other.piles()[seat]
            depths = plain.start_depth(seat), other.start_depth(seat)
            assert abs(depths[0] / heights[0] - depths[1] / heights[1]) <= 1 / min(heights)


def outcomes(variant, players, seed=0):
    cell = {"players": players, "variant": variant, "policy": "spacing"}
    rows = simulate("tranquility", games=GAMES, seed=seed, jobs=1, rows=True, **cell).rows
    return rows["cause"] == Cause.WON


@pytest.mark.statistical
@pytest.mark.skipif(IS_PLAIN, reason="many games")
@pytest.mark.parametrize(
    ("variant", "players", "least"),
    [("galateia", 3, 0.15), ("galateia", 5, 0.12), ("wild", 3, 0.12), ("monsters-3", 5, 0.03), ("rocks", 5, 0.2)],
)
def test_what_wins_in_the_base_game_wins_more_often_in_others(variant, players, least):
    """Measured over 20,000 deals: 0.20, 0.18, 0.17, 0.08, 0.26; with shifted piles 0.10, 0.05, 0.07, 0.01, 0.26."""
    base = outcomes("base", players)
    assert np.corrcoef(base, outcomes(variant, players))[0, 1] > least
    assert abs(np.corrcoef(base, outcomes(variant, players, seed=1))[0, 1]) < 4.5 / GAMES**0.5  # the negative control


@pytest.mark.parametrize("sets", [("start_price=3",), ("hand_limit=5",), ("cost_rule=max",), ("start2p=upto7",)])
def test_switches_that_move_no_card_leave_the_deal_untouched(deal, sets):
    for number in range(10):
        plain, other = deal(3, deal=number), deal(3, sets=sets, deal=number)
        assert [plain.cards(s) + plain.pile_cards(s) for s in range(3)] == [
            other.cards(s) + other.pile_cards(s) for s in range(3)
        ]
        assert plain.active == other.active


def removed_islands(game):
    return {str(n) for n in range(1, 81)} - set(game.all_cards())


def test_twelve_removed_include_the_four_removed(deal):
    for number in range(20):
        sets = [removed_islands(deal(3, sets=(f"removed={k}",), deal=number)) for k in (4, 6, 8, 10, 12)]
        for smaller, larger in itertools.pairwise(sets):
            assert smaller < larger


def test_removal_does_not_depend_on_the_number_of_players(deal):
    for number in range(10):
        assert removed_islands(deal(2, "galateia", deal=number)) == removed_islands(deal(5, "galateia", deal=number))
