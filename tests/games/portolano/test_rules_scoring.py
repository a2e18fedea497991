"""Missions and scoring, clause by clause, with the rulebook's example of 21 talers."""

from __future__ import annotations

import pytest

from analyzer.games.portolano.rules.final import score_game
from analyzer.games.portolano.state import Phase, Stern

QUIET = ("wind_weights.S=0", "wind_weights.E=0", "wind_weights.W=0")
SURE = (*QUIET, "die_hit_faces=6")
BLANK = (*QUIET, "die_hit_faces=0")


def final(position, players=4, sets=QUIET, **seats):
    game = position(players, sets).calm()
    for name, fields in seats.items():
        game.equip(int(name[1:]), **{"rum": 0, **fields})
    for seat in range(players):
        if f"s{seat}" not in seats:
            game.equip(seat, rum=0)
    game.table.marker[:] = 1  # every mission fulfilled, unless a test says otherwise
    game.missions(11, 12, 11)
    game.table.marker[:] = 0
    return game


def score(game):
    score_game(game.rules, game.state)
    return [int(n) for n in game.state.tally.score[: game.players]]


def points(game, name):
    score_game(game.rules, game.state)
    return [int(n) for n in getattr(game.state.tally, name)[: game.players]]


def test_e_p02_peter_has_21_talers(position):
    game = final(
        position,
        s0={"talers": 6, "chests": 1, "worth": 7, "cannons": 3, "rum": 4, "goods": "CWTTB"},
        s1={"worth": 7, "cannons": 2},
        s2={"worth": 5},
        s3={"worth": 3},
    )
    game.state.hands[0].chest_sum = 2
    game.missions(1, 2, 3)
    game.table.marker[0, :4] = [2, 1, 3, 4]
    game.table.marker[1, :4] = [3, 1, 2, 4]
    game.table.marker[2, :4] = [0, 1, 2, 3]
    assert score(game)[0] == 21
    assert [int(n) for n in game.state.tally.gun_points[:4]] == [4, 2, 0, 0]
    assert [int(n) for n in game.state.tally.ship_points[:4]] == [4, 4, 0, 0]
    assert (game.state.tally.cargo_points[0], game.state.tally.mission_points[0]) == (4, 1)


def test_p_score_1_talers_and_chests(position):
    game = final(position, s0={"talers": 4, "chests": 2})
    game.state.hands[0].chest_sum = 5
    assert score(game) == [9, 0, 0, 0]


def test_p_score_2_unused_knight(position):
    game = final(position, s0={"stern": Stern.BEKELOVAG, "knight": 1, "rum": 0})
    assert score(game) == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("worths", "expected"),
    [
        ([9, 5, 3, 0], [6, 2, 0, 0]),
        ([9, 9, 3, 1], [4, 4, 0, 0]),
        ([9, 5, 5, 1], [6, 1, 1, 0]),
        ([5, 5, 5, 5], [4, 4, 4, 4]),
        ([9, 0, 0, 0], [6, 0, 0, 0]),
    ],
)
def test_p_score_3_ship_value(position, worths, expected):
    game = final(position, **{f"s{seat}": {"worth": worth} for seat, worth in enumerate(worths)})
    assert points(game, "ship_points") == expected


