"""Visits and the sixteen towns on both sides (rules 2.5, 2.14), recruiting."""

import pytest

from analyzer.games.islebound.encoding import ASK_CREW, DROP_WOOD_FIRST, make_plan
from analyzer.games.islebound.notation import KINDS, kind, town
from analyzer.games.islebound.state import Action, Phase

ADVANCED = ("advanced=true",)
BUILDINGS, FISH, WOOD, BOOKS, PIRATES, SERPENTS, CREW, TOWNS = range(8)


def ready(calm, name, sets=(), **goods):
    """A neutral town, a rich visitor beside it, the standard crew."""
    game = calm(sets=sets)
    if game.table.owner[town(name)] >= 0:
        game.neutral(name)
    return game.goods(**{"coin": 7, **goods})


def test_i_visit_01_03_ex_07_neutral_grotto_costs_a_coin_for_the_map_and_gives_fish(calm):
    game = ready(calm, "the_grotto").visit("the_grotto")
    assert (game.held("coin"), game.table.coins_on_map, game.held("fish")) == (6, 1, 5)


def test_i_visit_03_ex_08_the_coin_of_an_owned_town_goes_to_its_owner(calm):
    game = ready(calm, "the_grotto").own(1, "the_grotto").goods(1, coin=7).visit("the_grotto")
    assert (game.held("coin"), game.held("coin", 1), game.table.coins_on_map) == (6, 8, 0)
    assert game.held("fish") == 5


def test_i_visit_04_ex_09_an_own_town_has_no_fee(calm):
    game = ready(calm, "rockslide").own(0, "rockslide").visit("rockslide")
    assert game.held("coin") == 7
    assert game.deck() == ["admin", "admin", "work"]


def test_i_visit_02_a_fee_may_exhaust_any_crew(calm):
    game = ready(calm, "ratnest").visit("ratnest")
    assert game.below() == (["admin"], [])
    assert game.held("coin") == 7


def test_i_visit_05_ex_10_a_fee_that_cannot_be_paid_forbids_the_visit(calm):
    game = ready(calm, "stratic").crew(deck="2*admin", tired="work").beside(0, "stratic")
    assert not game.can_plan("stratic", Action.VISIT)
    assert game.can_plan("stratic", Action.HUNT)
    game.crew(deck="work").goods(coin=0)
    assert not game.can_plan("stratic", Action.VISIT)


def test_i_visit_06_08_workers_are_counted_after_the_fee(calm):
    """Ratnest's fee takes the only crew, a worker: no wood."""
    game = ready(calm, "ratnest").crew(deck="work").visit("ratnest")
    assert (game.held("pirate"), game.held("wood")) == (2, 0)


def test_i_visit_07_steps_are_done_in_printed_order_and_an_exchange_may_stop(calm):
    game = ready(calm, "crimsika", book=3).crew(deck="admin", tired="work").visit("crimsika")
    assert game.deck() == ["admin", "work"]  # rest came first
    assert game.phase == Phase.EXCHANGE
    game.answer(1, 0)
    assert (game.held("book"), game.spaces()) == (2, [1])


def test_i_visit_09_exhausting_exchanges_end_with_the_crew(calm):
    game = ready(calm, "zilliam", fish=9).crew(deck="2*work").visit("zilliam").answer(2, 2)
    assert game.held("book") == 2
    assert game.asked == 1


def test_i_visit_10_other_payments_go_to_the_supply(calm):
    game = ready(calm, "borsham", wood=2).visit("borsham").answer(0, 1)
    assert game.table.coins_on_map == 1
    assert game.held("coin") == 5


def test_i_visit_11_no_exchange_without_a_card_a_cube_or_a_space(calm):
    game = ready(calm, "borsham", wood=3)
    game.table.pirates_left = game.table.serpents_left = 0
    game.visit("borsham")
    assert game.asked == 1
    game = ready(calm, "crimsika", book=2)
    game.table.cubes[0] = 0
    game.visit("crimsika")
    assert game.asked == 1
    game = ready(calm, "crimsika", book=2)
    game.table.space[:] = 1
    game.visit("crimsika")
    assert game.asked == 1


# Towns, standard side


def test_i_town_borsham_01_02_ex_14_limits_are_separate_and_nobody_tires(calm):
    game = ready(calm, "borsham", wood=4, coin=3).crew(deck="admin work").visit("borsham")
    game.answer(1, 1, 1, 1)
    assert (game.held("pirate"), game.held("serpent"), game.held("wood"), game.held("coin")) == (2, 2, 0, 0)
    assert game.deck() == ["admin", "work"]
    assert game.asked == 1


