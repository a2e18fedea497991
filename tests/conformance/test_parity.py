"""Compiled and plain Python play the same games, byte by byte, each in a fresh interpreter.

Every policy, every variant and every reading of a rule takes part in some game. What cannot be played together is
sorted out beforehand; whatever is raised while playing, in either mode, fails the test.
"""

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.catalog import game_names, load_game, policies_of
from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="compares the two modes itself")

ROOT = Path(__file__).parents[2]
SCRIPT = """
import hashlib, json, sys
from analyzer.play.simulation import simulate
name, cases = sys.argv[1], json.loads(sys.argv[2])
for number, case in enumerate(cases):
    result = simulate(name, games=1, seed=number, jobs=1, rows=True, **case)
    result.raise_fault()
    fields = b"".join(result.rows[field].tobytes() for field in result.rows.dtype.names)
    print(number, len(fields), hashlib.sha256(fields).hexdigest())
"""


def readings(game):
    """Every value of every switch that is a choice or a yes or no, but the default, as `--set` takes it."""
    for switch in game.switches:
        if switch.choices is not None:
            values = [member.name.lower() for member in switch.choices]
        else:
            values = ["true", "false"] if isinstance(switch.default, bool) else []
        yield from (f"{switch.name}={value}" for value in values if value != str(switch.default).lower())


def is_playable(name, case):
    try:
        make_cell(name, **case)
    except BadInput:
        return False
    return True


def cases_of(name, names):
    """Make cells until everybody and everything took part; a reading that does not fit waits for the next cell."""
    game, policies = load_game(name), itertools.cycle(names)
    waiting, cases = list(readings(game)), []
    variants, seats = itertools.cycle(game.variants), itertools.cycle(game.seats)
    n_cells = max(len(game.variants), -(-len(names) // min(n for n in game.seats if n > 1)))
    at_once = -(-len(waiting) // n_cells) + 1
    while len(cases) < n_cells or waiting:
        assert len(cases) < 2 * n_cells, f"readings that took part in no game: {waiting}"
        variant = next(variants)
        players = next(n for n in seats if is_playable(name, {"variant": variant, "players": n}))
        case = {"variant": variant, "players": players, "policy": ",".join(itertools.islice(policies, players))}
        cases.append({**case, "sets": taken_out(waiting, name, case, at_once)})
    return cases


def taken_out(waiting, name, case, at_once):
    """Take readings out of those waiting, one of a switch, that can be played together."""
    found = {}
    for text in waiting:
        switch = text.partition("=")[0]
        if switch not in found and len(found) < at_once:
            sets = [*found.values(), text]
            found |= {switch: text} if is_playable(name, {**case, "sets": sets}) else {}
    waiting[:] = [text for text in waiting if text not in found.values()]
    return list(found.values())


def played(name, cases, plain):
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "NUMBA_DISABLE_JIT": "1" if plain else "0",
        "PYTHONHASHSEED": "0",
    }
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SCRIPT, name, json.dumps(cases)],
        env=environment, capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def by_values(name, wanted):
    """Name the policies with trained values, or those without: a network takes long in plain Python."""
    return [policy for policy, found in policies_of(name).items() if bool(found.values) is wanted]


@pytest.mark.parametrize("name", game_names())
def test_compiled_and_plain_rows_are_equal(name):
    compare(name, by_values(name, False))


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in game_names() if by_values(name, True)])
def test_compiled_and_plain_rows_are_equal_with_trained_values(name):
    compare(name, by_values(name, True))


def compare(name, policies):
    """Play every variant and reading in both modes."""
    cases = cases_of(name, policies)
    assert {case["variant"] for case in cases} == set(load_game(name).variants)
    assert {policy for case in cases for policy in case["policy"].split(",")} == set(policies)
    compiled = played(name, cases, plain=False)
    assert len(compiled) == len(cases)
    assert compiled == played(name, cases, plain=True)
