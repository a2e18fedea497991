"""Pyramid: every clause of section 3.2 of the rules, and every value of its switches."""

import pytest

from tests.games.tranquility import scenes
from tests.games.tranquility.scenes import scene

HAND = "40 2 80 70 71"
FULL = {p: 2 * p + 1 for p in range(36)}


def pyramid(explorers="B B B", hand=HAND, **more):
    return scene("pyramid", hands={0: hand, **more.pop("hands", {})}, explorers=explorers, **more)


def explorer_deck(game):
    return sorted(int(card) for card in game.state.hidden.explorer[: int(game.table.explorers)])


def test_t_pyr_1_the_outline_lies_on_border_cards():
    game = scenes.Scene(2, "pyramid")
    borders = [p for p in range(36) if game.rules.is_border[p + 1]]
    assert len(borders) == 21
    assert borders[:10] == list(range(8)) + [8, 14]
    assert borders[-4:] == [32, 33, 34, 35]
    assert 9 not in borders


def test_t_pyr_2_t_pyr_6_the_explorer_deck():
    game = scenes.Scene(2, "pyramid")
    assert explorer_deck(game) == sorted([123] * 5 + [125, 126, 127] * 2 + [2] * 6 + [3] + [122] * 5 + [1] * 4)
    assert int(game.table.explorers) == 27


def test_t_pyr_3_an_island_on_a_border_card_draws_an_explorer_card():
    game = pyramid("B C").do(("place", 40, 0))
    assert int(game.table.explorers) == 1
    assert int(game.state.tally.explorers) == 1


def test_t_pyr_3_an_island_inside_draws_none():
    game = pyramid("C B").do(("place", 40, 9))
    assert int(game.table.explorers) == 2


def test_t_pyr_3_a_wild_as_an_island_draws_too():
    game = scene("pyramid+wild", hands={0: "W 2 80 70 71"}, explorers="C B").do(("wild", 0), 20)
    assert game.compasses()[0] == 1


def test_t_pyr_4_pyr_rows_eight_to_one():
    rules = scenes.Scene(2, "pyramid", ("pyr_rows=eight_to_one",)).rules
    assert [int(n) for n in rules.row_length[:8]] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert (int(rules.cells), int(rules.n_borders)) == (36, 4)


def test_t_pyr_4_pyr_rows_eleven_by_two():
    game = scenes.Scene(2, "pyramid", ("pyr_rows=eleven_by_two",))
    assert [int(n) for n in game.rules.row_length[:7]] == [11, 9, 7, 5, 3, 1, 0]
    assert (game.cells, int(game.rules.n_borders), int(game.table.explorers)) == (36, 5, 28)
    assert sum(int(n) for n in game.rules.is_border) == 20


def test_t_pyr_5_rows_from_the_bottom_left_and_no_support_rule():
    game = pyramid()
    assert game.cells_of(40) == set(range(36))
    game = pyramid(grid={7: 30}, hand="32 2 80 70 71")
    assert game.cost_of(32, 8) == 2  # the first cell of the second row is the next one


def test_t_pyr_6_player_piles_hold_islands_and_starts_only():
    game = scenes.Scene(3, "pyramid+galateia+wild")
    cards = [card for seat in range(3) for card in game.cards(seat) + game.pile_cards(seat)]
    assert (cards.count("F"), cards.count("M"), cards.count("S"), cards.count("W")) == (0, 0, 3, 2)
    assert len(cards) == 76 + 2 + 3


@pytest.mark.parametrize(
    ("switch", "value", "card", "n"),
    [("explorer_monsters", 2, 123, 2), ("explorer_storms", 3, 126, 3), ("explorer_compasses", 1, 2, 1),
     ("explorer_rocks", 0, 3, 0), ("finishes", 7, 122, 7)],
)  # fmt: skip
def test_explorer_counts(switch, value, card, n):
    assert explorer_deck(scenes.Scene(2, "pyramid", (f"{switch}={value}",))).count(card) == n


def test_t_pyr_7_border_does_nothing_and_compass_adds_one():
    game = pyramid("B C").do(("place", 40, 0))
    assert game.compasses() == (0, 0)
    game = pyramid("C B").do(("place", 40, 0))
    assert game.compasses() == (1, 0)


def test_t_pyr_7_a_storm_is_resolved():
    game = pyramid("Y B").do(("place", 40, 0))
    assert (game.phase, game.asked) == ("YELLOW_DOWN", 0)
    game.do("2")
    assert (game.held()[0], game.storms()["yellow"]) == (3, [1, 0])
    game = pyramid("P B").do(("place", 40, 0))
    assert (game.phase, game.options()) == ("PURPLE", list(range(8)))
    game = pyramid("O B").do(("place", 40, 0))
    assert game.storms()["orange"] == [1, 0]


def test_t_pyr_7_a_storm_can_be_cancelled():
    game = pyramid("O B", stock=1).do(("place", 40, 0), "cancel")
    assert game.storms()["orange"] == [0, 0]
    assert game.compasses() == (0, 0)


