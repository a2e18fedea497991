"""Diplomacy, influence, hunting, events (rules 2.7 to 2.9)."""

import pytest

from analyzer.games.islebound.encoding import ALWAYS_SKIP, ASK_INFLUENCE, NEVER_SKIP
from analyzer.games.islebound.notation import town
from analyzer.games.islebound.state import Action, Phase

# values 1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 4 on the spaces 1..16


def teal(calm, sets=(), **goods):
    """Teal Fel's Garden (strength 5) and a crew without negotiators."""
    return calm(sets=tuple(sets)).goods(**{"coin": 0, **goods}).crew(deck="2*admin work")


def test_i_diplo_01_teal_towns_only_not_own(calm):
    game = teal(calm).cubes_at(0, 13, 14).beside(0, "fels_garden")
    assert game.can_plan("fels_garden", Action.DIPLOMACY)
    game.beside(0, "grenille")
    assert not game.can_plan("grenille", Action.DIPLOMACY)
    game.own(0, "fels_garden").beside(0, "fels_garden")
    assert not game.can_plan("fels_garden", Action.DIPLOMACY)


def test_i_diplo_02_cubes_and_negotiators_add_up(calm):
    game = teal(calm).cubes_at(0, 13).beside(0, "fels_garden")
    assert not game.can_plan("fels_garden", Action.DIPLOMACY)
    game.crew(deck="admin_negotiate")
    assert game.can_plan("fels_garden", Action.DIPLOMACY)
    game.plan("fels_garden", Action.DIPLOMACY)
    assert game.table.owner[town("fels_garden")] == 0


def test_i_diplo_02_03_ex_29_an_owned_town_costs_two_more(calm):
    game = teal(calm).own(2, "fels_garden").cubes_at(0, 5, 6, 9)
    game.ally("fels_garden")
    assert game.table.owner[town("fels_garden")] == 0
    assert game.held("coin") == 5
    assert game.spaces() == [1]  # all three paid, and the visit placed one
    short = teal(calm).own(2, "fels_garden").cubes_at(0, 5, 6, 7).beside(0, "fels_garden")
    assert not short.can_plan("fels_garden", Action.DIPLOMACY)


def test_i_diplo_03_success_pays_spoils_and_visits_free(calm):
    game = teal(calm).crew(deck="admin", tired="work").cubes_at(0, 13, 1).ally("fels_garden")
    assert game.held("coin") == 5
    assert game.deck() == ["admin", "work"]
    assert game.table.towns[0] == 2


def test_i_diplo_04_removed_cubes_return_to_the_stock(calm):
    game = teal(calm).cubes_at(0, 13, 1)
    stock = int(game.table.cubes[0])
    game.ally("fels_garden")
    assert game.table.cubes[0] == stock + 2 - 2  # one marks the town, one went on the track


def test_d4_least_overpay_then_most_negotiators_then_few_high_values(calm):
    """Need 5: 4 + 1 exactly, or 3 + 1 + a negotiator exactly: the negotiator is used."""
    game = teal(calm).crew(deck="admin_negotiate").cubes_at(0, 2, 9, 13).ally("fels_garden")
    assert game.spaces() == [1, 13]
    # need 6 without negotiators: 2+2+2 rather than 4+2 or 3+3
    game = teal(calm).cubes_at(0, 5, 6, 7, 9, 10, 13).beside(0, "rockslide")
    game.ally("rockslide")
    assert game.spaces() == [9, 10, 13]


def test_d4_of_equal_values_the_leftmost(calm):
    game = teal(calm).cubes_at(0, 9, 10, 11).ally("rockslide")
    assert game.spaces() == [11]


def test_d4_the_policy_may_pay_as_it_likes(calm):
    game = teal(calm).cubes_at(0, 1, 9, 13).beside(0, "fels_garden")
    game.plan("fels_garden", Action.DIPLOMACY, 0, ASK_INFLUENCE)
    assert game.phase == Phase.INFLUENCE
    assert not game.is_legal(0b011 << 4)
    assert game.is_legal(0b101 << 4)
    game.answer(0b110 << 4)  # 3 + 4: overpaying gives nothing
    assert game.spaces() == [1, 2]
    assert game.held("coin") == 5