def test_i_town_crimsika_01_02(calm):
    game = ready(calm, "crimsika", book=2).crew(deck="", tired="admin").visit("crimsika").answer(1, 1)
    assert (game.deck(), game.spaces(), game.held("book")) == (["admin"], [1, 2], 0)


def farwold(calm, card, other=None, sets=(), **goods):
    game = ready(calm, "farwold", sets=sets, **goods).reputation(card, other)
    return game.visit("farwold")


def test_i_town_farwold_01_02_ex_21_bonus_then_everybody_up_to_the_limit(calm):
    game = ready(calm, "farwold", fish=9).reputation(FISH).goods(1, fish=3)
    game.visit("farwold").answer(1)
    assert game.renown(0) == 1 + 7
    assert game.renown(1) == 3


def test_i_town_farwold_03_06_an_emptied_pile_takes_from_the_other_but_not_its_last_card(calm):
    game = ready(calm, "farwold").reputation(BUILDINGS)
    table, hidden = game.table, game.state.hidden
    hidden.reputation[1, :3] = [FISH, WOOD, BOOKS]
    table.reputation_left[1] = 3
    table.reputation_top[1] = BOOKS
    game.visit("farwold").answer(1)
    assert list(table.reputation_left) == [1, 2]
    assert list(table.reputation_top) == [BOOKS, WOOD]
    game.answer(0)
    game = farwold(calm, BUILDINGS, FISH).answer(1)
    assert list(game.table.reputation_left) == [0, 1]
    game = ready(calm, "farwold").reputation(None).visit("farwold")
    assert game.phase == Phase.GOODS  # the step is gone for good


def test_i_town_farwold_04_one_wood_or_two_fish(calm):
    assert farwold(calm, BUILDINGS).answer(0, 0).held("wood") == 1
    assert farwold(calm, BUILDINGS).answer(0, 1).held("fish") == 2


def test_i_town_farwold_05_ex_27_either_way_to_take_it(calm):
    game = ready(calm, "farwold", serpent=6).cubes_at(0, 13, 14).beside(0, "farwold")
    assert game.can_plan("farwold", Action.ATTACK)
    assert game.can_plan("farwold", Action.DIPLOMACY)


def test_i_town_farwold_07_a_tile_of_the_bonus_counts(calm):
    """The bonus completes a lap, its tile gives fish, and those count."""
    game = ready(calm, "farwold", fish=1).reputation(FISH)
    game.table.track[0] = 6
    game.table.tile_top = 0  # 4 fish
    game.visit("farwold").answer(1)
    assert game.renown(0) == 6 + 1 + 5


def test_i_town_farwold_08_crew_in_any_state_ichor_and_ports_count(calm):
    game = ready(calm, "farwold").crew(deck="admin", tired="work", hurt="work").reputation(CREW)
    assert game.visit("farwold").answer(1).renown() == 1 + 3
    game = ready(calm, "farwold", serpent=1, ichor=1).reputation(SERPENTS)
    assert game.visit("farwold").answer(1).renown() == 2 + 2
    game = ready(calm, "farwold").own(0, "grenille").reputation(TOWNS)
    assert game.visit("farwold").answer(1).renown() == 2 + 2


@pytest.mark.parametrize(
    ("card", "goods", "renown"),
    [
        (BUILDINGS, {}, 1 + 2),
        (WOOD, {"wood": 4}, 1 + 4),
        (BOOKS, {"book": 3}, 2 + 3),
        (PIRATES, {"pirate": 2}, 2 + 2),
    ],
)
def test_i_town_farwold_02_the_other_cards(calm, card, goods, renown):
    game = ready(calm, "farwold", **goods).has(0, "museum", "market").reputation(card)
    assert game.visit("farwold").answer(1).renown() == renown


def test_i_town_felsgarden_01_02(calm):
    game = ready(calm, "fels_garden").crew(deck="admin", tired="work").visit("fels_garden")
    assert (game.deck(), game.spaces()) == (["admin", "work"], [1])


def test_i_town_grenille_01(calm):
    assert ready(calm, "grenille").crew(deck="2*work").visit("grenille").held("wood") == 4


def test_i_town_krazk_01_02(calm):
    game = ready(calm, "krazk").crew(deck="", tired="work").visit("krazk").answer(1)
    assert (game.deck(), game.held("fish")) == (["work"], 1)
    assert ready(calm, "krazk").visit("krazk").answer(0).held("wood") == 1


def test_i_town_marhaven_01_02(calm):
    game = ready(calm, "marhaven").crew(deck="", tired="work").visit("marhaven")
    assert (game.deck(), game.held("pirate")) == (["work"], 1)


def test_i_town_morlim_01_02(calm):
    game = ready(calm, "morlim").visit("morlim").answer(3)
    assert len(game.deck()) == 3  # one admin paid the fee
    assert game.renown() == 1


