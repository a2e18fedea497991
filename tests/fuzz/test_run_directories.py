"""Run directories: whatever happened to the files, it is told, repaired or harmless, and never believed."""

import json

from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.arena import FAILED, REFUSED, SHORT, arena, keep_promises
from tests.fuzz.mutations import WIDE
from tests.fuzz.stored import COMMANDS, DEEDS, RUN, SPEC, copy_run, damage, files_of, finished_run

DAMAGE = st.tuples(st.sampled_from(DEEDS), st.integers(0, 99), st.integers(0, WIDE), st.integers(0, WIDE))
INPUTS = st.fixed_dictionaries(
    {
        "damages": st.lists(DAMAGE, min_size=1, max_size=3),
        "commands": st.lists(st.integers(0, len(COMMANDS) - 2), min_size=1, max_size=2),
    }
)


def check(case):
    with arena().folder({"spec.toml": SPEC}) as folder:
        run = copy_run(folder)
        for deed in case["damages"]:
            damage(run, *deed)
        for number in case["commands"]:
            outcome = arena().command(folder, *COMMANDS[number], patience=15.0)
            keep_promises(outcome, {0, REFUSED, FAILED})
            assert {item.name for item in folder.iterdir()} <= {"spec.toml", RUN, "report"}
            if COMMANDS[number][-1] == "--json" and outcome.code == 0 and json.loads(outcome.out)["verified"]:
                assert results_of(run) == results_of(finished_run()), "damage was believed"


def results_of(run):
    """Read what the results are made of, as far as it was written in the beginning."""
    original = finished_run()
    names = [path.relative_to(original) for path in files_of(original / "cells") if not path.name.startswith("seal")]
    return {name: (run / name).read_bytes() if (run / name).is_file() else None for name in names}


@SHORT
@given(INPUTS)
def test_a_damaged_run_is_told_repaired_or_harmless(case):
    check(case)
