"""Numbers that can be worked out by hand, and a wrong setting that the same test must reject."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.games.rumini import GAME
from analyzer.games.rumini.encoding import END
from analyzer.games.rumini.rules.listing import ALL, walk_plays
from analyzer.games.rumini.rules.setup import set_up
from analyzer.kernel.jit import IS_PLAIN
from analyzer.kernel.streams import open_streams
from analyzer.play.simulation import simulate
from tests.games.position import key_of

N_DEALS = 150 if IS_PLAIN else 2000


def distance(position, expected, **switches):
    """Return how many standard errors the mean number of first options lies from the expected one."""
    game = position(2, **switches)
    counts = []
    for deal in range(N_DEALS):
        open_streams(game.bench, 2, key_of([11, deal, 3]))
        set_up(game.rules, game.state, game.chance)
        hand = game.state.hands[int(game.table.first)]
        plays = -1 - walk_plays(game.rules, game.table, hand, ALL)
        counts.append(1 + plays)
    return (np.mean(counts) - expected) / (np.std(counts) / np.sqrt(N_DEALS))


@pytest.mark.statistical
def test_first_options_are_six_on_average(position):
    # An H card fits outside the row: each of its two ways with probability 1/4. A V card has always two places.
    # So a card has (0.5 + 2) / 2 = 1.25 plays, a hand of four has 5, and the turn may be ended.
    assert abs(distance(position, 6.0)) < 4.5


@pytest.mark.statistical
@pytest.mark.skipif(IS_PLAIN, reason="too few deals")
def test_a_hand_of_five_is_told_from_a_hand_of_four(position):
    assert abs(distance(position, 6.0, hand_size=5)) > 10
    assert abs(distance(position, 7.25, hand_size=5)) < 4.5


@pytest.mark.statistical
@pytest.mark.skipif(IS_PLAIN, reason="too few deals")
def test_equal_players_win_equally_often():
    n_games = 6000
    result = simulate("rumini", players=4, policy="greedy_capture", games=n_games, seed=5, jobs=1)
    shares = [share.total / n_games for share in result.summary.shares]
    assert sum(shares) == pytest.approx(1)
    assert max(abs(share - 0.25) for share in shares) < 4.5 * np.sqrt(0.25 * 0.75 / n_games)
    assert result.count("won") == n_games


def test_end_is_always_an_option(position):
    game = position(2).arrange()
    assert GAME.option(game.rules, game.table, game.asked_hand, 0) == END