def test_i_town_ratnest_01_02(calm):
    game = ready(calm, "ratnest").crew(deck="admin 2*work").visit("ratnest")
    assert (game.held("pirate"), game.held("wood")) == (2, 2)


def test_i_town_rockslide_01_02(calm):
    game = ready(calm, "rockslide").visit("rockslide")
    assert (game.held("book"), game.renown(), game.held("coin")) == (1, 1, 6)
    assert game.below()[0] == ["admin"]


def test_i_town_stratic_01_one_building_for_goods(calm):
    game = ready(calm, "stratic", coin=1, wood=4, fish=4).row("museum", "market", "mansion", "bridge", "jeweller")
    game.visit("stratic").answer(5)
    assert game.table.owned[0]
    assert (game.held("wood"), game.held("fish")) == (2, 3)
    assert game.phase != Phase.BUILD  # exactly one


@pytest.mark.parametrize(("crew", "serpents"), [("2*admin work", 3), ("admin", 1)])
def test_i_town_sunsrest_01_ex_15(calm, crew, serpents):
    game = ready(calm, "suns_rest", fish=7).crew(deck=crew).visit("suns_rest").answer(*[1] * serpents)
    assert game.held("serpent") == serpents
    assert game.held("fish") == 7 - 2 * serpents
    assert game.phase != Phase.EXCHANGE


def test_i_town_grotto_01(calm):
    assert ready(calm, "the_grotto").crew(deck="2*work").visit("the_grotto").held("fish") == 6


def test_i_town_thundrake_01_02(calm):
    game = ready(calm, "thundrake", book=3).crew(deck="", tired="work").visit("thundrake").answer(1, 1)
    assert (game.deck(), game.renown(), game.held("book")) == (["work"], 4, 1)


def test_i_town_undervall_01_02_ex_42_every_slot_is_free(calm):
    game = ready(calm, "undervall", coin=1).crew(deck="", tired="work").visit("undervall")
    assert game.options() == [0, 1, 2, 3]
    game.answer(1)
    assert game.held("coin") == 0
    assert len(game.deck()) == 2


def test_i_town_zilliam_01_ex_16_wood_or_fish_for_a_book_and_a_tired_crew(calm):
    game = ready(calm, "zilliam", wood=1, fish=3).crew(deck="admin work").visit("zilliam")
    assert game.options() == [0, 1, 2]
    game.answer(1)
    assert game.options() == [0, 2]
    game.answer(2)
    assert (game.held("book"), game.held("wood"), game.held("fish")) == (2, 0, 2)
    assert game.below()[0] == ["admin", "work"]


def test_ex_17_library_and_school_of_war_answer_to_each_book(calm):
    game = ready(calm, "zilliam", wood=1, fish=3).crew(deck="admin work").has(0, "library", "school_of_war")
    game.visit("zilliam").answer(1, 2)
    assert (game.renown(), game.held("pirate")) == (2, 2)


# Towns, advanced side


def test_i_town_felsgarden_adv(calm):
    game = ready(calm, "fels_garden", ADVANCED, wood=2).crew(deck="2*admin work", tired="work").visit("fels_garden")
    game.answer(1, 1)
    assert (game.spaces(), game.held("wood")) == ([1, 2], 0)
    assert game.below()[0] == ["admin", "admin", "work"]


def test_i_town_morlim_adv_wood_per_worker_the_new_crew_included(calm):
    game = ready(calm, "morlim", ADVANCED)
    game.table.recruit[2] = kind("work_sail")
    game.visit("morlim").answer(3)
    assert (game.held("wood"), game.renown()) == (2, 0)


def test_i_town_ratnest_adv(calm):
    game = ready(calm, "ratnest", ADVANCED).crew(deck="admin", tired="work").visit("ratnest")
    assert (game.held("pirate"), game.held("coin"), game.deck()) == (2, 6, ["admin", "work"])


def test_i_town_rockslide_adv(calm):
    game = ready(calm, "rockslide", ADVANCED, coin=9).crew(deck="2*admin work").visit("rockslide").answer(1, 1)
    assert (game.held("book"), game.renown(), game.held("coin")) == (2, 4, 5)
    assert game.phase != Phase.EXCHANGE  # two crew were left on deck


def test_i_town_sunsrest_adv(calm):
    game = ready(calm, "suns_rest", ADVANCED, fish=7).crew(deck="admin work").visit("suns_rest").answer(1, 1)
    assert (game.held("serpent"), game.renown(), game.held("fish")) == (2, 2, 3)
    assert game.deck() == []


def test_i_town_grotto_adv(calm):
    game = ready(calm, "the_grotto", ADVANCED).visit("the_grotto")
    assert (game.held("fish"), game.renown()) == (4, 1)


