"""The reference is that of the code: every page is as `make guide` writes it, and leaves nothing out."""

import pytest

from analyzer.catalog import game_names, load_game
from analyzer.games.turns import row_layout
from analyzer.runs.specs.keys import keys_of
from analyzer.runs.specs.spec import Experiment
from analyzer.shell.cli import find_commands
from analyzer.shell.guide import COLUMNS, PAGES, columns, commands, spec_keys, switches, write_reference
from tests.docs.pages import ROOT

DOCS = ROOT / "docs"


@pytest.fixture
def copies(tmp_path):
    for page in PAGES:
        (tmp_path / page).write_bytes((DOCS / page).read_bytes())
    return tmp_path


def test_every_page_of_the_reference_is_current(copies):
    write_reference(copies)
    stale = [page for page in PAGES if (copies / page).read_bytes() != (DOCS / page).read_bytes()]
    assert stale == [], "run `make guide`"


def test_an_outdated_page_is_written_anew(copies):
    """Negative control: the test above can fail."""
    page = copies / "switches.md"
    page.write_text(page.read_text(encoding="utf-8").replace("hand_limit", "hand_limt"), encoding="utf-8")
    assert page.read_bytes() != (DOCS / "switches.md").read_bytes()
    write_reference(copies)
    assert page.read_bytes() == (DOCS / "switches.md").read_bytes()


def test_commands_keys_switches_and_columns_are_all_told():
    assert [name for name in find_commands() if f"## analyzer {name}\n" not in commands()] == []
    assert keys_of(Experiment)["game"] is None
    assert [key for key in keys_of(Experiment) if f"| `{key}` |" not in spec_keys()] == []
    told, rows = switches(), columns()
    for game in map(load_game, game_names()):
        assert [switch.name for switch in game.switches if f"| `{switch.name}` |" not in told] == []
        assert [name for name in game.variants if f"| `{name}` |" not in told] == []
        assert [name for name in game.record.names if f"| `{name}" not in rows] == []


def test_the_shared_columns_are_those_of_every_row():
    assert set(COLUMNS) == set(row_layout(2).names)
