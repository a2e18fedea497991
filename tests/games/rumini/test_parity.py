"""Compiled and plain Python give the same rows, byte for byte."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from analyzer.kernel.jit import IS_PLAIN

SCRIPT = """
import sys
from analyzer.play.simulation import simulate
for players, policy, sets in [
    (2, "greedy_capture", []), (3, "random_legal", ["recapture=once", "max_rounds=8"]), (4, "greedy_capture", []),
    (3, "planner", []), (4, "random_legal,dumper,cautious,flagger", ["keep_connected=true", "lock_placed=false"]),
    (3, "hoarder,bazaar_engine,spoiler", ["joker_adjacent=false", "joker_pick=any", "bazaar_when=on_third_only"]),
]:
    result = simulate("rumini", players=players, policy=policy, sets=sets, games=2, seed=3, jobs=1, rows=True)
    assert result.summary.fault is None, result.fault_message()
    print(players, policy, result.summary.digest)
"""


def run(is_plain: bool) -> str:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1" if is_plain else "0"}
    answer = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=False, timeout=600
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


@pytest.mark.skipif(IS_PLAIN, reason="compares with the compiled run")
def test_compiled_and_plain_rows_are_the_same():
    compiled, plain = run(is_plain=False), run(is_plain=True)
    assert len(compiled.splitlines()) == 6
    assert compiled == plain
