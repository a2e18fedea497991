"""T-BASE and T-REMOVE, clause by clause, against docs/rules/tranquility.md. Cells are path indices p = 0..35."""

from collections import Counter

import pytest

from analyzer.kernel.jit import IS_PLAIN

many = pytest.mark.skipif(IS_PLAIN, reason="many deals")


def dealt_sizes(game):
    """Cards dealt to each seat, without the Start: hand and pile together."""
    return [held + pile - 1 for held, pile in zip(game.held(), game.piles(), strict=True)]


# 2.1 geometry


def test_t_base_1_the_grid_has_36_cells_from_p0_to_p35(position):
    game = position(hands={0: "40 2 3 4 5"})
    assert game.cells == 36
    assert game.cells_of(40) == set(range(36))
    game.place(40, 35)
    assert game.grid == (0,) * 35 + (40,)


def test_t_base_2_neighbours_are_the_cells_before_and_behind_on_the_path(position):
    game = position(grid={14: 40}, hands={0: "38 42 3 4 5"})
    assert game.cost_of(38, 13) == 2
    assert game.cost_of(42, 15) == 2
    assert game.cost_of(42, 16) == 0
    assert game.cost_of(38, 12) == 0


@pytest.mark.parametrize("row", range(5))
def test_t_base_2_the_right_end_of_a_row_neighbours_the_left_end_of_the_row_above(position, row):
    end = 6 * row + 5
    game = position(grid={end: 40}, hands={0: "43 41 3 4 5"})
    assert game.cost_of(43, end + 1) == 3


@pytest.mark.parametrize("p", [8, 14, 20, 26])
def test_t_base_2_cells_above_each_other_are_no_neighbours(position, p):
    game = position(grid={p: 40}, hands={0: "41 39 3 4 5"})
    assert game.cost_of(41, p + 6) == 0
    assert game.cost_of(39, p - 6) == 0


def test_t_base_2a_start_and_finish_slots_cause_no_payment(position):
    game = position(hands={0: "40 80 1 4 5"})
    assert game.cost_of(40, 0) == 0
    assert game.cost_of(40, 35) == 0
    assert game.cost_of(80, 35) == 0
    assert game.cost_of(1, 0) == 0


def test_t_base_3_start_and_finish_take_no_cell(position):
    game = position(started=False, hands={0: "S 10 20 30 40", 1: "11 21 31 41 51"})
    assert game.table.filled == 0
    assert game.grid == (0,) * 36


# 2.2 setup


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_t_base_4_one_start_per_player_and_the_other_starts_leave_the_game(deal, players):
    game = deal(players)
    assert game.all_cards()["S"] == players
    for seat in range(players):
        assert (game.cards(seat) + game.pile_cards(seat)).count("S") == 1


@pytest.mark.parametrize(("players", "sizes"), [(2, [43, 42]), (3, [29, 28, 28]), (4, [22, 21, 21, 21]), (5, [17] * 5)])
def test_t_base_5_all_85_cards_are_dealt_as_evenly_as_possible(deal, players, sizes):
    for number in range(20):
        game = deal(players, deal=number)
        assert sorted(dealt_sizes(game), reverse=True) == sizes
        cards = game.all_cards()
        assert cards == Counter({**{str(n): 1 for n in range(1, 81)}, "F": 5, "S": players})


@pytest.mark.parametrize(("players", "n_odd"), [(2, 1), (3, 1), (4, 1), (3, 2), (4, 2), (4, 3), (5, 2), (5, 4)])
def test_t_base_5_odd_cards_go_to_adjacent_seats_and_every_seat_may_be_the_first_of_them(deal, players, n_odd):
    removed = (85 - n_odd) % players
    first_odd = set()
    for number in range(60):
        sizes = dealt_sizes(deal(players, sets=(f"removed={removed}",), deal=number))
        odd = [size > min(sizes) for size in sizes]
        starts = [seat for seat in range(players) if odd[seat] and not odd[seat - 1]]
        assert sum(odd) == n_odd
        assert len(starts) == 1
        first_odd.update(starts)
    assert first_odd == set(range(players))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_t_base_6_everybody_begins_with_five_cards_of_the_own_pile(deal, players):
    assert deal(players).held() == [5] * players


