"""Compiled and plain Python give the same bytes."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate

CASES = [
    (2, "base", "random_legal", ()),
    (4, "advanced+merchant+raid", "balanced,random_legal,conqueror,diplomat", ("raid_rerolls=true",)),
    (3, "architect", "random_legal", ("reroll_repeat=false",)),
    (2, "closed_quarters+six_buildings", "random_legal", ("region_cut=b", "commons_skip=per_cube")),
]
LIMIT = "round_limit=15"
SCRIPT = """
import hashlib, json, sys
from analyzer.play.simulation import simulate
for players, variant, policy, sets in json.loads(sys.argv[1]):
    sets = [*sets, sys.argv[2]]
    more = dict(variant=variant, policy=policy, sets=sets, games=2, jobs=1, rows=True)
    result = simulate("islebound", players=players, **more)
    print(hashlib.sha256(result.rows.tobytes()).hexdigest())
"""


@pytest.mark.skipif(IS_PLAIN, reason="compares compiled with plain")
def test_compiled_and_plain_rows_are_equal():
    import json

    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(CASES), LIMIT],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    compiled = [
        simulate(
            "islebound",
            players=players,
            variant=variant,
            policy=policy,
            sets=[*sets, LIMIT],
            games=2,
            jobs=1,
            rows=True,
        )
        for players, variant, policy, sets in CASES
    ]
    assert done.stdout.split() == [hashlib.sha256(result.rows.tobytes()).hexdigest() for result in compiled]
