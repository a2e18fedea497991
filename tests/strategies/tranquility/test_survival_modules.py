"""`survival` answers the questions of modules by what the answers are worth."""

from __future__ import annotations

import pytest

from analyzer.games.tranquility.rules.hazards import STAY
from analyzer.games.tranquility.rules.storms import CANCEL_STORM, storm_code
from analyzer.games.tranquility.state import Card, Phase


def asked(game, phase):
    game.table.phase = phase
    game.table.asked = 0
    return game


@pytest.fixture
def nearly_full_row(positions):
    """A grid whose first row has one empty cell and whose other rows are empty."""
    return {p: 1 + 2 * p for p in range(6) if p != 3}


@pytest.mark.parametrize(("phase", "variant"), [(Phase.ROCKS, "rocks"), (Phase.PURPLE, "storm")])
def test_the_row_with_the_fewest_empty_cells_is_closed(position, nearly_full_row, phase, variant):
    game = asked(position(variant=variant, grid=nearly_full_row, hands={0: "40 50 60 70 F"}), phase)
    game.table.rocks_row = 3 if variant == "rocks" else -1
    assert game.ask("survival") == 0


def test_of_two_rows_alike_the_one_without_a_number_for_it_in_hand_is_closed(position):
    """Rows 2 and 5 lack one cell each; the hand holds the number of row 2."""
    grid = {p: 1 + p for p in range(36) if p not in (9, 27)}
    game = asked(position(variant="storm", grid=grid, hands={0: "10 41 42 43 F"}), Phase.PURPLE)
    assert game.ask("survival(row_held=0.5,row_danger=0)") == 4
    game = asked(position(variant="storm", grid=grid, hands={0: "28 41 42 43 F"}), Phase.PURPLE)
    assert game.ask("survival(row_held=0.5,row_danger=0)") == 1


def test_rocks_go_where_a_storm_closes_the_row_already(position, nearly_full_row):
    game = asked(position(variant="rocks+storm", grid=nearly_full_row, hands={0: "40 50 60 70 F"}), Phase.ROCKS)
    game.table.rocks_row = 3
    game.table.purple[5] = 1
    assert game.ask("survival") == 5


def test_rocks_stay_only_where_that_is_worth_two_cards(position, nearly_full_row):
    """Leaving the nearly full row closes six cells instead of one: worth two cards if a row is worth much."""
    for hands, knobs, stays in [("2 4 6 10 F", "row=30", True), ("8 40 41 42 43", "row=0.1", False)]:
        game = asked(position(variant="rocks", grid=nearly_full_row, hands={0: hands}), Phase.ROCKS)
        game.table.rocks_row = 0
        assert (game.ask(f"survival({knobs})") == STAY) == stays


@pytest.mark.parametrize(("filled", "stock", "is_spent"), [(34, 0, True), (34, 1, False), (2, 0, False)])
def test_a_wild_clears_a_storm_that_costs_more_than_the_wild_where_no_compass_is_left(
    position, filled, stock, is_spent
):
    grid = {p: 1 + 2 * p for p in range(filled)}
    game = asked(position(variant="storm+wild", grid=grid, hands={0: "W 2 4 79 F"}), Phase.WILD_CLEAR)
    game.table.yellow[:] = game.table.orange[:] = 0
    game.table.purple[5] = game.table.purple_by[0, 5] = game.table.n_storms = game.table.window_part = 1
    game.table.stock, game.table.storm = stock, 0
    assert game.ask("survival") == (storm_code(Card.PURPLE, 5) if is_spent else 0)


def test_a_wild_cancels_a_storm_just_drawn_by_the_same_measure(position):
    for filled, wanted in [(34, CANCEL_STORM), (2, 0)]:
        grid = {p: 1 + 2 * p for p in range(filled)}
        game = asked(position(variant="storm+wild", grid=grid, hands={0: "W 2 4 79 F"}), Phase.WILD_CLEAR)
        game.table.storm, game.table.stock = Card.PURPLE, 0
        assert game.ask("survival") == wanted


def test_unseen_cards_are_given_for_needed_ones_and_kept_for_dead_ones(position):
    grid = {p: 1 + p for p in range(36) if p not in (9, 27)}
    for cards, n_unseen in [("10 28 F", 1), ("41 42 43 10 28 F", 0)]:
        game = asked(
            position(players=3, variant="storm", grid=grid, hands={0: cards}, piles={0: "60 61 62"}), Phase.TOP
        )
        game.table.yellow[0], game.table.owed[0], game.table.split[0] = 1, 2, 2
        assert game.ask("survival(unseen=1)") == n_unseen


def test_an_offer_counts_the_cards_that_are_worth_little(position):
    grid = {p: 1 + p for p in range(36) if p not in (9, 27)}
    for cards, n_spare in [("41 42 43 10 28", 3), ("41 42 43 44 45", 5)]:
        game = asked(position(players=3, grid=grid, started=False, hands={0: cards}), Phase.OFFER)
        assert game.ask("survival") == n_spare


def test_who_offers_more_gives_more_of_the_start(position):
    piles = dict.fromkeys(range(3), "60 61 62 63")
    game = position(players=3, started=False, hands={0: "S 3 9 40 F"}, piles=piles)
    asked(game, Phase.SPLIT)
    game.table.cost, game.table.active = 8, 0
    game.table.offer[:3] = (-1, 5, 0)
    _, second, third = game.name(game.ask("survival"))
    assert second > third
    game.table.offer[:3] = (-1, 0, 5)
    _, second, third = game.name(game.ask("survival"))
    assert second < third


def test_a_hand_is_dumped_for_free_where_a_compass_gains_more_than_it(position, positions):
    full = positions.full_grid()
    del full[35]
    for stock, wanted in [(0, 1), (1, 0)]:
        game = position(variant="storm", sets=("compass_dump=anytime",), grid=full, hands={0: "2 4 6 8 10"})
        asked(game, Phase.FREE_DUMP)
        game.table.purple[5], game.table.stock, game.table.supply = 1, stock, 3
        assert game.ask("survival") == wanted
