"""A whole game in text, compared line by line; UPDATE_GOLDEN=1 writes it anew."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from analyzer.games.portolano import GAME
from analyzer.kernel.random import randbelow
from analyzer.kernel.streams import seed_stream
from tests.games.position import key_of

GOLDEN = Path(__file__).parent / "playthroughs" / "standard.txt"


def transcript(game):
    """Play a game by lot and write down every question and answer, and the board at the beginning of every round."""
    lots = np.zeros(4, np.int64)
    seed_stream(lots, key_of([4, 5, 6]), 1 << 16)
    lines = []
    drawn = 0
    while not game.is_over:
        seat, n = game.asked, game.n_options()
        answer = game.option(int(randbelow(lots, n)))
        if not lines or game.table.round_no > drawn:
            drawn = int(game.table.round_no)
            lines.extend(GAME.render(game.rules, game.state).splitlines())
        lines.append(f"seat {seat}, {n} options: {GAME.describe(game.rules, game.state, answer)}")
        game.answer(answer)
    return [*lines, GAME.ending(game.rules, game.state)]


def test_the_playthrough_is_the_golden_one(position):
    lines = [line.rstrip() for line in transcript(position(3, (), seed=2))]
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text("\n".join(lines) + "\n", encoding="utf-8")
    golden = GOLDEN.read_text(encoding="utf-8").splitlines()
    assert lines == golden
    assert len(lines) > 100
