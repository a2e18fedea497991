"""Compilation says how long it takes and how far it is."""

import pytest

from analyzer.catalog import load_game
from analyzer.kernel.compiler import announcing
from analyzer.kernel.compiler.sources import cache_directory
from analyzer.kernel.jit import IS_PLAIN

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled in plain Python")

RULE = None  # what is compiled does not matter


def heard(monkeypatch, functions, expected, crowding=1.0):
    """Compile one function that calls some others, a second each."""
    monkeypatch.setattr(announcing, "crowding", lambda: crowding)
    clock = iter(range(1000))
    monkeypatch.setattr(announcing, "count_missing", lambda: expected)
    monkeypatch.setattr(announcing.time, "monotonic", lambda: float(next(clock)))
    said, shown = [], []
    announcer = announcing._Announcer(said.append, shown.append)
    announcer.on_start(RULE)
    for _ in range(functions - 1):
        announcer.on_start(RULE)
        announcer.on_end(RULE)
    announcer.on_end(RULE)
    return said, shown


def test_the_first_function_says_how_long_all_will_take(monkeypatch):
    said, _ = heard(monkeypatch, 3, expected=100)
    assert len(said) == 1
    assert "about 15 s" in said[0]
    assert "once" in said[0]


def test_on_a_busy_machine_it_says_more(monkeypatch):
    said, _ = heard(monkeypatch, 3, expected=100, crowding=4.0)
    assert "about 50 s" in said[0]


@pytest.mark.parametrize("share", [1.0, 0.2])
def test_a_busy_machine_is_one_that_gives_this_process_a_part_of_the_time(monkeypatch, share):
    clock = iter(range(10**6))
    monkeypatch.setattr(announcing.time, "monotonic", lambda: next(clock) / 1000)
    monkeypatch.setattr(announcing.time, "thread_time", lambda: next(clock) / 1000 * share)
    assert announcing.crowding() == pytest.approx(1 / share, rel=0.05)


def test_progress_counts_functions_and_corrects_the_time_by_what_it_measures(monkeypatch):
    _, shown = heard(monkeypatch, 41, expected=41)
    assert shown[19].startswith("compiling: 20 of about 41 functions")
    assert shown[19].endswith("20 s left")  # a second each: the clock of this test
    assert shown[-1] == ""


def test_more_functions_than_expected_do_not_run_backwards(monkeypatch):
    _, shown = heard(monkeypatch, 60, expected=5)
    assert shown[58].startswith("compiling: 59 of about 59 functions")


def test_only_functions_of_sources_that_were_never_compiled_are_counted(monkeypatch, tmp_path):
    load_game("tranquility")
    monkeypatch.setenv("ANALYZER_CACHE_DIR", str(tmp_path))
    cache_directory.cache_clear()
    try:
        all_of_them = announcing.count_missing()
        assert all_of_them > 200
        files = max(announcing.callees, key=announcing.callees.get)
        cache_directory(*files).mkdir()
        assert announcing.count_missing() == all_of_them - announcing.callees[files]
    finally:
        cache_directory.cache_clear()
