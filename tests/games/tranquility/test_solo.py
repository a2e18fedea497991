"""Solo: every clause of section 2.7 of the rules, and every reading of the Start."""

import pytest

from tests.games.tranquility import scenes
from tests.games.tranquility.scenes import scene

SPARE = "30 31 32 33 34 35 36 37 38 39 40 41 42 43"


def solo(reading="draw4", variant="base", hand="S 5 6 9 80", pile=SPARE, sets=(), **more):
    sets = (f"solo_start={reading}", *sets)
    return scene(variant, players=1, hands={0: hand}, piles={0: pile}, started=False, sets=sets, **more)


def give_all(game):
    while game.phase == "GIVE":
        game.first_options()
    return game


def test_t_solo_1_the_deal():
    game = scenes.Scene(1, "base")
    assert (game.held(), game.piles()) == ([5], [81])
    assert "S" not in game.cards(0)
    assert game.pile_cards(0).count("S") == 1


def test_solo_start_draw4():
    game = solo("draw4")
    assert game.discarded() == [8]  # all eight must go: nothing is asked
    assert game.cards(0) == ["34", "35", "36", "37", "38"]
    assert game.piles() == [14 - 9]


def test_solo_start_draw8():
    game = solo("draw8")
    assert (game.phase, len(game.options()), game.held()) == ("GIVE", 495, [12])
    game.do("5 6 9 80 30 31 32 33")
    assert game.cards(0) == ["34", "35", "36", "37", "38"]


def test_solo_start_blind():
    game = solo("blind")
    assert game.discarded() == [8]
    assert game.cards(0) == ["34", "35", "36", "37", "38"]
    assert sum(game.remembered(0).values()) == 4  # the four of the pile were not seen


def test_solo_start_blind_and_draw4_lose_the_same_cards():
    assert solo("blind").cards(0) == solo("draw4").cards(0)


def test_solo_start_as2p():
    game = scenes.Scene(1, "base", ("solo_start=as2p",))
    assert game.players == 2
    assert sorted(held + pile for held, pile in zip(game.held(), game.piles(), strict=True)) == [43, 44]
    game = scene("base", players=1, hands={0: "S 5 6 9 80"}, started=False, sets=("solo_start=as2p",))
    assert (game.phase, game.asked, game.held()) == ("OFFER", 1, [6, 7])


def test_solo_start_none():
    game = solo("none")
    assert game.discarded() == [0]
    assert game.cards(0) == ["5", "6", "9", "80", "30"]


def test_t_solo_2_the_start_is_forced_and_the_turn_ends():
    game = solo("draw4")
    assert (int(game.table.started), int(game.table.turn)) == (1, 22)


def test_t_solo_3_nobody_is_asked_for_an_offer_or_a_split():
    for reading in ("draw4", "draw8", "blind", "none"):
        assert solo(reading).phase not in ("OFFER", "SPLIT")


def test_t_solo_4_the_finish_wins_and_no_action_loses():
    hand = {0: "F 2 4 6 8"}
    assert scene("base", players=1, grid=scenes.full(), hands=hand).do("finish").cause == "WON"
    assert scene("base", players=1, grid=scenes.full(), hands={0: "2"}, piles={0: ""}).cause == "NO_ACTION"


@pytest.mark.parametrize(("reading", "enough", "short"), [("draw4", 4, 3), ("draw8", 4, 3), ("blind", 4, 3)])
def test_t_solo_4_shortage(reading, enough, short):
    assert solo(reading, pile=" ".join(SPARE.split()[:enough])).cause == "EMPTY_HAND"  # paid, and nothing is left
    assert solo(reading, pile=" ".join(SPARE.split()[:short])).cause == "START_SHORTAGE"
    assert solo("none", pile="").cause == "RUNNING"


def test_t_solo_4_shortage_discard_all():
    game = solo("draw4", pile="30", sets=("start_shortage=discard_all",))
    assert game.discarded() == [5]
    assert game.cause == "EMPTY_HAND"