@pytest.mark.parametrize(("players", "piles"), [(2, [39, 38]), (3, [25, 24, 24]), (4, [18, 17, 17, 17]), (5, [13] * 5)])
def test_t_base_7_the_start_joins_the_pile_after_the_hand_was_drawn(deal, players, piles):
    for number in range(40):
        game = deal(players, deal=number)
        assert sorted(game.piles(), reverse=True) == piles
        for seat in range(players):
            assert "S" not in game.cards(seat)
            assert game.pile_cards(seat).count("S") == 1


@many
@pytest.mark.statistical
def test_t_base_7_every_place_in_the_pile_is_equally_likely_for_the_start(deal):
    n_deals, n_places = 1300, 13
    places = Counter(deal(5, deal=number).pile_cards(number % 5).index("S") for number in range(n_deals))
    expected = n_deals / n_places
    chi_square = sum((places[place] - expected) ** 2 / expected for place in range(n_places))
    assert chi_square < 12 + 4.5 * (2 * 12) ** 0.5
    assert set(places) == set(range(n_places))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_t_base_8_one_of_those_dealt_the_fewest_cards_begins(deal, players):
    begun = set()
    for number in range(60):
        game = deal(players, deal=number)
        sizes = dealt_sizes(game)
        assert sizes[game.active] == min(sizes)
        assert int(game.table.first) == game.active == game.asked
        begun.add((sizes.index(max(sizes)), game.active))
    assert len(begun) == players * (players - 1)  # every tied seat begins, whoever got the odd card


@many
@pytest.mark.statistical
def test_t_base_8_the_tied_are_drawn_by_equal_lots(deal):
    n_deals = 1000
    first = Counter(deal(5, deal=number).active for number in range(n_deals))
    for seat in range(5):
        assert abs(first[seat] - n_deals / 5) < 4.5 * (n_deals * 0.2 * 0.8) ** 0.5


def test_t_base_9_discards_are_counted_in_public_and_remembered_by_their_owner_only(position):
    game = position(hands={0: "3 9 20 30 40", 1: "4 5 6 7 8"})
    game.discard_two()
    game.give_up("9 30")
    assert int(game.table.discarded[0]) == 2
    assert game.remembered(0) == Counter({"9": 1, "30": 1})
    assert not set(game.remembered(1)) & {"9", "30"}


def test_t_base_9_the_table_tells_nothing_about_cards(deal):
    """Two deals with the same sizes and the same first player look alike on the table."""
    seen = {}
    for number in range(80):
        game = deal(3, deal=number)
        key = (game.active, *game.piles())
        assert seen.setdefault(key, game.table.tobytes()) == game.table.tobytes()
    assert len(seen) < 80


def test_t_base_9_a_hand_shows_nothing_of_an_earlier_deal(deal, positions):
    """Deal N is the same deal on a fresh bench and after another game."""
    fresh, used = deal(2, deal=1), deal(2, deal=0)
    for _ in range(30):
        if not used.is_over:
            used.answer(used.codes()[-1])
    positions.GAME.start(used.rules, used.state, positions.open_chance(1, 1))
    for seat in range(2):
        assert used.state.hands[seat].tobytes() == fresh.state.hands[seat].tobytes()


# 2.3 turn


@pytest.mark.parametrize("players", [2, 3, 5])
def test_t_base_10_players_act_clockwise_one_action_each(position, players):
    game = position(players=players, turn_of=players - 1)
    for seat in [players - 1, *range(players), 0]:
        assert (game.phase, game.active, game.asked) == ("ACTION", seat, seat)
        turn = int(game.table.turn)
        game.discard_two()
        game.first_options()
        assert int(game.table.turn) == turn + 1


def test_t_base_11_after_the_action_the_hand_is_refilled_to_five(position):
    game = position(hands={0: "10 20 30 40 50"}, piles={0: "1 2 3 4"})
    game.place(20, 5)
    assert game.cards(0) == ["10", "30", "40", "50", "1"]
    assert game.piles()[0] == 3


def test_t_base_11_an_empty_pile_is_not_reshuffled(position):
    game = position(hands={0: "10 20 30 40 50"}, piles={0: "7"})
    game.discard_two()
    game.give_up("10 20")
    assert game.cards(0) == ["30", "40", "50", "7"]
    assert game.piles()[0] == 0
    game.discard_two()
    game.first_options()
    game.place(30, 10)
    assert game.cards(0) == ["40", "50", "7"]


