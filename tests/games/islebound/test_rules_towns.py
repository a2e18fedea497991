"""The sixteen towns on both sides (rules 2.14)."""

import pytest

from analyzer.games.islebound.notation import kind, town
from analyzer.games.islebound.state import Action, Phase

ADVANCED = ("advanced=true",)
BUILDINGS, FISH, WOOD, BOOKS, PIRATES, SERPENTS, CREW, TOWNS = range(8)


# Towns, standard side


def test_i_town_borsham_01_02_ex_14_limits_are_separate_and_nobody_tires(ready):
    game = ready("borsham", wood=4, coin=3).crew(deck="admin work").visit("borsham")
    game.answer(1, 1, 1, 1)
    assert (game.held("pirate"), game.held("serpent"), game.held("wood"), game.held("coin")) == (2, 2, 0, 0)
    assert game.deck() == ["admin", "work"]
    assert game.asked == 1


def test_i_town_crimsika_01_02(ready):
    game = ready("crimsika", book=2).crew(deck="", tired="admin").visit("crimsika").answer(1, 1)
    assert (game.deck(), game.spaces(), game.held("book")) == (["admin"], [1, 2], 0)


def farwold(ready, card, other=None, sets=(), **goods):
    game = ready("farwold", sets=sets, **goods).reputation(card, other)
    return game.visit("farwold")


def test_i_town_farwold_01_02_ex_21_bonus_then_everybody_up_to_the_limit(ready):
    game = ready("farwold", fish=9).reputation(FISH).goods(1, fish=3)
    game.visit("farwold").answer(1)
    assert game.renown(0) == 1 + 7
    assert game.renown(1) == 3


def test_i_town_farwold_03_06_an_emptied_pile_takes_from_the_other_but_not_its_last_card(ready):
    game = ready("farwold").reputation(BUILDINGS)
    table, hidden = game.table, game.state.hidden
    hidden.reputation[1, :3] = [FISH, WOOD, BOOKS]
    table.reputation_left[1] = 3
    table.reputation_top[1] = BOOKS
    game.visit("farwold").answer(1)
    assert list(table.reputation_left) == [1, 2]
    assert list(table.reputation_top) == [BOOKS, WOOD]
    game.answer(0)
    game = farwold(ready, BUILDINGS, FISH).answer(1)
    assert list(game.table.reputation_left) == [0, 1]
    game = ready("farwold").reputation(None).visit("farwold")
    assert game.phase == Phase.GOODS  # the step is gone for good


def test_i_town_farwold_04_one_wood_or_two_fish(ready):
    assert farwold(ready, BUILDINGS).answer(0, 0).held("wood") == 1
    assert farwold(ready, BUILDINGS).answer(0, 1).held("fish") == 2


def test_i_town_farwold_05_ex_27_either_way_to_take_it(ready):
    game = ready("farwold", serpent=6).cubes_at(0, 13, 14).beside(0, "farwold")
    assert game.can_plan("farwold", Action.ATTACK)
    assert game.can_plan("farwold", Action.DIPLOMACY)


def test_i_town_farwold_07_a_tile_of_the_bonus_counts(ready):
    """The bonus completes a lap, its tile gives fish, and those count."""
    game = ready("farwold", fish=1).reputation(FISH)
    game.table.track[0] = 6
    game.table.tile_top = 0  # 4 fish
    game.visit("farwold").answer(1)
    assert game.renown(0) == 6 + 1 + 5


def test_i_town_farwold_08_crew_in_any_state_ichor_and_ports_count(ready):
    game = ready("farwold").crew(deck="admin", tired="work", hurt="work").reputation(CREW)
    assert game.visit("farwold").answer(1).renown() == 1 + 3
    game = ready("farwold", serpent=1, ichor=1).reputation(SERPENTS)
    assert game.visit("farwold").answer(1).renown() == 2 + 2
    game = ready("farwold").own(0, "grenille").reputation(TOWNS)
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
def test_i_town_farwold_02_the_other_cards(ready, card, goods, renown):
    game = ready("farwold", **goods).has(0, "museum", "market").reputation(card)
    assert game.visit("farwold").answer(1).renown() == renown


def test_i_town_felsgarden_01_02(ready):
    game = ready("fels_garden").crew(deck="admin", tired="work").visit("fels_garden")
    assert (game.deck(), game.spaces()) == (["admin", "work"], [1])


def test_i_town_grenille_01(ready):
    assert ready("grenille").crew(deck="2*work").visit("grenille").held("wood") == 4


def test_i_town_krazk_01_02(ready):
    game = ready("krazk").crew(deck="", tired="work").visit("krazk").answer(1)
    assert (game.deck(), game.held("fish")) == (["work"], 1)
    assert ready("krazk").visit("krazk").answer(0).held("wood") == 1


def test_i_town_marhaven_01_02(ready):
    game = ready("marhaven").crew(deck="", tired="work").visit("marhaven")
    assert (game.deck(), game.held("pirate")) == (["work"], 1)


