"""Renown, the end and the score (rules 2.12, 2.13)."""

import numpy as np

from analyzer.games.islebound.encoding import BUY
from analyzer.games.islebound.rules.end import share_wins
from analyzer.games.islebound.rules.turn import advance
from analyzer.games.islebound.state import Cause, Phase, Stage


def gain_one(game):
    """Gain 1 renown and a book at an own Rockslide."""
    return game.own(0, "rockslide").visit("rockslide")


def test_i_renown_01_renown_moves_on_the_track_and_end_renown_does_not(calm):
    game = gain_one(calm().has(0, "museum"))
    assert game.table.track[0] == 1


def test_i_renown_02_ex_19_space_7_takes_a_tile_and_its_reward(calm):
    game = calm()
    game.table.track[0] = 6
    game.table.tile_top = 0  # four fish
    gain_one(game)
    assert (game.table.track[0], game.table.tiles[0], game.held("fish"), game.table.tiles_left) == (0, 1, 4, 15)


def test_i_renown_02_ex_19_eight_from_six_are_two_tiles(calm):
    """A reputation card for eight: bonus 1 and seven books."""
    game = calm().goods(book=7, coin=7).neutral("farwold").reputation(3)
    game.table.track[0] = 5
    game.visit("farwold").answer(1)
    assert game.table.tiles[0] == 2
    assert game.table.track[0] == 5 + 2 + 7 - 14


def test_i_renown_02_every_tile_reward(calm):
    """Wood, coins, a book, pirates, a serpent, cubes: each tile kind once."""
    rewards = {}
    for tile in (0, 3, 6, 8, 10, 12, 14):
        game = calm().goods(coin=0)
        game.table.track[0] = 6
        game.table.tile_top = tile
        gain_one(game)
        rewards[tile] = (*(int(n) for n in game.table.goods[0, :6]), len(game.spaces()))
    # coin wood fish book pirate serpent cubes; the town itself gives a book
    assert rewards == {
        0: (0, 0, 4, 1, 0, 0, 0),
        3: (0, 2, 0, 1, 0, 0, 0),
        6: (3, 0, 0, 1, 0, 0, 0),
        8: (0, 0, 0, 2, 0, 0, 0),
        10: (0, 0, 0, 1, 2, 0, 0),
        12: (0, 0, 0, 1, 0, 1, 0),
        14: (0, 0, 0, 1, 0, 0, 2),
    }


def order_of_tiles(calm, reading):
    """All four complete a lap by one card; who gets which tile?"""
    game = calm(sets=(f"renown_order={reading}",)).neutral("farwold").goods(coin=7).reputation(6)
    game.state.hidden.tiles[:16] = range(16)
    game.table.tile_top = 15
    for seat, place in enumerate((5, 6, 4, 6)):
        game.table.track[seat] = place
    before = int(game.table.tiles_left)
    game.visit("farwold").answer(1)
    return game, before - int(game.table.tiles_left)


def test_i_renown_03_amb_16_renown_order(calm):
    """Crew card: everybody gains 3; two cubes (tile 15) go to whoever is first."""
    game, n = order_of_tiles(calm, "active_first")
    assert n == 4
    assert len(game.spaces(0)) == 2
    game, n = order_of_tiles(calm, "least_advanced_first")
    assert len(game.spaces(2)) == 2


def test_i_renown_04_amb_17_tiles_out(calm):
    for reading, tiles in (("seven_points", 1), ("nothing", 0)):
        game = calm(sets=(f"tiles_out={reading}",))
        game.table.tiles_left = 0
        game.table.track[0] = 6
        gain_one(game)
        assert (game.table.tiles[0], game.table.track[0]) == (tiles, 0)


def seventh(calm, players=4, seat=3, n=6, sets=()):
    """A seat buys its last building in round 18."""
    game = calm(players=players, sets=sets).row("museum", "market", "mansion", "bridge", "jeweller")
    game.table.round_no = 18
    names = ["palace", "library", "butcher", "mausoleum", "x08_bank", "x07_tavern", "x05_embassy"][:n]
    game.has(seat, *names).goods(seat, coin=5)
    for other in range(players):
        if other != seat:
            game.goods(other, coin=0)
    return game.again(seat)


def play_on(game):
    rounds = set()
    while not game.is_over:
        rounds.add(int(game.table.round_no))
        game.answer(BUY + 4 if game.phase == Phase.FREE and game.is_legal(BUY + 4) else game.options()[0])
    return rounds


def test_i_end_01_02_ex_39_the_round_ends_and_one_more_is_played(calm):
    game = seventh(calm).hunt(seat=3)
    game.answer(BUY + 4)
    assert game.table.last_round == 19
    turns = int(game.table.turn)
    assert play_on(game) <= {18, 19}
    assert game.table.cause == Cause.FINISHED
    assert game.table.turn == turns + 3  # the first turn of round 19 had begun


def test_i_end_01_seven_for_four_players_eight_for_fewer_amb_44(calm, position):
    counts = {players: int(position(players).rules.end_count) for players in (2, 3, 4)}
    assert counts == {2: 8, 3: 8, 4: 7}
    assert position(4, sets=("end_buildings=six",)).rules.end_count == 6
    game = seventh(calm, n=5).hunt(seat=3)
    game.answer(BUY + 4)
    assert game.table.last_round == 0


def test_amb_35_36_the_first_trigger_fixes_the_end(calm):
    game = seventh(calm).hunt(seat=3)
    game.answer(BUY + 4)
    game.has(
        0,
        "school_of_war",
        "x01_lumber_yard",
        "x02_fish_market",
        "x03_shipwright",
        "x04_warehouse",
        "x06_harbour_office",
    )
    game.goods(0, coin=20)
    play_on(game)
    assert game.table.round_no == 19
    assert game.state.tally.trigger_seat == 3


def test_i_end_03_the_score_and_what_scores_nothing(calm):
    game = calm().goods(coin=4, wood=3, fish=3, book=2, pirate=2, serpent=1).has(0, "market", "museum")
    game.table.track[0], game.table.tiles[0] = 3, 2
    assert game.score() == 4 + 7 + 10 + 1 + 3 + 14


def shares(game, scores):
    out = np.zeros(4)
    share_wins(game.rules, game.table, np.array(scores, np.int32), out)
    return out.tolist()


def test_i_end_04_ex_41_more_goods_win_a_tie_and_then_it_is_shared(calm):
    game = calm().goods(0, wood=5, fish=3).goods(1, wood=5)
    assert shares(game, [65, 65, 20, 30]) == [1, 0, 0, 0]
    game.goods(1, wood=8)
    assert shares(game, [65, 65, 20, 30]) == [0.5, 0.5, 0, 0]
    assert shares(game, [64, 65, 20, 30]) == [0, 1, 0, 0]


def test_i_end_05_the_round_limit_truncates_and_scores(calm):
    game = calm(sets=("round_limit=5",))
    game.table.round_no = 5
    game.table.active = 0
    game.table.stage = Stage.TURN
    advance(game.rules, game.state)
    assert game.table.cause == Cause.TRUNCATED
    assert game.table.round_no == 5
