"""Worker processes: they end with the main process."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SCRIPT = """
import os, time
from analyzer.play.pools.choosing import opened

with opened("processes", 2) as pool:
    futures = [pool.executor.submit(os.getpid) for _ in range(20)]
    print(*{future.result() for future in futures}, flush=True)
    time.sleep(60)
"""


@pytest.mark.compiled
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes through /proc")
def test_workers_do_not_outlive_a_main_process_that_was_killed():
    main_process = subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, text=True)
    workers = [int(word) for word in main_process.stdout.readline().split()]
    assert workers
    assert all(_is_there(pid) for pid in workers)
    os.kill(main_process.pid, signal.SIGKILL)
    main_process.wait()
    main_process.stdout.close()
    until = time.monotonic() + 30
    while any(_is_there(pid) for pid in workers):
        assert time.monotonic() < until, "a worker is still there"
        time.sleep(0.1)


def _is_there(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
