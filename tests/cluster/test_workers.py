"""Only workers that play the same games get work; who is gone, silent or refused gets none."""

import pytest

from analyzer.play.pools.cluster import workers as fingerprint
from analyzer.play.pools.cluster.workers import (
    SILENT_SECONDS,
    Workers,
    differences,
    digest_of,
    own_fingerprint,
    source_digests,
)

OWN = {"python": "3.11.7", "strategies/toy": "abc"}


def listed(**beats):
    return {name: {"nthreads": 1, "last_seen": beat, "status": "running"} for name, beat in beats.items()}


@pytest.fixture
def workers():
    found = Workers(OWN)
    assert found.update(listed(a=1, b=1), 0.0) == (["a", "b"], [])
    return found


def test_nobody_gets_work_before_it_was_asked(workers):
    assert (workers.slots, workers.free_worker()) == (0, None)
    workers.approve("a", OWN)
    assert (workers.slots, workers.free_worker().address) == (1, "a")


def test_a_difference_is_named_with_both_values(workers):
    assert workers.approve("b", {**OWN, "python": "3.12.1"}) == ["python 3.12.1 instead of 3.11.7"]
    assert workers.refused == {"b": ["python 3.12.1 instead of 3.11.7"]}
    assert differences(OWN, {"python": "3.11.7"}) == ["strategies/toy none instead of abc"]


def test_a_worker_that_cannot_say_what_it_is_is_refused(workers):
    assert workers.approve("a", {"problem": "ModuleNotFoundError: analyzer"}) == ["ModuleNotFoundError: analyzer"]
    assert "a" not in workers.present


def test_who_left_is_gone_and_is_asked_when_it_comes_back(workers):
    workers.approve("a", OWN)
    assert workers.update(listed(b=2), 1.0) == ([], ["a"])
    assert workers.update(listed(a=3, b=3), 2.0) == (["a"], [])
    assert workers.free_worker() is None


def test_who_gives_no_sign_of_life_is_gone_until_it_does(workers):
    late = SILENT_SECONDS + 1
    assert workers.update(listed(a=1, b=2), late) == ([], ["a"])
    assert workers.update(listed(a=1, b=3), late + 1) == ([], [])
    assert workers.update(listed(a=2, b=4), late + 2) == (["a"], [])


def test_the_least_busy_worker_is_next_and_one_that_lost_a_batch_the_last(workers):
    for name in "ab":
        workers.approve(name, OWN)
    workers.present["a"].batches = 1
    assert workers.free_worker().address == "b"
    assert workers.free_worker(but_not=["b"]).address == "a"
    workers.present["a"].batches = 2
    assert workers.free_worker(but_not=["b"]) is None  # it waits for the other one
    assert workers.free_worker(but_not=["a", "b"]).address == "b"


def test_a_paused_worker_waits(workers):
    workers.approve("a", OWN)
    workers.update({**listed(a=2, b=2), "a": {"nthreads": 1, "last_seen": 2, "status": "paused"}}, 1.0)
    assert workers.free_worker() is None


# What a process says of itself


def test_a_fingerprint_names_versions_and_every_game_and_its_policies():
    found = own_fingerprint()
    assert {"python", "numba", "numpy", "version", "machine", "analyzer/kernel", "analyzer/play/pools"} <= set(found)
    assert {"analyzer/games/tranquility", "strategies/tranquility", "analyzer/games/rumini"} <= set(found)


def test_an_edited_policy_changes_its_part_and_no_other(tmp_path, monkeypatch):
    package = tmp_path / "mine"
    for folder in ("games", "strategies/tiny"):
        (package / folder).mkdir(parents=True)
        (package / folder / "a.py").write_text("A = 1\n")
    (package / "__init__.py").write_text("")
    monkeypatch.setattr(fingerprint, "_folder_of", lambda name: package)
    before = source_digests(["mine"])
    (package / "strategies" / "tiny" / "a.py").write_text("A = 2\n")
    after = source_digests(["mine"])
    assert [name for name in after if name.startswith("mine") and after[name] != before[name]] == ["mine/strategies"]


def test_the_digest_of_a_fingerprint_changes_with_every_value():
    assert digest_of(OWN) == digest_of(dict(reversed(OWN.items())))
    assert digest_of(OWN) != digest_of({**OWN, "python": "3.12.1"})
