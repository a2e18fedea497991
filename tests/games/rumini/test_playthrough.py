"""A game in full, line by line; `UPDATE_GOLDEN=1` writes the file anew after a wanted change of the rules."""

from __future__ import annotations

import os
from pathlib import Path

from analyzer.games.rumini import GAME
from analyzer.games.rumini.state import Cause

FILE = Path(__file__).parent / "playthroughs" / "standard.txt"
SEATING = ("greedy_capture", "planner", "spoiler")


def transcript(game):
    lines = []
    while game.table.cause == Cause.RUNNING:
        seat = int(game.table.asked)
        lines.append(f"turn {game.table.turn}, {GAME.phases(int(game.table.phase)).name.lower()}:")
        lines += GAME.render(game.rules, game.state).splitlines()
        answer = game.ask(SEATING[seat])
        lines.append(f"  seat {seat} {GAME.describe(game.rules, game.state, answer)}")
        game.answer(answer)
    return [*lines, GAME.ending(game.rules, game.state)]


def test_standard_playthrough(position):
    lines = transcript(position(3, deal=21))
    if os.environ.get("UPDATE_GOLDEN"):
        FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == FILE.read_text(encoding="utf-8").splitlines()
    assert lines[-1].startswith("turn")
