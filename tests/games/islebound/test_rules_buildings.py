"""Buildings: the row, buying, building, and all thirty-five abilities (rules 2.10, 2.15)."""

import pytest

from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.games.islebound.encoding import BUY
from analyzer.games.islebound.notation import building, town
from analyzer.games.islebound.rules.end import end_points
from analyzer.games.islebound.rules.move import speed
from analyzer.games.islebound.state import NO_CARD, Action, Phase

ROW = ("museum", "market", "mansion", "bridge", "jeweller")  # prices 10 7 8 6 5
SURE = ("combat.serpent=[3, 3, 3, 3, 3, 3]",)
HOPELESS = ("combat.pirate=[0, 0, 0, 0, 0, 0]",)


def shop(calm, *row, sets=(), **goods):
    """A player about to hunt, with a row to buy from."""
    game = calm(sets=tuple(sets)).goods(**{"coin": 30, **goods}).row(*(row or ROW))
    game.table.coins_on_map = 1
    return game.hunt()


def buy(game, slot):
    """Buy the card of a slot (1 = leftmost)."""
    return game.answer(BUY + slot - 1)


def site(calm, *row, **goods):
    """A player about to build at Stratic."""
    game = calm().goods(**{"coin": 1, "wood": 5, "fish": 5, **goods}).row(*(row or ROW)).neutral("stratic")
    return game


def test_i_build_01_buying_costs_the_number_and_may_be_repeated(calm):
    game = shop(calm)
    buy(game, 5)
    assert game.held("coin") == 30 - 5
    buy(game, 5)  # the bridge slid right
    assert game.held("coin") == 30 - 5 - 6
    assert game.table.n_owned[0] == 2


def test_i_build_02_books_are_needed_not_spent(calm):
    assert [answer - BUY + 1 for answer in shop(calm, book=0).options()[1:]] == [4, 5]
    assert [answer - BUY + 1 for answer in shop(calm, book=1).options()[1:]] == [3, 4, 5]
    game = shop(calm, book=3)
    assert [answer - BUY + 1 for answer in game.options()[1:]] == [1, 2, 3, 4, 5]
    assert buy(game, 1).held("book") == 3


def test_i_build_03_04_ex_34_cards_move_right_and_a_new_one_enters_on_the_left(calm):
    """Row A B C D E with C = combat arena: 3 wood + 2 fish."""
    game = site(calm, "museum", "market", "combat_arena", "bridge", "jeweller", book=1)
    following = int(game.state.hidden.buildings[int(game.table.deck_left) - 1])
    game.visit("stratic").answer(3)
    expected = [following, *(building(name) for name in ("museum", "market", "bridge", "jeweller"))]
    assert list(game.table.row[:5]) == expected
    assert (game.held("wood"), game.held("fish"), game.held("book"), game.held("coin")) == (2, 3, 1, 0)


def test_i_build_04_goods_not_coins_at_stratic(calm):
    game = site(calm, wood=0, fish=0, coin=30).visit("stratic")
    while game.phase == Phase.FREE:
        game.answer(0)
    assert game.phase != Phase.BUILD


def test_i_build_05_ex_35_buy_and_build_triggers_are_exclusive(calm):
    game = shop(calm).has(0, "bridge", "mercenary_guild")
    game.row("museum", "market", "mansion", "palace", "jeweller")
    buy(game, 5)
    assert (game.held("pirate"), game.held("coin")) == (1, 25)
    game = site(calm).has(0, "bridge", "mercenary_guild").row("museum", "market", "mansion", "palace", "jeweller")
    game.visit("stratic").answer(5)
    assert (game.held("pirate"), game.held("coin")) == (0, 2)


def test_i_build_06_a_building_does_not_answer_to_its_own_gain_amb_26(calm):
    for reading, renown in (("false", 0), ("true", 1)):
        game = shop(
            calm, "museum", "market", "mansion", "bridge", "academy_of_builders", sets=(f"self_trigger={reading}",)
        )
        assert buy(game, 5).renown() == renown


def test_i_build_07_an_empty_deck_leaves_the_slot_empty(calm):
    game = shop(calm)
    game.table.deck_left = 0
    assert buy(game, 5).table.row[0] == NO_CARD


def test_i_build_08_a_building_scores_its_number(calm):
    game = calm().goods(coin=0).has(0, "market", "bridge")
    assert game.score() == 7 + 6


