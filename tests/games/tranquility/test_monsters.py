"""Sea Monsters: every clause of section 2.9 of the rules, and every value of its switches."""

import pytest

from tests.games.tranquility import scenes
from tests.games.tranquility.scenes import scene


def count_of(game, word):
    cards = [card for seat in range(game.players) for card in game.cards(seat) + game.pile_cards(seat)]
    return cards.count(word)


@pytest.mark.parametrize(("variant", "n"), [("monsters-3", 3), ("monsters-4", 4), ("monsters-5", 5)])
def test_t_monster_1_three_four_or_five_are_dealt_with_the_rest(variant, n):
    game = scenes.Scene(2, variant)
    assert count_of(game, "M") == n
    assert sum(game.held()) + sum(game.piles()) == 85 + n + 2


def test_t_monster_1_t_base_33_two_players_with_three_monsters_have_44_each_and_anybody_begins():
    firsts = set()
    for number in range(12):
        game = scenes.Scene(2, "monsters-3", deal=number)
        assert [held + pile for held, pile in zip(game.held(), game.piles(), strict=True)] == [45, 45]
        firsts.add(int(game.table.first))
    assert firsts == {0, 1}


def test_t_monster_2_a_monster_is_one_of_the_five_hand_cards():
    game = scene("monsters-3", hands={0: "3 9 20 40 60"}, piles={0: "M 61 62"})
    game.do(("place", 3, 0))
    assert game.cards(0) == ["9", "20", "40", "60", "M"]


def test_t_monster_3_both_cards_leave_the_game_and_the_cell_is_empty():
    game = scene("monsters-3", grid={4: 10, 12: 30, 20: 50}, hands={0: "M 31 70 71 72"}, piles={0: "80 79 78"})
    assert game.of_kind("monster") == [4, 12, 20]
    game.do(("monster", 12))
    assert game.grid[12] == 0
    assert game.discarded() == [0, 0]  # neither was discarded, nothing was paid
    assert count_of(game, "M") == 0
    assert game.cards(0) == ["31", "70", "71", "72", "80"]
    assert game.bounds(30) == (5, 21)
    assert game.bounds(11) == (5, 21)
    assert int(game.state.tally.monsters_played) == 1


def test_t_monster_3_equal_monsters_are_one_option_per_target():
    game = scene("monsters-3", grid={4: 10}, hands={0: "M M M 70 72"})
    assert game.options().count(("monster", 4)) == 1


def test_t_monster_3_a_wild_in_the_grid_counts_as_an_island():
    game = scene("monsters-3+wild", hands={0: "W 3 9 20 40", 1: "M 60 61 62 63"})
    game.do(("wild", 7), 33)
    assert game.of_kind("monster") == [7]


def test_t_monster_4_not_as_payment():
    game = scene("monsters-3", grid={4: 10}, hands={0: "M 12 70 71 72"})
    game.do(("place", 12, 5))
    assert game.phase == "PAY"
    assert game.options() == [("70", "71"), ("70", "72"), ("71", "72")]


def test_t_monster_4_not_in_discard_two():
    game = scene("monsters-3", hands={0: "M 12 70 71 72"}).do("discard_two")
    assert len(game.options()) == 6
    assert not any("M" in option for option in game.options())


def test_t_monster_4_not_among_the_eight():
    game = scene("monsters-3", players=3, hands={0: "S M 9 20 40", 1: "M M 30 31 32"}, started=False)
    assert max(game.options()) == 3  # D-5 of seat 1: three cards may go
    game.do(3, 5)
    assert all(split[0] <= 3 and split[1] <= 3 for split in game.options())
    game.do((2, 2, 4))
    assert game.options() == [("20", "9"), ("40", "9"), ("20", "40")]


def test_t_monster_4_not_for_a_yellow_storm():
    game = scene("monsters-3+storm", hands={0: "3 M 9 20 40"}, piles={0: "Y 70 71"})
    game.do(("place", 3, 0))
    assert game.phase == "YELLOW_DOWN"
    assert game.options() == [("9",), ("20",), ("40",)]


