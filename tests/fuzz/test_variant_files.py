"""Variant files: whatever is in one, it is refused in a message or played."""

from hypothesis import given
from hypothesis import strategies as st

from analyzer.catalog import load_game
from analyzer.games.user_files import toml_text
from tests.fuzz.arena import REFUSED, SHORT, arena, keep_promises
from tests.fuzz.mutations import EDITS, TREE_JUNK, mutate_bytes, mutate_tree

GAMES = ["tranquility", "portolano", "rumini", "islebound"]


def corpus_of(game):
    """Every switch with its default, a variant, and some component values."""
    loaded = load_game(game)
    tree = {
        "variant": next(iter(loaded.variants)),
        **{switch.name: _plain(switch.default) for switch in loaded.switches},
    }
    if loaded.components is not None:
        tree["components"] = dict(list(loaded.components.tree.items())[:4])
    return tree


def _plain(value):
    return value if isinstance(value, bool | int) else str(value)


CORPUS = [corpus_of(game) for game in GAMES]


def written(number, few, tree_edits, values, byte_edits):
    """Take some keys of the corpus, or all; change the tree, then values of switches, then the text."""
    tree = CORPUS[number]
    tree = {key: tree[key] for place, key in enumerate(tree) if not few or place % (few + 1) == 0}
    tree = mutate_tree(tree, tree_edits)
    for place, junk in values:
        if tree:
            tree[list(tree)[place % len(tree)]] = TREE_JUNK[junk % 12]
    text = toml_text(tree)
    return {"game": GAMES[number], "file": mutate_bytes(text.encode(), byte_edits)}


VALUES = st.lists(st.tuples(st.integers(0, 999), st.integers(0, 999)), max_size=3)
INPUTS = st.builds(
    written, st.integers(0, 3), st.integers(0, 20), st.one_of(st.just([]), EDITS), VALUES, st.one_of(st.just([]), EDITS)
)


def check(case):
    with arena().folder({"mine.toml": case["file"]}) as folder:
        play = ("simulate", case["game"], "--variant", "mine.toml", "--policy", "random_legal", "--games", "2")
        keep_promises(arena().command(folder, *play, "--jobs", "1"), {0, REFUSED})
        assert [item.name for item in folder.iterdir()] == ["mine.toml"]


@SHORT
@given(INPUTS)
def test_a_variant_file_is_refused_or_played(case):
    check(case)
