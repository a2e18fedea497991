"""Wild cards: every clause of section 2.11 of the rules, and every value of its switches."""

from tests.games.tranquility import scenes
from tests.games.tranquility.scenes import scene

HAND = "W 2 80 70 71"


def test_t_wild_1_two_wilds_are_dealt_with_the_rest():
    game = scenes.Scene(3, "wild")
    cards = [card for seat in range(3) for card in game.cards(seat) + game.pile_cards(seat)]
    assert cards.count("W") == 2
    assert len(cards) == 87 + 3


def test_t_wild_2_a_wild_stands_for_any_card():
    game = scene("wild+storm+monsters-3", grid={10: 30}, hands={0: HAND}, orange={1: 1}, started=False)
    assert game.phase == "WILD_CLEAR"  # as a Compass
    game.do("none")
    assert {"wild", "wild_start", "wild_monster"} <= game.kinds()
    game = scene("wild", grid=scenes.full(), hands={0: HAND})
    assert "wild_finish" in game.kinds()


def test_t_wild_3_any_number_not_in_the_grid_that_fits_and_can_be_paid():
    game = scene("wild", grid={10: 30, 12: 60}, hands={0: HAND})
    game.do(("wild", 11))
    assert game.phase == "WILD_NUMBER"
    assert game.options() == [31, 32, 33, 34, 56, 57, 58, 59]  # cost at most four, to the nearer neighbour
    game.do(33)
    assert (game.phase, int(game.table.cost)) == ("PAY", 3)
    game.do("2 70 80")
    assert game.grid[11] == 33
    assert int(game.state.tally.wilds_played) == 1


def test_t_wild_3_only_cells_that_have_a_number_are_offered():
    game = scene("wild", grid={10: 30, 12: 31}, hands={0: HAND})
    assert 11 not in game.of_kind("wild")
    assert set(game.of_kind("wild")) == set(range(36)) - {10, 11, 12}


def test_t_wild_3_on_an_empty_grid_all_eighty_numbers():
    game = scene("wild", hands={0: HAND}).do(("wild", 0))
    assert game.options() == list(range(1, 81))


def eaten(reading):
    sets = (f"wild_number={reading}",)
    game = scene("wild+monsters-3", grid={10: 30}, hands={0: "M 2 80 70 71", 1: "W 3 79 69 68"}, sets=sets)
    game.do(("monster", 10), ("wild", 10))
    return game.options()


def test_wild_number_not_in_grid():
    assert 30 in eaten("not_in_grid")


def test_wild_number_never_played():
    assert eaten("never_played") == [n for n in range(1, 81) if n != 30]


def test_t_wild_4_the_real_card_is_then_unplayable_and_discardable():
    game = scene("wild", hands={0: HAND, 1: "33 4 79 69 68"}).do(("wild", 10), 33)
    assert game.cells_of(33) == set()
    game.do("discard_two")
    assert any("33" in option for option in game.options())


def test_t_wild_5_as_a_start_it_is_never_forced():
    game = scene("wild", hands={0: HAND}, started=False)
    assert {"wild_start", "discard_two", "place", "wild"} == game.kinds()


def test_t_wild_5_as_a_start_it_triggers_the_start_event():
    game = scene("wild", players=3, hands={0: HAND}, started=False).do("wild_start")
    assert (game.phase, int(game.table.started), game.held()[0]) == ("OFFER", 1, 4)
    game.do(5, 5)
    assert sum(game.options()[0]) == 8
    game.do((2, 3, 3))
    while game.phase == "GIVE":
        game.first_options()
    assert game.active == 1


def test_t_wild_5_a_real_start_in_hand_is_forced_all_the_same():
    game = scene("wild", players=3, hands={0: "W S 80 70 71"}, started=False)
    assert game.phase == "OFFER"
    assert "W" in game.cards(0)


def test_t_wild_6_as_a_finish_it_needs_a_full_grid_and_a_start():
    grid = {p: v for p, v in scenes.full().items() if p != 9}
    assert "wild_finish" not in scene("wild", grid=grid, hands={0: HAND}).kinds()
    assert "wild_finish" not in scene("wild", grid=scenes.full(), hands={0: HAND}, started=False).kinds()
    assert scene("wild", grid=scenes.full(), hands={0: HAND}).do("wild_finish").cause == "WON"


def test_t_wild_6_as_a_compass_in_window_i():
    game = scene("wild+storm", hands={0: "3 2 80 70 71", 1: "W 4 79 69 68"}, piles={0: "O 72 73"})
    game.do(("place", 3, 20))
    assert (game.phase, game.asked, game.options()) == ("WILD_CLEAR", 1, ["no", "cancel"])
    game.do("cancel")
    assert game.storms()["orange"] == [0, 0]
    assert game.held() == [5, 4]  # refilled at the next own refill


def test_t_wild_6_window_i_asks_every_holder_once_active_player_first():
    game = scene("wild+storm", hands={0: "3 W 80 70 71", 1: "W 4 79 69 68"}, piles={0: "O 72 73"}, stock=1)
    game.do(("place", 3, 20), "no")  # D-12 comes first
    assert (game.phase, game.asked) == ("WILD_CLEAR", 0)
    game.do("no")
    assert (game.phase, game.asked) == ("WILD_CLEAR", 1)
    game.do("no")
    assert game.storms()["orange"] == [1, 0]


