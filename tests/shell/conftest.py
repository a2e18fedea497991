import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Result:
    def __init__(self, process):
        self.code = process.returncode
        self.out = process.stdout
        self.err = process.stderr

    @property
    def document(self):
        return json.loads(self.out)


@pytest.fixture(scope="session")
def analyzer():
    """Run the command line in a process of its own."""

    def run(*arguments, cwd=ROOT, **options):
        command = [sys.executable, "-m", "analyzer", *map(str, arguments)]
        process = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300, check=False, **options)
        return Result(process)

    return run
