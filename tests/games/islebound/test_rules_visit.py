"""Visits: fees and steps (rules 2.5), and the crew that they need (rules 2.11)."""

import pytest

from analyzer.games.islebound.encoding import ASK_CREW, DROP_WOOD_FIRST, make_plan
from analyzer.games.islebound.notation import KINDS, kind, town
from analyzer.games.islebound.rules.tracks import gain_renown
from analyzer.games.islebound.state import BOOK, Action, Phase


def test_i_visit_01_03_ex_07_neutral_grotto_costs_a_coin_for_the_map_and_gives_fish(ready):
    game = ready("the_grotto").visit("the_grotto")
    assert (game.held("coin"), game.table.coins_on_map, game.held("fish")) == (6, 1, 5)


def test_i_visit_03_ex_08_the_coin_of_an_owned_town_goes_to_its_owner(ready):
    game = ready("the_grotto").own(1, "the_grotto").goods(1, coin=7).visit("the_grotto")
    assert (game.held("coin"), game.held("coin", 1), game.table.coins_on_map) == (6, 8, 0)
    assert game.held("fish") == 5


def test_i_visit_04_ex_09_an_own_town_has_no_fee(ready):
    game = ready("rockslide").own(0, "rockslide").visit("rockslide")
    assert game.held("coin") == 7
    assert game.deck() == ["admin", "admin", "work"]


def test_i_visit_02_a_fee_may_exhaust_any_crew(ready):
    game = ready("ratnest").visit("ratnest")
    assert game.below() == (["admin"], [])
    assert game.held("coin") == 7


def test_i_visit_05_ex_10_a_fee_that_cannot_be_paid_forbids_the_visit(ready):
    game = ready("stratic").crew(deck="2*admin", tired="work").beside(0, "stratic")
    assert not game.can_plan("stratic", Action.VISIT)
    assert game.can_plan("stratic", Action.HUNT)
    game.crew(deck="work").goods(coin=0)
    assert not game.can_plan("stratic", Action.VISIT)


def test_i_visit_06_08_workers_are_counted_after_the_fee(ready):
    """Ratnest's fee takes the only crew, a worker: no wood."""
    game = ready("ratnest").crew(deck="work").visit("ratnest")
    assert (game.held("pirate"), game.held("wood")) == (2, 0)


def test_i_visit_07_steps_are_done_in_printed_order_and_an_exchange_may_stop(ready):
    game = ready("crimsika", book=3).crew(deck="admin", tired="work").visit("crimsika")
    assert game.deck() == ["admin", "work"]  # rest came first
    assert game.phase == Phase.EXCHANGE
    game.answer(1, 0)
    assert (game.held("book"), game.spaces()) == (2, [1])


def test_i_visit_09_exhausting_exchanges_end_with_the_crew(ready):
    game = ready("zilliam", fish=9).crew(deck="2*work").visit("zilliam").answer(2, 2)
    assert game.held("book") == 2
    assert game.asked == 1


def test_i_visit_10_other_payments_go_to_the_supply(ready):
    game = ready("borsham", wood=2).visit("borsham").answer(0, 1)
    assert game.table.coins_on_map == 1
    assert game.held("coin") == 5


def test_i_visit_11_no_exchange_without_a_card_a_cube_or_a_space(ready):
    game = ready("borsham", wood=3)
    game.table.pirates_left = game.table.serpents_left = 0
    game.visit("borsham")
    assert game.asked == 1
    game = ready("crimsika", book=2)
    game.table.cubes[0] = 0
    game.visit("crimsika")
    assert game.asked == 1
    game = ready("crimsika", book=2)
    game.table.space[:] = 1
    game.visit("crimsika")
    assert game.asked == 1


def architect(position, n_discards, *owned):
    """An architect without coins, with an empty draw pile and so many discards; all other buildings are in hands."""
    game = position(players=2, sets=("architect=true",)).no_events().scatter().again().goods(coin=0).has(0, *owned)
    cards = [card for card in range(int(game.rules.n_buildings)) if not int(game.table.owned[0]) >> card & 1]
    piles = cards[:n_discards], cards[n_discards : n_discards + 7], cards[n_discards + 7 :]
    discards, own, others = (sum(1 << card for card in pile) for pile in piles)
    game.table.discards, game.hand(0).cards, game.hand(1).cards = discards, own, others
    game.table.deck_left = 0
    return game.goods(0, book=7).goods(1, book=len(piles[2]))


@pytest.mark.parametrize(("n_discards", "answers"), [(1, 1), (0, 0)])
def test_i_visit_11_a_book_that_cannot_be_drawn_is_not_gained_and_nothing_answers(position, n_discards, answers):
    game = architect(position, n_discards, "library", "school_of_war").own(0, "rockslide").visit("rockslide")
    assert game.held("book") == 7 + answers
    assert (game.renown(), game.held("pirate")) == (1 + answers, answers)  # the town itself gives one renown