def test_amb_02_row_shift(calm):
    game = shop(calm, sets=("row_shift=left",))
    following = int(game.state.hidden.buildings[int(game.table.deck_left) - 1])
    buy(game, 4)
    expected = [*(building(name) for name in ("museum", "market", "mansion", "jeweller")), following]
    assert list(game.table.row[:5]) == expected


# The named buildings


def test_i_bldg_academy_of_builders(calm):
    game = shop(calm).has(0, "academy_of_builders")
    assert buy(game, 5).renown() == 1
    game = site(calm).has(0, "academy_of_builders").visit("stratic").answer(5)
    assert game.renown() == 1


def test_i_bldg_bridge(calm):
    game = site(calm, "museum", "market", "mansion", "palace", "jeweller").has(0, "bridge").visit("stratic").answer(5)
    assert game.held("coin") == 2


def test_i_bldg_butcher(calm):
    game = calm().crew(deck="admin", tired="work", hurt="work").has(0, "butcher").own(0, "grenille").visit("grenille")
    assert game.held("wood") == 3


def test_i_bldg_combat_arena(calm):
    game = calm(sets=SURE).goods(serpent=3).has(0, "combat_arena").attack("grenille")
    assert game.renown() == 2


def test_i_bldg_fishing_guild(calm):
    assert calm().has(0, "fishing_guild").own(0, "marhaven").visit("marhaven").held("fish") == 1


def test_i_bldg_gambling_hall_and_miracle_hut_ex_13(calm):
    game = calm().goods(coin=0).has(0, "gambling_hall", "miracle_hut").own(0, "marhaven")
    game.crew(deck="admin", tired="work", hurt="admin").visit("marhaven")
    assert game.deck() == ["admin", "admin", "work"]
    assert game.held("coin") == 1


def test_i_bldg_house_of_commons_is_tested_with_the_influence_track(calm):
    game = calm().has(0, "house_of_commons").own(0, "fels_garden").cubes_at(1, 1, 2, 3).visit("fels_garden")
    assert game.spaces() == [5]


def test_i_bldg_jeweller(calm):
    assert calm().goods(coin=0).has(0, "jeweller").hunt().held("coin") == 2


def test_i_bldg_library(calm):
    assert calm().has(0, "library").own(0, "rockslide").visit("rockslide").renown() == 2


def test_i_bldg_library_a_book_tile_gives_renown_that_may_bring_the_next_tile(calm):
    game = calm().has(0, "library").own(0, "rockslide")
    book = next(tile for tile in range(16) if game.rules.tile_gain[tile] == 3)
    game.table.track[0] = 5
    game.table.tile_top = book
    game.state.hidden.tiles[:15] = 0  # then 4 fish
    game.visit("rockslide")
    # book: +1 renown by the Library, the step's renown completes the lap, the tile's book brings 1
    assert (game.renown(), game.held("book")) == (5 + 1 + 1 + 1, 2)


def test_i_bldg_mansion(calm):
    assert calm().has(0, "mansion").cubes_at(0, 13, 14).ally("fels_garden").renown() == 2


def test_i_bldg_market(calm):
    assert calm().has(0, "market").cubes_at(0, 13, 14).ally("fels_garden").held("wood") == 2


def test_i_bldg_mausoleum(calm):
    game = calm().own(1, "fels_garden").has(1, "mausoleum").cubes_at(0, 13, 14, 15).ally("fels_garden")
    assert game.renown(1) == 3


def test_i_bldg_mercenary_guild(calm):
    game = shop(calm).has(0, "mercenary_guild")
    assert buy(game, 5).held("pirate") == 1


def test_i_bldg_miracle_hut_heals_the_last_kind_in_data_order(calm):
    game = calm().has(0, "miracle_hut").own(0, "marhaven").crew(hurt="admin negotiate_sail").visit("marhaven")
    assert (game.deck(), game.below()) == (["negotiate_sail"], (["admin"], []))


def test_i_bldg_monster_trainers(calm):
    game = calm().has(0, "monster_trainers").own(0, "marhaven").visit("marhaven")
    assert game.held("serpent") == 1
    game = calm().has(0, "monster_trainers").own(0, "grenille").visit("grenille")
    assert game.held("serpent") == 0


def end(game):
    return int(end_points(game.rules, game.table, 0))