def test_amb_06_negotiator_limit(calm):
    for limit, legal in (("each", True), ("one", False)):
        game = teal(calm, (f"negotiator_limit={limit}",)).crew(deck="admin_negotiate work_negotiate").cubes_at(0, 9)
        assert game.beside(0, "fels_garden").can_plan("fels_garden", Action.DIPLOMACY) == legal


def test_amb_29_diplo_needs_cube(calm):
    crew = "admin_negotiate work_negotiate combat_negotiate 2*negotiate_sail"
    for reading, legal in (("false", True), ("true", False)):
        game = teal(calm, (f"diplo_needs_cube={reading}",)).crew(deck=crew).beside(0, "fels_garden")
        assert game.can_plan("fels_garden", Action.DIPLOMACY) == legal
    game = teal(calm, ("diplo_needs_cube=true",)).crew(deck=crew).cubes_at(0, 16).ally("fels_garden")
    assert 16 not in game.spaces()


def test_i_infl_01_cubes_go_on_the_leftmost_empty_spaces_and_fill_gaps(calm):
    game = calm().goods(book=2).cubes_at(1, 1, 3).neutral("crimsika")
    game.visit("crimsika").answer(1, 1)
    assert game.spaces() == [2, 4]


def test_i_infl_02_no_cube_or_no_space_places_nothing(calm):
    game = calm().neutral("fels_garden")
    game.table.cubes[0] = 0
    game.visit("fels_garden")
    assert game.spaces() == []
    game = calm().neutral("fels_garden")
    game.table.space[:] = 1
    game.visit("fels_garden")
    assert game.spaces() == []


def test_i_infl_03_values_rise_from_left_to_right(position):
    values = list(position().rules.space_value[:16])
    assert values == sorted(values) == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4


def test_i_infl_04_an_empty_stock_marks_a_town_with_an_influence_cube(calm):
    sure = ("combat.serpent=[3, 3, 3, 3, 3, 3]",)
    game = calm(sets=sure).goods(serpent=3).cubes_at(0, 9, 2, 1)
    game.table.cubes[0] = 0
    game.attack("grenille")
    assert game.spaces() == [2, 9]
    assert game.table.owner[town("grenille")] == 0


# Hunt


def test_i_hunt_01_ex_30_all_coins_of_the_map_or_one(calm):
    game = calm().goods(coin=0)
    game.table.coins_on_map = 4
    game.hunt()
    assert (game.held("coin"), game.table.coins_on_map) == (4, 0)
    game.again().hunt()
    assert game.held("coin") == 5


def test_ex_30_with_a_jeweller(calm):
    game = calm().goods(coin=0).has(0, "jeweller")
    game.table.coins_on_map = 4
    game.hunt()
    assert game.held("coin") == 5
    game.again().hunt()
    assert game.held("coin") == 7


# Events


def eventful(calm, number=1, name="morlim", left=3, **goods):
    game = calm().goods(**{"coin": 0, **goods}).crew(deck="2*admin work")
    game.event(0, number, left=left)
    game.table.event_left[1] = 4
    game.state.hidden.events[1, :4] = [2, 3, 4, 5]
    game.table.event_top[1] = 5
    return game.beside(0, name)


def test_i_event_01_to_03_ex_31_the_event_at_morlim(calm):
    game = eventful(calm, book=1)
    following = int(game.state.hidden.events[0, 1])
    game.plan("morlim", Action.HUNT)
    assert game.options() == [0, 1]
    game.answer(1)
    assert game.below()[0] == ["work"]
    assert (game.held("book"), game.spaces()) == (0, [1, 2, 3])
    assert (game.table.event_top[0], game.table.event_left[0]) == (following, 2)


def test_i_event_01_the_cost_must_be_payable(calm):
    game = eventful(calm, book=0)
    game.plan("morlim", Action.HUNT)
    assert game.asked == 1  # nothing to ask
    game = eventful(calm, book=1).crew(deck="2*admin", tired="work")
    assert game.plan("morlim", Action.HUNT).asked == 1


def test_i_event_03_a_chain_in_one_turn(calm):
    game = eventful(calm, 13, "grenille", wood=3)
    game.state.hidden.events[0, 1] = 4  # event 5, also at Grenille: admin and a coin
    game.goods(coin=3)
    game.plan("grenille", Action.HUNT).answer(1)
    assert game.phase == Phase.FREE
    game.answer(1)
    assert len(game.spaces()) == 5


