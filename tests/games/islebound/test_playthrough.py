"""A whole game, line by line. After a change of the rules: UPDATE_GOLDEN=1 pytest <this file>, then read the diff."""

import os
from pathlib import Path

from analyzer.games.islebound import GAME
from analyzer.games.islebound.state import Phase

FILE = Path(__file__).parent / "playthroughs" / "standard.txt"


def transcript(game, policy):
    """Write one game: the table at the start of every fourth round, every answer, the end."""
    lines = [f"base, {game.players} players, {policy}, data set {GAME.components.name}"]
    shown = -1
    while not game.is_over:
        table = game.table
        if game.phase == Phase.PLAN and table.round_no % 4 == 1 and table.round_no != shown:
            shown = int(table.round_no)
            lines += ["", *GAME.render(game.rules, game.state).splitlines()]
        answer = game.ask(policy)
        lines.append(f"{game.phase.name} seat {game.asked}: {GAME.describe(game.rules, game.state, answer)}")
        game.answer(answer)
    lines += ["", *GAME.render(game.rules, game.state).splitlines(), GAME.ending(game.rules, game.state)]
    return [line.rstrip() for line in lines]


def test_playthrough(position):
    lines = transcript(position(3, seed=5, homes=False), "balanced")
    if os.environ.get("UPDATE_GOLDEN"):
        FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert FILE.read_text(encoding="utf-8").splitlines() == lines


def test_every_kind_of_answer_can_be_put_into_words(position):
    import numpy as np

    rng = np.random.Generator(np.random.PCG64(3))
    for sets in (("merchant=true", "raid=true"), ("architect=true",)):
        game = position(3, sets, homes=False)
        for _ in range(150):
            answer = int(rng.choice(game.options()))
            if game.phase == Phase.PLAN:
                answer |= (0b1111111 | 0b111111 << 25) << 9
            assert GAME.describe(game.rules, game.state, answer)
            game.answer(answer)
        assert GAME.render(game.rules, game.state)
