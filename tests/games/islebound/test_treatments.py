"""Treatments of Islebound that have rules of their own."""

from __future__ import annotations

import pytest

from analyzer.games.islebound import GAME
from analyzer.games.islebound.notation import kind
from tests.games.position import Position


class Started(Position):
    """A game as `start` deals it, treatments and all."""

    game = GAME


def started(*sets):
    return Started(2, (11, 22, 33), sets=sets)


@pytest.mark.parametrize("name", ["admin_sail", "combat_sail"])
def test_a_granted_crew_is_on_deck_and_not_in_the_pile(name):
    game, plain = started(f"seat 1: crew:{name}=+1"), started()
    number = kind(name)
    assert game.table.deck[1, number] == plain.table.deck[1, number] + 1
    assert game.table.crew[1] == plain.table.crew[1] + 1
    assert game.table.ready[1].sum() > plain.table.ready[1].sum()
    assert number not in game.table.recruit
    assert number not in game.state.hidden.recruits[: game.table.recruits_left]


def test_a_granted_tile_brings_its_reward_counts_and_is_not_in_the_pile():
    for tile in range(int(started().rules.n_tiles)):
        game, plain = started(f"seat 0: tile:{tile + 1}=+1"), started()
        assert game.table.tiles[0] == 1
        assert (game.table.tiles_gone >> tile) & 1 == 1
        assert game.table.tiles_left == plain.table.tiles_left - 1
        gained = game.table.goods[0].sum() > plain.table.goods[0].sum() or game.table.cubes[0] < plain.table.cubes[0]
        assert gained, tile
