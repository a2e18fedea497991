"""Storm and Compass: every clause of section 2.10 of the rules, and every value of its switches."""

import pytest

from tests.games.tranquility import scenes
from tests.games.tranquility.scenes import scene

FIVE = "3 9 20 40 60"


def everywhere(game):
    return [card for seat in range(game.players) for card in game.cards(seat) + game.pile_cards(seat)]


def test_t_storm_1_six_storms_are_dealt_and_six_compasses_lie_ready():
    game = scenes.Scene(3, "storm", sets=("storm_in_setup=redraw_and_reshuffle",))
    cards = everywhere(game)
    assert [cards.count(colour) for colour in "YPO"] == [2, 2, 2]
    assert len(cards) == 91 + 3
    assert game.compasses() == (0, 6)


def test_t_storm_1_t_base_33_four_players_have_23_23_23_22_and_the_last_begins():
    game = scenes.Scene(4, "storm", sets=("storm_in_setup=redraw_and_reshuffle",))
    sizes = [held + pile - 1 for held, pile in zip(game.held(), game.piles(), strict=True)]
    assert sorted(sizes) == [22, 23, 23, 23]
    assert sizes[int(game.table.first)] == 22


def test_storm_split_is_a_switch_per_colour():
    sets = ("storm_in_setup=redraw_and_reshuffle", "yellow=3", "purple=0", "orange=1")
    cards = everywhere(scenes.Scene(3, "storm", sets=sets))
    assert [cards.count(colour) for colour in "YPO"] == [3, 0, 1]


def test_t_storm_2_a_storm_never_enters_the_hand_and_drawing_goes_on():
    game = scene("storm", hands={0: "3 9 20 40 60"}, piles={0: "O O 70 71"})
    game.do("discard_two", "3 9")
    assert game.cards(0) == ["20", "40", "60", "70", "71"]
    assert game.storms()["orange"] == [2, 0]
    assert game.piles()[0] == 0


def test_storm_in_setup_resolve():
    """Among many deals some opening hand meets a Storm, which then lies on the table."""
    for number in range(12):
        game = scenes.Scene(5, "storm", deal=number, sets=("storm_in_setup=resolve",))
        if sum(map(sum, game.storms().values())) or game.phase in ("PURPLE", "YELLOW_DOWN"):
            return
    raise AssertionError("no Storm in twelve openings of five players")


def test_storm_in_setup_redraw_and_reshuffle():
    for number in range(12):
        game = scenes.Scene(5, "storm", deal=number, sets=("storm_in_setup=redraw_and_reshuffle",))
        assert sum(map(sum, game.storms().values())) == 0
        assert game.held() == [5] * 5
        assert sorted(card for card in everywhere(game) if card in "YPO") == ["O", "O", "P", "P", "Y", "Y"]


def test_t_storm_3_opening_hands_first_player_first_clockwise():
    """A purple Storm in the opening asks its drawer; seats behind the first player draw later."""
    for number in range(60):
        game = scenes.Scene(5, "base", deal=number, sets=("purple=6",))
        if int(game.table.turn) == 0 and game.phase == "PURPLE":
            first = int(game.table.first)
            order = [(first + n) % 5 for n in range(5)]
            later = order[order.index(game.asked) + 1 :]
            assert all(game.held()[seat] == 0 for seat in later)
            assert all(game.held()[seat] == 5 for seat in order[: order.index(game.asked)])
            return
    raise AssertionError("no purple Storm in an opening")


# Yellow


def test_t_storm_y1_discard_down_to_three_and_the_limit_is_three():
    game = scene("storm", hands={0: "3 9 20 40 60"}, piles={0: "Y 70 71 72"})
    game.do(("place", 3, 0))
    assert (game.phase, game.asked, game.options()) == ("YELLOW_DOWN", 0, [("9",), ("20",), ("40",), ("60",)])
    game.do("40")
    assert game.cards(0) == ["9", "20", "60"]
    assert game.piles() == [3, 6]
    assert game.storms()["yellow"] == [1, 0]
    assert game.held()[1] == 5  # only the owner is affected


