"""The worked examples of section 4 of the rules that need modules or a single player."""

import pytest

from tests.games.tranquility import scenes
from tests.games.tranquility.scenes import scene

rows, row, full = scenes.rows, scenes.row, scenes.full


def test_ex_18_start_shortage():
    hand, pile = {0: "S 5 6 9 80"}, {0: "30"}
    game = scene("base", players=1, hands=hand, piles=pile, started=False, sets=("solo_start=draw4",))
    assert game.cause == "START_SHORTAGE"
    game = scene("base", players=1, hands=hand, piles=pile, started=False, sets=("start_shortage=discard_all",))
    assert (game.discarded(), game.cause) == ([5], "EMPTY_HAND")


def test_ex_25_rocks():
    game = scene("rocks", hands={0: "3 9 20 40 60"}, rocks=1)
    assert not any(game.can_place(card, p) for card in (3, 9, 20, 40, 60) for p in range(6, 12))
    game.do(("place", 3, 0))
    assert game.options() == [0, 2, 3, 4, 5, "stay"]
    trial = game.copy()
    trial.do(5)
    assert (trial.rocks, trial.held()[0]) == (5, 5)
    game.do("stay", "9 20")
    assert (game.rocks, game.held()[0], game.discarded()[0]) == (1, 5, 2)


def test_ex_26_rocks_removal():
    grid = rows(0, 1, 2) | {p: n for p, n in rows(3).items() if p != 20}
    game = scene("rocks", grid=grid, hands={0: "44 80 79 78 77"}, rocks=5).do(("place", 44, 20), "80 79")
    assert (game.rocks, game.active, game.discarded()[0]) == (None, 1, 2)


def test_ex_27_rocks_and_neighbour():
    game = scene("rocks", grid={6: 15}, hands={0: "14 20 40 60 70"}, rocks=1)
    assert game.cost_of(14, 5) == 1


def test_ex_29_monster_play():
    game = scene("monsters-3", grid={12: 30}, hands={0: "M 2 4 6 8"}).do(("monster", 12))
    assert int(game.table.filled) == 0
    assert game.held()[0] == 5
    everywhere = [card for seat in (0, 1) for card in game.cards(seat) + game.pile_cards(seat)]
    assert "M" not in everywhere
    assert "30" not in everywhere
    assert game.discarded() == [0, 0]


def test_ex_30_monster_blocks_discard_two():
    game = scene("monsters-5", hands={0: "M M M M 7"})
    assert game.kinds() == {"place"}
    assert game.cells_of(7) == set(range(36))
    assert scene("monsters-5", hands={0: "M M M M F"}).cause == "NO_ACTION"


def test_ex_32_yellow_on_refill():
    game = scene("storm", hands={0: "3 9 20 40 60"}, piles={0: "Y 70 71"}).do(("place", 3, 0))
    assert game.phase == "YELLOW_DOWN"
    game.do("9")
    assert (game.held()[0], game.piles()[0]) == (3, 2)
    game = scene("storm", grid={1: 5}, hands={0: "3 9 20 40 60"}, piles={0: "Y 70 71"}).do(("place", 3, 0), "9 20")
    assert game.cards(0) == ["40", "60", "70"]


def test_ex_34_purple():
    game = scene("storm", hands={0: "3 9 20 40 60"}, piles={0: "P 70 71"}).do(("place", 3, 0), 2)
    assert not any(game.can_place(card, p) for card in range(1, 81) for p in range(12, 18))
    game = scene("storm", hands={0: "3 9 20 40 60"}, piles={0: "P 70 71"}, purple={2: 1}).do(("place", 3, 0))
    assert 2 in game.options()
    sets = ("purple_stack=false",)
    game = scene("storm", hands={0: "3 9 20 40 60"}, piles={0: "P 70 71"}, purple={2: 1}, sets=sets)
    assert 2 not in game.do(("place", 3, 0)).options()


