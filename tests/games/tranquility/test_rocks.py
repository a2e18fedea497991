"""Jagged Rocks: every clause of section 2.8 of the rules, and every value of its switches."""

from collections import Counter

import pytest

from tests.games.tranquility import scenes
from tests.games.tranquility.scenes import full, rows, scene

FIVE = "3 9 20 40 60"


def test_t_rocks_1_the_rocks_begin_on_a_uniformly_random_row():
    found = Counter(scenes.Scene(2, "rocks", deal=number).rocks for number in range(120))
    assert set(found) == set(range(6))
    # each count is binomial(120, 1/6) with sd 4.1
    assert all(abs(n - 20) < 19 for n in found.values())


def test_t_rocks_1_without_the_module_there_are_no_rocks():
    assert scenes.Scene(2, "base").rocks is None


def test_t_rocks_2_no_island_into_the_row_of_the_rocks():
    game = scene("rocks", hands={0: FIVE}, rocks=1)
    assert game.cells_of(20) == set(range(36)) - set(range(6, 12))
    assert not any(game.can_place(20, p) for p in range(6, 12))


def test_t_rocks_2_cards_in_the_closed_row_count_for_order_and_as_neighbours():
    game = scene("rocks", grid={8: 15}, hands={0: "14 16 17 40 60"}, rocks=1)
    assert game.cells_of(14) == set(range(6))  # before 15, and not into the row itself
    assert 12 in game.cells_of(16)
    game = scene("rocks", grid={6: 15, 11: 30}, hands={0: "14 31 17 40 60"}, rocks=1)
    assert game.cost_of(14, 5) == 1
    assert game.cost_of(31, 12) == 1


@pytest.mark.parametrize("action", ["place", "discard_two", "start"])
def test_t_rocks_3_after_any_action_the_rocks_move_before_the_refill(action):
    game = scene("rocks", hands={0: "S 9 20 40 60" if action == "start" else FIVE}, rocks=2, started=action != "start")
    if action == "place":
        game.do(("place", 3, 0))
        assert game.held()[0] == 4
    elif action == "discard_two":
        game.do("discard_two", "3 9")
        assert game.held()[0] == 3
    else:
        while game.phase != "ROCKS":
            game.first_options()
    assert (game.phase, game.asked) == ("ROCKS", 0)
    assert [option for option in game.options() if option != "stay"] == [0, 1, 3, 4, 5]
    piles = game.piles()
    game.do(4)
    assert game.rocks == 4
    assert game.piles()[0] < piles[0]  # only now the hand is refilled
    assert game.active == 1


def test_t_rocks_3_only_to_another_row_with_an_empty_cell():
    game = scene("rocks", grid=rows(0, 4), hands={0: "27 29 31 80 79"}, rocks=2)
    game.do("discard_two", "80 79")
    assert [option for option in game.options() if option != "stay"] == [1, 3, 5]
    assert not any(game.is_legal(code) for code in (0, 2, 4, 6, -1))


def test_t_rocks_4_two_cards_leave_the_rocks_in_place():
    game = scene("rocks", hands={0: FIVE}, rocks=2)
    game.do(("place", 3, 0), "stay")
    assert (game.phase, len(game.options())) == ("ROCKS_PAY", 6)
    game.do("9 60")
    assert game.rocks == 2
    assert game.cards(0)[:2] == ["20", "40"]
    assert game.held()[0] == 5
    assert game.discarded()[0] == 2
    assert int(game.state.tally.rocks_stays) == 1


def test_t_rocks_4_a_hand_that_cannot_pay_must_move_them():
    game = scene("rocks", hands={0: "3 9"}, piles={0: ""}, rocks=2)
    game.do(("place", 3, 0))
    assert game.options() == [0, 1, 3, 4, 5]


def test_t_rocks_4_with_exactly_two_cards_they_are_paid_unasked():
    game = scene("rocks", hands={0: "3 9 20"}, piles={0: ""}, rocks=2)
    game.do(("place", 3, 0), "stay")
    assert game.held()[0] == 0
    assert game.active == 1


def test_rocks_stay_cost_any2_takes_every_discardable_card():
    game = scene("rocks+wild", hands={0: "3 F W S 60"}, rocks=2, sets=("rocks_stay_cost=any2",))
    game.do(("place", 3, 0), "stay")
    assert len(game.options()) == 6


def test_rocks_stay_cost_island2_takes_islands_only():
    game = scene("rocks+wild", hands={0: "3 9 20 W F"}, rocks=2, sets=("rocks_stay_cost=island2",))
    game.do(("place", 3, 0), "stay")  # 9 and 20 are the only Islands: paid unasked
    assert game.cards(0)[:2] == ["W", "F"]
    game = scene("rocks+wild", hands={0: "3 9 S W F"}, rocks=2, sets=("rocks_stay_cost=island2",))
    game.do(("place", 3, 0))
    assert "stay" not in game.options()


def test_t_rocks_5_rocks_leave_after_four_complete_rows():
    grid = rows(0, 1, 2) | {p: n for p, n in rows(3).items() if p != 20}
    game = scene("rocks", grid=grid, hands={0: "44 80 79 78 77"}, rocks=5)
    game.do(("place", 44, 20), "80 79")
    assert game.rocks is None
    assert game.active == 1  # no move, no payment
    assert game.held()[0] == 5