def test_t_monster_4_not_for_a_compass_dump():
    assert "dump" in scene("monsters-3+storm", hands={0: "3 8 9 20 40"}).kinds()
    assert "dump" not in scene("monsters-3+storm", hands={0: "3 M 9 20 40"}).kinds()


def test_t_monster_5_only_other_cards_can_pay():
    game = scene("monsters-3", grid={4: 10}, hands={0: "M M M 12 70"})
    assert not game.can_place(12, 5)  # cost 2, one card to pay with
    assert game.can_place(12, 6)
    assert game.can_discard_two()
    assert not scene("monsters-3", grid={4: 10}, hands={0: "M M M M 70"}).can_discard_two()


def test_t_monster_6_the_finish_is_refused_while_anybody_holds_one():
    game = scene("monsters-3", grid=scenes.full(), hands={0: "F 80 78 76 74", 1: "M 72 70 68 66"})
    assert "finish" in game.kinds()  # what others hold is secret
    game.do("finish")
    assert game.cause == "RUNNING"
    assert game.cards(0) == ["F", "80", "78", "76", "74"]
    assert int(game.state.tally.finishes_refused) == 1


def test_t_monster_6_never_offered_to_the_holder_of_a_monster():
    game = scene("monsters-3", grid=scenes.full(), hands={0: "F M 80 78 76"})
    assert "finish" not in game.kinds()
    assert not game.can_finish()


def test_t_monster_6_played_once_no_hand_holds_one():
    game = scene("monsters-3", grid=scenes.full(), hands={0: "F 80 78 76 74"})
    assert game.do("finish").cause == "WON"


def test_t_monster_6_the_grid_must_be_full_again():
    game = scene("monsters-3", grid=scenes.full(), hands={0: "M 80 78 76 74", 1: "F 72 70 68 66"})
    game.do(("monster", 35))
    assert "finish" not in game.kinds()


def test_monster_finish_pending_the_finish_waits_and_holes_do_not_matter():
    sets = ("monster_finish=pending",)
    game = scene(
        "monsters-3", grid=scenes.full(), hands={0: "F 80 78 76 74", 1: "M 72 70 68 66"}, piles={0: "2 4", 1: "6 8"},
        sets=sets,
    )  # fmt: skip
    game.do("finish")
    assert (game.cause, game.active) == ("RUNNING", 1)
    assert "F" not in game.cards(0)
    game.do(("monster", 5))
    assert game.cause == "WON"


def test_monster_finish_blocked_the_same_scene_goes_on():
    game = scene(
        "monsters-3", grid=scenes.full(), hands={0: "F 80 78 76 74", 1: "M 72 70 68 66"}, piles={0: "2 4", 1: "6 8"},
        sets=("monster_finish=blocked",),
    )  # fmt: skip
    game.do("finish", "80 78", ("monster", 5))
    assert game.cause == "RUNNING"
    assert "finish" not in game.kinds()


def test_monster_disclose_who():
    hands = {0: "F 80 78 76 74", 1: "M M 70 68 66", 2: "2 4 6 8 10"}
    game = scene("monsters-3", players=3, grid=scenes.full(), hands=hands, sets=("monster_disclose=who",))
    assert [int(n) for n in game.table.disclosed[:3]] == [-1, -1, -1]
    game.do("finish")
    assert [int(n) for n in game.table.disclosed[:3]] == [0, 1, 0]


def test_monster_disclose_count():
    hands = {0: "F 80 78 76 74", 1: "M M 70 68 66", 2: "2 4 6 8 10"}
    game = scene("monsters-3", players=3, grid=scenes.full(), hands=hands, sets=("monster_disclose=count",))
    game.do("finish")
    assert [int(n) for n in game.table.disclosed[:3]] == [0, 2, 0]


def test_t_monster_7_an_attempt_needs_a_full_grid():
    grid = {p: v for p, v in scenes.full().items() if p != 9}
    game = scene("monsters-3", grid=grid, hands={0: "F 80 78 76 74", 1: "M 72 70 68 66"})
    assert not game.can_finish()


