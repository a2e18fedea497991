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
OTHERS = ("galateia", "poseidon", "rocks", "monsters-3", "monsters-5", "storm", "wild", "archway", "pyramid")
CHANGES = (("removed=4",), ("removed=12",), ("monsters=3",), ("monsters=5",), ("wilds=2",), ("finishes=2",))


def places(game):
    """By card: seat and depth in the deal."""
    return {
        card: (seat, depth)
        for seat in range(game.players)
        for depth, card in enumerate(game.dealt(seat))
        if card.isdigit()
    }


def pairs(deal, players, sets, other_seed=1):
    """Plain deals, each with the deal of the same number and other switches."""
    plain, other = deal(players), deal(players, sets=sets)
    for number in range(DEALS):
        yield plain.deal_again(deal_seeds(1, number)[0]), other.deal_again(deal_seeds(other_seed, number)[0])


def share_in_place(deal, players, sets, other_seed=1):
    """The share of the cards of both deals that lie at the same place."""
    same = [
        places(plain)[card] == place
        for plain, other in pairs(deal, players, sets, other_seed)
        for card, place in places(other).items()
    ]
    return np.mean(same)


def share_in_hand(deal, players, sets, other_seed=1):
    """The share of the opening hands' cards that lie in the same hand in the plain deal."""
    same = [
        card in plain.cards(seat)
        for plain, other in pairs(deal, players, sets, other_seed)
        for seat in range(players)
        for card in other.cards(seat)
        if card.isdigit()
    ]
    return np.mean(same)


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
def test_a_card_moves_only_for_one_that_is_missing_or_new(deal, players, sets):
    for plain, other in pairs(deal, players, sets):
        before, after = places(plain), places(other)
        n_moved = sum(before[card] != place for card, place in after.items())
        n_changed = int(other.rules.removed + other.rules.monsters + other.rules.wilds) + 5 - int(other.rules.finishes)
        assert n_moved <= n_changed + players - 1  # odd cards may go to other seats


@pytest.mark.statistical
@pytest.mark.parametrize("players", [3, 5])
def test_nearly_all_cards_lie_where_they_lie_in_the_plain_deal(deal, players):
    assert share_in_place(deal, players, ("removed=4",)) > 0.95
    assert share_in_place(deal, players, ("removed=12",)) > 0.85
    assert share_in_place(deal, players, ("monsters=5",)) > 0.94
    assert share_in_hand(deal, players, ("removed=4",)) > 0.94
    assert share_in_hand(deal, players, ("removed=12",)) > 0.82
    # the negative control: nothing is left of it with another seed
    assert share_in_place(deal, players, ("removed=4",), other_seed=2) < 0.03
    assert share_in_hand(deal, players, ("removed=4",), other_seed=2) < 0.12


@pytest.mark.statistical
@pytest.mark.parametrize("sets", CHANGES)
def test_an_early_start_lies_equally_deep_and_every_start_nearly_so(deal, sets):
    depths = np.array(
        [
            (plain.start_depth(seat), other.start_depth(seat), sum(plain.piles()) / sum(other.piles()))
            for plain, other in pairs(deal, 3, sets)
            for seat in range(3)
        ]
    )
    plain, other, stretch = depths.T
    assert (np.abs(plain - other * stretch) <= 2).all()
    assert np.mean((plain == other)[plain <= 3]) > 0.7


def outcomes(variant, players, seed=0):
    rows = simulate("tranquility", players=players, variant=variant, games=GAMES, seed=seed, jobs=1, rows=True).rows
    return rows["cause"] == Cause.WON


@pytest.mark.statistical
@pytest.mark.skipif(IS_PLAIN, reason="many games")
@pytest.mark.parametrize(
    ("variant", "players", "least"),
    [("galateia", 3, 0.15), ("galateia", 5, 0.12), ("wild", 3, 0.12), ("monsters-3", 5, 0.03), ("rocks", 5, 0.2)],
)
def test_what_wins_in_the_base_game_wins_more_often_in_others(variant, players, least):
    """Measured over 20,000 deals: 0.22, 0.19, 0.18, 0.08, 0.26; with shifted piles 0.10, 0.05, 0.07, 0.01, 0.26."""
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