def test_i_town_morlim_01_02(ready):
    game = ready("morlim").visit("morlim").answer(3)
    assert len(game.deck()) == 3  # one admin paid the fee
    assert game.renown() == 1


def test_i_town_ratnest_01_02(ready):
    game = ready("ratnest").crew(deck="admin 2*work").visit("ratnest")
    assert (game.held("pirate"), game.held("wood")) == (2, 2)


def test_i_town_rockslide_01_02(ready):
    game = ready("rockslide").visit("rockslide")
    assert (game.held("book"), game.renown(), game.held("coin")) == (1, 1, 6)
    assert game.below()[0] == ["admin"]


def test_i_town_stratic_01_one_building_for_goods(ready):
    game = ready("stratic", coin=1, wood=4, fish=4).row("museum", "market", "mansion", "bridge", "jeweller")
    game.visit("stratic").answer(5)
    assert game.table.owned[0]
    assert (game.held("wood"), game.held("fish")) == (2, 3)
    assert game.phase != Phase.BUILD  # exactly one


@pytest.mark.parametrize(("crew", "serpents"), [("2*admin work", 3), ("admin", 1)])
def test_i_town_sunsrest_01_ex_15(ready, crew, serpents):
    game = ready("suns_rest", fish=7).crew(deck=crew).visit("suns_rest").answer(*[1] * serpents)
    assert game.held("serpent") == serpents
    assert game.held("fish") == 7 - 2 * serpents
    assert game.phase != Phase.EXCHANGE


def test_i_town_grotto_01(ready):
    assert ready("the_grotto").crew(deck="2*work").visit("the_grotto").held("fish") == 6


def test_i_town_thundrake_01_02(ready):
    game = ready("thundrake", book=3).crew(deck="", tired="work").visit("thundrake").answer(1, 1)
    assert (game.deck(), game.renown(), game.held("book")) == (["work"], 4, 1)


def test_i_town_undervall_01_02_ex_42_every_slot_is_free(ready):
    game = ready("undervall", coin=1).crew(deck="", tired="work").visit("undervall")
    assert game.options() == [0, 1, 2, 3]
    game.answer(1)
    assert game.held("coin") == 0
    assert len(game.deck()) == 2


def test_i_town_zilliam_01_ex_16_wood_or_fish_for_a_book_and_a_tired_crew(ready):
    game = ready("zilliam", wood=1, fish=3).crew(deck="admin work").visit("zilliam")
    assert game.options() == [0, 1, 2]
    game.answer(1)
    assert game.options() == [0, 2]
    game.answer(2)
    assert (game.held("book"), game.held("wood"), game.held("fish")) == (2, 0, 2)
    assert game.below()[0] == ["admin", "work"]


def test_ex_17_library_and_school_of_war_answer_to_each_book(ready):
    game = ready("zilliam", wood=1, fish=3).crew(deck="admin work").has(0, "library", "school_of_war")
    game.visit("zilliam").answer(1, 2)
    assert (game.renown(), game.held("pirate")) == (2, 2)


# Towns, advanced side


def test_i_town_felsgarden_adv(ready):
    game = ready("fels_garden", ADVANCED, wood=2).crew(deck="2*admin work", tired="work").visit("fels_garden")
    game.answer(1, 1)
    assert (game.spaces(), game.held("wood")) == ([1, 2], 0)
    assert game.below()[0] == ["admin", "admin", "work"]


def test_i_town_morlim_adv_wood_per_worker_the_new_crew_included(ready):
    game = ready("morlim", ADVANCED)
    game.table.recruit[2] = kind("work_sail")
    game.visit("morlim").answer(3)
    assert (game.held("wood"), game.renown()) == (2, 0)


def test_i_town_ratnest_adv(ready):
    game = ready("ratnest", ADVANCED).crew(deck="admin", tired="work").visit("ratnest")
    assert (game.held("pirate"), game.held("coin"), game.deck()) == (2, 6, ["admin", "work"])


def test_i_town_rockslide_adv(ready):
    game = ready("rockslide", ADVANCED, coin=9).crew(deck="2*admin work").visit("rockslide").answer(1, 1)
    assert (game.held("book"), game.renown(), game.held("coin")) == (2, 4, 5)
    assert game.phase != Phase.EXCHANGE  # two crew were left on deck


def test_i_town_sunsrest_adv(ready):
    game = ready("suns_rest", ADVANCED, fish=7).crew(deck="admin work").visit("suns_rest").answer(1, 1)
    assert (game.held("serpent"), game.renown(), game.held("fish")) == (2, 2, 3)
    assert game.deck() == []


def test_i_town_grotto_adv(ready):
    game = ready("the_grotto", ADVANCED).visit("the_grotto")
    assert (game.held("fish"), game.renown()) == (4, 1)


def test_i_town_undervall_adv(ready):
    game = ready("undervall", ADVANCED, coin=2).crew(deck="admin", tired="work").visit("undervall")
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
