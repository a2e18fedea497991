"""Terminals and file names that are not UTF-8: other signs are shown, and nothing fails."""

import json
import os
import subprocess
import sys

import pytest

from analyzer.kernel.jit import IS_PLAIN

ASCII = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def command(*arguments, **options):
    program = [sys.executable, "-m", "analyzer", *arguments]
    environment = {**os.environ, **ASCII}
    return subprocess.run(program, capture_output=True, timeout=120, check=False, env=environment, **options)


@pytest.mark.parametrize(
    "arguments",
    [
        ("games",),
        ("variants", "tranquility"),
        ("policies", "islebound"),
        ("variants", "portolano", "--json"),
        ("--help",),
    ],
)
def test_a_terminal_without_utf_8_shows_every_listing(arguments):
    done = command(*arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode("ascii")
    assert b"Traceback" not in done.stderr


def test_a_message_with_other_letters_is_shown():
    done = command("simulate", "tränquility…")
    assert done.returncode == 2
    assert b"tr\\xe4nquility..." in done.stderr or b"tr\\udcc3\\udca4nquility" in done.stderr


NAME = b"run\xff\xfe"


@pytest.mark.skipif(IS_PLAIN, reason="plays games: only compiled")
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere file names are text")
@pytest.mark.parametrize("encoding", ["ascii", pytest.param("utf-8", marks=pytest.mark.slow)])
def test_file_names_that_are_no_text(tmp_path, encoding):
    spec = os.fsencode(tmp_path) + b"/spec\xff.toml"
    with open(spec, "w", encoding="utf-8") as file:
        file.write('# Ä name?\ngame = "tranquility"\npolicies = ["random_legal"]\ndeals = 50\n')
        file.write('players = [2]\nsections = ["method"]\n')
    folder = os.fsencode(tmp_path) + b"/" + NAME
    program = [sys.executable, "-m", "analyzer"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    for arguments in ([b"run", spec, b"--out", folder, b"--json"], [b"report", folder, b"--format", b"md"]):
        done = subprocess.run([*program, *arguments], capture_output=True, timeout=120, check=False, env=environment)
        assert done.returncode == 0, done.stderr
        assert b"Traceback" not in done.stderr
        if b"--json" in arguments:
            assert json.loads(done.stdout)["status"] == "complete"


def test_a_missing_file_whose_name_is_no_text_is_told():
    done = subprocess.run(
        [sys.executable, "-m", "analyzer", "run", b"no\xffwhere.toml"], capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert b"No such file" in done.stderr
