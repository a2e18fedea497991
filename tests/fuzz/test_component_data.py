"""Component data: whatever a user changes in it, it is refused in a message or played to the end."""

from hypothesis import given
from hypothesis import strategies as st

from analyzer.catalog import game_names, load_game
from analyzer.games.user_files import toml_text
from tests.fuzz.arena import REFUSED, SHORT, arena, keep_promises
from tests.fuzz.mutations import EDITS, mutate_bytes, mutate_tree, places

GAMES = [name for name in game_names() if load_game(name).components is not None]
NUMBERS = [
    -32768,
    -100,
    -2,
    -1,
    0,
    1,
    2,
    3,
    5,
    8,
    13,
    40,
    60,
    127,
    128,
    255,
    256,
    1000,
    32767,
]  # the schema lets them by


def numbers_in(tree):
    """List the paths of all whole numbers."""
    return [path for path in places(tree) if type(_at(tree, path)) is int]


def _at(tree, path):
    for key in path:
        tree = tree[key]
    return tree


PLACES = {game: numbers_in(load_game(game).components.tree) for game in GAMES}


def written(number, values, tree_edits, byte_edits):
    """Change numbers within the range of a record first: that is what gets as far as the rules."""
    game = GAMES[number]
    tree = mutate_tree(load_game(game).components.tree, [])
    for place, junk in values:
        *above, last = PLACES[game][place % len(PLACES[game])]
        _at(tree, above)[last] = NUMBERS[junk % len(NUMBERS)]
    tree = mutate_tree(tree, tree_edits)
    text = toml_text(tree)
    return {"game": game, "file": mutate_bytes(text.encode(), byte_edits)}


VALUES = st.lists(st.tuples(st.integers(0, 1 << 16), st.integers(0, 99)), max_size=4)
RARELY = st.one_of(st.just([]), st.just([]), EDITS)
INPUTS = st.builds(written, st.integers(0, len(GAMES) - 1), VALUES, RARELY, RARELY)


def check(case):
    files = {"data.toml": case["file"], "mine.toml": 'components = "data.toml"\n'}
    with arena().folder(files) as folder:
        play = ("simulate", case["game"], "--variant", "mine.toml", "--policy", "random_legal", "--games", "3")
        keep_promises(arena().command(folder, *play, "--jobs", "1"), {0, REFUSED})
        assert {item.name for item in folder.iterdir()} == set(files)


@SHORT
@given(INPUTS)
def test_component_data_is_refused_or_played(case):
    check(case)