def test_t_wild_6_windows_ii_and_iii_ask_again_a_holder_who_has_another():
    game = scene("wild+storm", hands={0: "W W 80 70 71"}, orange={0: 1, 1: 1}, purple={2: 1})
    assert (game.phase, len(game.options())) == ("WILD_CLEAR", 4)
    game.do(("orange", 0))
    assert (game.phase, game.asked) == ("WILD_CLEAR", 0)
    game.do(("purple", 2))
    assert game.phase == "ACTION"  # no Wild left
    assert game.held()[0] == 3


def test_t_wild_6_at_setup_the_first_player_is_asked_first():
    """Among deals with many Wilds and Storms some opening offers a Wild; nobody before the first player is asked."""
    asked = []
    for number in range(25):
        game = scenes.Scene(3, "base", ("wilds=10", "orange=6"), deal=number)
        if game.phase == "WILD_CLEAR" and int(game.table.turn) == 0:
            order = [(int(game.table.first) + n) % 3 for n in range(3)]
            holders = [seat for seat in order if "W" in game.cards(seat)]
            assert game.asked == holders[0]
            asked.append(game.asked)
    assert asked


def test_wild_as_monster_module():
    assert scene("wild+monsters-3", grid={10: 30}, hands={0: HAND}).of_kind("wild_monster") == [10]
    assert "wild_monster" not in scene("wild", grid={10: 30}, hands={0: HAND}).kinds()


def test_wild_as_monster_never():
    game = scene("wild+monsters-3", grid={10: 30}, hands={0: HAND}, sets=("wild_as_monster=never",))
    assert "wild_monster" not in game.kinds()


def test_t_wild_7_a_wild_is_an_ordinary_discardable_card():
    game = scene("wild", grid={10: 30}, hands={0: "W 31 80 70 71"}).do(("place", 31, 11))
    assert ("W",) in game.options()


def test_t_wild_8_a_wild_as_finish_is_refused_while_a_monster_is_held():
    game = scene("wild+monsters-3", grid=scenes.full(), hands={0: HAND, 1: "M 4 6 8 10"})
    game.do("wild_finish")
    assert game.cause == "RUNNING"
    assert "W" in game.cards(0)
    assert "wild_finish" not in game.kinds()


def test_t_wild_8_a_wild_in_hand_is_no_held_monster():
    game = scene("wild+monsters-3", grid=scenes.full(), hands={0: "F 2 80 76 74", 1: "W 4 6 8 10"})
    assert game.do("finish").cause == "WON"


def test_t_wild_8_a_wild_as_monster_leaves_with_its_target():
    game = scene("wild+monsters-3", grid={10: 30}, hands={0: HAND}).do(("wild_monster", 10))
    assert game.grid[10] == 0
    assert "W" not in game.cards(0)
    assert game.discarded() == [0, 0]


def test_t_wild_8_early_loss_counts_wilds():
    sets = ("early_loss=true",)
    game = scene("wild", hands={0: HAND}, sets=sets, begin=False)
    game.state.tally.finishes_lost = 5
    assert game.begin().cause == "RUNNING"
    game = scene("wild", hands={0: HAND}, sets=sets, begin=False)
    game.state.tally.finishes_lost = 5
    game.state.tally.wilds_used = 2
    assert game.begin().cause == "FINISHES_GONE"


def test_t_wild_8_every_way_to_lose_or_use_a_wild_is_counted():
    used = []
    game = scene("wild", hands={0: HAND}).do("discard_two", "W 2")
    used.append(int(game.state.tally.wilds_used))
    game = scene("wild", hands={0: HAND}).do(("wild", 3), 9)
    used.append(int(game.state.tally.wilds_used))
    game = scene("wild", players=3, hands={0: HAND}, started=False).do("wild_start")
    used.append(int(game.state.tally.wilds_used))
    game = scene("wild+monsters-3", grid={10: 30}, hands={0: HAND}).do(("wild_monster", 10))
    used.append(int(game.state.tally.wilds_used))
    game = scene("wild+storm", hands={0: HAND}, orange={1: 1}).do(("orange", 1))
    used.append(int(game.state.tally.wilds_used))
    assert used == [1] * 5


def test_t_wild_8_a_wild_that_wins_was_played():
    game = scene("wild", grid=scenes.full(), hands={0: HAND}).do("wild_finish")
    assert int(game.state.tally.wilds_played) == 1


def test_t_wild_9_removed_discarded_or_held_numbers_may_be_named():
    game = scene("wild+poseidon", hands={0: HAND}).do(("wild", 20))
    assert game.options() == list(range(1, 81))


def test_t_wild_9_as_a_start_it_gives_the_compass_and_only_while_none_lies():
    game = scene("wild+storm", players=3, hands={0: HAND}, started=False).do("wild_start")
    assert game.compasses() == (1, 5)
    assert "wild_start" not in scene("wild", hands={0: HAND}).kinds()


def test_t_wild_9_offered_even_if_the_team_lacks_the_eight():
    game = scene("wild", hands={0: "W 2", 1: "3 4"}, piles={0: "", 1: ""}, started=False)
    assert "wild_start" in game.kinds()
    assert game.do("wild_start").cause == "START_SHORTAGE"