def test_t_storm_y1_the_limit_holds_at_later_refills():
    game = scene("storm", hands={0: "9 20 60"}, piles={0: "70 71 72"}, yellow={0: 1})
    game.do(("place", 9, 0))
    assert game.cards(0) == ["20", "60", "70"]


def test_t_storm_y2_two_yellows_need_two_compasses():
    game = scene("storm", hands={0: "9 20 60"}, piles={0: "70 71 72 73"}, yellow={0: 2}, stock=2)
    assert game.options() == ["none", ("yellow", 0), ("yellow", 0)]  # each card for itself
    game.do(("yellow", 0))
    assert game.storms()["yellow"] == [1, 0]
    trial = game.copy()
    trial.do("none", ("place", 9, 0))
    while trial.phase == "CLEAR":
        trial.do("none")
    assert trial.held()[0] == 3
    game.do(("yellow", 0), ("place", 9, 0))
    assert game.held()[0] == 5


def start_with_yellow(reading="upto2", pile="30 31 32 33 34 35 36"):
    sets = (f"yellow_start={reading}",)
    return scene("storm", hands={0: "S 9 20"}, piles={0: pile}, yellow={0: 1}, started=False, sets=sets)


def test_yellow_start_upto2():
    game = start_with_yellow().do(7, (4, 4))
    assert (game.phase, game.asked, game.options()) == ("TOP", 0, [0, 1, 2])
    game.do(1)
    assert (game.phase, len(game.options())) == ("GIVE", 4)  # three of the four


def test_yellow_start_exactly2_or_0():
    game = start_with_yellow("exactly2_or_0").do(7, (4, 4))
    assert game.options() == [0, 2]


def test_yellow_start_exactly2_or_0_with_one_card_left():
    game = start_with_yellow("exactly2_or_0", "30 31 32").do(7)
    assert max(split[0] for split in game.options()) == 4  # one pile card cannot be two


def test_t_storm_y3_unseen_cards_have_no_effect():
    game = start_with_yellow(pile="30 31 P Y 34 35 36").do(7, (6, 2))
    while game.phase in ("GIVE", "TOP"):
        game.first_options()
    game.do("none")  # window iii: the Compass of the Start
    assert game.storms() == {"purple": [0] * 6, "yellow": [1, 0], "orange": [0, 0]}
    assert game.piles()[0] == 0
    assert game.cards(0) == ["34", "35", "36"]


def test_t_storm_y3_unseen_cards_are_not_remembered():
    game = start_with_yellow().do(7, (6, 2))
    while game.phase in ("GIVE", "TOP"):
        game.first_options()
    assert sum(game.remembered(0).values()) == 4
    assert game.discarded()[0] == 6


def test_t_storm_y4_at_limit_three_at_most_two_cards_are_paid():
    game = scene("storm", grid={10: 30}, hands={0: "32 33 60"}, yellow={0: 1})
    assert game.can_place(32, 11)
    assert not game.can_place(33, 11)


def test_t_storm_y5_yellow_clear_refill_next():
    game = scene("storm", hands={0: "9 20 60"}, yellow={0: 1}, stock=1, turn_of=1)
    game.do(("yellow", 0))
    assert game.held()[0] == 3
    assert game.phase == "ACTION"


def test_t_storm_y5_yellow_clear_refill_immediate():
    sets = ("yellow_clear_refill=immediate",)
    game = scene("storm", hands={0: "9 20 60"}, yellow={0: 1}, stock=1, turn_of=1, sets=sets)
    game.do(("yellow", 0))
    assert game.held()[0] == 5
    assert (game.phase, game.asked) == ("ACTION", 1)


def test_t_storm_y5_yellow_clear_refill_immediate_meets_storms():
    sets = ("yellow_clear_refill=immediate",)
    game = scene("storm", hands={0: "9 20 60"}, piles={0: "P 70 71"}, yellow={0: 1}, stock=1, turn_of=1, sets=sets)
    game.do(("yellow", 0))
    assert (game.phase, game.asked) == ("PURPLE", 0)
    game.do(3)
    assert (game.phase, game.asked, game.held()[0]) == ("ACTION", 1, 5)


