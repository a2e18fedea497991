"""Specs: whatever is in one, it is refused in a message or played, into its output directory alone."""

from hypothesis import given
from hypothesis import strategies as st

from analyzer.games.user_files import toml_text
from tests.fuzz.arena import FAULTY, REFUSED, SHORT, arena, keep_promises
from tests.fuzz.mutations import EDITS, mutate_bytes, mutate_tree

CORPUS = [
    {
        "game": "tranquility",
        "question": "What is it?",
        "variants": ["base", "poseidon+storm", "rocks"],
        "players": [2, 3],
        "policies": ["spacing", "random_legal", {"policy": "spacing", "cost": [0.5, 0.7]}],
        "rotate": True,
        "switches": {"cost_rule": ["min", "max"], "removed": [0, 4]},
        "alone": {"one_card": ["loss"], "turn_limit": [50, 60]},
        "deals": 2,
        "seed": 3,
        "rows": False,
        "sections": ["answer", "ladder"],
        "skip_impossible": True,
    },
    {
        "game": "tranquility",
        "question": "How much does the sum do?",
        "sums": {"of": ["storm", "rocks"], "up_to": 2},
        "levels": ["floor", "casual"],
        "effort": {"casual": {"deals": 2, "players": [2]}},
        "hindsight": {"deals": 1, "budget": 2, "players": [2]},
        "deals": 3,
    },
    {"game": "portolano", "question": "Who?", "policies": ["random_legal"], "field": "random_legal", "deals": 1},
    {"game": "rumini", "question": "Who?", "line_ups": [["random_legal", "random_legal"]], "players": [2], "deals": 1},
    {"game": "tranquility", "question": "Until?", "levels": ["floor"], "until": 0.2, "max_deals": 30},
]


def written(number, tree_edits, byte_edits):
    tree = mutate_tree(CORPUS[number], tree_edits)
    return mutate_bytes(toml_text(tree).encode(), byte_edits)


INPUTS = st.builds(written, st.integers(0, len(CORPUS) - 1), EDITS, st.one_of(st.just([]), EDITS))


def check(spec):
    with arena().folder({"spec.toml": spec}) as folder:
        outcome = arena().command(folder, "run", "spec.toml", "--out", "out", "--jobs", "1")
        keep_promises(outcome, {0, REFUSED, FAULTY})
        found = {item.name for item in folder.iterdir()}
        assert found <= {"spec.toml", "out"}
        assert outcome.code != REFUSED or found == {"spec.toml"}, f"refused, and yet written: {outcome.err}"


@SHORT
@given(INPUTS)
def test_a_spec_is_refused_or_played(spec):
    check(spec)