def test_i_bldg_museum(calm):
    assert end(calm().has(0, "museum").own(0, "grenille", "morlim")) == 3  # the home port too


def test_i_bldg_palace(calm):
    assert end(calm().has(0, "palace").goods(fish=5, wood=3)) == 2 + 3


def test_i_bldg_sailors_guild(calm):
    game = calm().has(0, "sailors_guild").crew(deck="admin admin_work", tired="work_sail", hurt="combat_sail")
    assert end(game) == 3


def test_i_bldg_school_of_war(calm):
    assert calm().has(0, "school_of_war").own(0, "rockslide").visit("rockslide").held("pirate") == 1


def test_i_bldg_sword_academy(calm):
    game = calm(sets=SURE).goods(serpent=2).has(0, "sword_academy").crew().attack("grenille")
    assert game.table.need == 4
    assert game.table.owner[town("grenille")] == 0


def test_i_bldg_trade_office(calm):
    assert calm().goods(coin=0).has(0, "trade_office").own(0, "grenille").visit("grenille").held("coin") == 1
    assert calm().goods(coin=1).has(0, "trade_office").visit("grenille").held("coin") == 0


def test_i_bldg_underriver_gate_ex_37(calm):
    gate = ("museum", "market", "mansion", "bridge", "underriver_gate")
    game = shop(calm, *gate, sets=SURE)
    buy(game, 5)
    assert (game.held("ichor"), game.table.ichor_left) == (1, 0)
    game.again().goods(coin=0).own(0, "suns_rest").goods(fish=8).visit("suns_rest").answer(1)
    assert (game.held("serpent"), game.held("ichor")) == (1, 1)
    game.answer(0)
    game.again().goods(ichor=1, serpent=0, coin=0).crew(deck="2*admin work").row().neutral("krazk").attack("krazk")
    assert (game.held("ichor"), game.table.ichor_left) == (0, 1)  # at least 2 by the die, 2 by injuries: won
    game.answer(0)
    game.crew(deck="2*admin work")
    game.again().goods(fish=4, coin=0, serpent=0).visit("suns_rest").answer(1, 1)
    assert (game.held("ichor"), game.held("serpent")) == (1, 1)
    plain = calm().own(0, "suns_rest").goods(fish=2).visit("suns_rest").answer(1)
    assert (plain.held("ichor"), plain.held("serpent")) == (0, 1)


# The thirteen placeholders


def test_i_bldg_x01_lumber_yard(calm):
    game = calm().has(0, "x01_lumber_yard").own(0, "grenille").crew(deck="work").visit("grenille")
    assert game.held("wood") == 2 + 1 + 1


def test_i_bldg_x02_fish_market(calm):
    game = calm().has(0, "x02_fish_market").own(0, "the_grotto").crew(deck="work").visit("the_grotto")
    assert game.held("fish") == 4 + 1 + 1
    game = calm().has(0, "x02_fish_market", "x01_lumber_yard").own(0, "krazk").visit("krazk").answer(0)
    assert (game.held("fish"), game.held("wood")) == (0, 2)


def test_i_bldg_x03_shipwright(calm):
    game = calm().has(0, "x03_shipwright")
    assert speed(game.rules, game.table, 0) == 3
    game.crew(deck="admin_sail work_sail")
    assert speed(game.rules, game.table, 0) == 4


def test_i_bldg_x04_warehouse(calm):
    game = calm().goods(fish=9).has(0, "x04_warehouse").own(0, "the_grotto").visit("the_grotto")
    assert game.held("fish") == 14


def test_i_bldg_x05_embassy(calm):
    game = calm().has(0, "x05_embassy").crew().cubes_at(0, 13).beside(0, "fels_garden")
    assert game.can_plan("fels_garden", Action.DIPLOMACY)


def test_i_bldg_x06_harbour_office(calm):
    game = calm().has(0, "x06_harbour_office").crew(deck="work")
    near = game.near(int(game.table.region[0]))[0]
    game.table.region[1] = near
    assert near in game.destinations()


def test_i_bldg_x07_tavern(calm):
    game = calm().goods(coin=1).has(0, "x07_tavern").own(0, "morlim").visit("morlim").answer(1)
    assert game.held("coin") == 1


def test_i_bldg_x08_bank(calm):
    assert end(calm().has(0, "x08_bank").goods(coin=14)) == 2


def test_i_bldg_x09_monument(calm):
    assert end(calm().has(0, "x09_monument", "market", "bridge")) == 1