def test_t_storm_y6_a_yellow_in_the_extra_draw():
    hands, piles = {0: "S 9 20 40 60"}, {0: "Y 70 71 72 73 74", 1: "61 62 63 64 65"}
    game = scene("storm", hands=hands, piles=piles, started=False, supply=0)
    assert (game.phase, game.asked) == ("YELLOW_DOWN", 0)  # four in hand, down to three
    game.do("9")
    assert game.held() == [5, 7]  # both extra draws were still made
    assert game.phase == "OFFER"
    game.do(7)
    assert sum(game.options()[0]) == 8  # the card lost to the Yellow is not among the eight
    assert len(game.options()) == 7  # D-4 with Storms: 1..7 of the other player


def test_t_storm_y6_an_unplayed_start_is_not_chosen():
    game = scene("storm", hands={0: "3 9 20 40 60"}, piles={0: "S Y 70 71"}, started=False)
    game.do("discard_two", "3 9")
    assert game.phase == "YELLOW_DOWN"
    assert game.options() == [("20",), ("40",), ("60",)]


def test_t_storm_y6_start_discardable_unplayed_true_lets_it_go():
    sets = ("start_discardable_unplayed=true",)
    game = scene("storm", hands={0: "3 9 20 40 60"}, piles={0: "S Y 70 71"}, started=False, sets=sets)
    game.do("discard_two", "3 9")
    assert ("S",) in game.options()


def test_t_storm_y7_what_may_not_go_is_kept_above_three_and_nothing_is_drawn():
    game = scene("storm+monsters-5", grid={0: 3}, hands={0: "M M M M 9"}, piles={0: "Y 70 71"})
    game.do(("place", 9, 5))
    assert game.cards(0) == ["M", "M", "M", "M"]
    assert game.piles()[0] == 2
    assert game.active == 1


def test_t_storm_y8_the_extra_draw_is_made_in_full_and_the_excess_goes_after_the_eight():
    game = start_with_yellow().do(7, (1, 7))
    game.do(1)  # the one card comes unseen from the pile
    while game.phase == "GIVE":
        game.first_options()
    assert (game.phase, game.asked, len(game.options())) == ("YELLOW_DOWN", 0, 4)  # four in hand, one goes
    before = game.discarded()[0]
    game.first_options()
    assert game.discarded()[0] == before + 1
    assert game.held()[0] == 3


def test_t_storm_y8_a_storm_is_no_extra_card():
    game = scene("storm", hands={0: "S 9 20 40 60"}, piles={0: "O 70 O 71 72"}, started=False, supply=0)
    assert game.held()[0] == 6
    assert game.storms()["orange"] == [2, 0]


def test_t_storm_y9_at_most_two_cards_however_many_yellows():
    game = scene("storm", hands={0: "S 9 20"}, piles={0: "30 31 32 33 34 35"}, yellow={0: 2}, started=False)
    game.do(7)
    assert max(split[0] for split in game.options()) == 6


def test_t_storm_y9_never_more_than_the_pile_holds():
    game = start_with_yellow(pile="30 31 32").do(7)
    assert max(split[0] for split in game.options()) == 5
    game.do((5, 3))
    assert game.phase != "TOP"  # the one pile card must go


# Purple


def test_t_storm_p1_the_drawer_lays_it_on_a_row_with_an_empty_cell():
    game = scene("storm", grid=scenes.rows(1), hands={0: "3 60 61 62 63"}, piles={0: "P 70 71"})
    game.do(("place", 3, 0))
    assert (game.phase, game.asked, game.options()) == ("PURPLE", 0, [0, 2, 3, 4, 5])
    game.do(2)
    assert game.storms()["purple"] == [0, 0, 1, 0, 0, 0]
    assert not any(12 <= option[2] < 18 for option in game.options() if option[0] == "place")


def test_purple_stack_true():
    game = scene("storm", hands={0: FIVE}, piles={0: "P 70 71"}, purple={2: 1})
    game.do(("place", 3, 0))
    assert game.options() == [0, 1, 2, 3, 4, 5]


def test_purple_stack_false():
    game = scene("storm", hands={0: FIVE}, piles={0: "P 70 71"}, purple={2: 1}, sets=("purple_stack=false",))
    game.do(("place", 3, 0))
    assert game.options() == [0, 1, 3, 4, 5]


