"""Manifests: a changed one is refused, or read as what it says, whether it was sealed again or not."""

import json

from hypothesis import given
from hypothesis import strategies as st

from analyzer.runs.stored.files import json_document
from analyzer.runs.stored.manifest_file import FILE, _seal
from tests.fuzz.arena import FAILED, REFUSED, SHORT, arena, keep_promises
from tests.fuzz.mutations import EDITS, mutate_bytes, mutate_tree
from tests.fuzz.stored import COMMANDS, RUN, SPEC, copy_run

INPUTS = st.fixed_dictionaries(
    {
        "tree_edits": EDITS,
        "is_sealed": st.sampled_from([True, True, False]),
        "byte_edits": st.one_of(st.just([]), st.just([]), EDITS),
        "command": st.integers(0, len(COMMANDS) - 2),
    }
)


def check(case):
    with arena().folder({"spec.toml": SPEC}) as folder:
        run = copy_run(folder)
        (run / FILE).write_bytes(changed((run / FILE).read_text(encoding="utf-8"), case))
        outcome = arena().command(folder, *COMMANDS[case["command"]], patience=15.0)
        keep_promises(outcome, {0, REFUSED, FAILED})
        assert {item.name for item in folder.iterdir()} <= {"spec.toml", RUN, "report"}


def changed(text, case):
    content = mutate_tree(json.loads(text), case["tree_edits"])
    if case["is_sealed"] and "seal" in content:
        content["seal"] = _seal(content)
    return mutate_bytes(written(content), case["byte_edits"])


def written(content):
    """Write a manifest as a run does; what such a writer refuses, as any other would."""
    try:
        return json_document(content)
    except (ValueError, OverflowError):
        return json.dumps(content).encode()


@SHORT
@given(INPUTS)
def test_a_changed_manifest_is_refused_or_read(case):
    check(case)