def test_t_monster_8_monsters_in_piles_do_not_block():
    game = scene("monsters-3", grid=scenes.full(), hands={0: "F 80 78 76 74"}, piles={0: "M M 2", 1: "M 4 6"})
    assert game.do("finish").cause == "WON"


def test_t_monster_9_no_target_on_an_empty_grid():
    game = scene("monsters-3", hands={0: "M 3 9 20 40"})
    assert "monster" not in game.kinds()


@pytest.mark.parametrize("hand", ["M M M M M", "M M M M F"])
def test_t_monster_9_without_a_target_and_two_other_cards_the_game_is_lost(hand):
    game = scene("monsters-5", hands={0: hand})
    assert game.cause == "NO_ACTION"


def only_monsters(mulligan):
    """Deals of a tiny deck in which some opening hand holds Monsters alone."""
    sets = (
        "islands=4",
        "finishes=2",
        "monsters=6",
        "hand_limit=2",
        "rows=1",
        "columns=2",
        f"monster_mulligan={mulligan}",
    )
    games = [scenes.Scene(2, "base", sets, deal=number) for number in range(60)]
    # a forced action may have been carried out already: who has acted holds no opening hand any more
    waiting = [(game, seat) for game in games for seat in range(2) if int(game.table.last_action[seat]) < 0]
    assert len(waiting) > 60
    return sum(list(game.cards(seat)) == ["M", "M"] for game, seat in waiting)


def test_monster_mulligan_false_keeps_a_hand_of_monsters():
    assert only_monsters("false") > 0


def test_monster_mulligan_true_draws_such_a_hand_anew():
    assert only_monsters("true") == 0


def test_monster_mulligan_true_conserves_the_cards():
    for number in range(20):
        sets = ("islands=4", "finishes=2", "monsters=6", "hand_limit=2", "rows=1", "columns=2", "monster_mulligan=true")
        game = scenes.Scene(2, "base", sets, deal=number)
        assert count_of(game, "M") == 6


def test_t_monster_10_on_a_full_grid_a_monster_reopens_a_cell():
    game = scene("monsters-3", grid=scenes.full(), hands={0: "M 80 78 76 74"})
    assert len(game.of_kind("monster")) == 36
    game.do(("monster", 17))
    assert int(game.table.filled) == 35


def test_t_monster_11_a_refused_finish_is_not_offered_again_in_that_turn():
    game = scene("monsters-3+wild", grid=scenes.full(), hands={0: "F W 80 78 76", 1: "M 72 70 68 66"})
    assert {"finish", "wild_finish"} <= game.kinds()
    game.do("finish")
    assert not {"finish", "wild_finish"} & game.kinds()
    game.do("discard_two", "80 78")
    game.do("discard_two", "72 70")
    assert {"finish", "wild_finish"} <= game.kinds()  # the next turn it may be tried again


def test_t_monster_11_nothing_else_legal_after_the_refusal_is_a_loss():
    game = scene("monsters-3", grid=scenes.full(), hands={0: "F", 1: "M 72 70 68 66"}, piles={0: ""})
    assert game.cause == "NO_ACTION"


def test_t_monster_12_islands_in_closed_rows_are_no_targets():
    game = scene(
        "monsters-3+rocks+storm", grid={0: 3, 7: 20, 14: 40}, hands={0: "M 70 71 72 73"}, rocks=0, purple={1: 1}
    )
    assert game.of_kind("monster") == [14]
    game = scene("monsters-3+rocks", grid={0: 3}, hands={0: "M M M M F"}, rocks=0)
    assert game.cause == "NO_ACTION"


def test_t_monster_13_a_monster_lost_unseen_is_simply_gone():
    game = scene("monsters-3+storm", hands={0: "S 9 20"}, piles={0: "30 31 M M 50 51"}, yellow={0: 1}, started=False)
    game.do(7)  # the other player could give seven
    game.do((6, 2))  # four from the hand, two unseen
    while game.phase in ("GIVE", "TOP"):
        game.first_options()
    assert count_of(game, "M") == 0
    assert game.discarded()[0] == 6
