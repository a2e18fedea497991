"""Day and Night: every clause of section 3.3 of the rules, and every value of its switches."""

from tests.games.tranquility import scenes
from tests.games.tranquility.scenes import scene

HAND = "40 2 80 70 72"
LOWER = set(range(18))


def sides(game):
    return {p: int(game.table.side[p + 1]) for p in range(36) if game.grid[p]}


def test_t_day_1_sun_up_at_the_start_and_islands_lie_as_the_hands_are_held():
    game = scenes.Scene(2, "day-night")
    assert int(game.table.hands_side) == 0
    game = scene("day-night", hands={0: HAND}).do(("place", 40, 20))
    assert sides(game) == {20: 0}
    game = scene("day-night", hands={0: HAND}, hands_side=1).do(("place", 40, 20))
    assert sides(game) == {20: 1}


def test_t_day_2_upper_half_sun_and_lower_half_moon():
    game = scenes.Scene(2, "day-night")
    wanted = [int(side) for side in game.rules.wanted_side[1:37]]
    assert wanted == [1] * 18 + [0] * 18


def test_t_day_2_the_right_sides_win():
    game = scene("day-night", grid=scenes.full(), moons=LOWER, hands={0: "F 2 80 70 72"})
    assert game.do("finish").cause == "WON"


def test_t_day_3_anywhere_regardless_of_orientation():
    game = scene("day-night", hands={0: HAND})
    assert game.cells_of(40) == set(range(36))
    game.do(("place", 40, 0))
    assert int(game.table.n_wrong) == 1


def test_t_day_4_one_card_flips_one_island_then_refill():
    game = scene("day-night", grid={3: 20, 30: 60}, hands={0: HAND})
    assert game.of_kind("flip") == [3, 30]
    game.do(("flip", 3))
    assert (game.phase, len(game.options())) == ("FLIP_PAY", 5)
    game.do("80")
    assert sides(game) == {3: 1, 30: 0}
    assert (game.discarded()[0], game.held()[0], game.active) == (1, 5, 1)
    assert int(game.state.tally.flips) == 1


def test_t_day_4_a_flip_turns_both_ways():
    game = scene("day-night", grid={3: 20}, moons={3}, hands={0: HAND})
    game.do(("flip", 3), "80")
    assert (sides(game), int(game.table.n_wrong)) == ({3: 0}, 1)


def test_t_day_5_one_discardable_card_and_an_island_are_enough():
    game = scene("day-night", grid=scenes.full(), hands={0: "2"}, piles={0: ""})
    assert game.cause == "RUNNING"
    assert len(game.of_kind("flip")) == 36
    assert scene("day-night", grid={0: 60}, hands={0: "2"}, piles={0: ""}).phase in ("ACTION", "FLIP_PAY")
    assert scene("base", grid=scenes.full(), hands={0: "2"}, piles={0: ""}).cause == "NO_ACTION"


def test_t_day_6_day_flip_on_start():
    game = scene("day-night", players=3, hands={0: "S 2 80 70 72"}, started=False, sets=("day_flip=on_start",))
    assert int(game.table.hands_side) == 1
    for _ in range(30):
        if game.is_over:
            break
        game.first_options()
    assert int(game.table.hands_side) == 1  # once


def test_t_day_6_day_flip_never():
    game = scene("day-night", players=3, hands={0: "S 2 80 70 72"}, started=False, sets=("day_flip=never",))
    assert int(game.table.hands_side) == 0


def test_t_day_6_day_flip_each_round():
    game = scene("day-night", players=2, hands={0: HAND}, sets=("day_flip=each_round",))
    shown = []
    for _ in range(4):
        shown.append((game.active, int(game.table.hands_side)))
        game.do("discard_two")
        game.first_options()
    assert shown == [(0, 0), (1, 0), (0, 1), (1, 1)]


def test_t_day_6_day_flip_each_round_does_not_turn_at_the_start_card():
    game = scene("day-night", players=3, hands={0: "S 2 80 70 72"}, started=False, sets=("day_flip=each_round",))
    assert int(game.table.hands_side) == 0


def test_t_day_6_day_flip_by_action():
    game = scene("day-night", hands={0: HAND}, sets=("day_flip=by_action",))
    assert "flip_hands" in game.kinds()
    game.do("flip_hands", "80")
    assert (int(game.table.hands_side), game.discarded()[0]) == (1, 1)
    assert "flip_hands" not in scene("day-night", hands={0: HAND}).kinds()


def test_t_day_7_the_finish_needs_the_right_sides():
    game = scene("day-night", grid=scenes.full(), moons=LOWER - {3}, hands={0: "F 2 80 70 72"})
    assert not game.can_finish()
    game = scene("day-night", grid=scenes.full(), moons=LOWER | {30}, hands={0: "F 2 80 70 72"})
    assert not game.can_finish()


def test_t_day_7_a_wild_as_finish_too():
    game = scene("day-night+wild", grid=scenes.full(), moons=LOWER - {3}, hands={0: "W 2 80 70 72"})
    assert "wild_finish" not in game.kinds()


def test_t_day_8_a_flip_is_allowed_in_closed_rows_and_under_orange():
    game = scene(
        "day-night+rocks+storm", grid={3: 20, 9: 40, 30: 60}, hands={0: "2 41 80 70 72"}, rocks=0, purple={1: 1},
        orange={0: 1},
    )  # fmt: skip
    assert game.of_kind("flip") == [3, 9, 30]


def test_t_day_8_no_monster_pays_for_a_flip():
    game = scene("day-night+monsters-3", grid={3: 20, 4: 22}, hands={0: "M M M M 2"})
    game.do(("flip", 3))
    assert game.cards(0)[:4] == ["M"] * 4
    assert "2" not in game.cards(0)  # the only card that may go


def test_t_day_8_the_rocks_step_follows():
    game = scene("day-night+rocks", grid={3: 20}, hands={0: HAND}, rocks=2).do(("flip", 3), "80")
    assert game.phase == "ROCKS"


def test_t_day_8_wilds_have_two_sides():
    game = scene("day-night+wild", hands={0: "W 2 80 70 72"}).do(("wild", 3), 33)
    assert (sides(game), int(game.table.n_wrong)) == ({3: 0}, 1)
    game.do(("flip", 3))
    game.first_options()
    assert (sides(game), int(game.table.n_wrong)) == ({3: 1}, 0)


def test_t_day_8_a_monster_takes_a_wrong_island_away():
    game = scene("day-night+monsters-3", grid={3: 20, 30: 60}, hands={0: "M 2 80 70 72"})
    assert int(game.table.n_wrong) == 1
    game.do(("monster", 3))
    assert int(game.table.n_wrong) == 0


def test_t_day_9_a_flip_is_an_action_so_each_wrong_cell_takes_a_turn():
    game = scene("day-night", grid=scenes.full(), moons=LOWER - {3, 4}, hands={0: "2 4 6 8 10", 1: "F 12 14 16 18"})
    game.do(("flip", 3), "2")
    assert "finish" not in game.kinds()
    game.do(("flip", 4), "12")
    game.do("discard_two", "4 6")
    assert game.do("finish").cause == "WON"