def test_ex_36_compass_by_row():
    grid = {12: 12, 13: 13, 14: 14, 15: 15, 16: 16}
    game = scene("storm", grid=grid, hands={0: "17 18 60 70 71"})
    trial = game.copy()
    assert game.cost_of(17, 17) == 1
    assert game.do(("place", 17, 17), "60").compasses() == (1, 5)
    assert trial.do(("place", 18, 17), "60 70").compasses() == (0, 6)


def test_ex_37_compass_cancels():
    game = scene("storm", hands={0: "3 9 20 40 60"}, piles={0: "P 70 71"}, stock=1, supply=0).do(("place", 3, 0))
    assert game.phase == "CANCEL"
    game.do("cancel")
    assert (sum(game.storms()["purple"]), game.compasses(), game.held()[0]) == (0, (0, 0), 5)


def test_ex_38_wild_as_island():
    game = scene("wild", grid={20: 45, 22: 47}, hands={0: "W 2 4 6 8"}).do(("wild", 21))
    assert (game.phase, int(game.table.cost)) == ("PAY", 1)  # 46 is the only number: named unasked
    assert game.grid[21] == 46


def test_ex_39_wild_as_start_and_finish():
    game = scene("wild", hands={0: "W 2 4 6 8"}, started=False)
    assert len(game.options()) > 1
    game = scene("wild", grid=full(), hands={0: "W 2 4 6 8"})
    assert game.do("wild_finish").cause == "WON"


def test_ex_40_poseidon_with_four_players():
    game = scenes.Scene(4, "poseidon")
    assert sorted(h + p - 1 for h, p in zip(game.held(), game.piles(), strict=True)) == [18, 18, 18, 19]


def test_ex_42_day_and_night():
    moons = set(range(18)) - {3}
    game = scene("day-night", grid=full(), moons=moons, hands={0: "F 2 4 6 8", 1: "F 10 12 14 16"})
    assert not game.can_finish()
    game.do(("flip", 3), "2")
    assert game.active == 1
    assert game.do("finish").cause == "WON"


def test_ex_43_competitive():
    game = scene("competitive", grid={10: 3}, hands={0: "5 20 30 40 70"}, piles={0: "60 61 62", 1: ""})
    game.do(("place", 5, 11), "20 30")
    assert int(game.table.score[0]) == -1


def test_ex_44_finish_refused():
    hands = {0: "F 9", 1: "M 20 21 22 23"}
    game = scene("monsters-3", grid=full(), hands=hands, piles={0: ""})
    assert game.kinds() == {"finish", "discard_two"}
    game.do("finish")  # the only other action, and its only pair of cards, follow unasked
    assert game.held()[0] == 0
    assert game.active == 1
    game = scene("monsters-3", grid=full(), hands={0: "F", 1: "M 20 21 22 23"}, piles={0: ""})
    assert game.cause == "NO_ACTION"


def test_ex_45_yellow_and_monsters():
    game = scene("storm+monsters-5", grid={9: 50}, hands={0: "3 M M M M"}, piles={0: "Y 70 71"}).do(("place", 3, 0))
    assert (game.cards(0), game.piles()[0]) == (["M"] * 4, 2)
    game = scene("storm+monsters-5", grid={9: 50}, hands={0: "3 M M M 7"}, piles={0: "Y 70 71"}).do(("place", 3, 0))
    assert (game.cards(0), game.piles()[0]) == (["M"] * 3, 2)


def test_ex_46_solo_start_with_a_monster():
    pile = " ".join(str(number) for number in range(30, 70))
    game = scene("monsters-3", players=1, hands={0: "S M 5 6 7"}, piles={0: pile}, started=False)
    assert game.discarded() == [8]
    assert game.cards(0) == ["M", "35", "36", "37", "38"]
    assert game.piles() == [40 - 5 - 4]


def start_pool():
    hands, piles = {0: "S 9 20"}, {0: "30 31 32 33 34 35", 1: "50 51 52 53 54 55 56"}
    game = scene("storm", hands=hands, piles=piles, yellow={0: 1}, started=False, supply=0)
    assert game.held() == [4, 7]
    return game.do(7)


