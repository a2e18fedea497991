"""Compiled and plain Python play the same games, byte by byte, each in a fresh interpreter."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.catalog import game_names, load_game
from analyzer.kernel.jit import IS_PLAIN

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="compares the two modes itself")

ROOT = Path(__file__).parents[2]
DEALS = 2  # plain Python takes minutes for each more

SCRIPT = """
import hashlib, sys
from analyzer.catalog import load_game
from analyzer.play.simulation import simulate
name, deals = sys.argv[1], int(sys.argv[2])
game = load_game(name)
variants = list(game.variants)
for number, players in enumerate(game.seats):
    for policy in ("random_legal", game.recommended):
        for variant in {variants[0], variants[number % len(variants)], variants[-1]}:
            try:
                table = dict(players=players, variant=variant, policy=policy)
                rows = simulate(name, games=deals, jobs=1, rows=True, **table).rows
            except Exception as problem:
                print(players, policy, variant, type(problem).__name__)
            else:
                print(players, policy, variant, rows.dtype.itemsize, hashlib.sha256(rows.tobytes()).hexdigest())
"""


def played(name, plain):
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "NUMBA_DISABLE_JIT": "1" if plain else "0",
        "PYTHONHASHSEED": "0",
    }
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SCRIPT, name, str(DEALS)],
        env=environment, capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return sorted(done.stdout.splitlines())


@pytest.mark.parametrize("name", game_names())
def test_compiled_and_plain_rows_are_equal(name):
    compiled = played(name, plain=False)
    assert len(compiled) >= 2 * len(load_game(name).seats)
    assert compiled == played(name, plain=True)