@pytest.mark.parametrize(
    ("cannons", "expected"),
    [
        ([3, 2, 1, 0], [4, 2, 0, 0]),
        ([3, 3, 1, 0], [3, 3, 0, 0]),
        ([3, 2, 2, 2], [4, 1, 1, 1]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_p_score_4_cannons(position, cannons, expected):
    game = final(position, **{f"s{seat}": {"cannons": n} for seat, n in enumerate(cannons)})
    assert points(game, "gun_points") == expected


def test_p_score_5_zero_takes_no_place_and_switch_rank_requires_positive(position):
    for setting, second in (("true", 0), ("false", 2)):
        game = final(position, 2, (*QUIET, f"rank_requires_positive={setting}"), s0={"worth": 2, "cannons": 1})
        assert points(game, "ship_points") == [6, second]
        assert points(game, "gun_points") == [4, second]


@pytest.mark.parametrize(("rum", "goods", "half"), [(3, "CCB", 3), (4, "WTTCB", 4), (1, "", 0), (0, "", 0)])
def test_p_score_6_cargo_is_rounded_once(position, rum, goods, half):
    game = final(position, s0={"rum": rum, "goods": goods})
    assert points(game, "cargo_points")[0] == half


@pytest.mark.parametrize(
    ("players", "expected"), [(5, [4, 2, 1, 0, 0]), (4, [4, 2, 1, 0]), (3, [3, 1, 0]), (2, [2, 0])]
)
def test_p_score_7_positions(position, players, expected):
    game = final(position, players)
    game.missions(1, 11, 12)
    game.table.marker[0, :players] = range(1, players + 1)
    assert points(game, "mission_points") == expected


def test_e_p33_and_p_score_8_missed_mission(position):
    game = final(position, 3)
    game.missions(1, 11, 12)
    game.table.marker[0, :3] = [2, 3, 1]
    assert points(game, "mission_points") == [1, 0, 3]
    game.table.marker[0, :3] = [2, 0, 1]
    assert points(game, "mission_points") == [1, -2, 3]


def test_e_p34_kept_missions_pay_three_without_penalty(position):
    game = final(position)
    game.missions(12, 11, 11)
    game.table.marker[0, :4] = [1, 0, 1, 1]
    assert points(game, "mission_points") == [3, 0, 3, 3]


def test_e_p36_and_p_score_9_lower_ship_value_wins_a_tie(position):
    game = final(position, 2, s0={"talers": 18, "worth": 9}, s1={"talers": 22, "worth": 4})
    assert score(game) == [24, 24]
    assert [float(n) for n in game.state.tally.share[:2]] == [0.0, 1.0]
    game = final(position, 3, s0={"talers": 5}, s1={"talers": 5}, s2={"talers": 4})
    score(game)
    assert [float(n) for n in game.state.tally.share[:3]] == [0.5, 0.5, 0.0]


# missions


def act(position, missions, sets=BLANK, **fields):
    """Let seat 0 take its turn and end it."""
    game = position(4, sets).calm().missions(*missions).equip(0, **{"rum": 3, **fields})
    game.select("N", "N", "N", "N")
    return game.answer(0)


@pytest.mark.parametrize(
    ("mission", "enough", "short"),
    [
        (1, {"goods": "CCCC"}, {"goods": "CCCB"}),
        (2, {"goods": "WWWW"}, {"goods": "WWWC"}),
        (3, {"goods": "TTTT"}, {"goods": "TTTB"}),
        (4, {"rum": 6}, {"rum": 5}),
        (5, {"goods": "CWT", "rum": 2}, {"goods": "CWB", "rum": 2}),
        (6, {"chests": 2}, {"chests": 1}),
        (7, {"extensions": "hsf"}, {"extensions": "hhs"}),
        (8, {"extensions": "hh"}, {"extensions": "hcsf"}),
    ],
    ids=["M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8"],
)
def test_p_mission_2_checked_at_the_end_of_the_action(position, mission, enough, short):
    assert act(position, (mission, 9, 10), **enough).table.marker[0, 0] == 1
    assert act(position, (mission, 9, 10), **short).table.marker[0, 0] == 0


def test_p_mission_1_first_come_first_served_and_permanent(position):
    game = position(4, BLANK).calm().missions(4, 9, 10).equip(0, rum=6).equip(1, rum=6)
    game.table.starter = 1
    game.select("N", "N", "N", "N").end_turns()
    assert [int(n) for n in game.table.marker[0, :4]] == [2, 1, 0, 0]
    game.equip(0, rum=1)
    game.select("N", "N", "N", "N").end_turns()
    assert [int(n) for n in game.table.marker[0, :4]] == [2, 1, 0, 0]


def test_p_mission_3_m9_and_m10_after_battle_nearer_to_the_start_player_first(position):
    sets = (*SURE, "pirate_dice_same=0", "pirate_dice_adjacent=0")
    game = position(4, sets).calm(cells=(9, 10, 3, 15), pirate=9).missions(9, 10, 6)
    game.equip(0, cannons=1).equip(1, cannons=3, extensions="c")
    game.table.starter = 1
    game.select("N", "N", "N", "N")
    assert [int(n) for n in game.table.marker[0, :4]] == [0, 0, 0, 0]
    game.end_turns()
    assert [int(n) for n in game.table.marker[0, :4]] == [2, 1, 0, 0]
    assert [int(n) for n in game.table.marker[1, :4]] == [0, 1, 0, 0]


def test_p_mission_3_fuse_hits_count_and_switch_m10_counts_fuse(position):
    for setting, marker in (("true", 1), ("false", 0)):
        sets = (*BLANK, f"m10_counts_fuse={setting}")
        game = position(4, sets).calm(cells=(9, 2, 3, 15), pirate=9).missions(10, 9, 6)
        game.equip(0, cannons=3, extensions="cfff").select("N", "N", "N", "N").end_turns()
        assert game.table.marker[0, 0] == marker


def test_e_p37_and_p_mission_4_m11_no_cannon(position):
    game = position(4, BLANK).calm().missions(11, 9, 10).equip(0, cannons=1)
    game.table.marker[0, :4] = 1
    game.select("N", "N", "N", "N")
    assert [int(n) for n in game.table.marker[0, :4]] == [1, 1, 1, 1]
    game.answer(0)
    assert [int(n) for n in game.table.marker[0, :4]] == [0, 1, 1, 1]


def test_p_mission_5_m12_no_mutiny(position):
    game = position(4, BLANK).calm().missions(12, 9, 10).equip(0, rum=1)
    game.table.marker[0, :4] = 1
    game.select("S", "N", "N", "N")
    assert [int(n) for n in game.table.marker[0, :4]] == [0, 1, 1, 1]


def test_p_mission_6_cocoa_is_no_cotton(position):
    assert act(position, (1, 9, 10), goods="CCCBB").table.marker[0, 0] == 0


def test_switch_mission_layout(position):
    """Linear reading: wine at the round start, tea and 6 rum after battle, cotton still after the action."""
    sets = (*BLANK, "mission_layout=linear")
    game = position(4, sets).calm().missions(2, 3, 1).equip(0, rum=3, goods="WWWW", extensions="hhhh")
    game.equip(1, goods="TTTT").equip(2, goods="CCCC").select()
    assert game.phase == Phase.CARDS
    assert game.table.marker[0, 0] == 1  # at the round start
    game.select("N", "N", "N", "N").stop_until(Phase.CARDS)
    assert (game.table.marker[1, 1], game.table.marker[2, 2]) == (1, 1)
    game = position(4, sets).calm().missions(4, 9, 10).equip(0, rum=6).select("N", "N", "N", "N").answer(0)
    assert game.table.marker[0, 0] == 0
    game.end_turns()
    assert game.table.marker[0, 0] == 1