def test_t_base_12_smaller_numbers_lie_before_and_larger_ones_behind(position):
    game = position(grid={10: 38, 20: 42}, hands={0: "40 37 43 1 2"})
    assert game.cells_of(40) == set(range(11, 20))
    assert game.cells_of(37) == set(range(10))
    assert game.cells_of(43) == set(range(21, 36))


def test_t_base_12_the_order_is_strict(position):
    game = position(grid={10: 30}, hands={0: "30 31 29 1 2"})
    assert game.cells_of(30) == set()
    assert not any(game.can_place(30, p) for p in range(36))


def test_t_base_12_an_occupied_cell_takes_no_card(position):
    game = position(grid={10: 30}, hands={0: "31 29 1 2 3"})
    assert not game.can_place(31, 10)
    assert not game.can_place(29, 10)


def test_t_base_12_only_cards_of_the_own_hand_and_cells_of_the_grid(position):
    game = position(hands={0: "31 29 1 2 3", 1: "50 51 52 53 54"})
    assert not game.can_place(50, 3)
    assert not game.can_place(31, -1)
    assert not game.can_place(31, 36)


@pytest.mark.parametrize(
    ("grid", "card", "p", "cost"),
    [
        ({}, 40, 10, 0),
        ({9: 38}, 40, 10, 2),
        ({11: 43}, 40, 10, 3),
        ({9: 38, 11: 43}, 40, 10, 2),
        ({9: 36, 11: 41}, 40, 10, 1),
        ({9: 38, 11: 42}, 40, 10, 2),
        ({8: 39, 12: 41}, 40, 10, 0),
    ],
)
def test_t_base_13_cost_is_the_smaller_difference(position, grid, card, p, cost):
    game = position(grid=grid, hands={0: f"{card} 3 4 5 6"})
    assert game.cost_of(card, p) == cost


def test_t_base_14_exactly_the_cost_is_paid_from_the_rest_of_the_hand(position):
    game = position(grid={9: 38}, hands={0: "3 40 4 5 6"}, piles={0: "70 71 72 73"})
    game.place(40, 10)
    assert (game.phase, game.asked, int(game.table.cost)) == ("PAY", 0, 2)
    assert game.cards(0) == ["3", "4", "5", "6"]
    assert sorted(game.options()) == sorted(
        tuple(sorted(pair)) for pair in [("3", "4"), ("3", "5"), ("3", "6"), ("4", "5"), ("4", "6"), ("5", "6")]
    )
    assert not game.is_legal(game.mask("3"))
    assert not game.is_legal(game.mask("3 4 5"))  # A9: not more than the cost
    assert not game.is_legal(0)
    game.give_up("3 6")
    assert game.cards(0) == ["4", "5", "70", "71", "72"]  # the pile paid nothing
    assert game.remembered(0) == Counter({"3": 1, "6": 1})


def test_t_base_14_a_payment_without_choice_is_not_asked_for(position):
    game = position(grid={9: 36}, hands={0: "3 40 4 5 6"}, piles={0: "70 71 72 73 74 75"})
    game.place(40, 10)
    assert (game.phase, game.asked) == ("ACTION", 1)
    assert game.cards(0) == ["70", "71", "72", "73", "74"]


@pytest.mark.parametrize("n_others", range(5))
def test_t_base_15_a_play_needs_as_many_other_cards_as_it_costs(position, n_others):
    cards = ["40", *(str(n) for n in range(1, n_others + 1))]
    game = position(grid={9: 36}, hands={0: " ".join(cards)}, piles={0: ""})
    assert game.can_place(40, 10) == (n_others >= 4)
    assert game.can_place(40, 11)


def test_t_base_15_a_larger_hand_pays_no_more_than_four(position):
    game = position(grid={9: 35}, hands={0: "40 39 1 2 3 4"})
    assert not game.can_place(40, 10)
    assert game.can_place(39, 10)


def test_t_base_16_a_large_difference_to_the_other_neighbour_is_harmless(position):
    game = position(grid={9: 20, 11: 60}, hands={0: "21 59 40 16 64"})
    assert game.cost_of(21, 10) == 1
    assert game.cost_of(59, 10) == 1
    assert not game.can_place(40, 10)


def test_t_base_17_discard_two_is_always_optional(position):
    game = position(hands={0: "10 20 30 40 50"})
    assert game.can_discard_two()
    game.discard_two()
    assert (game.phase, game.asked, len(game.options())) == ("DISCARD_TWO", 0, 10)
    assert not game.is_legal(game.mask("10"))
    assert not game.is_legal(game.mask("10 20 30"))


