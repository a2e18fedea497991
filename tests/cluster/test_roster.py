"""Only workers that play the same games get work; who is gone, silent or refused gets none."""

import pytest

from analyzer.play.cluster import census
from analyzer.play.cluster.census import differences, mark_of, own_census, source_digests
from analyzer.play.cluster.roster import SILENT_SECONDS, Roster

OWN = {"python": "3.11.7", "strategies/toy": "abc"}


def listed(**beats):
    return {name: {"nthreads": 1, "last_seen": beat, "status": "running"} for name, beat in beats.items()}


@pytest.fixture
def roster():
    found = Roster(OWN)
    assert found.update(listed(a=1, b=1), 0.0) == (["a", "b"], [])
    return found


def test_nobody_gets_work_before_it_was_asked(roster):
    assert (roster.slots, roster.free_worker()) == (0, None)
    roster.hear("a", OWN)
    assert (roster.slots, roster.free_worker().address) == (1, "a")


def test_a_difference_is_named_with_both_values(roster):
    assert roster.hear("b", {**OWN, "python": "3.12.1"}) == ["python 3.12.1 instead of 3.11.7"]
    assert roster.refused == {"b": ["python 3.12.1 instead of 3.11.7"]}
    assert differences(OWN, {"python": "3.11.7"}) == ["strategies/toy none instead of abc"]


def test_a_worker_that_cannot_say_what_it_is_is_refused(roster):
    assert roster.hear("a", {"problem": "ModuleNotFoundError: analyzer"}) == ["ModuleNotFoundError: analyzer"]
    assert "a" not in roster.workers


def test_who_left_is_gone_and_is_asked_when_it_comes_back(roster):
    roster.hear("a", OWN)
    assert roster.update(listed(b=2), 1.0) == ([], ["a"])
    assert roster.update(listed(a=3, b=3), 2.0) == (["a"], [])
    assert roster.free_worker() is None


def test_who_gives_no_sign_of_life_is_gone_until_it_does(roster):
    late = SILENT_SECONDS + 1
    assert roster.update(listed(a=1, b=2), late) == ([], ["a"])
    assert roster.update(listed(a=1, b=3), late + 1) == ([], [])
    assert roster.update(listed(a=2, b=4), late + 2) == (["a"], [])


def test_the_least_busy_worker_is_next_and_one_that_lost_a_letter_the_last(roster):
    for name in "ab":
        roster.hear(name, OWN)
    roster.workers["a"].letters = 1
    assert roster.free_worker().address == "b"
    assert roster.free_worker(but_not=["b"]).address == "a"
    roster.workers["a"].letters = 2
    assert roster.free_worker(but_not=["b"]) is None  # it waits for the other one
    assert roster.free_worker(but_not=["a", "b"]).address == "b"


def test_a_paused_worker_waits(roster):
    roster.hear("a", OWN)
    roster.update({**listed(a=2, b=2), "a": {"nthreads": 1, "last_seen": 2, "status": "paused"}}, 1.0)
    assert roster.free_worker() is None


# What a process says of itself


def test_a_census_names_versions_and_every_game_and_its_policies():
    found = own_census()
    assert {"python", "numba", "numpy", "version", "machine", "analyzer/kernel", "analyzer/play/cluster"} <= set(found)
    assert {"analyzer/games/tranquility", "strategies/tranquility", "analyzer/games/rumini"} <= set(found)


def test_an_edited_policy_changes_its_part_and_no_other(tmp_path, monkeypatch):
    package = tmp_path / "mine"
    for folder in ("games", "strategies/tiny"):
        (package / folder).mkdir(parents=True)
        (package / folder / "a.py").write_text("A = 1\n")
    (package / "__init__.py").write_text("")
    monkeypatch.setattr(census, "_folder_of", lambda name: package)
    before = source_digests(["mine"])
    (package / "strategies" / "tiny" / "a.py").write_text("A = 2\n")
    after = source_digests(["mine"])
    assert [name for name in after if name.startswith("mine") and after[name] != before[name]] == ["mine/strategies"]


def test_the_mark_of_a_census_changes_with_every_value():
    assert mark_of(OWN) == mark_of(dict(reversed(OWN.items())))
    assert mark_of(OWN) != mark_of({**OWN, "python": "3.12.1"})
