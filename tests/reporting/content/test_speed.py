"""A report of 60 cells and 60 million games: seconds, and less than 500 MB."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("fabricate.py")
ROOT = Path(__file__).parents[3]


def script(*arguments):
    program = [sys.executable, str(SCRIPT), *map(str, arguments)]
    done = subprocess.run(program, capture_output=True, text=True, timeout=600, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_sixty_million_games_take_seconds_and_little_memory(finished, tmp_path):
    small = finished("ladder_run").folder
    script(small, tmp_path / "large", 60, 1_000_000)
    told = json.loads(script(tmp_path / "large"))
    assert told["games"] >= 60_000_000
    assert told["figures"] >= 6
    assert told["seconds"] < 60
    assert told["megabytes"] < 500