def test_i_town_undervall_adv(calm):
    game = ready(calm, "undervall", ADVANCED, coin=2).crew(deck="admin", tired="work").visit("undervall")
    assert game.deck() == ["admin"]  # no rest
    assert game.options() == [0, 1, 2, 3]
    game.answer(1)
    assert (game.held("coin"), game.renown()) == (0, 1)


@pytest.mark.parametrize("name", ["borsham", "farwold", "grenille", "stratic", "zilliam"])
def test_i_var_adv_towns_that_keep_their_action(position, name):
    standard, advanced = position().rules, position(sets=ADVANCED).rules
    number = town(name)
    assert (standard.town_step[number] == advanced.town_step[number]).all()


def test_i_var_adv_strengths_change_and_ports_do_not(position):
    standard, advanced = position().rules, position(sets=ADVANCED).rules
    assert list(advanced.strength) == [4, 4, 4, 4, 6, 8, 5, 6, 6, 7, 7, 7, 6, 6, 6, 7]
    assert list(standard.strength) == [4, 4, 4, 4, 6, 7, 5, 5, 6, 6, 6, 7, 5, 5, 5, 7]
    assert (standard.town_step[:4] == advanced.town_step[:4]).all()


# Crew


def test_i_crew_01_only_deck_crew_can_pay(calm):
    game = ready(calm, "rockslide").crew(deck="work", tired="admin").beside(0, "rockslide")
    assert not game.can_plan("rockslide", Action.VISIT)


def test_i_crew_02_ex_12_an_injured_crew_needs_two_rests(calm):
    game = ready(calm, "marhaven").crew(deck="admin", tired="work", hurt="admin")
    game.visit("marhaven")
    assert (game.deck(), game.below()) == (["admin", "work"], (["admin"], []))
    game.again().visit("marhaven")
    assert game.deck() == ["admin", "admin", "work"]


def test_i_crew_03_ex_42_prices_1_1_0_and_the_slide(calm):
    game = ready(calm, "morlim", coin=1)
    left, middle, right = (int(card) for card in game.table.recruit)
    following = int(game.table.next_recruit)
    game.visit("morlim")
    assert game.options() == [0, 1, 2, 3]
    game.answer(2)
    assert game.held("coin") == 0
    assert [int(card) for card in game.table.recruit] == [following, left, right]
    assert KINDS[middle] in game.deck()


def test_i_crew_03_without_coins_only_the_right_slot(calm):
    assert ready(calm, "morlim", coin=0).visit("morlim").options() == [0, 3]


def test_i_crew_04_an_empty_pile_leaves_slots_empty(calm):
    game = ready(calm, "morlim")
    game.table.recruits_left = 0
    game.table.next_recruit = -1
    game.visit("morlim").answer(3)
    assert game.table.recruit[0] == -1


def test_i_crew_05_ex_11_the_hold_takes_ten(calm):
    game = ready(calm, "the_grotto", wood=6, fish=2).visit("the_grotto")
    assert (game.held("wood"), game.held("fish")) == (6, 4)


def test_i_crew_05_goods_may_be_thrown_overboard_at_a_free_action(calm):
    game = calm().goods(coin=20, fish=2, wood=1).row("bridge", "museum", "palace", "market", "mansion").hunt()
    game.answer(100, 101)
    assert (game.held("fish"), game.held("wood")) == (1, 0)
    assert 100 not in game.options()


def test_d8_a_policy_may_order_wood_to_go_first(calm):
    game = ready(calm, "the_grotto", wood=6, fish=2).beside(0, "the_grotto")
    game.answer(make_plan(town("the_grotto"), int(Action.VISIT), 0, DROP_WOOD_FIRST))
    assert (game.held("wood"), game.held("fish")) == (3, 7)


def test_i_crew_06_an_empty_supply_gives_nothing(calm):
    game = ready(calm, "ratnest")
    game.table.pirates_left = 1
    game.visit("ratnest")
    assert (game.held("pirate"), game.table.pirates_left) == (1, 0)


def test_i_crew_07_a_rest_with_nobody_below_still_triggers(calm):
    game = ready(calm, "marhaven").has(0, "gambling_hall", "fishing_guild").visit("marhaven")
    assert (game.held("coin"), game.held("fish")) == (7, 1)


def test_d1b_the_policy_may_choose_who_pays_a_fee(calm):
    game = ready(calm, "ratnest").crew(deck="admin work").beside(0, "ratnest")
    game.plan("ratnest", Action.VISIT, 0, ASK_CREW)
    assert game.phase == Phase.CREW
    game.answer(kind("work"))
    assert game.below()[0] == ["work"]
