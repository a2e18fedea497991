"""Where inputs are put to the test: a folder for each, a command line, and the promises that must hold afterwards."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings

ROOT = Path(__file__).parents[2]
PATIENCE = 4.0  # seconds of work, then Ctrl-C is pressed: what is asked for may be long
MOST_BYTES = 1_000_000_000  # of a command, with all that was imported
MOST_LETTERS = 20_000  # of a message
GAMES = ("tranquility", "portolano", "rumini", "islebound")
REFUSED, FAILED, FAULTY, INTERRUPTED = 2, 3, 4, 130

SHORT = settings(
    max_examples=6,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],  # a smaller input would take hundreds of commands to find
    suppress_health_check=list(HealthCheck),
)


@dataclass(frozen=True)
class Outcome:
    """What became of a command line."""

    arguments: tuple[str, ...]
    code: int | None
    signal: int | None
    was_interrupted: bool
    hung: bool
    seconds: float
    peak: int
    out: str
    err: str
    outside: list[str]


class Arena:
    """A server of forks, and the folders of inputs."""

    def __init__(self, plain=False):
        environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONWARNINGS": "ignore"}
        environment |= {"NUMBA_DISABLE_JIT": "1"} if plain else {}
        environment.setdefault("ANALYZER_CACHE_DIR", str(_cache_folder()))
        environment["ANALYZER_PATIENCE"] = "4"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.server", *(["tranquility"] if plain else GAMES)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=environment,
            text=True,
        )
        self.folders = tempfile.TemporaryDirectory(prefix="fuzz-")
        self.temporary = tempfile.mkdtemp(dir=self.folders.name)

    def close(self):
        """End the server and delete the folders."""
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.folders.cleanup()

    def command(self, folder, *arguments, patience=PATIENCE):
        """Run a command line in a folder."""
        request = {"arguments": list(map(str, arguments)), "folder": str(folder), "patience": patience}
        request["temporary"] = self.temporary
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, f"the server died of {request}"
        return Outcome(tuple(request["arguments"]), **json.loads(answer))

    @contextmanager
    def folder(self, files=None):
        """Make a folder with the files of an input, which no command may change."""
        with tempfile.TemporaryDirectory(dir=self.folders.name) as name:
            place = Path(name)
            for path, content in (files or {}).items():
                (place / path).write_bytes(content if isinstance(content, bytes) else content.encode())
            yield place
            for path, content in (files or {}).items():
                was = content if isinstance(content, bytes) else content.encode()
                assert (place / path).read_bytes() == was, f"{path} was changed"


def _cache_folder():
    from analyzer.kernel.compiler.code_store import cache_root

    return cache_root()


@cache
def arena(plain=False):
    """Start an arena, once for all tests of a process; `plain`: with the rules as Python."""
    made = Arena(plain)
    atexit.register(made.close)
    return made


def keep_promises(outcome, codes):
    """No traceback, no crash, no hang, nothing written elsewhere, memory bounded, and an exit code of the contract."""
    shown = f"{outcome.arguments}\n{outcome.err[-3000:]}"
    assert not outcome.hung, f"it hung: {shown}"
    assert outcome.signal is None, f"it crashed by signal {outcome.signal}: {shown}"
    assert "Traceback (most recent" not in outcome.err, f"a traceback: {shown}"
    assert not outcome.outside, f"it reached outside, {outcome.outside}: {shown}"
    assert outcome.peak < MOST_BYTES, f"{outcome.peak:,} bytes of memory: {shown}"
    assert outcome.code in ({INTERRUPTED, *codes} if outcome.was_interrupted else codes), f"{outcome.code}: {shown}"
    if outcome.code:
        assert outcome.err.strip() or outcome.out.strip(), f"exit code {outcome.code} without a word: {shown}"
        assert len(outcome.err) < MOST_LETTERS, f"a message of {len(outcome.err)} letters: {shown}"
