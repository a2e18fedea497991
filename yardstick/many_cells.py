"""Measure what many small cells cost: a run of 2,000 cells with 200 deals each, and its report.

python yardstick/many_cells.py [--cells N] [--folder DIR]

Each is a process of its own: seconds by the clock, seconds of all cores, and the most memory it held.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DEALS = 200
PLAYERS, REMOVED = (2, 3, 4, 5), 10  # numbers of players, and of Islands removed: 0 to 9
SPEC = """# What does it cost to play {cells:,} small cells?
game = "tranquility"
players = {players}
policies = [{{ policy = "spacing", cost = {costs} }}]
deals = {deals}

[switches]
removed = {removed}
"""


def main() -> int:
    """Play and report in an empty folder, and print what it took."""
    options = _options()
    with tempfile.TemporaryDirectory() as empty:
        folder = Path(options.folder or empty)
        folder.mkdir(parents=True, exist_ok=True)
        spec, run = folder / "many_cells.toml", folder / "run"
        each = max(options.cells // (len(PLAYERS) * REMOVED), 1)
        costs = [round(0.3 + 0.6 * place / each, 4) for place in range(each)]
        removed, cells = list(range(REMOVED)), each * len(PLAYERS) * REMOVED
        spec.write_text(SPEC.format(cells=cells, players=list(PLAYERS), costs=costs, deals=DEALS, removed=removed))
        print(f"{cells:,} cells of {DEALS} deals, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
        _measure("run", "run", str(spec), "--out", str(run))
        _measure("report", "report", str(run), "--out", str(folder / "report"))
    return 0


def _measure(title: str, *command: str) -> None:
    began = time.monotonic()
    process = subprocess.Popen([sys.executable, "-m", "analyzer", *command], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{title} failed")
    busy, memory = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    print(f"{title}: {time.monotonic() - began:.1f} s, {busy:.1f} s of processor time, {memory:.0f} MB")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cells", type=int, default=2000)
    parser.add_argument("--folder", help="keep the run and the report here")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
