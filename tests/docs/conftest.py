"""The command line for those who follow the documentation."""

import pytest
import typer

from analyzer.shell import cli
from tests.docs.reader import Reader, furnish
from tests.shell.conftest import analyzer  # noqa: F401 - the fixture


@pytest.fixture
def parse():
    """Read a command line as the program does, without running it."""

    def read(name, arguments):
        group = typer.main.get_command(cli.make_app([name]))
        return group.commands[name].make_context(name, list(arguments))

    return read


@pytest.fixture
def reader(tmp_path, analyzer, parse, monkeypatch):  # noqa: F811
    """Make a reader who follows pages in a folder of their own."""
    furnish(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def make(*, slowly=False, literally=False):
        return Reader(tmp_path, analyzer, parse, monkeypatch, slowly=slowly, literally=literally)

    return make
