"""Games that are lost for whoever sees all cards: a gap that no card can fill any more, or no Finish."""

import pytest

from analyzer.games.tranquility.rules.turn import is_lost
from analyzer.kernel.jit import IS_PLAIN

HANDS = {0: "F 70 72 74 76", 1: "66 68 58 60 62"}
DEALS = 2 if IS_PLAIN else 60


def with_gap(positions, pile, **more):
    """One empty cell, between 19 and 23."""
    grid = {p: number for p, number in positions.full_grid().items() if p != 10}
    return positions.make_position(grid=grid, hands=HANDS, piles={0: pile, 1: "64 56 54"}, **more)


def lost(game):
    return bool(is_lost(game.rules, game.copy().state))


@pytest.mark.parametrize(("pile", "is_dead"), [("22 F 50", False), ("52 F 50", True)])
def test_a_gap_is_lost_when_no_number_of_hands_and_piles_fits(positions, pile, is_dead):
    assert lost(with_gap(positions, pile)) == is_dead


@pytest.mark.parametrize(("card", "is_dead"), [("22", False), ("38", True), ("55", False)])
def test_a_single_cell_takes_only_what_a_full_hand_can_pay(positions, card, is_dead):
    """Between 18 and 59, four cards pay for 22 or 55, and nothing pays for 38 (T-BASE-13, T-BASE-15)."""
    grid = {p: p + 1 if p < 18 else p + 40 for p in range(36) if p != 18}
    hands, piles = {0: "F 76 77 78 79", 1: "F 80 F F F"}, {0: f"{card} F F", 1: "F F F"}
    assert lost(positions.make_position(grid=grid, hands=hands, piles=piles)) == is_dead


def test_without_a_finish_it_is_lost(positions):
    game = with_gap(positions, "22 F 50")
    game.state.tally.finishes_lost = game.rules.finishes
    assert lost(game)


@pytest.mark.parametrize("variant", ["wild", "monsters-3"])
def test_modules_that_fill_gaps_or_open_them_again_leave_hope(positions, variant):
    assert not lost(with_gap(positions, "52 F 50", variant=variant))


@pytest.mark.parametrize("variant", ["poseidon", "storm"])
def test_no_game_is_won_that_was_lost_before(deal, variant):
    """And most of the others were lost some time before their end."""
    seen = {True: 0, False: 0}
    for number in range(DEALS):
        game, was_lost = deal(3, variant=variant, deal=number), False
        while not game.is_over:
            was_lost = was_lost or lost(game)
            game.answer(game.ask("survival"))
        assert not (was_lost and game.cause == "WON")
        seen[was_lost] += 1
    assert IS_PLAIN or min(seen.values()) > 5