def test_t_base_17_any_kind_of_card_may_be_discarded(position):
    game = position(hands={0: "S F 30 40 50"})
    game.discard_two()
    game.give_up("S F")
    assert game.remembered(0) == Counter({"S": 1, "F": 1})


def test_t_base_17_two_cards_are_needed(position):
    game = position(hands={0: "50"}, piles={0: ""})
    assert not game.can_discard_two()


def test_t_base_18_a_gap_that_can_never_be_filled_may_be_made(position):
    game = position(grid={10: 42}, hands={0: "44 1 2 3 4"})
    assert game.can_place(44, 13)
    game.place(44, 13)
    assert game.grid[13] == 44


# 2.4 Start


def test_t_base_19_a_start_held_at_the_start_of_the_turn_must_be_played(position):
    game = position(players=3, started=False, hands={0: "S 3 9 40 F"})
    assert int(game.table.started) == 1
    assert game.phase == "OFFER"
    assert "S" not in game.cards(0)


def test_t_base_19_a_start_drawn_at_the_refill_waits_for_the_next_own_turn(position):
    game = position(players=3, started=False, hands={0: "3 9 40 41 F"}, piles={0: "S 50 51"})
    game.place(9, 10)
    assert (game.phase, game.active) == ("ACTION", 1)  # A4
    assert "S" in game.cards(0)
    assert int(game.table.started) == 0
    for _ in range(2):
        game.discard_two()
        game.first_options()
    assert game.active == 0
    assert int(game.table.started) == 1


def test_t_base_19_nobody_is_forced_once_a_start_lies(position):
    game = position(players=3, started=True, hands={0: "S 3 9 40 F"})
    assert game.phase == "ACTION"
    assert game.cards(0).count("S") == 1


def start_event(position, players, hands=None, piles=None, sets=()):
    game = position(players=players, started=False, sets=sets, hands=hands or {0: "S 3 9 40 F"}, piles=piles or {})
    game.offer_all()
    return game


def test_t_base_20_two_players_draw_two_cards_each(position):
    game = start_event(position, 2, {0: "S 3 9 40 F", 1: "10 20 30 41 50"}, {0: "60 61 62", 1: "70 71 72"})
    assert game.held() == [6, 7]
    assert game.cards(0) == ["3", "9", "40", "F", "60", "61"]
    assert game.cards(1) == ["10", "20", "30", "41", "50", "70", "71"]