def test_purple_stack_false_when_every_open_row_has_one():
    sets = ("purple_stack=false", "rows=2", "columns=3")
    game = scene("storm", hands={0: FIVE}, piles={0: "P 70 71"}, purple={0: 1, 1: 0}, sets=sets)
    game.do("discard_two", "3 9")
    assert game.options() == [0, 1]


def test_t_storm_p2_each_of_two_needs_its_own_compass():
    game = scene("storm", hands={0: FIVE}, stock=2, begin=False)
    game.lay_storms({}, {}, {})
    game.table.purple[2] = 2
    game.table.purple_by[0, 2] = 1
    game.table.purple_by[1, 2] = 1
    game.table.n_storms = 2
    game.begin()
    assert game.options() == ["none", ("purple", 2), ("purple", 2)]
    game.do(("purple", 2))
    trial = game.copy()
    trial.do("none")
    assert not trial.can_place(20, 14)
    game.do(("purple", 2))
    assert game.can_place(20, 14)


def test_t_storm_p3_without_an_open_row_it_leaves_the_game():
    game = scene("storm", grid=scenes.full(), hands={0: "72 74 76 78 80"}, piles={0: "P 2 4 6"})
    game.do("72 74") if game.phase == "DISCARD_TWO" else game.do("discard_two", "72 74")
    assert sum(game.storms()["purple"]) == 0
    assert game.held()[0] == 5


def test_t_storm_p4_a_purple_row_cannot_be_completed_without_a_compass():
    grid = {p: v for p, v in scenes.full().items() if p != 9}
    game = scene("storm", grid=grid, hands={0: "19 20 2 4 6"}, purple={1: 0})
    assert "place" not in game.kinds()


def test_t_storm_p5_purple_block_monster_true():
    game = scene("storm+monsters-3", grid={0: 3, 7: 20}, hands={0: "M 9 40 50 60"}, purple={1: 0})
    assert game.of_kind("monster") == [0]


def test_t_storm_p5_purple_block_monster_false():
    sets = ("purple_block_monster=false",)
    game = scene("storm+monsters-3", grid={0: 3, 7: 20}, hands={0: "M 9 40 50 60"}, purple={1: 0}, sets=sets)
    assert game.of_kind("monster") == [0, 7]


def test_t_storm_p6_rocks_may_be_moved_to_a_purple_row_which_is_never_complete():
    game = scene("storm+rocks", hands={0: FIVE}, rocks=1, purple={4: 0})
    game.do("discard_two", "3 9")
    assert 4 in game.options()


def test_t_storm_p6_with_all_open_rows_closed_only_other_actions_remain():
    sets = ("rows=2", "columns=3")
    game = scene("storm+monsters-3", grid={1: 30}, hands={0: "M 9 40 50 60"}, purple={0: 0, 1: 0}, sets=sets)
    assert game.phase == "DISCARD_TWO"  # the Monster has no target either, and it forbids the dump
    game = scene("storm", grid={1: 30}, hands={0: "8 9 40 50 60"}, purple={0: 0, 1: 0}, sets=sets)
    assert game.kinds() == {"discard_two", "dump"}


# Orange


def test_t_storm_o1_only_cells_beside_an_occupied_one():
    game = scene("storm", grid={10: 30}, hands={0: "29 31 33 2 80"}, orange={0: 1})
    assert {(option[1], option[2]) for option in game.options() if option[0] == "place"} == {
        (29, 9), (31, 11), (33, 11),
    }  # fmt: skip
    assert game.can_discard_two()


def test_t_storm_o1_only_the_owner_and_neighbours_across_rows_count():
    game = scene("storm", grid={11: 30}, hands={0: "31 2 80 70 71", 1: "33 3 79 69 68"}, orange={0: 1})
    assert game.of_kind("place") == [(31, 12)]
    game.do("discard_two", "2 80")
    assert len(game.cells_of(79)) > 1


def under_orange(variant, grid, hand, reading):
    """All placements of a hand under Orange."""
    game = scene(variant, grid=grid, hands={0: hand}, orange={0: 1}, sets=(f"orange_neighbours={reading}",))
    return {(option[1], option[2]) for option in game.options() if option[0] == "place"}


