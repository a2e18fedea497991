"""Killed by SIGKILL at random moments and continued, a run gives the digest of an undisturbed one."""

import subprocess
import sys

KILLS = 5

# One process loads and compiles everything, then forks the runs that are killed: that saves ten start-ups.
SCRIPT = """
import os, random, signal, sys, time
from pathlib import Path
from analyzer.runs.experiment import run
from analyzer.runs.stored import store

spec, folder, kills = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
store.GROUP = 1  # as many moments of writing as possible

def fork(target):
    child = os.fork()
    if child == 0:
        try:
            run(spec, target, jobs=2)
            os._exit(0)
        except BaseException as problem:
            print(repr(problem), flush=True)
            os._exit(1)
    return child

began = time.monotonic()
assert os.waitpid(fork(folder / "undisturbed"), 0)[1] == 0
whole = time.monotonic() - began
dice = random.Random(7)
killed = 0
while killed < kills:
    child = fork(folder / "killed")
    time.sleep(dice.uniform(0.05, 0.35) * whole)
    if os.waitpid(child, os.WNOHANG)[0] == 0:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        killed += 1
    else:  # it had finished before: begin again, so that every kill hits a run under way
        import shutil
        shutil.rmtree(folder / "killed")
assert os.waitpid(fork(folder / "killed"), 0)[1] == 0
print("killed", killed, flush=True)
"""


def test_kills_at_random_moments_change_nothing(write_spec, tmp_path):
    import analyzer

    spec = write_spec(deals="12000", variants='["base", "poseidon", "galateia"]')
    command = [sys.executable, "-c", SCRIPT, str(spec), str(tmp_path), str(KILLS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert f"killed {KILLS}" in done.stdout, done.stdout + done.stderr
    undisturbed, killed = (analyzer.load_results(tmp_path / name) for name in ("undisturbed", "killed"))
    assert killed.manifest.digest == undisturbed.manifest.digest is not None
    assert (killed.blocks == undisturbed.blocks).all(axis=None)
    assert killed.counts.equals(undisturbed.counts)
    assert killed.rows().equals(undisturbed.rows())
