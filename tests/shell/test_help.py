"""The help of every command has an example, and the example works."""

import inspect
import shlex

import pytest
import typer

from analyzer.kernel.jit import IS_PLAIN
from analyzer.shell import cli
from analyzer.shell.guide import EXAMPLE, help_of
from tests.docs.reader import furnish, is_slow, reduced

NAMES = cli.find_commands()
BEFORE = {  # what has to be there for an example
    "fit": "analyzer fit tranquility tuesdays.csv --template",
    "report": "analyzer run experiments/tranquility_solo.toml --quick",
    "verify": "analyzer run experiments/tranquility_solo.toml --quick",
}
BY_PAGES = ("autopsy", "claims", "leaderboard", "run", "tune")  # pages of the docs run the like, and it takes seconds
DEAR = ("learn",)  # it compiles a network
QUICK = [name for name in NAMES if not is_slow(help_of(name)[1]) and name not in BY_PAGES]


def parsed(example):
    _, name, *arguments = shlex.split(example)
    return typer.main.get_command(cli.make_app([name])).commands[name].make_context(name, arguments)


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_an_example_in_its_help_that_it_understands(analyzer, monkeypatch, name):
    about, example = help_of(name)
    assert about
    assert example.split()[:2] == ["analyzer", name]
    assert parsed(example) is not None
    monkeypatch.setenv("COLUMNS", "200")
    shown = [line.strip() for line in analyzer(name, "--help").out.splitlines()]
    assert f"{EXAMPLE}{example}" in shown


@pytest.mark.skipif(IS_PLAIN, reason="thousands of games")
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in DEAR)) for name in QUICK])
def test_the_example_works(analyzer, tmp_path, name):
    furnish(tmp_path)
    for line in filter(None, [BEFORE.get(name), help_of(name)[1]]):
        done = analyzer(*reduced(shlex.split(line)[1:]), cwd=tmp_path)
        assert done.code == 0, done.err


def test_a_wrong_example_would_be_seen():
    """Negative control: an option that is none."""
    with pytest.raises(typer.exceptions.TyperException):
        parsed("analyzer simulate tranquility --gams 5")


def test_examples_stand_at_the_end_of_the_help():
    texts = [inspect.cleandoc(cli.find_commands()[name].__doc__) for name in NAMES]
    assert all(text.splitlines()[-1].startswith(EXAMPLE) for text in texts)