def test_t_solo_4_shortage_defer():
    game = solo("draw4", pile="30", sets=("start_shortage=defer",))
    assert (game.phase, int(game.table.started)) == ("ACTION", 0)
    assert not any("S" in option for option in game.copy().do("discard_two").options())


def test_t_solo_4_nothing_is_lost_after_the_game_is():
    game = solo("blind", pile="30 F F")
    assert (game.cause, game.discarded()) == ("START_SHORTAGE", [0])


def test_t_solo_5_draw4_draws_one_more_per_monster_held():
    game = solo("draw4", "monsters-3", hand="S M M 6 80")
    assert game.discarded() == [8]
    assert game.cards(0)[:2] == ["M", "M"]
    assert game.piles() == [14 - 6 - 3]


def test_t_solo_5_a_monster_that_comes_needs_another_card():
    game = solo("draw4", "monsters-3", hand="S 5 6 9 80", pile="M " + SPARE)
    assert game.discarded() == [8]
    assert game.cards(0)[0] == "M"


def test_t_solo_5_draw4_with_yellow_draws_six_less_the_unseen_cards():
    for n_top, n_drawn in ((0, 6), (1, 5), (2, 4)):
        game = solo("draw4", "storm", hand="S 5 6", yellow={0: 1})
        assert (game.phase, game.options()) == ("TOP", [0, 1, 2])
        game.do(n_top)
        while game.phase == "CLEAR":
            game.do("none")
        assert game.discarded() == [8]
        assert sum(game.remembered(0).values()) == 2 + n_drawn
        assert game.held() == [3]


def test_t_solo_5_the_unseen_cards_come_after_the_draw_and_may_fall_short():
    game = solo("draw4", "storm", hand="S 5 6", pile="30 31 32 33 34", yellow={0: 1}, supply=0)
    game.do(2)  # four are drawn, one is left where two were promised
    assert game.cause == "START_SHORTAGE"


def test_t_solo_5_draw8_stays_at_eight_draws():
    game = solo("draw8", "monsters-3", hand="S M M 6 80")
    assert game.held() == [12]
    assert game.phase == "GIVE"
    assert len(game.options()) == 45  # eight of the ten that may go


def test_t_solo_5_blind_gives_what_may_go_and_the_rest_from_the_pile():
    game = solo("blind", "monsters-3", hand="S M M 6 80")
    assert game.discarded() == [8]
    assert game.cards(0)[:2] == ["M", "M"]
    assert game.piles() == [14 - 6 - 3]


def test_t_solo_5_defer_counts_unseen_cards_once():
    """A Yellow owner with two cards and five in the pile has seven, not nine."""
    game = solo(
        "draw4", "storm", hand="S 5 6", pile="30 31 32 33 34", yellow={0: 1}, supply=0, sets=("start_shortage=defer",)
    )
    assert (game.phase, int(game.table.started)) == ("ACTION", 0)


def test_t_solo_6_the_only_player_moves_the_rocks_and_owns_the_storms():
    game = scene("rocks+storm", players=1, hands={0: "3 9 20 40 60"}, piles={0: "O Y 70 71"}, rocks=1)
    game.do(("place", 3, 0))
    assert game.phase == "ROCKS"
    game.do(3)
    assert game.storms()["orange"] == [1]
    assert game.phase == "YELLOW_DOWN"


def test_t_solo_6_a_finish_is_refused_only_by_own_monsters_so_never_tried():
    game = scene("monsters-3", players=1, grid=scenes.full(), hands={0: "F M 2 4 6"})
    assert "finish" not in game.kinds()
    game = scene("monsters-3", players=1, grid=scenes.full(), hands={0: "F 8 2 4 6"}, piles={0: "M M"})
    assert game.do("finish").cause == "WON"


def test_t_storm_y8_solo_a_yellow_in_the_extra_draw():
    game = solo("draw4", "storm", pile="30 31 32 Y " + SPARE[12:], supply=0)
    assert (game.phase, len(game.options())) == ("YELLOW_DOWN", 35)
    game = solo("draw8", "storm", pile="30 31 32 33 34 35 36 Y 37 38 39 40", supply=0)
    assert (game.phase, len(game.options())) == ("YELLOW_DOWN", 165)