def test_orange_neighbours_path():
    assert under_orange("storm", {14: 40}, "39 2 80 70 41", "path") == {(39, 13), (41, 15)}


def test_orange_neighbours_touching_counts_cells_above_and_below():
    expected = {(39, 13), (41, 15), *((card, 8) for card in (2, 39)), *((card, 20) for card in (41, 70, 80))}
    assert under_orange("storm", {14: 40}, "39 2 80 70 41", "touching") == expected


def test_orange_neighbours_touching_in_a_pyramid_of_shifted_rows():
    placed = under_orange("pyramid", {10: 40}, "39 2 80 70 41", "touching")
    assert {p for card, p in placed if card == 2} == {2, 3}  # p10 is the third of seven above eight
    assert {p for card, p in placed if card == 80} == {16, 17}  # and below six


def test_t_storm_o2_start_finish_and_monster_are_free():
    game = scene("storm", players=3, hands={0: "S 9 20 40 60"}, orange={0: 1}, started=False)
    assert game.phase == "OFFER"  # the Start was laid
    game = scene("storm+monsters-3", grid={10: 30}, hands={0: "M 2 80 70 71"}, orange={0: 1})
    assert game.of_kind("monster") == [10]
    game = scene("storm", grid=scenes.full(), hands={0: "F 2 80 70 71"}, orange={0: 1})
    assert game.do("finish").cause == "WON"


def test_t_storm_o3_with_an_empty_grid_the_owner_can_only_discard():
    game = scene("storm", hands={0: FIVE}, orange={0: 1}, supply=0)
    assert game.phase == "DISCARD_TWO"


def test_t_storm_o4_a_wild_obeys_orange_purple_and_rocks():
    game = scene("storm+wild+rocks", grid={10: 30}, hands={0: "W 2 80 70 71"}, orange={0: 1}, rocks=5)
    while game.phase == "WILD_CLEAR":
        game.do("none")
    assert game.of_kind("wild") == [9, 11]
    game = scene("storm+wild+rocks", grid={10: 30}, hands={0: "W 2 80 70 71"}, purple={0: 0}, rocks=5)
    while game.phase == "WILD_CLEAR":
        game.do("none")
    assert set(game.of_kind("wild")) == set(range(6, 30)) - {10}


# Compasses


def test_t_storm_c1_one_compass_removes_one_storm_anywhere_and_both_leave():
    game = scene("storm", hands={0: FIVE}, yellow={1: 1}, orange={0: 1}, purple={3: 1}, stock=1, supply=2)
    assert set(game.options()) == {"none", ("yellow", 1), ("orange", 0), ("purple", 3)}
    game.do(("purple", 3))
    assert game.storms() == {"purple": [0] * 6, "yellow": [0, 1], "orange": [1, 0]}
    assert game.compasses() == (0, 2)
    assert game.phase == "ACTION"
    assert int(game.state.tally.compasses_spent) == 1


def test_compass_reuse_false():
    game = scene("storm", hands={0: FIVE}, orange={0: 1}, stock=1, supply=2, sets=("compass_reuse=false",))
    assert game.do(("orange", 0)).compasses() == (0, 2)


def test_compass_reuse_true():
    game = scene("storm", hands={0: FIVE}, orange={0: 1}, stock=1, supply=2, sets=("compass_reuse=true",))
    assert game.do(("orange", 0)).compasses() == (0, 3)


def test_t_storm_c2_compasses_are_no_hand_cards():
    game = scene("storm", hands={0: "S 9 20 40 60"}, started=False, players=3)
    assert game.compasses()[0] == 1
    assert game.held()[0] == 4


def test_compass_decider_active():
    game = scene("storm", players=3, yellow={1: 1}, orange={2: 1}, purple={3: 2}, stock=2)
    assert (game.phase, game.asked) == ("CLEAR", 0)
    assert set(game.options()) == {"none", ("yellow", 1), ("orange", 2), ("purple", 3)}