def test_i_bldg_x10_heralds(calm):
    game = calm().has(0, "x10_heralds").goods(wood=3).event(0, 13, left=1)
    assert game.beside(0, "grenille").plan("grenille", Action.HUNT).answer(1).renown() == 1


def test_i_bldg_x11_barracks(calm):
    game = calm(sets=HOPELESS).has(0, "x11_barracks").goods(pirate=2).crew().attack("grenille")
    assert game.held("pirate") == 2


def test_i_bldg_x12_carpenters(calm):
    game = site(calm, wood=1, fish=1).has(0, "x12_carpenters").visit("stratic").answer(5)  # jeweller: 2 wood, 1 fish
    assert game.held("wood") == 0


def test_i_bldg_x13_toll_house(calm):
    game = calm().goods(coin=2).own(1, "grenille").has(1, "x13_toll_house").goods(1, coin=0).visit("grenille")
    assert game.held("coin", 1) == 2


# Six buildings and the architect


def test_i_var_six_the_row_of_six_and_the_coin_amb_42(calm):
    six = ("palace", *ROW)
    for reading in ("true", "false"):
        game = calm(sets=("six_buildings=true", f"six_bonus_build={reading}")).goods(coin=12, book=4).row(*six)
        assert list(game.rules.row_books) == [4, 3, 2, 1, 0, 0]
        game.hunt()
        buy(game, 1)
        assert game.held("coin") == 2  # one for the card, one by the hunt
        game = calm(sets=("six_buildings=true", f"six_bonus_build={reading}")).goods(coin=1, wood=4, fish=4, book=4)
        game.row(*six).neutral("stratic").visit("stratic").answer(1)
        assert game.held("coin") == (1 if reading == "true" else 0)


def test_i_var_architect_draft_and_hands(position):
    game = position(players=3, sets=("architect=true",), homes=False)
    while game.phase == Phase.HOME:
        game.answer(game.options()[0])
    packs = [int(game.state.hands[seat].pack) for seat in range(3)]
    assert [pack.bit_count() for pack in packs] == [7, 7, 7]
    assert game.phase == Phase.DRAFT
    for seat in range(3):
        assert game.asked == seat
        game.answer(game.options()[0])
    # the packs went to the left: seat 1 now chooses from what seat 0 left
    assert int(game.state.hands[1].pack) & packs[0] == int(game.state.hands[1].pack)
    while game.phase == Phase.DRAFT:
        game.answer(game.options()[-1])
    assert [int(game.state.hands[seat].cards).bit_count() for seat in range(3)] == [7, 7, 7]
    assert list(game.table.goods[:3, 3]) == [7, 7, 7]
    assert (game.table.row == NO_CARD).all()


def test_i_var_architect_only_hand_cards_are_bought_and_books_are_cards(position):
    game = position(players=2, sets=("architect=true",)).no_events().scatter().again()
    cards = int(game.state.hands[0].cards)
    game.goods(coin=60).hunt()
    assert {answer - BUY for answer in game.options()[1:]} == {card for card in range(35) if cards >> card & 1}
    card = game.options()[1] - BUY
    game.answer(BUY + card)
    assert not int(game.state.hands[0].cards) >> card & 1
    assert game.held("book") == 6
    game.again(0).goods(coin=0).own(0, "rockslide").visit("rockslide")  # gain a book: draw a card
    assert game.held("book") == 7 == int(game.state.hands[0].cards).bit_count()
    game.again(0).own(0, "thundrake").visit("thundrake").answer(1)
    assert game.held("book") == 6 == int(game.state.hands[0].cards).bit_count()
    assert int(game.table.discards).bit_count() == 1


def test_i_var_architect_an_empty_pile_takes_the_discards_or_gives_nothing(position):
    game = position(players=2, sets=("architect=true",)).no_events().scatter().again().own(0, "rockslide")
    game.table.deck_left = 0
    game.table.discards = 1 << 5
    game.goods(coin=0).visit("rockslide")
    assert int(game.state.hands[0].cards) >> 5 & 1
    game.again(0).goods(coin=0).visit("rockslide")
    assert game.held("book") == 8


def test_i_var_six_and_architect_cannot_be_combined():
    with pytest.raises(BadInput, match="architect has no building row"):
        make_cell("islebound", variant="architect+six_buildings")
