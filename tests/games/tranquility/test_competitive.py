"""Competitive: every clause of section 3.4 of the rules, and every value of its switches."""

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.games.tranquility import GAME
from tests.games.tranquility import scenes
from tests.games.tranquility.scenes import scene


def comp(hands=None, grid=None, market="50 51 52 53 54", pile="60 61 62", owners=None, sets=(), turn_of=0):
    """A competitive scene; the common pile lies with seat 0."""
    hands = hands or {0: "5 20 30 40 70", 1: "6 21 31 41 71"}
    game = scene(
        "competitive", hands=hands, grid=grid or {}, piles={0: pile, 1: ""}, sets=sets, turn_of=turn_of, begin=False
    )
    cards = [int(card) for card in market.split()]
    game.table.market[: len(cards)] = cards
    game.table.n_market = len(cards)
    for p, seat in (owners or {}).items():
        game.table.owner[p + 1] = seat + 1
    return game.begin()


def scores(game):
    return [int(n) for n in game.table.score[:2]]


def row_of(game):
    return sorted(int(card) for card in game.table.market[: int(game.table.n_market)])


def test_t_comp_1_two_players_only():
    for players in (1, 3):
        with pytest.raises(BadInput, match="2 players"):
            make_cell("tranquility", players=players, variant="competitive")


def test_comp_owner_orientation():
    game = comp(grid={10: 15}, owners={10: 0})
    assert set(game.cells_of(5)) == set(range(9))  # p9 costs ten
    game.do(("place", 20, 30))
    assert int(game.table.owner[31]) == 1  # the grid shows who played what


def test_comp_owner_direction():
    sets = ("comp_owner=direction",)
    game = comp(grid={10: 15}, owners={10: 0}, sets=sets)
    assert game.cells_of(5) == set()  # seat 0 builds upward
    assert game.cells_of(20) == set(range(12, 36))
    game = comp(grid={10: 15}, owners={10: 1}, sets=sets, turn_of=1)
    assert game.cells_of(21) == set()  # seat 1 downward
    assert game.cells_of(6) == set(range(9))


@pytest.mark.parametrize(("play", "cost"), [(1, 1), (3, 1), (1, 2), (0, 0)])
def test_t_comp_2_t_comp_4_comp_play_and_comp_discard(play, cost):
    sets = (f"comp_play={play}", f"comp_discard={cost}")
    game = comp({0: "5 20 30 40 70"}, grid={10: 3}, owners={10: 0}, sets=sets)
    game.do(("place", 5, 11), "20 30")
    assert scores(game) == [play - 2 * cost, 0]
    game = comp(sets=sets).do("discard_two", "5 20")
    assert scores(game) == [-2 * cost, 0]


def test_t_comp_3_t_comp_7_the_deal():
    firsts = set()
    for number in range(10):
        game = scenes.Scene(2, "competitive", deal=number)
        assert (game.held(), game.piles(), int(game.table.n_market)) == ([5, 5], [65, 0], 5)
        cards = game.cards(0) + game.cards(1) + game.pile_cards(0) + [str(card) for card in row_of(game)]
        assert sorted(map(int, cards)) == list(range(1, 81))  # no Start, no Finish
        firsts.add(game.active)
    assert firsts == {0, 1}


@pytest.mark.parametrize("size", [1, 3, 10])
def test_comp_row(size):
    game = scenes.Scene(2, "competitive", (f"comp_row={size}",))
    assert (int(game.table.n_market), game.piles()[0]) == (size, 70 - size)


def test_t_comp_5_choose_face_up_cards_one_at_a_time_and_the_row_is_refilled():
    game = comp().do("discard_two", "5 20")
    assert (game.phase, game.asked, sorted(game.options())) == ("COMP_DRAW", 0, [50, 51, 52, 53, 54])
    game.do(53)
    assert sorted(game.options()) == [50, 51, 52, 54, 60]
    game.do(60)
    assert game.cards(0) == ["30", "40", "70", "53", "60"]
    assert row_of(game) == [50, 51, 52, 54, 61]
    assert (game.active, game.phase) == (1, "ACTION")


def test_t_comp_5_when_row_and_pile_are_empty_nothing_is_drawn():
    game = comp(market="50 51", pile="").do("discard_two", "5 20", 51)
    assert game.cards(0) == ["30", "40", "70", "51", "50"]  # the last one is taken unasked
    assert game.active == 1
    game.do("discard_two", "6 21")
    assert (game.held(), game.active) == ([5, 3], 0)


def test_t_comp_6_the_end_when_the_grid_is_full():
    grid = {p: 2 * p + 2 for p in range(36) if p != 9}
    game = comp({0: "20 1 3 5 7"}, grid=grid)
    game.do(("place", 20, 9), "1 3")
    while game.phase == "COMP_DRAW":
        game.first_options()
    assert game.cause == "GRID_FULL"


def test_t_comp_6_the_end_when_the_player_to_move_has_no_action():
    grid = {p: 2 * p + 2 for p in range(36) if p != 9}
    assert comp({0: "1"}, grid=grid, market="", pile="").cause == "STUCK"
    assert comp({0: ""}, grid=grid, market="", pile="").cause == "STUCK"


def test_t_comp_6_the_higher_score_wins_and_a_tie_is_shared():
    shares = []
    for score in ((3, 1), (1, 3), (2, 2)):
        game = comp({0: ""}, market="", pile="")
        game.table.score[:2] = score
        out = np.zeros(1, GAME.record)[0]
        GAME.measure(game.rules, game.state, 0, 0, out)
        shares.append([float(share) for share in out.share[:2]])
    assert shares == [[1, 0], [0, 1], [0.5, 0.5]]


def test_t_comp_7_no_start_no_finish_no_flip():
    game = scenes.Scene(2, "competitive")
    assert game.kinds() <= {"place", "discard_two"}


def test_t_comp_7_cards_left_in_hand_count_nothing():
    game = comp({0: "1", 1: "3 5 7 9 11"}, grid={p: 2 * p + 2 for p in range(36) if p != 9}, market="", pile="")
    assert (game.cause, scores(game)) == ("STUCK", [0, 0])
