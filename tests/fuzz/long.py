"""Fuzzing for as long as one likes: `python -m tests.fuzz.long TARGET… --seconds 600`.

Every round has a random seed, which is printed. What breaks a promise is saved as plain data, and the round goes on;
`python -m tests.fuzz.long TARGET --again FILE` tries it again. Exit code 1: something was found.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import random
import re
import sys
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

TARGETS = (
    "command_lines",
    "specs",
    "designs",
    "variant_files",
    "component_data",
    "policy_strings",
    "policy_files",
    "run_directories",
    "manifests",
)
ROUND = 100  # inputs


class Hunt:
    """Tries inputs of one target, counts them, and keeps one input of every finding."""

    def __init__(self, target, folder):
        self.target, self.folder = target, folder
        self.module = import_module(f"tests.fuzz.test_{target}")
        self.inputs = 0
        self.findings = {}
        self.until = 0.0

    def go_on(self, seconds):
        """Play rounds until the time is up."""
        self.until = time.monotonic() + seconds
        while time.monotonic() < self.until:
            number = random.SystemRandom().randrange(2**32)
            found = len(self.findings)
            self._round(number)
            if len(self.findings) > found:
                print(f"{self.target}: the round of seed {number} found something", flush=True)

    def _round(self, number):
        plan = settings(
            max_examples=ROUND,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        seed(number)(plan(given(self.module.INPUTS)(self._try)))()

    def _try(self, case):
        if time.monotonic() > self.until:
            return  # the rest of a round
        self.inputs += 1
        try:
            self.module.check(case)
        except Exception as problem:  # whatever it is, it is a finding
            self._keep(case, str(problem))

    def _keep(self, case, words):
        last = re.sub(r"\d+|'[^']*'|\"[^\"]*\"|/\S+", "·", f"{words[:40]} … {words.strip()[-200:]}")
        if last in self.findings:
            self.findings[last] += 1
            return
        self.findings[last] = 1
        self.folder.mkdir(parents=True, exist_ok=True)
        name = f"{self.target}-{hashlib.sha256(repr(case).encode('utf-8', 'replace')).hexdigest()[:10]}.txt"
        (self.folder / name).write_text(repr(case), encoding="utf-8", errors="surrogatepass")
        print(f"{self.target}: FOUND, input in {self.folder / name}\n{words[:4000]}\n", flush=True)


def main():
    """Fuzz the targets one after the other."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("targets", nargs="*", default=TARGETS, help=", ".join(TARGETS))
    reader.add_argument("--seconds", type=float, default=600.0, help="for each target")
    reader.add_argument("--findings", type=Path, default=Path("fuzz-findings"))
    reader.add_argument("--again", type=Path, help="try one saved input again")
    wanted = reader.parse_args()
    if wanted.again is not None:
        case = ast.literal_eval(wanted.again.read_text(encoding="utf-8", errors="surrogatepass"))
        import_module(f"tests.fuzz.test_{wanted.targets[0]}").check(case)
        return 0
    return max(hunt(target, wanted.seconds, wanted.findings) for target in wanted.targets)


def hunt(target, seconds, folder):
    """Fuzz one target and say what came of it."""
    began, made = time.monotonic(), Hunt(target, folder)
    with suppress(KeyboardInterrupt):  # goes on with the next target
        made.go_on(seconds)
    took = time.monotonic() - began
    print(f"{target}: {made.inputs:,} inputs in {took:.0f} s, {len(made.findings)} findings", flush=True)
    return int(bool(made.findings))


if __name__ == "__main__":
    sys.exit(main())
