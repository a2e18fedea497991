"""Deal N is really the same deal in every variant: the cards of both lie at the same places with the same owners."""

import itertools

import numpy as np
import pytest

from analyzer.kernel.jit import IS_PLAIN

DEALS = 8 if IS_PLAIN else 120


def places_and_owners(game):
    """By card: its place in the order of the whole deal, and its owner."""
    found = {}
    place = 0
    for seat in range(game.players):
        for card in game.cards(seat) + game.pile_cards(seat):
            if card.isdigit():
                found[card] = (place, seat)
                place += 1
    return found


def agreement(deal, players, one, other, other_seed):
    """The correlation of places and the share of equal owners, over the cards that both deals have."""
    pairs = []
    for number in range(DEALS):
        first = places_and_owners(deal(players, sets=one, deal=number))
        second = places_and_owners(deal(players, sets=other, seed=other_seed, deal=number))
        pairs += [(*first[card], *second[card]) for card in first if card in second]
    place, owner, other_place, other_owner = np.array(pairs).T
    return np.corrcoef(place, other_place)[0, 1], np.mean(owner == other_owner)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_removing_four_islands_leaves_the_deal_the_same(deal, players):
    correlation, same_owner = agreement(deal, players, (), ("removed=4",), other_seed=1)
    assert correlation > 0.8
    assert same_owner > 0.8


@pytest.mark.parametrize("players", [2, 5])
def test_removing_twelve_islands_leaves_the_deal_nearly_the_same(deal, players):
    correlation, same_owner = agreement(deal, players, (), ("removed=12",), other_seed=1)
    assert correlation > 0.8
    assert same_owner > 1 / players + 0.3


@pytest.mark.statistical
@pytest.mark.parametrize("players", [2, 5])
def test_another_seed_is_another_deal(deal, players):
    """The negative control: nothing is left of the agreement."""
    correlation, same_owner = agreement(deal, players, (), ("removed=4",), other_seed=2)
    n = DEALS * 76
    assert abs(correlation) < 4.5 / n**0.5
    assert abs(same_owner - 1 / players) < 4.5 * (0.25 / n) ** 0.5


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