def test_compass_decider_affected():
    sets = ("compass_decider=affected",)
    game = scene("storm", players=3, yellow={1: 1}, orange={2: 1}, purple={3: 2}, stock=2, sets=sets)
    assert (game.phase, game.asked, game.options()) == ("CLEAR", 1, ["none", ("yellow", 1)])
    game.do("none")
    assert (game.asked, game.options()) == (2, ["none", ("orange", 2), ("purple", 3)])


def test_t_storm_c3_the_start_gives_one():
    game = scene("storm", players=3, hands={0: "S 9 20 40 60"}, started=False)
    assert game.compasses() == (1, 5)
    assert int(game.state.tally.compasses_gained) == 1


def test_t_storm_c3_a_row_of_consecutive_numbers_gives_one():
    grid = {p: v for p, v in scenes.row(2, 12).items() if p != 14}
    game = scene("storm", grid=grid, hands={0: "14 9 60 70 71"})
    game.do(("place", 14, 14), "9")
    assert game.compasses() == (1, 5)


def test_t_storm_c3_another_row_gives_none():
    grid = {**{p: v for p, v in scenes.row(2, 12).items() if p < 17}, 18: 30}
    game = scene("storm", grid=grid, hands={0: "18 9 60 70 71"})
    game.do(("place", 18, 17), "9 60")
    assert game.compasses() == (0, 6)


def test_t_storm_c3_dumping_the_hand_gives_one_and_the_hand_is_refilled():
    game = scene("storm", hands={0: FIVE})
    game.do("dump")
    assert game.compasses() == (1, 5)
    assert game.discarded()[0] == 5
    assert game.held()[0] == 5
    assert game.active == 1


def test_t_storm_c3_only_while_the_supply_lasts():
    game = scene("storm", players=3, hands={0: "S 9 20 40 60"}, started=False, supply=0)
    assert game.compasses() == (0, 0)
    grid = {p: v for p, v in scenes.row(2, 12).items() if p != 14}
    game = scene("storm", grid=grid, hands={0: "14 9 60 70 71"}, supply=0)
    game.do(("place", 14, 14), "9")
    assert game.compasses() == (0, 0)


def test_compass_dump_action():
    game = scene("storm", hands={0: FIVE}, sets=("compass_dump=action",))
    assert game.phase == "ACTION"
    assert "dump" in game.kinds()


def test_compass_dump_anytime():
    game = scene("storm", hands={0: FIVE}, sets=("compass_dump=anytime",))
    assert (game.phase, game.asked, game.options()) == ("FREE_DUMP", 0, [0, 1])
    game.do(1)
    assert (game.held(), game.compasses()) == ([5, 5], (1, 5))
    assert (game.phase, game.asked) == ("FREE_DUMP", 1)  # each player, active first
    game.do(0)
    assert game.phase == "ACTION"
    assert "dump" not in game.kinds()
    game.do(("place", game.of_kind("place")[0][0], 20))
    assert game.phase == "FREE_DUMP"  # window iii


@pytest.mark.parametrize(("least", "offered"), [(2, True), (3, True), (4, False)])
def test_compass_dump_min(least, offered):
    game = scene("storm", hands={0: "3 9 20"}, piles={0: ""}, sets=(f"compass_dump_min={least}",))
    assert ("dump" in game.kinds()) == offered


def test_t_storm_c4_possible_at_limit_three_but_not_with_a_monster_or_an_unplayed_start():
    assert "dump" in scene("storm", hands={0: "3 9 20"}, yellow={0: 1}).kinds()
    assert "dump" not in scene("storm+monsters-3", hands={0: "M 9 20 40 60"}).kinds()
    sets = ("start_shortage=defer", "start_price=20")
    game = scene("storm", hands={0: "S 9 20 40 60"}, started=False, sets=sets)
    assert game.phase == "ACTION"
    assert "dump" not in game.kinds()


def test_t_storm_c4_one_card_cannot_be_dumped():
    game = scene("storm", grid={0: 80}, hands={0: "3"}, piles={0: "70 71"})
    assert game.cause == "NO_ACTION"


def test_t_storm_c5_window_ii_before_the_action_and_iii_before_the_refill():
    game = scene("storm", hands={0: FIVE}, orange={1: 1}, stock=1)
    assert (game.phase, int(game.table.window)) == ("CLEAR", 2)
    game.do("none", ("place", 3, 0))
    assert (game.phase, int(game.table.window), game.held()[0]) == ("CLEAR", 3, 4)
    game.do(("orange", 1))
    assert game.held()[0] == 5


