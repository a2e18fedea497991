"""A whole game, line by line. After a change of the rules: UPDATE_GOLDEN=1 pytest <this file>, then read the diff."""

import os
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "playthroughs"
GOLDEN = {"base": {"players": 3, "seed": 1, "deal": 4}}


def transcript(positions, players, seed, deal, variant):
    """Write one game of `spacing`: the board whenever an action is asked for, every answer, the end."""
    game = positions.Position(players, variant, seed=seed, deal=deal)
    describe, render = positions.GAME.describe, positions.GAME.render
    lines = [f"{variant}, {players} players, spacing, seed {seed}, deal {deal}"]
    while not game.is_over:
        if game.phase == "ACTION":
            lines += ["", f"turn {game.table.turn}", *render(game.rules, game.state).splitlines()]
        code = game.ask("spacing")
        lines.append(f"{game.phase} seat {game.asked}: {describe(game.rules, game.state, code)}")
        game.answer(code)
    lines += ["", *render(game.rules, game.state).splitlines(), positions.GAME.ending(game.rules, game.state)]
    return [line.rstrip() for line in lines]


@pytest.mark.parametrize("variant", GOLDEN)
def test_playthrough(positions, variant):
    file = FOLDER / f"{variant}.txt"
    lines = transcript(positions, variant=variant, **GOLDEN[variant])
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert file.read_text(encoding="utf-8").splitlines() == lines
