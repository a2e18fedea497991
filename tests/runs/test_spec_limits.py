"""Specs that are small on disk and large in memory are counted before they are expanded; devices are not read."""

import os
import resource
import time

import pytest

from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.games.user_files import MOST_BYTES
from analyzer.runs.specs.checking import load_spec
from analyzer.runs.specs.design import expand

HEAD = '# Too much?\ngame = "{game}"\ndeals = 10\n'


def switches(game, count):
    """Set many switches to all they may be."""
    from analyzer.catalog import load_game

    lines = ["[switches]"]
    for switch in load_game(game).switches[:count]:
        values = [f'"{member.name.lower()}"' for member in switch.choices] if switch.choices else None
        values = values or (["true", "false"] if isinstance(switch.default, bool) else None)
        values = values or [str(number) for number in range(switch.low, min(switch.low + 10, switch.high + 1))]
        lines.append(f"{switch.name} = [{', '.join(values)}]")
    return "\n".join(lines) + "\n"


def sweep():
    values = ", ".join(map(str, range(60)))
    return (
        'policies = [{ policy = "steward", '
        + ", ".join(f"{name} = [{values}]" for name in steward_knobs()[:12])
        + " }]"
    )


PLAIN = HEAD.format(game="tranquility")
BOMBS = {
    "25 switches": lambda: HEAD.format(game="islebound") + switches("islebound", 25),
    "many wide switches": lambda: PLAIN + switches("tranquility", 14),
    "a sweep of 60 values for each knob": lambda: HEAD.format(game="islebound") + sweep(),
    "sums of sums": lambda: PLAIN + f"players = [1, 2, 3, 4, 5]\nsums = {{ of = [{variants()}], up_to = 4 }}\n",
    "a megabyte of unknown keys": lambda: PLAIN + "\n".join(f"k{n} = 1" for n in range(80_000)),
    "a megabyte of unknown switches": lambda: PLAIN + "[switches]\n" + "\n".join(f"k{n}=[1]" for n in range(60_000)),
    "a key with thousands of parts": lambda: PLAIN + "a" + ".a" * 100_000 + " = 1\n",
    "quoted parts": lambda: PLAIN + '"a"' + ' . "a"' * 50_000 + " = 1\n",
    "lists in lists": lambda: PLAIN + "players = " + "[" * 100_000,
    "tables in tables": lambda: PLAIN + "sums = " + "{a=" * 50_000,
    "a number of thousands of digits": lambda: PLAIN + "seed = " + "9" * 100_000 + "\n",
    "a number of 70 bits": lambda: PLAIN + f"seed = {2**70}\n",
    "a name of a megabyte": lambda: HEAD.format(game="x" * 900_000),
    "more than a megabyte": lambda: PLAIN + "#" * MOST_BYTES,
}


def steward_knobs():
    from analyzer.catalog import policies_of

    return list(policies_of("islebound")["steward"].knobs)


def variants():
    from analyzer.catalog import load_game

    return ", ".join(f'"{name}"' for name in load_game("tranquility").variants)


@pytest.mark.parametrize("name", BOMBS)
def test_a_spec_that_would_explode_is_refused_at_once(tmp_path, name):
    path = tmp_path / "bomb.toml"
    path.write_text(BOMBS[name]())
    began, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(BadInput) as caught:
        expand(load_spec(path), path)
    assert len(str(caught.value)) < 20_000
    assert time.process_time() - began < 5
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000  # kilobytes


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/null", "/"])
def test_a_device_or_a_folder_is_no_spec(device):
    with pytest.raises(BadInput, match="not a regular file"):
        load_spec(device)


READERS = {
    "a spec": lambda pipe: load_spec(pipe),
    "a variant": lambda pipe: make_cell("tranquility", variant=str(pipe)),
    "a policy": lambda pipe: make_cell("tranquility", policy=str(pipe.with_suffix(".py"))),
    "knobs": lambda pipe: make_cell("tranquility", policy=f"spacing@{pipe}"),
}


@pytest.mark.parametrize("reader", READERS)
def test_a_pipe_is_never_waited_for(tmp_path, reader):
    for suffix in ("toml", "py"):
        os.mkfifo(tmp_path / f"pipe.{suffix}")
    with pytest.raises(BadInput, match="not a regular file"):
        READERS[reader](tmp_path / "pipe.toml")
