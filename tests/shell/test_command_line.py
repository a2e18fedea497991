"""The command line as a whole: commands are found by their files, start fast, and can be completed."""

import inspect
import os
import subprocess
import sys

import pytest

from analyzer import __version__
from analyzer.kernel.jit import IS_PLAIN
from analyzer.shell.cli import find_commands
from analyzer.shell.options import read_count

OF_THE_CONTRACT = {"games", "variants", "policies", "simulate", "compare", "run", "report", "replay", "bench", "cache"}
WITHOUT_JSON = {"cache", "new-policy"}


def test_every_module_of_the_folder_is_a_command():
    assert set(find_commands()) >= OF_THE_CONTRACT
    for name in find_commands():
        assert find_commands()[name].__name__ == name.replace("-", "_")
        assert find_commands()[name].__doc__, name


@pytest.mark.parametrize("name", find_commands())
def test_every_command_that_prints_a_table_has_json(name):
    assert ("as_json" in inspect.signature(find_commands()[name]).parameters) == (name not in WITHOUT_JSON)


def test_version(analyzer):
    result = analyzer("--version")
    assert (result.code, result.out) == (0, f"analyzer {__version__}\n")


@pytest.mark.parametrize(("text", "value"), [("1e6", 1_000_000), ("100_000", 100_000), ("2.5e3", 2500), ("7", 7)])
def test_games_may_be_written_short(text, value):
    assert read_count(text) == value


@pytest.mark.parametrize("text", ["1.5", "many", "inf", "nan", ""])
def test_a_count_that_is_none_is_told(analyzer, text):
    result = analyzer("simulate", "tranquility", "--games", text)
    assert (result.code, result.out) == (2, "")
    assert "--games" in result.err
    assert "1e5" in result.err


def cpu_seconds(process, *arguments, **options):
    """Run a command in a process of its own; return its result and the processor's seconds."""
    before = os.times()
    return process(*arguments, **options), _since(before)


def _since(before):
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


@pytest.fixture(scope="module")
def pace():
    """How much slower this machine is just now than one on which numba is imported in a third of a second."""
    before = os.times()
    subprocess.run([sys.executable, "-c", "import numba"], check=True)
    return max(1.0, _since(before) / 0.36)


STARTS = {"help": (("--help",), 0.5), "games": (("games",), 1.0)}
STARTS |= {} if IS_PLAIN else {"a first game": (("simulate", "tranquility", "--games", "1"), 0.95)}


@pytest.mark.parametrize(("arguments", "limit"), STARTS.values(), ids=STARTS.keys())
def test_a_command_starts_within_its_time(process, pace, arguments, limit):
    process(*arguments)  # a warm disk, and compiled code
    timed = [cpu_seconds(process, *arguments) for _ in range(3)]
    assert all(result.code == 0 for result, _ in timed)
    assert min(seconds for _, seconds in timed) < limit * pace


@pytest.mark.skipif(sys.platform == "win32", reason="completion of bash")
def test_commands_and_options_are_completed(process):
    def completed(words):
        environment = {
            **os.environ, "_ANALYZER_COMPLETE": "complete_bash", "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split()) - 1),
        }  # fmt: skip
        return process(env=environment).out.split()

    assert completed("analyzer sim") == ["simulate"]
    assert "--players" in completed("analyzer simulate --pl")