@pytest.mark.parametrize(("n_discards", "answers"), [(1, 1), (0, 0)])
def test_i_visit_11_a_tile_without_a_book_to_draw_answers_nothing(position, n_discards, answers):
    game = architect(position, n_discards, "school_of_war").own(0, "borsham").goods(fish=0, wood=0)
    game.table.tile_top = next(tile for tile in range(16) if game.rules.tile_gain[tile] == BOOK)
    gain_renown(game.rules, game.state, 0, int(game.rules.lap))
    assert (game.held("book"), game.held("pirate")) == (7 + answers, answers)


@pytest.mark.parametrize("n_discards", [0, 1, 2])
def test_i_visit_11_zilliam_is_paid_only_while_a_book_can_be_drawn(position, n_discards):
    game = architect(position, n_discards, "library", "school_of_war").own(0, "zilliam")
    game.goods(0, wood=3, fish=3).crew(deck="4*admin").visit("zilliam")
    for _ in range(n_discards):
        assert game.phase == Phase.EXCHANGE
        game.answer(1)
    assert game.asked == 1
    assert (game.held("book"), game.held("wood"), game.held("fish")) == (7 + n_discards, 3 - n_discards, 3)
    assert (game.renown(), game.held("pirate")) == (n_discards, n_discards)


# Crew


def test_i_crew_01_only_deck_crew_can_pay(ready):
    game = ready("rockslide").crew(deck="work", tired="admin").beside(0, "rockslide")
    assert not game.can_plan("rockslide", Action.VISIT)


def test_i_crew_02_ex_12_an_injured_crew_needs_two_rests(ready):
    game = ready("marhaven").crew(deck="admin", tired="work", hurt="admin")
    game.visit("marhaven")
    assert (game.deck(), game.below()) == (["admin", "work"], (["admin"], []))
    game.again().visit("marhaven")
    assert game.deck() == ["admin", "admin", "work"]


def test_i_crew_03_ex_42_prices_1_1_0_and_the_slide(ready):
    game = ready("morlim", coin=1)
    left, middle, right = (int(card) for card in game.table.recruit)
    following = int(game.table.next_recruit)
    game.visit("morlim")
    assert game.options() == [0, 1, 2, 3]
    game.answer(2)
    assert game.held("coin") == 0
    assert [int(card) for card in game.table.recruit] == [following, left, right]
    assert KINDS[middle] in game.deck()


def test_i_crew_03_without_coins_only_the_right_slot(ready):
    assert ready("morlim", coin=0).visit("morlim").options() == [0, 3]


def test_i_crew_04_an_empty_pile_leaves_slots_empty(ready):
    game = ready("morlim")
    game.table.recruits_left = 0
    game.table.next_recruit = -1
    game.visit("morlim").answer(3)
    assert game.table.recruit[0] == -1


def test_i_crew_05_ex_11_the_hold_takes_ten(ready):
    game = ready("the_grotto", wood=6, fish=2).visit("the_grotto")
    assert (game.held("wood"), game.held("fish")) == (6, 4)


def test_i_crew_05_goods_may_be_thrown_overboard_at_a_free_action(calm):
    game = calm().goods(coin=20, fish=2, wood=1).row("bridge", "museum", "palace", "market", "mansion").hunt()
    game.answer(100, 101)
    assert (game.held("fish"), game.held("wood")) == (1, 0)
    assert 100 not in game.options()


def test_d8_a_policy_may_order_wood_to_go_first(ready):
    game = ready("the_grotto", wood=6, fish=2).beside(0, "the_grotto")
    game.answer(make_plan(town("the_grotto"), int(Action.VISIT), 0, DROP_WOOD_FIRST))
    assert (game.held("wood"), game.held("fish")) == (3, 7)


def test_i_crew_06_an_empty_supply_gives_nothing(ready):
    game = ready("ratnest")
    game.table.pirates_left = 1
    game.visit("ratnest")
    assert (game.held("pirate"), game.table.pirates_left) == (1, 0)


def test_i_crew_07_a_rest_with_nobody_below_still_triggers(ready):
    game = ready("marhaven").has(0, "gambling_hall", "fishing_guild").visit("marhaven")
    assert (game.held("coin"), game.held("fish")) == (7, 1)


def test_d1b_the_policy_may_choose_who_pays_a_fee(ready):
    game = ready("ratnest").crew(deck="admin work").beside(0, "ratnest")
    game.plan("ratnest", Action.VISIT, 0, ASK_CREW)
    assert game.phase == Phase.CREW
    game.answer(kind("work"))
    assert game.below()[0] == ["work"]
