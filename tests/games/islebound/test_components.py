"""The component data: sources, changes by value or as a whole, and messages that name the place."""

import shutil
import tomllib
from pathlib import Path

import pytest

from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.games import islebound
from analyzer.games.components import flatten
from analyzer.games.islebound import GAME
from analyzer.games.settings import read_setting

DATA_FILE = Path(islebound.__file__).with_name("components.toml")


def test_every_value_has_a_source_and_the_set_is_recon_1():
    data = GAME.components
    assert data.name == "recon-1"
    missing = [path for path, _ in flatten(data.tree) if data.authority(path) is None]
    assert missing == []


def test_counts_of_section_1():
    tree = GAME.components.tree
    assert len(tree["town"]) == 16
    assert len(tree["building"]) == 35
    assert len(tree["event"]) == 15
    assert len(tree["reputation"]) == 8
    assert sum(tile["count"] for tile in tree["renown_tile"]) == 16
    assert sum(kind["count"] for kind in tree["crew"]) == 22
    assert all(b["coin"] == 2 * b["wood"] + b["fish"] for b in tree["building"])  # the assumed price law


def test_one_value_can_be_changed():
    rules = make_cell("islebound", sets=["town.grenille.std.strength=9", "building.bridge.amount=4"]).rules
    assert rules.strength[7] == 9
    assert rules.amount[1] == 4


def test_a_whole_data_set_can_be_replaced(tmp_path):
    own = tmp_path / "own.toml"
    shutil.copy(DATA_FILE, own)
    own.write_text(
        own.read_text().replace('name = "recon-1"', 'name = "mine"').replace("start_coins = 7", "start_coins = 9")
    )
    (tmp_path / "variant.toml").write_text('variant = "base"\ncomponents = "own.toml"\n')
    setting = read_setting(GAME, str(tmp_path / "variant.toml"))
    assert setting.components.name == "mine"
    assert GAME.make_rules(setting.values, 4, setting.tree).start_coins == 9


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("town.grenille.std.strength=99", "town.grenille.std.strength = 99"),
        ('town.grenille.std.take="siege"', "town.grenille.std.take"),
        ("combat.serpent=[3, 0, 2, 2, 3, 3]", "combat.serpent"),
        ("combat.pirate=[0, 1]", "combat.pirate has 2 entries"),
        ("influence.values=[2, 1]", "influence.values"),
        ('building.bridge.trigger="on_tuesday"', "building.bridge.trigger"),
        ('building.bridge.effect="hold_plus"', "building.bridge.trigger"),
        ('event.1.region="atlantis"', "event.1.region"),
        ("event.1.cubes=0", "event.1.cubes"),
        ('reputation.fish.per="fame"', "reputation.fish.per"),
        ("renown_tile.fish.count=28", "renown_tile"),
        ("crew.admin.count=5", "crew.admin.count"),
        ("setup.cubes_per_player=10", "setup.cubes_per_player"),
        ('step.rest.kind="sleep"', "step.rest.kind"),
    ],
)
def test_wrong_data_is_refused_with_its_path(change, message):
    with pytest.raises(BadInput, match=message.replace("[", "\\[")):
        make_cell("islebound", players=4, sets=[change])


def test_combinations_that_make_no_sense_are_refused():
    with pytest.raises(BadInput, match="2 players"):
        make_cell("islebound", players=3, variant="closed_quarters")
    make_cell("islebound", players=2, variant="advanced+merchant+closed_quarters+raid+six_buildings")
    make_cell("islebound", players=4, variant="advanced+merchant+raid+architect")


def test_the_file_is_plain_toml():
    assert tomllib.loads(DATA_FILE.read_text())["setup"]["start_coins"] == 7


def test_rows_have_no_gaps():
    """Bytes between fields would differ by chance when rows are put together."""
    layout = GAME.record
    assert sum(layout[name].itemsize for name in layout.names) == layout.itemsize