def test_t_base_20_two_players_draw_as_many_as_they_have(position):
    game = start_event(position, 2, {0: "S 3 9 40 F", 1: "10 20 30 41 50"}, {0: "60", 1: ""})
    assert game.held() == [5, 5]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_t_base_20_more_players_draw_nothing_before_the_eight(position, players):
    assert start_event(position, players).held() == [4] + [5] * (players - 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_t_base_20_eight_cards_go_then_all_refill_and_the_turn_passes(position, players):
    game = start_event(position, players, piles=dict.fromkeys(range(players), "61 62 63 64 65 66 67 68"))
    before = [int(n) for n in game.table.discarded[:players]]
    pool = sum(game.held())
    piles = sum(game.piles())
    assert (game.phase, game.asked, int(game.table.cost)) == ("SPLIT", 0, 8)
    game.first_options()
    while game.phase == "GIVE":
        game.first_options()
    assert sum(int(n) for n in game.table.discarded[:players]) - sum(before) == 8
    assert game.held() == [5] * players
    assert piles - sum(game.piles()) == 5 * players - (pool - 8)
    assert (game.phase, game.active) == ("ACTION", 1)


@pytest.mark.parametrize(("players", "n_splits"), [(2, 6), (3, 23), (4, 115), (5, 400)])
def test_t_base_21_every_split_of_eight_within_the_hands_may_be_agreed(position, players, n_splits):
    game = start_event(position, players)
    splits = game.options()
    assert len(splits) == len(set(splits)) == n_splits  # section 7, D-4
    for split in splits:
        assert sum(split) == 8
        assert all(0 <= share <= held for share, held in zip(split, game.held(), strict=True))


def test_t_base_21_a_split_of_another_sum_or_beyond_a_hand_is_refused(position):
    game = start_event(position, 3)
    assert game.is_legal(game.split_code(4, 4, 0))
    assert not game.is_legal(game.split_code(4, 3, 0))
    assert not game.is_legal(game.split_code(4, 5, 0))
    assert not game.is_legal(game.split_code(5, 3, 0))
    assert not game.is_legal(game.split_code(0, 2, 6))


def test_t_base_21_the_others_say_how_many_they_could_give_clockwise(position):
    game = position(players=4, started=False, turn_of=2, hands={2: "S 3 9 40 F"})
    for seat, n_cards in [(3, 2), (0, 5), (1, 0)]:
        assert (game.phase, game.asked) == ("OFFER", seat)
        assert game.options() == list(range(6))
        assert not game.is_legal(6)
        assert not game.is_legal(-1)
        game.offer(n_cards)
        assert int(game.table.offer[seat]) == n_cards
    assert (game.phase, game.asked) == ("SPLIT", 2)


def test_t_base_21_each_player_chooses_the_own_cards(position):
    game = start_event(position, 3, {0: "S 3 9 40 F", 1: "10 20 30 41 50", 2: "11 21 31 42 51"})
    game.split(1, 3, 4)
    assert (game.phase, game.asked, len(game.options())) == ("GIVE", 0, 4)
    game.give_up("40")
    assert (game.phase, game.asked, len(game.options())) == ("GIVE", 1, 10)
    game.give_up("10 20 30")
    assert (game.phase, game.asked, len(game.options())) == ("GIVE", 2, 5)
    game.give_up("11 21 31 51")
    assert game.cards(0)[:3] == ["3", "9", "F"]
    assert game.cards(1)[:2] == ["41", "50"]
    assert game.cards(2)[:1] == ["42"]


def test_t_base_21_who_gives_nothing_or_everything_is_not_asked_which(position):
    game = start_event(position, 3, {0: "S 3 9 40 F", 1: "10 20 30 41 50", 2: "11 21 31 42 51"})
    game.split(4, 0, 4)
    assert (game.phase, game.asked) == ("GIVE", 2)
    assert game.cards(0) == []
    assert len(game.cards(1)) == 5


def test_t_base_22_a_dead_start_may_be_among_the_eight(position):
    game = start_event(position, 3, {0: "S 3 9 40 F", 1: "S 20 30 41 50", 2: "11 21 31 42 51"})
    game.split(4, 1, 3)
    game.give_up("S")
    assert game.remembered(1)["S"] == 1


def test_t_base_22_a_dead_start_is_never_playable(position):
    game = position(hands={0: "S 3 9 40 F"})
    assert {option if isinstance(option, str) else option[0] for option in game.options()} == {"place", "discard_two"}
    assert {option[1] for option in game.options() if option[0] == "place"} == {3, 9, 40}


def test_t_base_22_a_dead_start_pays(position):
    game = position(grid={9: 38}, hands={0: "S 40 4 5 6"})
    game.place(40, 10)
    game.give_up("S 4")
    assert game.remembered(0) == Counter({"S": 1, "4": 1})


def test_t_base_23_a_start_may_be_played_on_an_empty_and_on_a_full_grid(position, positions):
    for grid in ({}, positions.full_grid()):
        game = position(players=3, started=False, grid=grid, hands={0: "S 2 4 6 F"})
        assert (int(game.table.started), game.phase) == (1, "OFFER")


# 2.5 Finish and end


def test_t_base_24_a_finish_needs_a_full_grid_and_a_start(position, positions):
    full = positions.full_grid()
    almost = {p: v for p, v in full.items() if p != 7}
    for grid, started, expected in [(full, True, True), (almost, True, False), (full, False, False)]:
        game = position(grid=grid, started=started, hands={0: "F F 80 2 4"})
        assert game.can_finish() == expected
        assert ("finish" in game.options() if game.phase == "ACTION" else False) == expected


def test_t_base_24_a_finish_wins_at_once(position, positions):
    game = position(grid=positions.full_grid(), hands={0: "F 2 4 6 8", 1: "10 12 14 16 18"})
    game.finish()
    assert game.cause == "WON"


def test_t_base_24_without_a_finish_in_hand_there_is_nothing_to_play(position, positions):
    game = position(grid=positions.full_grid(), hands={0: "2 4 6 8 10", 1: "F 12 14 16 18"})
    assert game.phase == "DISCARD_TWO"
    assert not game.can_finish()


def test_t_base_25_finishes_may_be_discarded_even_all_of_them(position):
    game = position(hands={0: "F F F F F", 1: "1 2 3 4 5"}, piles={0: "60 61 62 63 64"})
    assert game.phase == "DISCARD_TWO"  # on an empty grid five Finishes leave no other action
    for text in ("F F", "F F", "F 60"):
        game.give_up(text)
        game.discard_two()
        game.first_options()
        if game.phase == "ACTION":
            game.discard_two()
    assert game.remembered(0)["F"] == 5
    assert game.cause == "RUNNING"


def test_t_base_26_filling_the_last_cell_does_not_win(position, positions):
    grid = positions.full_grid()
    last = grid.pop(35)
    game = position(grid=grid, hands={0: f"{last} F 4 6 8", 1: "10 12 14 16 18"})
    game.place(last, 35)
    game.first_options()
    assert int(game.table.filled) == 36
    assert not game.is_over
    assert (game.phase, game.asked) == ("DISCARD_TWO", 1)  # without a Finish only Discard-two is left


def test_t_base_26_without_a_start_everybody_but_its_holder_discards_two(position, positions):
    game = position(players=3, grid=positions.full_grid(), started=False, hands={0: "F 2 4 6 8", 1: "S 10 12 14 16"})
    assert (game.phase, game.asked) == ("DISCARD_TWO", 0)
    game.give_up("2 4")
    assert int(game.table.started) == 1


def test_t_base_27_no_legal_play_and_fewer_than_two_cards_lose(position, positions):
    game = position(grid=positions.full_grid(), hands={0: "72"}, piles={0: ""})
    assert game.cause == "NO_ACTION"


def test_t_base_27_two_cards_are_enough_to_go_on(position, positions):
    game = position(grid=positions.full_grid(), hands={0: "72 74", 1: "76 78 80 2 4"}, piles={0: ""})
    assert game.cause == "RUNNING"
    assert int(game.table.discarded[0]) == 2  # the only option was carried out


def test_t_base_28_an_empty_hand_at_the_start_of_the_own_turn_loses(position):
    game = position(hands={0: ""}, piles={0: ""})
    assert game.cause == "EMPTY_HAND"


def test_t_base_28_an_empty_hand_is_harmless_before_and_nobody_is_skipped(position):
    game = position(players=3, hands={0: "10 20", 1: "30 31 32 33 34"}, piles={0: ""})
    game.discard_two()
    assert game.held()[0] == 0
    assert (game.phase, game.asked) == ("ACTION", 1)
    for _ in range(2):
        game.discard_two()
        game.first_options()
    assert (game.cause, game.active) == ("EMPTY_HAND", 0)


def test_t_base_29_nothing_but_numbers_of_cards_is_ever_said(positions):
    """Only OFFER and SPLIT speak to others; both are numbers of cards."""
    own_cards = {"ACTION", "PAY", "DISCARD_TWO", "GIVE"}
    talk = {phase.name for phase in positions.GAME.phases} - own_cards
    assert {"OFFER", "SPLIT"} <= talk


def test_t_base_30_a_forced_start_comes_before_every_other_action(position, positions):
    game = position(players=3, grid=positions.full_grid(), started=False, hands={0: "S F 4 6 8"})
    assert int(game.table.started) == 1
    assert not game.is_over


def test_t_base_30_a_loss_is_tested_at_the_start_of_a_turn_only(position):
    game = position(grid={9: 36}, hands={0: "40 1 2 3 4", 1: "50 51 52 53 54"}, piles={0: ""})
    game.place(40, 10)  # pays with the whole hand, and there is nothing to draw
    assert game.held()[0] == 0
    assert game.cause == "RUNNING"
    game.discard_two()
    game.first_options()
    assert game.cause == "EMPTY_HAND"


@pytest.mark.parametrize(
    ("grid", "hand", "lost"),
    [
        ("full", "F", False),
        ("full", "72", True),
        ("empty", "72", False),
        ("empty", "F", True),
        ("empty", "F F", False),
    ],
)
def test_t_base_31_what_counts_as_an_action(position, positions, grid, hand, lost):
    cells = positions.full_grid() if grid == "full" else {}
    game = position(grid=cells, hands={0: hand, 1: "74 76 78 80 2"}, piles={0: ""})
    assert (game.cause == "NO_ACTION") == lost
    assert game.is_over == lost or hand == "F"


def test_t_base_31_a_start_alone_counts_as_an_action(position):
    game = position(players=3, started=False, hands={0: "S"}, piles={0: ""})
    assert game.phase == "OFFER"


def test_t_base_32_order_of_the_start_event(position):
    """Extra draw, active player first; offers; split; the eight; refills."""
    game = position(
        started=False,
        hands={0: "S 3 9 40 F", 1: "10 20 30 41 50"},
        piles={0: "60 61 62 63 64 65", 1: "70 71 72 73 74 75"},
    )
    assert (game.phase, game.asked, game.held()) == ("OFFER", 1, [6, 7])
    assert game.options() == list(range(8))
    game.offer(7)
    assert (game.phase, game.asked) == ("SPLIT", 0)
    game.split(2, 6)
    assert (game.phase, game.asked) == ("GIVE", 0)
    game.give_up("60 61")
    assert game.held()[0] == 4  # nobody refills before all have given
    assert (game.phase, game.asked) == ("GIVE", 1)
    game.give_up("10 20 30 41 50 70")
    assert game.cards(0) == ["3", "9", "40", "F", "62"]
    assert game.cards(1) == ["71", "72", "73", "74", "75"]
    assert (game.phase, game.asked) == ("ACTION", 1)


@pytest.mark.parametrize("removed", [0, 1, 7, 12, 40])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_t_base_33_deal_size_is_85_minus_the_removed_islands(deal, players, removed):
    sizes = dealt_sizes(deal(players, sets=(f"removed={removed}",)))
    assert sum(sizes) == 85 - removed
    assert max(sizes) - min(sizes) <= 1


# 2.12 removing Islands


@pytest.mark.parametrize(
    ("variant", "removed"), [("galateia", 4), ("triton", 6), ("leucothea", 8), ("amphitrite", 10), ("poseidon", 12)]
)
def test_t_remove_1_islands_are_removed_and_no_finish(deal, variant, removed):
    seen = set()
    for number in range(30):
        cards = deal(3, variant, deal=number).all_cards()
        islands = {card for card in cards if card not in ("S", "F")}
        assert len(islands) == 80 - removed
        assert cards["F"] == 5
        seen |= {str(n) for n in range(1, 81)} - islands
    assert len(seen) > 3 * removed  # other Islands in other deals


@many
@pytest.mark.statistical
def test_t_remove_1_every_island_is_equally_likely_to_be_removed(deal):
    n_deals, removed = 600, 12
    missing = Counter()
    for number in range(n_deals):
        cards = deal(2, "poseidon", deal=number).all_cards()
        missing.update(n for n in range(1, 81) if str(n) not in cards)
    expected = n_deals * removed / 80
    chi_square = sum((missing[n] - expected) ** 2 / expected for n in range(1, 81))
    assert sum(missing.values()) == n_deals * removed
    assert chi_square < 79 + 4.5 * (2 * 79) ** 0.5


SIZES = {
    "galateia": ["41/40", "27/27/27", "21/20/20/20", "17/16/16/16/16"],
    "triton": ["40/39", "27/26/26", "20/20/20/19", "16/16/16/16/15"],
    "leucothea": ["39/38", "26/26/25", "20/19/19/19", "16/16/15/15/15"],
    "amphitrite": ["38/37", "25/25/25", "19/19/19/18", "15/15/15/15/15"],
    "poseidon": ["37/36", "25/24/24", "19/18/18/18", "15/15/15/14/14"],
}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", SIZES)
def test_t_remove_2_cards_dealt(deal, variant, players):
    game = deal(players, variant)
    sizes = sorted(dealt_sizes(game), reverse=True)
    assert "/".join(map(str, sizes)) == SIZES[variant][players - 2]


def test_t_remove_3_galateia_is_a_variant_of_its_own(positions):
    variant = positions.GAME.variants["galateia"]
    assert dict(variant.sets) == {"removed": 4}
    assert variant.icons == 1


def test_t_remove_4_nobody_sees_which_islands_are_removed(deal):
    """The table and the hands are the same whichever of the cards nobody holds were removed."""
    game = deal(3, "poseidon")
    assert "removed" not in game.state.table.dtype.names
    assert "removed" not in game.state.hands.dtype.names
    plain = {}
    for number in range(40):
        game = deal(3, "poseidon", deal=number)
        assert plain.setdefault((game.active, *game.piles()), game.table.tobytes()) == game.table.tobytes()