def test_ex_47_start_pool_with_yellow():
    assert {split[0] for split in start_pool().options()} == set(range(1, 7))
    game = start_pool().do((6, 2))
    while game.phase == "GIVE":
        game.first_options()
    assert game.piles()[0] == 6 - 2 - 2 - 2  # two drawn, two unseen; the refill takes the last two
    assert game.discarded() == [6, 2]
    game = start_pool().do((2, 6), 0)
    while game.phase == "GIVE":
        game.first_options()
    assert (game.held(), game.piles()[0]) == ([3, 5], 3)
    game = start_pool().do((1, 7), 0)
    while game.phase == "GIVE":
        game.first_options()
    assert (game.held(), game.piles()[0]) == ([3, 5], 4)  # nothing to draw


# Section 7: the largest numbers of options


def count(game, phase):
    assert game.phase == phase
    return len(game.options())


def test_d_1_action_maxima():
    game = scene("monsters-5", grid=full(), hands={0: "M M M 2 4"})
    assert len(game.of_kind("monster")) == 36
    assert len(scene("base", hands={0: "3 9 20 40 60"}).of_kind("place")) == 180
    game = scene("day-night", grid=full(), hands={0: "2 4 6 8 10"})
    assert len(game.of_kind("flip")) == 36
    assert len(scene("wild", hands={0: "W W W 2 4"}).of_kind("wild")) == 36


def test_d_2_pay():
    found = []
    for cost in (1, 2, 3, 4):
        game = scene("base", grid={20: 40}, hands={0: f"{40 + cost} 2 4 6 8"}).do(("place", 40 + cost, 21))
        found.append(len(game.options()) if game.phase == "PAY" else 1)
    assert found == [4, 6, 4, 1]


def test_d_3_discard_two():
    assert count(scene("base", hands={0: "3 9 20 40 60"}).do("discard_two"), "DISCARD_TWO") == 10


@pytest.mark.parametrize(("players", "n"), [(2, 6), (3, 23), (4, 115), (5, 400)])
def test_d_4_split(players, n):
    game = scene("base", players=players, hands={0: "S 9 20 40 60"}, started=False)
    game.offer_all()
    assert count(game, "SPLIT") == n


def test_d_4_split_of_two_players_with_upto7_or_storms():
    game = scene("base", hands={0: "S 9 20 40 60"}, started=False, sets=("start2p=upto7",))
    assert count(game.do(0), "SPLIT") == 7
    game = scene("storm", hands={0: "S 9 20 40 60"}, piles={0: "Y 61 62 63 64"}, started=False, supply=0)
    assert count(game.do("9", 0), "SPLIT") == 7


def test_d_4_an_offer_binds_only_with_monsters():
    game = scene("base", players=3, hands={0: "S 9 20 40 60"}, started=False).do(0, 0)
    assert count(game, "SPLIT") == 23
    game = scene("monsters-3", players=3, hands={0: "S 9 20 40 60"}, started=False).do(2, 3)
    assert sorted(game.options()) == [(3, 2, 3), (4, 1, 3), (4, 2, 2)]


def test_d_4_short_binding_offers_are_raised_to_what_there_is():
    hands = {0: "S 9 20 40 60", 1: "M 2 4 6 8", 2: "M M 10 12 14"}
    game = scene("monsters-3", players=3, hands=hands, started=False).do(0, 0)
    assert [int(n) for n in game.table.offer[1:3]] == [4, 3]
    assert all(split[1] <= 4 and split[2] <= 3 for split in game.options())


def test_d_5_offer():
    assert count(scene("base", hands={0: "S 9 20 40 60"}, started=False), "OFFER") == 8
    assert count(scene("base", players=3, hands={0: "S 9 20 40 60"}, started=False), "OFFER") == 6