def test_pyr_finish_open():
    game = pyramid("F B").do(("place", 40, 0))
    assert int(game.table.open_finishes) == 1
    assert "F" not in game.cards(0)
    game = pyramid(grid=FULL, hand="2 4 6 8 10", open_finishes=1)
    assert "open_finish" in game.kinds()
    assert game.do("open_finish").cause == "WON"


def test_pyr_finish_hand():
    game = pyramid("F B", sets=("pyr_finish=hand",)).do(("place", 40, 0))
    assert int(game.table.open_finishes) == 0
    assert "F" in game.cards(0)
    assert game.held()[0] == 5  # it counts before refilling


def test_pyr_monster_hand():
    game = pyramid("M B").do(("place", 40, 0))
    assert "M" in game.cards(0)
    assert game.held()[0] == 5


def test_pyr_monster_destroy_now():
    game = pyramid("M B", grid={20: 60}, sets=("pyr_monster=destroy_now",)).do(("place", 40, 0))
    assert (game.phase, game.asked, game.options()) == ("EXPLORER_TARGET", 0, [0, 20])  # the one just placed too
    game.do(20)
    assert game.grid[20] == 0
    assert "M" not in game.cards(0)
    assert game.active == 1


def test_pyr_monster_destroy_now_with_one_target_is_not_asked():
    game = pyramid("M B", sets=("pyr_monster=destroy_now",)).do(("place", 40, 0))
    assert int(game.table.filled) == 0
    assert game.active == 1


def test_t_pyr_7_rocks_come_to_a_random_open_row():
    found = set()
    for seed in range(25):
        game = pyramid("R B", begin=False)
        game.chance = scenes.positions.open_chance(seed, 3)
        game.begin().do(("place", 40, 0))
        found.add(game.rocks)
    assert len(found) > 3
    assert found <= set(range(8))


def test_t_pyr_7_an_empty_explorer_deck_does_nothing():
    game = pyramid("").do(("place", 40, 0))
    assert game.active == 1


def test_t_pyr_8_the_draw_comes_after_the_payment_and_before_the_refill():
    game = pyramid("Y B", grid={1: 42}).do(("place", 40, 0))
    assert (game.phase, int(game.table.explorers)) == ("PAY", 2)
    game.do("2 70")
    assert int(game.table.explorers) == 1
    assert game.held()[0] == 3  # two were left, so the Yellow took none


def retrigger(reading):
    game = pyramid(
        "C C", grid={20: 60}, hands={1: "M 3 79 69 68"}, piles={0: "41 42 43"}, sets=(f"pyr_retrigger={reading}",)
    )
    game.do(("place", 40, 0), ("monster", 0), ("place", 41, 0))
    return int(game.table.explorers)


def test_pyr_retrigger_false():
    assert retrigger("false") == 1


def test_pyr_retrigger_true():
    assert retrigger("true") == 0


def test_t_pyr_9_no_compass_supply_so_no_gain_and_no_dump():
    game = pyramid()
    assert "dump" not in game.kinds()
    game = pyramid(hand="S 2 80 70 71", started=False)
    assert game.compasses() == (0, 0)
    row = {p: 10 + p for p in range(7)}
    game = pyramid("B", grid=row, hand="17 2 80 70 71").do(("place", 17, 7), "2")
    assert game.compasses() == (0, 0)


def test_t_pyr_9_a_reused_compass_makes_no_supply():
    game = pyramid(orange={0: 1}, stock=1, sets=("compass_reuse=true",)).do(("orange", 0))
    assert game.compasses() == (0, 0)
    assert "dump" not in game.kinds()


def test_t_pyr_10_no_rocks_step_on_the_turn_the_rocks_come():
    game = pyramid("R B").do(("place", 40, 0))
    assert game.rocks is not None
    assert game.active == 1
    game.do("1 3")  # nothing fits behind the 40
    assert game.phase == "ROCKS"  # but on the next


def test_t_pyr_10_rocks_leave_at_once_with_four_complete_rows():
    grid = {p: 2 * p + 1 for p in range(26)}  # 8 + 7 + 6 + 5
    game = pyramid("R B", grid=grid, hand="60 2 80 70 71").do(("place", 60, 29))
    assert game.rocks is None


def test_t_pyr_10_an_open_finish_may_be_played_with_an_empty_hand():
    game = pyramid(grid=FULL, hand="", piles={0: ""}, open_finishes=1)
    assert game.cause == "WON"
    assert pyramid(grid=FULL, hand="", piles={0: ""}).cause == "EMPTY_HAND"


def test_t_pyr_10_an_open_finish_is_refused_while_a_monster_is_held():
    game = pyramid(grid=FULL, hand="2 4 6 8 10", hands={1: "M 12 14 16 18"}, open_finishes=1)
    game.do("open_finish")
    assert game.cause == "RUNNING"
    assert game.phase == "DISCARD_TWO"
    game = pyramid(grid=FULL, hand="M 4 6 8 10", open_finishes=1)
    assert "open_finish" not in game.kinds()


def test_t_pyr_10_the_offer_binds_in_the_pyramid_too():
    game = pyramid(hand="S 2 80 70 71", hands={1: "M M 12 14 16"}, started=False)
    assert max(game.options()) == 5  # 3 of 5 and the two drawn
    game.do(2)
    assert game.options() == [(6, 2)] or game.phase != "SPLIT"
