"""What a finished game is worth to a look-ahead among rivals: the share of the win, or how far a seat is ahead."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from analyzer.games import turns
from analyzer.games.search import lookahead
from analyzer.kernel.jit import IS_PLAIN

RULES = SimpleNamespace(players=3)


def plain(function):
    return function if IS_PLAIN else function.py_func


def row_of(scores, winner, fault=0, cause=1):
    share = [float(seat == winner) for seat in range(3)]
    return SimpleNamespace(score=scores, share=share, fault=fault, cause=cause)


@pytest.fixture
def worths(monkeypatch):
    """Give what games are worth with a scale of 8 points, 0 = the game's own worth; a cause of 3 is a cut."""
    for name in ("points_ahead", "squashed"):
        monkeypatch.setattr(turns, name, plain(getattr(turns, name)))
        monkeypatch.setattr(lookahead, name, getattr(turns, name))
    monkeypatch.setattr(lookahead, "worth", plain(turns.share_and_margin), raising=False)
    monkeypatch.setattr(lookahead, "CUT_OFF", 3, raising=False)
    return lambda row, seat, margin=8.0: lookahead.gain_of(RULES, row, seat, SimpleNamespace(margin=margin))


def test_points_count_against_the_best_of_the_others(worths):
    row = row_of([30, 22, 10], 0)
    assert [worths(row, seat) for seat in range(3)] == pytest.approx([0.75, 0.25, 0.5 - 0.5 * 20 / 28])


def test_a_tie_is_worth_one_half_and_no_margin_as_much_as_certainty(worths):
    assert worths(row_of([7, 7, 1], 0), 0) == worths(row_of([7, 7, 1], 0), 1) == 0.5
    assert 0.99 < worths(row_of([10_000, 0, 0], 0), 0) < 1.0


def test_without_a_margin_the_win_decides_and_points_break_ties(worths):
    narrow, wide, lost = (worths(row_of([score, 7, 1], 0 if score > 6 else 1), 0, 0.0) for score in (8, 90, 6))
    assert lost < turns.TIE_BREAK < 1.0 < narrow < wide < 1.0 + turns.TIE_BREAK
    assert worths(row_of([8, 7, 1], 0), 0) - worths(row_of([6, 7, 1], 1), 0) < 0.2, "margins make little of one point"


@pytest.mark.parametrize("margin", [0.0, 8.0])
def test_a_game_without_a_proper_end_is_worth_nothing(worths, margin):
    assert worths(row_of([30, 2, 1], 0, fault=1), 0, margin) == 0.0
    assert worths(row_of([30, 2, 1], -1, cause=3), 0, margin) <= turns.TIE_BREAK