def test_d_6_give():
    game = scene("base", hands={0: "S 9 20 40 60"}, started=False).do(0, (5, 3))
    assert count(game, "GIVE") == 6
    game.first_options()
    assert count(game, "GIVE") == 35
    game = scene("base", players=3, hands={0: "S 9 20 40 60"}, started=False).do(0, 0, (2, 3, 3))
    game.first_options()
    assert count(game, "GIVE") == 10


def test_d_7_top():
    assert count(start_pool().do((3, 5)), "TOP") == 3


def test_d_8_rocks_and_d_9_rocks_pay():
    game = scene("rocks", hands={0: "3 9 20 40 60"}, rocks=1).do(("place", 3, 0))
    assert count(game, "ROCKS") == 6
    assert count(game.do("stay"), "ROCKS_PAY") == 6


def test_d_10_yellow_down():
    game = scene("storm", hands={0: "3 9 20 40 60"}, piles={0: "Y 70 71"}).do(("place", 3, 0))
    assert count(game, "YELLOW_DOWN") == 4
    game = scene("storm", hands={1: "4 9 20 40 60", 0: "S 3 5 7 8"}, piles={1: "2 Y 70 71"}, started=False, supply=0)
    assert (game.asked, count(game, "YELLOW_DOWN")) == (1, 20)


def test_d_10_yellow_excess():
    hands, piles = {0: "S 9 20 40 60"}, {0: "Y 61 62 63 64"}
    game = scene("storm", hands=hands, piles=piles, started=False, supply=0).do("9", 7, (1, 7), 1)
    assert count(game, "YELLOW_DOWN") == 10  # five in hand


def test_d_11_purple():
    game = scene("storm", hands={0: "3 9 20 40 60"}, piles={0: "P 70 71"}).do(("place", 3, 0))
    assert count(game, "PURPLE") == 6


def test_d_12_cancel_d_13_clear_and_d_14_wild_clear():
    storms = {"yellow": {0: 1, 1: 1}, "orange": {0: 1, 1: 1}, "purple": {2: 0, 3: 1}}
    game = scene("storm+wild", hands={0: "W 9 20"}, stock=1, **storms)
    assert count(game, "CLEAR") == 7
    assert count(game.do("none"), "WILD_CLEAR") == 7
    game = scene("storm", hands={0: "3 9 20 40 60"}, piles={0: "P 70 71"}, stock=1).do(("place", 3, 0))
    assert count(game, "CANCEL") == 2


def test_d_15_wild_number():
    assert count(scene("wild", hands={0: "W 9 20 40 60"}).do(("wild", 9)), "WILD_NUMBER") == 80


def test_d_16_flip_pay():
    assert count(scene("day-night", grid={3: 9}, hands={0: "2 4 6 8 10"}).do(("flip", 3)), "FLIP_PAY") == 5


def test_d_17_explorer_target():
    grid = {p: 2 * p + 1 for p in range(1, 36)}
    game = scene("pyramid", grid=grid, hands={0: "1 4 6 8 10"}, explorers="M", sets=("pyr_monster=destroy_now",))
    game.do(("place", 1, 0), "4 6")
    assert count(game, "EXPLORER_TARGET") == 36


def test_d_18_comp_draw():
    game = scenes.Scene(2, "competitive").do("discard_two")
    game.first_options()
    assert count(game, "COMP_DRAW") == 5


def test_d_19_free_dump():
    game = scene("storm", hands={0: "3 9 20 40 60"}, sets=("compass_dump=anytime",))
    assert count(game, "FREE_DUMP") == 2


def test_a_hand_of_six_raises_the_maxima_but_not_the_cap_of_a_payment():
    game = scene("base", grid={20: 40}, hands={0: "44 45 2 4 6 8"})
    assert not game.can_place(45, 21)
    assert len(game.copy().do("discard_two").options()) == 15
    assert len(game.do(("place", 44, 21)).options()) == 5


def test_a_free_start_with_monsters_takes_nothing():
    game = scene("monsters-3", players=3, hands={0: "S 9 20 40 60"}, started=False, sets=("start_price=0",))
    assert game.discarded() == [0, 0, 0]
    assert game.held() == [5, 5, 5]
