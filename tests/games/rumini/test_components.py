"""The component data, its checks, and that every switch is read once."""

from __future__ import annotations

import ast
import copy
from pathlib import Path

import pytest

from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.games.components import flatten
from analyzer.games.rumini import GAME

ROOT = Path(__file__).parents[3]
SIZES = ("hand_size", "bazaar_for_device", "max_rounds", "idle_rounds")


def defaults(**changes):
    return {switch.name: switch.default for switch in GAME.switches} | changes


def test_counts_of_section_1(position):
    rules = position(2).rules
    assert rules.per_kind.tolist() == [8] * 4
    assert int(rules.chest.sum()) == 12
    assert [int(rules.chest[1 + 12 * kind : 13 + 12 * kind].sum()) for kind in range(4)] == [3] * 4
    assert sorted(rules.device_of[1:9].tolist()) == list(range(8))


def test_every_value_has_a_source():
    assert all(GAME.components.authority(path) for path, _ in flatten(GAME.components.tree))


@pytest.mark.parametrize(
    ("path", "value", "players", "words"),
    [
        ("devices.copies", 5, 2, "devices.copies"),
        ("portholes.copies", 0, 2, "portholes.copies"),
        ("devices_to_collect.p4", 5, 4, "devices_to_collect.p4 = 5"),
        ("devices_to_collect.p2", 0, 2, "devices_to_collect.p2 = 0"),
        ("treasure.flag", 90, 2, "treasure"),
        ("treasure.joker", -1, 2, "treasure.joker = -1"),
        ("bazaar.cards", 20_000, 2, "bazaar.cards"),
        ("map.ship.devices", [], 2, "map.ship.devices"),
        ("map.ship.devices", ["sword"], 2, "'sword'"),
        ("map.shark.chests", ["hat", "hat"], 2, "map.shark.chests"),
    ],
)
def test_wrong_data_is_named(path, value, players, words):
    tree = copy.deepcopy(GAME.components.tree)
    *above, last = path.split(".")
    branch = tree
    for part in above:
        branch = branch[part]
    branch[last] = value
    message = GAME.check(defaults(), players, tree)
    assert message is not None
    assert words in message


def test_missing_data_is_named():
    tree = copy.deepcopy(GAME.components.tree)
    del tree["map"]["ship"]
    assert "map.ship" in GAME.check(defaults(), 2, tree)


def test_settings_that_do_not_fit_together_are_refused():
    assert "hand_size" in GAME.check(defaults(hand_size=7, porthole_same_kind=False), 4, GAME.components.tree)
    tree = copy.deepcopy(GAME.components.tree)
    tree["devices_to_collect"]["p2"] = 8
    assert GAME.check(defaults(), 2, tree) is None
    tree["devices"]["copies"] = 4
    tree["devices_to_collect"]["p2"] = 9
    assert GAME.check(defaults(), 2, tree) is None
    assert "devices_to_collect.p2" in GAME.check(defaults(devices_distinct=True), 2, tree)


def test_data_can_be_replaced_by_a_user():
    cell = make_cell("rumini", players=4, sets=["devices.copies=3", "devices_to_collect.p4=6", "treasure.pirate=0"])
    assert cell.rules.collect == 6
    assert cell.rules.treasure[2] == 0
    with pytest.raises(BadInput, match="hat"):
        make_cell("rumini", players=4, sets=["map.ship.hat=1"])


def test_more_map_cards_per_kind(position):
    names = [*GAME.components.tree["map"]["ship"]["devices"], "hat", "hat"]
    game = position(2, data={"map.ship.devices": names, "map.ship.chests": ["hat", "hat"]})
    assert game.rules.per_kind[0] == 10
    assert game.table.left[0] == 9
    assert game.rules.chest[1:13].tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]


def test_every_reading_is_read_in_exactly_one_function():
    functions = [
        node
        for file in (ROOT / "analyzer" / "games" / "rumini").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]
    for switch in GAME.switches:
        if switch.name not in SIZES:
            readers = {function.name for function in functions if _reads(function, switch.name)}
            assert len(readers) == 1, (switch.name, readers)


def _reads(function, name):
    return any(
        isinstance(node, ast.Attribute) and node.attr == name and getattr(node.value, "id", "") == "rules"
        for node in ast.walk(function)
    )
