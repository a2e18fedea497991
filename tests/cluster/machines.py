"""A real scheduler and real workers, as processes on loopback."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "ANALYZER_GAMES": "tests.toy", "PYTHONPATH": str(ROOT)}
ENVIRONMENT.pop("DASK_SCHEDULER_ADDRESS", None)
TIMEOUT = 60


class Machines:
    """A scheduler and its workers; each is ended by its own process."""

    def __init__(self, folder):
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.scheduler = None
        self.workers = []

    def begin(self, workers=2):
        """Start a scheduler, and workers for it."""
        self.file.unlink(missing_ok=True)
        self.scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(self.file)
        )
        wait_for(lambda: self.file.exists() and self.file.read_text().endswith("}"))
        for _ in range(workers):
            self.add_worker()

    @property
    def address(self):
        return json.loads(self.file.read_text())["address"]

    def add_worker(self, **environment):
        """Start one more worker, with another environment if asked for."""
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1", "--death-timeout", "20"]
        worker = self._start("worker", self.address, *options, environment=environment)
        self.workers.append(worker)
        return worker

    def _start(self, *arguments, environment=None):
        log = (self.folder / f"{arguments[0]}-{time.monotonic_ns()}.log").open("w")
        own = {**ENVIRONMENT, "DASK_TEMPORARY_DIRECTORY": str(self.folder), **(environment or {})}
        command = [sys.executable, "-m", "dask", *arguments]
        with log:
            return subprocess.Popen(command, env=own, cwd=self.folder, stdout=log, stderr=log)

    def kill(self, process):
        """End a process at once, as a machine that is switched off does."""
        process.send_signal(signal.SIGKILL)
        process.wait(TIMEOUT)

    def end(self):
        """End all of them."""
        for process in [*self.workers, self.scheduler]:
            if process is not None and process.poll() is None:
                self.kill(process)
        self.workers, self.scheduler = [], None


def wait_for(condition):
    """Wait until something holds."""
    until = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < until, "it took too long"
        time.sleep(0.02)
