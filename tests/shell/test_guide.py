"""The author's guide is true: its reference is the code's own, its policies play, its commands exist."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from analyzer.catalog import game_names, load_game
from analyzer.games.listings import answers_of, codes_of, fields_of, questions_of
from analyzer.shell import cli
from analyzer.shell.guide import write_guide

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "policies.md"
TEXT = GUIDE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)  # language and text
FILES = {text.split()[1]: text for language, text in BLOCKS if language == "python"}  # by the name in the first line
GAME_OF = {name: re.search(r"analyzer\.games\.(\w+) import", text) for name, text in FILES.items()}
DATA = dict(re.findall(r"^<!-- file: (\S+) -->\n```json\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE))
COMMANDS = [line for language, text in BLOCKS if language == "" for line in text.splitlines()]
PLAY = """
import json, sys, analyzer
for game, file in json.loads(sys.argv[1]):
    played = analyzer.simulate(game, policy=file, games=1, jobs=1)
    print(file, played.as_dict()["faults"])
"""


@pytest.fixture
def folder(tmp_path):
    """Write the policies of the guide as a reader does: each into the file that its first line names."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for name, text in DATA.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_reference_is_up_to_date(tmp_path):
    copy = tmp_path / "policies.md"
    copy.write_text(TEXT)
    write_guide(copy)
    assert copy.read_text() == TEXT, "run `make guide`"


def test_an_outdated_reference_is_written_anew(tmp_path):
    """Negative control: the test above can fail."""
    copy = tmp_path / "policies.md"
    copy.write_text(TEXT.replace("cells that hold an Island", "something else"))
    write_guide(copy)
    assert copy.read_text() == TEXT


@pytest.mark.parametrize("game", game_names())
def test_questions_answers_codes_and_fields_of_every_game_are_told(game):
    loaded = load_game(game)
    chapter = TEXT.partition(f"\n## {loaded.title}\n")[2].partition("\n## ")[0]
    names = [code.name for code in (*questions_of(loaded), *answers_of(loaded).named)]
    names += [code.name for codes in codes_of(loaded) for code in codes.codes]
    names += [encoder.call for encoder in answers_of(loaded).encoders]
    names += [f"{owner}.{field.name}" for owner, fields in fields_of(loaded).items() for field in fields]
    assert [name for name in names if f"`{name}`" not in chapter] == []


@pytest.mark.parametrize("game", game_names())
def test_every_question_and_every_named_answer_has_a_meaning(game):
    loaded = load_game(game)
    assert [code.name for code in (*questions_of(loaded), *answers_of(loaded).named) if not code.meaning] == []


def test_the_policies_of_the_guide_play_in_plain_python(folder):
    policies = [(game[1], str(folder / name)) for name, game in GAME_OF.items() if game]
    assert {game for game, _ in policies} == set(game_names())
    done = subprocess.run(
        [sys.executable, "-c", PLAY, json.dumps(policies)],
        cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"{file} 0" for _, file in policies]


@pytest.mark.slow
def test_a_policy_of_the_guide_with_a_file_beside_it_compiles_and_wins(folder, analyzer):
    file = folder / "roomy.py"
    result = analyzer("simulate", "tranquility", "--policy", file, "--games", "500", "--jobs", "1", "--json")
    assert result.code == 0, result.err
    assert result.document["win_rate"] > 0.4


@pytest.mark.parametrize("line", COMMANDS)
def test_commands_of_the_guide_exist_with_their_options(line):
    program = shlex.split(line)
    where = max(place for place, word in enumerate(program) if word == "analyzer")
    name, *arguments = program[where + 1 :]
    assert parsed(name, arguments) is not None


@pytest.mark.parametrize("line", ["simulate tranquility --polcy patient.py", "simulate", "check a.py b.py"])
def test_a_wrong_command_would_be_seen(line):
    """Negative control: an unknown option, a missing and a superfluous argument."""
    name, *arguments = line.split()
    with pytest.raises(typer.exceptions.TyperException):
        parsed(name, arguments)


def parsed(name, arguments):
    """Read a command line as the program does, without running it."""
    group = typer.main.get_command(cli.make_app([name]))
    return group.commands[name].make_context(name, list(arguments))


def test_links_of_the_guide_lead_somewhere():
    targets = re.findall(r"\]\(([^)#]+)\)", TEXT)
    assert targets
    assert [target for target in targets if not (GUIDE.parent / target).exists()] == []
