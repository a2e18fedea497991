"""Scripted positions of the steward: it ends the game from ahead only."""

import numpy as np
import pytest

from analyzer.games.islebound.encoding import BUY, GO_ON, action_of, town_of
from analyzer.games.islebound.notation import town
from analyzer.games.islebound.state import Action, Moment, Phase
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate
from tests.games.islebound.positions import Position


def before_the_last_building(coins, rival_coins, phase=Phase.FREE):
    """Seat 0 lacks one building to the end, and the row has one that it can pay."""
    game = Position(2, seed=1).no_events().row()
    game.goods(coin=coins, wood=9, fish=9).goods(1, coin=rival_coins)
    game.table.row[4] = 2
    game.table.n_owned[0] = game.rules.end_count - 1
    game.table.phase, game.table.moment, game.table.active = phase, Moment.AFTER, 0
    return game


@pytest.mark.parametrize(("rival_coins", "answer"), [(0, BUY + 4), (90, GO_ON)])
def test_it_buys_the_last_building_only_when_it_leads(rival_coins, answer):
    game = before_the_last_building(coins=40, rival_coins=rival_coins)
    assert game.ask("steward", lead=0.0) == answer
    game.table.n_owned[0] = 0
    assert game.ask("steward", lead=0.0) == BUY + 4, "a building that ends nothing is welcome"


def test_it_ends_a_game_that_drags_on():
    game = before_the_last_building(coins=40, rival_coins=90)
    game.table.round_no = 31
    assert game.ask("steward", lead=0.0) == BUY + 4


def test_it_builds_the_last_building_only_when_it_leads():
    for rival_coins, answer in ((0, 5), (90, 0)):
        game = before_the_last_building(coins=40, rival_coins=rival_coins, phase=Phase.BUILD)
        assert game.ask("steward", lead=0.0) == answer


def test_a_rich_map_is_hunted():
    game = Position(2, seed=1).no_events().row().goods(coin=0)
    game.table.coins_on_map = 60
    assert Action(action_of(game.ask("steward", hunt=1.0))) == Action.HUNT


def test_it_builds_where_goods_suffice():
    game = Position(2, seed=1).no_events().row().beside(0, "stratic").goods(wood=5, fish=5)
    game.table.row[4] = 0
    answer = game.ask("steward", build=20.0)
    assert (town_of(answer), Action(action_of(answer))) == (town("stratic"), Action.VISIT)


def test_it_rates_its_own_plan_highest():
    game = Position(2, seed=1).no_events().row()
    ratings = game.rated("steward")
    answer = game.ask("steward")
    best = max(ratings, key=ratings.get)
    assert (town_of(best), action_of(best)) == (town_of(answer), action_of(answer))
    assert len(set(ratings.values())) > 5


@pytest.mark.skipif(IS_PLAIN, reason="many games")
@pytest.mark.parametrize(("players", "variant"), [(2, "base"), (4, "base"), (2, "architect"), (2, "advanced")])
def test_it_ends_its_games(players, variant):
    """Fewer than 5 % of the games may be cut off by the round limit."""
    result = simulate("islebound", players=players, variant=variant, policy="steward", games=400, seed=3, jobs=1)
    assert result.fault_message() is None
    assert result.count("truncated") < 0.05 * 400


@pytest.mark.skipif(IS_PLAIN, reason="many games")
@pytest.mark.statistical
def test_it_beats_the_diplomat_and_nobody_beats_itself():
    for rival, is_better in (("diplomat", True), ("steward", False)):
        rows = simulate("islebound", players=2, policy=f"steward,{rival}", games=400, seed=4, jobs=1, rows=True).rows
        lead = rows["share"][:, 0].mean() - 0.5
        assert bool(lead > 4 * 0.5 / np.sqrt(400)) is is_better
