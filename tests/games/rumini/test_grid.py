"""The map has no frame: the arrays that hold it are large enough for every map that can be reached."""

from __future__ import annotations

import numpy as np

from analyzer.games.rumini import GAME
from analyzer.games.rumini.encoding import AXIS_BITS, END, card_of, face_of, play, put, x_of, y_of
from analyzer.games.rumini.rules.grid import find_card, lay, pick_up
from analyzer.games.rumini.state import CARDS, FACES, MAX_SEATS, SLOTS, TABLE, Cause
from analyzer.kernel.jit import IS_PLAIN, blank

MOST_TURNS = GAME.switch_by_name["max_rounds"].high * MAX_SEATS
PER_TURN = 2 * (CARDS - 1)  # every card is placed at most once from its pile and moved at most once


def test_no_reachable_coordinate_is_out_of_range():
    farthest = 3 + MOST_TURNS * PER_TURN  # the start row, then one cell per placement
    assert farthest + 1 < 1 << (AXIS_BITS - 1)
    assert farthest + 1 < np.iinfo(TABLE["x"].base).max
    assert SLOTS > CARDS, "a search for an empty cell always meets an empty slot"


def test_the_extremes_can_be_written_as_answers():
    far = (1 << (AXIS_BITS - 1)) - 1
    for x, y in ((far, -far), (-far - 1, far), (0, 0), (-1, 1)):
        answer = play(FACES - 1, CARDS - 1, x, y)
        assert 0 < answer < 1 << 62
        assert (face_of(answer), card_of(answer), x_of(answer), y_of(answer)) == (FACES - 1, CARDS - 1, x, y)
        assert (card_of(put(7, x, y)), x_of(put(7, x, y)), y_of(put(7, x, y))) == (7, x, y)


def test_a_placement_widens_the_map_by_at_most_one_and_no_card_is_placed_three_times_in_a_turn(position):
    for deal, setting in enumerate([{}, {"joker_adjacent": False}, {"lock_placed": False, "joker_pick": "any"}]):
        game = position(2, deal=deal, recapture="once", max_rounds=8, **setting)
        choose = np.random.default_rng(deal)
        turn, placed_in_turn, old = 0, {}, extent(game.table)
        while game.table.cause == Cause.RUNNING:
            if game.table.turn != turn:
                turn, placed_in_turn = int(game.table.turn), {}
            index = int(choose.integers(GAME.n_options(game.rules, game.table, game.asked_hand)))
            answer = int(GAME.option(game.rules, game.table, game.asked_hand, index))
            if answer >> 48:
                card = card_of(answer)
                placed_in_turn[card] = placed_in_turn.get(card, 0) + 1
                assert placed_in_turn[card] <= (1 if game.rules.lock_placed else 2)
            game.answer(answer)
            new = extent(game.table)
            assert all(after <= before + 1 for before, after in zip(old, new, strict=True))
            old = new


def extent(table):
    laid = table.laid == 1
    return [table.x[laid].max(), -table.x[laid].min(), table.y[laid].max(), -table.y[laid].min()]


def test_a_map_that_drifts_for_ever_has_no_border(position, number):
    game = position(2).arrange({"ship:hat": (0, 0), "ship:mapmaker": (1, 0), "island:hat": (0, 9)}).empty_pile("ship")
    hat, mapmaker = number("ship:hat"), number("ship:mapmaker")
    for step in range(60 if IS_PLAIN else 400):
        mover = hat if step % 2 == 0 else mapmaker
        game.turn_of(0).hand(0, "H(ship, ship)", "V(island, island)")
        game.table.locked = 0
        answer = play(0, mover, step + 2, 0)
        assert answer in game.options()
        game.answer(answer)
        assert game.at(step + 2, 0) == mover
        assert game.at(step, 0) == 0
        game.table.idle = 0
    assert game.table.on_table == 3
    assert game.at(0, 9) > 0
    assert game.is_legal(END)


def test_all_cards_on_cells_that_share_one_slot():
    table = blank(TABLE)
    cells = {card: (16 * card * (-1) ** card, 160_000 * card) for card in range(1, CARDS)}
    check_against(table, cells, np.random.default_rng(1))


def test_any_cards_anywhere_agree_with_a_dictionary():
    for seed in range(3):
        random = np.random.default_rng(seed)
        width = (4, 20, 100)[seed]
        places = [divmod(int(n), width) for n in random.permutation(width * max(width, 12))[: CARDS - 1]]
        cells = {card: (x * 7 - 30, y * 16 - 30) for card, (x, y) in enumerate(places, start=1)}
        check_against(blank(TABLE), cells, random)


def check_against(table, cells, random):
    """Lay and pick up in random order; after every change each cell is found where a dictionary has it."""
    laid = {}
    for card in [*random.permutation(list(cells)), *random.permutation(list(cells))]:
        card = int(card)
        if card in laid:
            pick_up(table, card)
            del laid[card]
        else:
            lay(table, card, *cells[card])
            laid[card] = cells[card]
        for other, (x, y) in cells.items():
            assert find_card(table, x, y) == (other if other in laid else 0)
    assert not table.slots.any()
    assert not table.sides.any()
    assert table.on_table == 0