def test_i_event_04_ex_32_an_empty_pile_takes_the_top_of_the_other(calm):
    game = eventful(calm, left=1, book=1)
    game.plan("morlim", Action.HUNT).answer(1)
    assert list(game.table.event_left) == [1, 3]
    assert list(game.table.event_top) == [5, 4]


def test_i_event_05_all_discarded_are_shuffled_into_two_new_piles(calm):
    game = eventful(calm, left=1, book=1)
    game.table.event_left[1] = 0
    game.plan("morlim", Action.HUNT).answer(1)
    assert list(game.table.event_left) == [8, 7]
    cards = [*game.state.hidden.events[0, :8], *game.state.hidden.events[1, :7]]
    assert sorted(cards) == list(range(15))


def test_i_event_06_one_crew_pays_one_symbol_amb_21(calm):
    for reading, legal in (("false", False), ("true", True)):
        game = calm(sets=(f"double_symbol_pay={reading}",)).crew(deck="admin_work").event(0, 14, left=1)
        game.beside(0, "suns_rest").plan("suns_rest", Action.HUNT)
        assert (game.asked == 0) == legal
        if legal:
            game.answer(1)
            assert game.below()[0] == ["admin_work"]
            assert len(game.spaces()) == 2


def test_i_event_07_the_last_card_of_the_other_pile_stays(calm):
    game = eventful(calm, left=1, book=1)
    game.table.event_left[1] = 1
    game.plan("morlim", Action.HUNT).answer(1)
    assert list(game.table.event_left) == [0, 1]


def test_i_event_08_at_least_one_cube_and_ichor_pays_a_serpent(calm):
    game = eventful(calm, book=1)
    game.table.cubes[0] = 1
    game.plan("morlim", Action.HUNT).answer(1)
    assert game.spaces() == [1]
    game = eventful(calm, book=1)
    game.table.cubes[0] = 0
    assert game.plan("morlim", Action.HUNT).asked == 1
    game = eventful(calm, 11, "undervall", ichor=1)
    game.plan("undervall", Action.HUNT).answer(1)
    assert (game.held("ichor"), game.table.ichor_left) == (0, 1)


# House of Commons


def commons(calm, sets=(), orders=0, n_books=1, filled=(1, 2, 3)):
    game = (
        calm(sets=tuple(sets)).goods(book=n_books).has(0, "house_of_commons").neutral("crimsika").cubes_at(1, *filled)
    )
    game.beside(0, "crimsika").plan("crimsika", Action.VISIT, 0, orders)
    return game


def test_i_bldg_house_of_commons_d9_skips_to_a_higher_value(calm):
    assert commons(calm).answer(1).spaces() == [5]
    assert commons(calm, filled=(1, 2)).answer(1).spaces() == [3]  # 4 is worth no more than 3


def test_i_bldg_house_of_commons_the_skipped_space_may_be_skipped_again(calm):
    assert commons(calm, n_books=2).answer(1, 1).spaces() == [5, 6]


def test_d9_the_policy_may_override_the_skip(calm):
    assert commons(calm, orders=NEVER_SKIP).answer(1).spaces() == [4]
    assert commons(calm, orders=ALWAYS_SKIP, filled=(1,)).answer(1).spaces() == [3]


@pytest.mark.parametrize(("reading", "spaces"), [("per_batch", [5, 6, 7]), ("per_cube", [5, 6, 7])])
def test_amb_24_commons_skip_where_only_the_first_is_better(calm, reading, spaces):
    game = calm(sets=(f"commons_skip={reading}",)).has(0, "house_of_commons").cubes_at(1, 1, 2, 3)
    game.goods(wood=3).event(0, 13, left=1).beside(0, "grenille").plan("grenille", Action.HUNT).answer(1)
    assert game.spaces() == spaces


@pytest.mark.parametrize(("reading", "spaces"), [("per_batch", [5, 6, 7]), ("per_cube", [5, 9, 10])])
def test_amb_24_commons_skip(calm, reading, spaces):
    """Spaces 5 to 8: only 5 and 8 are empty; each cube may skip one more space if every cube may."""
    taken = (1, 2, 3, 6, 7) if reading == "per_cube" else (1, 2, 3)
    game = calm(sets=(f"commons_skip={reading}",)).has(0, "house_of_commons").cubes_at(1, *taken)
    game.goods(wood=3).event(0, 13, left=1).beside(0, "grenille").plan("grenille", Action.HUNT).answer(1)
    assert game.spaces() == spaces
