"""What many small cells cost: a run and its report grow with their number, not with its square."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SMALL, LARGE = 400, 1_600
MOST_MEGABYTES = 500


def cost(cells):
    """Play that many cells and report them, each in a process of its own: seconds of the processor, and megabytes."""
    program = [sys.executable, str(ROOT / "yardstick" / "many_cells.py"), "--cells", str(cells)]
    done = subprocess.run(program, capture_output=True, text=True, timeout=600, check=True, cwd=ROOT)
    found = re.findall(r"^(run|report): .* s, ([\d.]+) s of processor time, (\d+) MB", done.stdout, re.M)
    return {name: (float(seconds), int(memory)) for name, seconds, memory in found}


@pytest.mark.slow
def test_what_a_run_and_its_report_cost_grows_with_the_cells():
    small, large = cost(SMALL), cost(LARGE)
    for name in ("run", "report"):
        assert large[name][0] < 1.5 * LARGE / SMALL * small[name][0], f"{name}: the square would be four times this"
        assert large[name][1] < MOST_MEGABYTES
