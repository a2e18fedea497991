"""Component data and variant files of users: whatever is in them, it is refused in one message or played."""

import copy
import random

import pytest

from analyzer.catalog import game_names, load_game
from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.games.components import problem_in
from analyzer.games.user_files import toml_text

GAMES = [name for name in game_names() if load_game(name).components is not None]
VALUES = [-1, 0, 7, 40_000, -(2**15) - 1, 2**62, 2.5, "", "x" * 500, "cotton", True, [], [1], {}, {"a": 1}, [[]], [{}]]
MODEL = {"price": 3, "track": [1, 2], "cards": [{"id": "a", "cost": {"wood": 1}}, {"id": "b", "cost": {}, "text": "t"}]}


def test_the_shipped_data_fits_its_own_schema():
    assert GAMES
    for name in GAMES:
        tree = load_game(name).components.tree
        assert problem_in(tree, tree) is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"price": 40_000}, "price = 40000 must lie between -32768 and 32767"),
        ({"price": "three"}, "price = 'three' is a text; it must be a whole number"),
        ({"price": True}, "price = True is true or false; it must be a whole number"),
        ({"track": [1, "x"]}, "track.1 = 'x' is a text"),
        ({"track": list(range(2000))}, "track has 2,000 entries"),
        ({"cards": [{"id": "a"}]}, "cards.a.cost is missing"),
        ({"cards": [{"id": "a", "cost": {"wood": 2.5}}]}, "cards.a.cost.wood = 2.5 is a number"),
        ({"cards": [3]}, "cards.0 = 3 is a whole number; it must be a table"),
    ],
)
def test_what_is_wrong_is_named_with_its_path(change, words):
    assert words in problem_in(MODEL | change, MODEL)


def test_what_only_some_entries_have_may_be_left_out():
    assert problem_in(MODEL | {"cards": [{"id": "z", "cost": {}}]}, MODEL) is None
    assert "price is missing" in problem_in({name: MODEL[name] for name in ("track", "cards")}, MODEL)


def places(tree, above=()):
    """List the path of everything in a tree."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in items:
        yield (*above, key)
        yield from places(value, (*above, key))


def mutated(tree, dice):
    """Change, drop or double something anywhere in a data set."""
    tree = copy.deepcopy(tree)
    for _ in range(dice.choice((1, 1, 2, 5))):
        *above, last = dice.choice(list(places(tree)))
        parent = tree
        for key in above:
            parent = parent[key]
        deed = dice.choice(("set", "set", "drop", "double"))
        if deed == "set" or not isinstance(parent, list):
            if deed == "drop":
                del parent[last]
            else:
                parent[last] = copy.deepcopy(dice.choice(VALUES))
        elif deed == "drop":
            del parent[last]
        else:
            parent.insert(last, copy.deepcopy(parent[last]))
    return tree


@pytest.mark.parametrize("name", GAMES)
def test_mutated_data_is_refused_or_played(name, tmp_path):
    """Rules are filled in for whatever passes: that is where a wrong kind or a wide number would raise."""
    game, dice, refused = load_game(name), random.Random(11), 0
    for _ in range(60):
        data = tmp_path / "data.toml"
        data.write_text(toml_text(mutated(game.components.tree, dice)))
        (tmp_path / "mine.toml").write_text('components = "data.toml"\n')
        try:
            cell = make_cell(name, variant=str(tmp_path / "mine.toml"))
        except BadInput:
            refused += 1
        else:
            assert cell.rules is not None
    assert 10 < refused < 60


FILES = [
    'components = "a\\u0000b"\n',
    "variant = 3\n",
    f"port_pay = {'9' * 5000}\n",
    "a" + ".a" * 3000 + " = 1\n",
    "x = " + "[" * 5000 + "\n",
    "components = 3\n",
    "components = { wind_weights = { N = 99999999 } }\n",
    "components = { sources = 3 }\n",
    "[components.wind_weights]\nN = 1979-05-27\n",
    '"\\u0000" = 1\n',
    "components = [1]\n",
    "\x00",
    "\ufeffvariant = 'standard'\n\x7f",
]


@pytest.mark.parametrize("number", range(len(FILES)))
def test_a_bad_variant_file_is_refused(number, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(FILES[number], encoding="utf-8")
    with pytest.raises(BadInput):
        make_cell("portolano", variant=str(file))


@pytest.mark.parametrize("sources", ["3", "[1]", '{ "a" = 3 }', '{ "a" = "hearsay" }'])
def test_wrong_sources_are_refused(sources, tmp_path):
    (tmp_path / "data.toml").write_text(f"sources = {sources}\n")
    (tmp_path / "mine.toml").write_text('components = "data.toml"\n')
    with pytest.raises(BadInput):
        make_cell("portolano", variant=str(tmp_path / "mine.toml"))
