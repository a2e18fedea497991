"""Setup, hold, end of the game and the rules for two and three players, clause by clause."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import hypergeom

from analyzer.errors import BadInput
from analyzer.games.portolano.state import FIRST_PORT, Cause, Deed, Extension, Phase, Stern
from analyzer.kernel.jit import IS_PLAIN

N_BOARDS = 800 if IS_PLAIN else 4000


def deal(position, players=4, sets=(), seed=1):
    return position(players, sets, seed)


def faces(game):
    return [int(face) for face in game.table.face[: int(game.rules.cells)]]


@pytest.mark.parametrize("players", [4, 5])
def test_p_setup_1_sixteen_tiles_with_three_ports(position, players):
    game = deal(position, players)
    laid = faces(game)
    assert len(laid) == 16
    assert sorted(face // 2 for face in laid if face < FIRST_PORT) == list(range(13))
    assert sum(face >= FIRST_PORT for face in laid) == 3
    boards = [faces(deal(position, players, seed=seed)) for seed in range(30)]
    assert {face & 1 for board in boards for face in board} == {0, 1}
    assert len({tuple(board) for board in boards}) == 30


@pytest.mark.parametrize("players", [2, 3])
def test_p_setup_2_and_p_23p_1_nine_tiles_with_an_upgrade_tile(position, players):
    for seed in range(40):
        game = deal(position, players, seed=seed)
        laid = faces(game)
        sea = [face // 2 for face in laid if face < FIRST_PORT]
        assert len(laid) == 9
        assert len(set(sea)) == 7
        assert any(game.rules.has_upgrade[tile] for tile in sea)


def upgrade_tiles(position, players):
    """How many of the seven sea tiles can upgrade, in many deals."""
    game = deal(position, players)
    numbers = []
    for seed in range(N_BOARDS):
        game.deal_again((seed, 22, 33))
        numbers.append(sum(int(game.rules.has_upgrade[face // 2]) for face in faces(game) if face < FIRST_PORT))
    return np.array(numbers)


def is_one_of_six_and_six_of_twelve(numbers):
    """Tell whether numbers of upgrade tiles look like one of the six, and six of the other twelve at random."""
    values = np.arange(1, 7)
    shares = hypergeom(12, 5, 6).pmf(values - 1)
    errors = np.sqrt(shares * (1 - shares) / len(numbers))
    seen = np.array([np.mean(numbers == value) for value in values])
    mean_error = np.sqrt(np.sum(shares * (values - 3.5) ** 2) / len(numbers))
    return bool((np.abs(seen - shares) < 4.5 * errors).all() and abs(numbers.mean() - 3.5) < 4.5 * mean_error)


@pytest.mark.statistical
@pytest.mark.parametrize("players", [2, 3])
def test_p_23p_1_one_upgrade_tile_is_chosen_first_and_six_of_the_other_twelve_at_random(position, players):
    assert is_one_of_six_and_six_of_twelve(upgrade_tiles(position, players))


@pytest.mark.statistical
def test_p_23p_1_a_plain_seven_of_thirteen_would_be_found_out():
    """The negative control: seven tiles at random, and an upgrade tile only where there was none."""
    plain = np.random.default_rng(1).hypergeometric(6, 7, 7, N_BOARDS)
    assert not is_one_of_six_and_six_of_twelve(np.maximum(plain, 1))


def test_p_23p_1_the_upgrade_tile_is_needed_because_most_have_none(position):
    """The board is drawn from thirteen tiles of which six can upgrade; with one such tile it is always there."""
    only_one = [f"sea.S0{n}.a.action=taler" for n in range(2, 7)]
    for seed in range(25):
        game = deal(position, 3, only_one, seed)
        assert 0 in [face // 2 for face in faces(game)]


def test_p_setup_3_the_other_ports_are_the_stock(position):
    assert deal(position, 4).table.stock_left == 5
    assert deal(position, 2).table.stock_left == 6
    sides = {int(deal(position, 4, seed=seed).state.hidden.stock[0]) & 1 for seed in range(30)}
    assert sides == {0, 1}


def test_switch_port_stock_side_front(position):
    for seed in range(12):
        game = deal(position, 4, ["port_stock_side=front"], seed)
        assert all(int(face) & 1 == 0 for face in game.state.hidden.stock[: int(game.table.stock_left)])


@pytest.mark.parametrize(("players", "length"), [(2, 7), (3, 9), (4, 11), (5, 13)])
def test_p_setup_4_rows_are_filled_for_the_player_count(position, players, length):
    game = deal(position, players, ["supply_layout=l1a"])
    assert [int(n) for n in game.rules.row_length[0]] == [length] * 3
    cocoa = [int(game.rules.row_token[0, 0, place]) for place in range(length)].index(3)
    assert cocoa == 10 - (13 - length)  # L1a: the eleventh cell is cocoa, the head is shortened


def test_switch_supply_trim_both_shortens_both_ends(position):
    game = deal(position, 3, ["supply_layout=l1a", "supply_trim=both"])
    row = [int(game.rules.row_token[0, 0, place]) for place in range(9)]
    assert game.rules.row_length[0, 0] == 9
    assert row.index(3) == 8  # two cells gone from each end


def test_switch_supply_layout_chooses_or_draws(position):
    assert deal(position, 4, ["supply_layout=l3b"]).table.layout == 5
    assert {int(deal(position, 4, seed=seed).table.layout) for seed in range(60)} == set(range(6))


def test_p_setup_5_and_p_setup_6_the_box_is_what_is_not_on_the_board(position):
    game = deal(position, 4, ["supply_layout=l1a"])
    assert [int(n) for n in game.table.on_board] == [10, 10, 10, 3]
    gift = sum(int(game.ship(seat).goods[0]) for seat in range(4))
    assert [int(n) for n in game.table.box] == [7 - gift, 7, 7, 0]


def test_p_setup_5_discards_go_to_the_box_not_to_the_supply(position):
    game = position().calm(cells=(0, 1, 2, 3)).equip(0, goods="CCWWTTT", rum=0, drifted=1)
    game.go()
    assert game.phase == Phase.RECOVER
    before = list(game.table.on_board), list(game.table.box)
    game.answer(1, 2)
    assert list(game.table.on_board) == before[0]
    assert [int(n - m) for n, m in zip(game.table.box, before[1], strict=True)] == [1, 1, 0, 0]


def test_p_setup_7_chests(position):
    game = deal(position)
    chests = [int(value) for value in game.state.hidden.chest[:15]]
    assert sorted(chests) == [1] * 5 + [2] * 5 + [3] * 5
    assert chests != sorted(chests)
    assert game.table.chests_left == 15


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_p_setup_8_three_cannons_per_player(position, players):
    game = deal(position, players)
    assert game.table.pool + sum(game.ship(seat).cannons for seat in range(players)) == 3 * players


def test_p_setup_9_three_missions_and_markers_on_those_to_keep(position):
    seen = set()
    for seed in range(60):
        game = deal(position, 4, seed=seed)
        missions = [int(mission) for mission in game.table.mission]
        seen.update(missions)
        assert len(set(missions)) == 3
        for place, mission in enumerate(missions):
            assert [int(n) for n in game.table.marker[place, :4]] == [int(mission in (10, 11))] * 4
    assert seen == set(range(12))


@pytest.mark.parametrize("players", [2, 5])
def test_p_setup_10_stacks_of_extensions(position, players):
    assert [int(n) for n in deal(position, players).table.stack] == [players] * 4


def test_p_setup_11_sterns_are_distinct_and_random(position):
    seen = set()
    for seed in range(40):
        sterns = [int(deal(position, 4, seed=seed).ship(seat).stern) for seat in range(4)]
        assert len(set(sterns)) == 4
        seen.update(sterns)
    assert seen == set(range(9))


def test_p_setup_12_and_p_setup_13_start_goods(position):
    game = deal(position)
    plain = [s for s in range(4) if game.ship(s).stern not in (Stern.ENYVESKEZO, Stern.SZESZKAZAN, Stern.KARTACSMESTER)]
    for seat in plain:
        ship = game.ship(seat)
        assert (ship.rum, ship.talers, ship.cannons, sum(ship.goods), sum(ship.extensions)) == (3, 0, 0, 0, 0)


def test_switch_start_rum_and_switch_start_talers(position):
    game = deal(position, 4, ["start_rum=2", "start_talers=4"])
    seat = next(s for s in range(4) if game.ship(s).stern not in (Stern.ENYVESKEZO, Stern.SZESZKAZAN))
    assert (game.ship(seat).rum, game.ship(seat).talers) == (2, 4)


def test_p_setup_14_gifts_come_before_placing(position):
    for seed in range(40):
        game = deal(position, 5, seed=seed)
        sterns = {int(game.ship(seat).stern) for seat in range(5)}
        phases = []
        while game.table.round_no == 0:
            phases.append(game.phase)
            game.answer(game.options()[0])
        gifts = [p for p in phases if p in (Phase.GIFT_TYPE, Phase.GIFT_RUM)]
        assert phases == [*gifts, Phase.PIRATE] + [Phase.SHIP] * 5
        assert (Phase.GIFT_TYPE in gifts) == (Stern.EZERMESTER in sterns)
        assert (Phase.GIFT_RUM in gifts) == (Stern.SZESZKAZAN in sterns)


def test_p_setup_15_placing_in_turn_on_sea_tiles(position):
    game = deal(position, 4, seed=3)
    while game.phase != Phase.PIRATE:
        game.answer(game.options()[0])
    sea = [cell for cell, face in enumerate(faces(game)) if face < FIRST_PORT]
    assert game.table.asked == game.table.first
    assert game.options() == sea
    port = next(cell for cell in range(16) if cell not in sea)
    game.refuse(port)
    game.answer(sea[4])
    asked = []
    for _ in range(4):
        assert game.phase == Phase.SHIP
        assert game.options() == sea
        asked.append(int(game.table.asked))
        game.answer(sea[4])  # together with the pirate and the others
    assert asked == [(int(game.table.first) + place) % 4 for place in range(4)]
    assert {int(deal(position, 4, seed=seed).table.first) for seed in range(30)} == set(range(4))


def test_p_setup_16_the_wind_is_spun_after_placing(position):
    winds = set()
    for seed in range(30):
        game = deal(position, 2, seed=seed)
        while game.table.round_no == 0:
            assert game.table.wind == 0
            game.answer(game.options()[0])
        winds.add(int(game.table.wind))
    assert winds == {0, 1, 2, 3}


def test_p_hold_1_and_p_ext_1_capacity(position):
    game = position().calm().equip(0, rum=3, goods="CCCC", talers=2).select("N", "N", "N", "N")
    game.answer(2)  # take wine into a full hold
    assert game.phase == Phase.DISCARD
    game = position().calm().equip(0, rum=3, goods="CCCC", extensions="h").select("N", "N", "N", "N")
    game.answer(2)
    assert game.phase != Phase.DISCARD
    assert game.ship(0).goods[1] == 1


def test_switch_base_hold(position):
    game = position(4, ("wind_weights.S=0", "base_hold=8")).calm().equip(0, rum=3, goods="CCCC")
    game.select("N", "N", "N", "N").answer(2)
    assert game.phase != Phase.DISCARD


def test_p_hold_2_thrown_out_goods_go_to_the_box_and_rum_vanishes(position):
    game = position().calm().equip(0, rum=3, goods="CCCC").select("N", "N", "N", "N").answer(2)
    assert game.options() == [1, 5]  # cotton or rum; no cannon, no taler
    box = int(game.table.box[0])
    game.answer(1)
    assert (game.ship(0).goods[0], game.ship(0).goods[1], game.table.box[0]) == (3, 1, box + 1)
    game = position().calm().equip(0, rum=3, goods="CCCC").select("N", "N", "N", "N").answer(2, 5)
    assert (game.ship(0).rum, game.ship(0).goods[0], game.ship(0).goods[1]) == (2, 4, 1)


def test_p_hold_3_and_p_ext_2_cannon_slots(position):
    game = position().calm().lay(12, "S02b").equip(0, cannons=1).select("N", "N", "N", "N")
    assert 4 not in game.options()
    game = position().calm().lay(12, "S02b").equip(0, cannons=2, extensions="c").select("N", "N", "N", "N")
    assert 4 in game.options()
    game.answer(4)
    assert game.ship(0).cannons == 3


def test_switch_base_cannon_slots(position):
    game = position(4, ("base_cannon_slots=3",)).calm().lay(12, "S02b").equip(0, cannons=2)
    assert 4 in game.select("N", "N", "N", "N").options()


def empty_row(game, row):
    table = game.table
    for place in range(int(table.head[row]), int(game.rules.row_length[table.layout, row])):
        table.on_board[game.rules.row_token[table.layout, row, place]] -= 1
    table.head[row] = game.rules.row_length[table.layout, row]


def rounds_until_the_end(game):
    while not game.is_over:
        game.answer(game.options()[0])
    return int(game.table.round_no)


def test_p_end_1_and_e_p32_one_more_full_round(position):
    game = position().calm()
    game.select("N", "N", "N", "N")
    game.table.round_no = 11
    empty_row(game, 2)
    assert rounds_until_the_end(game) == 12
    assert game.table.cause == Cause.ENDED


def test_p_end_2_further_rows_change_nothing(position):
    game = position().calm().select("N", "N", "N", "N")
    empty_row(game, 2)
    game.end_turns()
    assert game.table.round_no == 2
    empty_row(game, 0)
    assert rounds_until_the_end(game) == 2


def test_switch_end_trigger(position):
    """A cocoa alone at the end of a row: the row is not empty, but its colour is gone."""
    last_cocoa = ("supply_layout=l2a", *QUIET)
    for trigger, rounds in (("row", None), ("colour", 2), ("any_kind", 2)):
        game = position(4, (*last_cocoa, f"end_trigger={trigger}")).calm().select("N", "N", "N", "N")
        game.table.head[0] = 10
        game.table.on_board[0] = 0
        game.end_turns()
        assert game.table.closing == (rounds is not None)
    for trigger, closing in (("colour", 0), ("any_kind", 1)):
        game = position(4, (*last_cocoa, f"end_trigger={trigger}")).calm().select("N", "N", "N", "N")
        game.table.on_board[3] = 0
        game.end_turns()
        assert game.table.closing == closing


QUIET = ("wind_weights.S=0", "wind_weights.E=0", "wind_weights.W=0")


def test_p_end_3_and_switch_max_rounds_cap(position):
    game = position(4, (*QUIET, "max_rounds=3")).calm()
    game.go()
    assert rounds_until_the_end(game) == 3
    assert game.table.cause == Cause.TRUNCATED
    game = position(4, (*QUIET, "max_rounds=3")).calm().select("N", "N", "N", "N")
    game.table.round_no = 2
    empty_row(game, 1)
    assert rounds_until_the_end(game) == 3  # the last round by P-END-1: not capped
    assert game.table.cause == Cause.ENDED


def test_p_23p_2_the_pirate_attacks_across_the_wind_only(position):
    sets = (*QUIET, "die_hit_faces=6")
    # pirate 7 goes north to 4 at (1,1); ships at its east, its south and its tile
    game = position(3, sets).calm(cells=(8, 1, 7)).equip(2, rum=3)
    game.select("N", "N", "N").end_turns()
    assert [int(game.ship(seat).cell) for seat in range(3)] == [5, 7, 4]
    fought = [int(n) for n in game.state.tally.pirate_lost[:3]]
    assert fought == [1, 0, 1]
    four = position(4, sets).calm(cells=(10, 13, 9, 3), pirate=9).select("N", "N", "N", "N").end_turns()
    assert [int(four.state.tally.pirate_lost[seat]) for seat in range(3)] == [1, 1, 1]


def test_p_23p_3_everything_else_is_unchanged(position):
    game = position(3).calm()
    game.select("N", "N", "N")
    assert game.phase == Phase.SEA
    assert game.rules.players == 3
    assert [int(n) for n in game.rules.place_points[:3]] == [3, 1, 0]


def test_switch_sea_symbols_variant_adds_a_missing_good(position):
    two, three = position(4, ()).rules, position(4, ("sea_symbols_variant=3",)).rules
    assert (two.printed[0], three.printed[0]) == (0b011, 0b111)
    assert (two.printed[1], three.printed[1]) == (0b100, 0b101)  # tea and cannon: cotton follows tea
    assert all(int(three.printed[f]).bit_count() + int(three.shows_cannon[f]) == 3 for f in range(26))


def test_component_data_of_the_default_set(position):
    rules = position(4, ()).rules
    deeds = [Deed(int(rules.deed[face])) for face in range(26)]
    counts = {deed: deeds.count(deed) for deed in Deed if deed != Deed.NONE}
    assert [counts[deed] for deed in Deed if deed != Deed.NONE] == [6, 5, 4, 5, 4, 2]
    for kind in range(3):
        assert sum(int(rules.printed[face]) >> kind & 1 for face in range(26)) == 15
    assert sum(rules.shows_cannon) == 7
    slots = [
        int(rules.slot_kind[face, s]) for face in range(FIRST_PORT, FIRST_PORT + 16) for s in range(rules.n_slots[face])
    ]
    assert [slots.count(kind) for kind in range(3)] == [21, 22, 21]
    assert Extension.FUSE == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sea.S01.a.action=fishing", "sea.S01.a.action"),
        ('port.H1.a.slots="CWX"', "port.H1.a.slots"),
        ("die_faces=0", "die_faces"),
        ("die_hit_faces=7", "die_hit_faces"),
        ("ports_on_board.p4=2", "needs 14 sea tiles"),
        ("goods_total.cotton=5", "goods_total.cotton"),
        ('supply.layout.L1a.tea="TTT"', "supply.layout.L1a.tea"),
        ("start_rum=9", "base_hold"),
        ("mission.M1.kind=gold", "mission.M1.kind"),
        ("missions_in_play=4", "missions_in_play"),
        ("port_pay=[0, 1]", "port_pay"),
        ("mission_points.p4=[1, 0]", "mission_points.p4"),
        ("board.p4=5", "board.p4"),
        ("port.H9.a.rum=1", "H9"),
        ("base_hold=0", "1 to 20"),
    ],
)
def test_wrong_data_is_refused_with_its_path(position, text, message):
    with pytest.raises(BadInput, match=message):
        position(4, (text,))


def test_too_few_sterns_are_refused(position):
    with pytest.raises(BadInput, match="too few for 5 players"):
        position(
            5, [f"stern.{name}.in_play=false" for name in ("seftes", "delfoki", "stratega", "bekelovag", "ezermester")]
        )


def test_every_value_has_a_source():
    from analyzer.games.components import flatten
    from analyzer.games.portolano import GAME

    missing = [path for path, _ in flatten(GAME.components.tree) if GAME.components.authority(path) is None]
    assert missing == []
