"""Compiled and plain Python give the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate

CASES = [
    (2, "standard", "random_legal", []),
    (3, "standard", "trader", ["free_discard=true", "port_replace=choose"]),
    (4, "standard", "trader,one_ply,gunboat,random_legal", []),
    (5, "lean+three_symbols", "random_legal", ["mission_layout=linear", "peace_auto=false"]),
]
SCRIPT = """
import sys
from analyzer.play.simulation import simulate
players, variant, policy, sets = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4].split()
result = simulate("portolano", players=players, variant=variant, policy=policy, sets=sets, games=6, jobs=1)
print(result.summary.digest)
"""


@pytest.mark.skipif(IS_PLAIN, reason="compares compiled with plain")
@pytest.mark.parametrize(("players", "variant", "policy", "sets"), CASES)
def test_compiled_and_plain_rows_are_equal(players, variant, policy, sets):
    compiled = simulate("portolano", players=players, variant=variant, policy=policy, sets=sets, games=6, jobs=1)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(players), variant, policy, " ".join(sets)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == compiled.summary.digest