def test_t_storm_c5_window_i_on_drawing():
    game = scene("storm", hands={0: FIVE}, piles={0: "Y 70 71"}, stock=1)
    game.do(("place", 3, 0))
    assert (game.phase, game.asked, game.options()) == ("CANCEL", 0, ["no", "cancel"])
    assert int(game.table.storm) == 125  # the colour is known
    trial = game.copy()
    trial.do("no")
    assert trial.phase == "YELLOW_DOWN"
    game.do("cancel")
    assert game.storms()["yellow"] == [0, 0]
    assert game.held()[0] == 5
    assert game.compasses()[0] == 0


def test_t_storm_c5_a_window_is_repeated_until_nothing_is_left():
    game = scene("storm", hands={0: FIVE}, orange={0: 1, 1: 1}, purple={2: 0}, stock=3)
    game.do(("orange", 0), ("purple", 2), ("orange", 1))
    assert game.phase == "ACTION"


def test_t_storm_c6_the_start_compass_is_usable_in_that_event():
    game = scene("storm", hands={0: "S 9 20 40 60"}, piles={0: "P 70 71 72"}, started=False)
    assert (game.phase, game.asked, game.compasses()) == ("CANCEL", 0, (1, 5))


def test_t_storm_c7_window_ii_can_save_the_active_player():
    """One card that only fits where a purple Storm lies: a Compass makes it playable."""
    grid = {p: v for p, v in scenes.full().items() if p != 9}
    game = scene("storm", grid=grid, hands={0: "19"}, piles={0: ""}, purple={1: 0}, stock=1)
    trial = game.copy()
    assert trial.do("none").cause == "NO_ACTION"
    game.do(("purple", 1))
    assert game.cause == "NO_ACTION"  # the placement costs two, and there is no card to pay with
    grid = {p: v for p, v in scenes.full().items() if p not in (8, 9, 10)}
    game = scene("storm", grid=grid, hands={0: "19"}, piles={0: ""}, purple={1: 0}, stock=1)
    game.do(("purple", 1))
    assert game.cause == "RUNNING"
    assert game.grid[9] == 19


def test_t_storm_c7_at_setup_the_stock_is_empty():
    for number in range(10):
        game = scenes.Scene(5, "storm", deal=number)
        assert game.phase != "CANCEL" or int(game.table.turn) > 0


def test_t_storm_c8_with_an_empty_supply_the_dump_is_not_offered():
    assert "dump" not in scene("storm", hands={0: FIVE}, supply=0).kinds()


# Order of the whole


def test_t_base_30_rocks_step_then_window_iii_then_refill():
    game = scene("storm+rocks", hands={0: FIVE}, orange={1: 1}, rocks=2, stock=1)
    assert game.phase == "CLEAR"
    game.do("none", ("place", 3, 0))
    assert (game.phase, game.held()[0]) == ("ROCKS", 4)
    game.do(4)
    assert (game.phase, int(game.table.window), game.held()[0]) == ("CLEAR", 3, 4)
    game.do("none")
    assert game.held()[0] == 5


def test_t_base_32_the_whole_start_event():
    """Compass, extra draw, eight, Yellow excess, Rocks step, window iii, refill."""
    game = scene(
        "storm+rocks", hands={0: "S 9 20"}, piles={0: "30 31 32 33 34 35"}, yellow={0: 1}, rocks=2, started=False
    )
    assert game.compasses() == (1, 5)
    phases = [game.phase]
    game.do(7)
    game.do((1, 7))
    phases += ["SPLIT", game.phase]
    game.do(1)
    phases += [game.phase]
    game.first_options()
    phases += [game.phase]
    game.do(4)
    phases += [game.phase]
    assert phases == ["OFFER", "SPLIT", "TOP", "YELLOW_DOWN", "ROCKS", "CLEAR"]
    assert game.held() == [3, 0]
    game.do(("yellow", 0))
    assert game.held() == [5, 4]  # the other pile held no more
    assert game.active == 1
