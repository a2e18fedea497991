"""The command line, run here or in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.shell import cli
from tests.shell.narrow import WIDTH

ROOT = Path(__file__).resolve().parents[2]


class Result:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    @property
    def document(self):
        return json.loads(self.out)


@pytest.fixture
def analyzer(monkeypatch, capsys):
    """Run the command line in this process: starting one takes two seconds."""

    def run(*arguments, cwd=ROOT):
        monkeypatch.chdir(cwd)
        monkeypatch.setattr(sys, "argv", ["analyzer", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            cli.main()
        return Result(caught.value.code, *capsys.readouterr())

    return run


@pytest.fixture
def narrow(monkeypatch):
    """Let screens be as narrow as a terminal often is."""
    monkeypatch.setenv("COLUMNS", str(WIDTH))


@pytest.fixture(scope="session")
def process():
    """Run the command line as a user does, in a process of its own."""

    def run(*arguments, cwd=ROOT, **options):
        command = [sys.executable, "-m", "analyzer", *map(str, arguments)]
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300, check=False, **options)
        return Result(done.returncode, done.stdout, done.stderr)

    return run