def test_t_rocks_5_three_complete_rows_are_not_enough():
    grid = rows(0, 1) | {p: n for p, n in rows(2).items() if p != 14}
    game = scene("rocks", grid=grid, hands={0: "31 80 79 78 77"}, rocks=5)
    game.do(("place", 31, 14))
    while game.phase == "PAY":
        game.first_options()
    assert game.phase == "ROCKS"


def test_t_rocks_6_there_is_always_another_row():
    game = scene("rocks", grid=rows(0, 1, 2), hands={0: "80 79 78 50 51"}, rocks=3)
    game.do("discard_two", "50 51")
    assert [option for option in game.options() if option != "stay"] == [4, 5]


def test_rocks_block_monster_true():
    game = scene("rocks+monsters-3", grid={0: 3, 7: 20}, hands={0: "M 9 40 50 60"}, rocks=1)
    assert game.of_kind("monster") == [0]


def test_rocks_block_monster_false():
    sets = ("rocks_block_monster=false",)
    game = scene("rocks+monsters-3", grid={0: 3, 7: 20}, hands={0: "M 9 40 50 60"}, rocks=1, sets=sets)
    assert game.of_kind("monster") == [0, 7]


def test_t_rocks_7_also_a_wild_as_a_monster_is_kept_out():
    game = scene("rocks+monsters-3+wild", grid={0: 3, 7: 20}, hands={0: "W 9 40 50 60"}, rocks=1)
    assert game.of_kind("wild_monster") == [0]


def test_t_rocks_8_rocks_and_a_purple_storm_may_share_a_row():
    game = scene("rocks+storm", hands={0: FIVE}, rocks=1, purple={4: 1})
    game.do(("place", 3, 0))
    assert 4 in game.options()
    game.do(4)
    assert (game.rocks, game.storms()["purple"][4]) == (4, 1)


def test_t_rocks_8_a_purple_storm_may_come_to_the_rocks():
    game = scene("rocks+storm", hands={0: FIVE}, piles={0: "P 70 71"}, rocks=1)
    game.do(("place", 3, 0), 5)
    assert game.phase == "PURPLE"
    assert 5 in game.options()


def test_t_rocks_9_in_the_start_event_the_rocks_step_comes_between_the_eight_and_the_refill():
    game = scene("rocks", players=3, hands={0: "S 9 20 40 60"}, rocks=2, started=False)
    game.do(5, 5, (2, 3, 3))
    while game.phase == "GIVE":
        game.first_options()
    assert (game.phase, game.asked, game.held()) == ("ROCKS", 0, [2, 2, 2])
    game.do(0)
    assert game.held() == [5, 5, 5]
    assert game.active == 1


def test_t_rocks_9_after_the_start_ten_pairs_can_pay():
    game = scene("rocks", players=5, hands={0: "S 9 20 40 60"}, rocks=2, started=False)
    game.do(5, 5, 5, 5, (0, 2, 2, 2, 2))
    while game.phase == "GIVE":
        game.first_options()
    game.do("stay")
    assert len(game.options()) == 6  # four cards are left of the active player's five
    game = scene("rocks", players=2, hands={0: "S 9 20 40 60"}, rocks=2, started=False)
    game.do(7, (1, 7), "9", "stay")
    assert len(game.options()) == 10


def test_t_rocks_9_a_monster_that_reopens_a_row_does_not_bring_the_rocks_back():
    game = scene("rocks+monsters-3", grid=rows(0, 1, 2, 3), hands={0: "M 80 79 78 77"}, rocks=None)
    game.do(("monster", 3))
    assert game.rocks is None
    assert game.active == 1


def test_t_rocks_10_monsters_cannot_pay():
    game = scene("rocks+monsters-3", grid={0: 3}, hands={0: "M M M 9 20"}, rocks=2)
    game.do(("place", 9, 3))
    assert "stay" not in game.options()


def test_t_rocks_10_compasses_do_not_touch_the_rocks():
    game = scene("rocks+storm", hands={0: FIVE}, rocks=2, stock=3)
    assert game.phase == "ACTION"  # no window: there is no Storm to clear


def test_t_rocks_10_wild_filled_cells_count_for_complete_rows():
    grid = rows(0, 1, 2) | {p: n for p, n in rows(3).items() if p != 20}
    game = scene("rocks+wild", grid=grid, hands={0: "W 80 79 78 77"}, rocks=5)
    game.do(("wild", 20), 43, "80")  # between 42 and 46
    assert game.rocks is None


def test_t_rocks_10_the_step_is_skipped_after_a_winning_finish():
    game = scene("rocks", grid=full(), hands={0: "F 80 79 78 77"}, rocks=5)
    game.do("finish")
    assert game.cause == "WON"


def test_t_rocks_10_a_refused_finish_is_no_action_and_moves_nothing():
    game = scene("rocks+monsters-3", grid=full(), hands={0: "F 80 2 4 6", 1: "M 8 10 12 14"}, rocks=5)
    game.do("finish")
    assert (game.phase, game.rocks) == ("DISCARD_TWO", 5)  # all that is left
