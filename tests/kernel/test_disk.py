"""The compiled code on disk is kept within a limit; what was used longest ago goes first."""

import os
import time

import pytest

from analyzer.errors import BadInput
from analyzer.kernel.compiler import code_store as disk

OLD, OLDER, OLDEST, NEW = "a" * 20, "b" * 20, "c" * 20, "d" * 20


@pytest.fixture
def cache(monkeypatch, tmp_path):
    """A cache of three old folders of 1000 bytes each, one that was used just now, and something that is not ours."""
    monkeypatch.setenv("ANALYZER_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(disk, "_used", set())
    for name, days in ((OLD, 1), (OLDER, 2), (OLDEST, 3), (NEW, 0), ("notes", 9)):
        (tmp_path / name / "callees").mkdir(parents=True)
        (tmp_path / name / "callees" / "code.nbc").write_bytes(b"x" * 1000)
        then = time.time() - 86400 * days
        os.utime(tmp_path / name, (then, then))
    return tmp_path


def kept(cache):
    return {path.name for path in cache.iterdir()} - {"notes"}


@pytest.mark.parametrize(
    ("limit", "left"),
    [(4000, {NEW, OLD, OLDER, OLDEST}), (3999, {NEW, OLD, OLDER}), (2000, {NEW, OLD}), (0, {NEW})],
)
def test_what_was_used_longest_ago_is_dropped_first(cache, limit, left):
    assert disk.trim_cache(limit) == 1000 * (4 - len(left))
    assert kept(cache) == left
    assert (cache / "notes").is_dir()


def test_what_this_process_uses_is_never_dropped(cache):
    disk.mark_used(cache / OLDEST)
    os.utime(cache / OLDEST, (0, 0))
    disk.trim_cache(0)
    assert kept(cache) == {NEW, OLDEST}


def test_using_a_folder_makes_it_the_latest(cache):
    disk.mark_used(cache / OLDEST)
    assert time.time() - (cache / OLDEST).stat().st_mtime < 60


def test_the_limit_is_a_gigabyte_unless_the_environment_says_otherwise(monkeypatch):
    monkeypatch.delenv("ANALYZER_CACHE_LIMIT", raising=False)
    assert disk.cache_limit() == 1e9
    monkeypatch.setenv("ANALYZER_CACHE_LIMIT", "250")
    assert disk.cache_limit() == 250e6
    monkeypatch.setenv("ANALYZER_CACHE_LIMIT", "much")
    with pytest.raises(BadInput, match="megabytes"):
        disk.cache_limit()


@pytest.mark.parametrize("days", [-400, 400], ids=["back", "forward"])
def test_a_clock_that_jumps_deletes_nothing_that_is_in_use_and_keeps_nothing_for_ever(cache, monkeypatch, days):
    disk.mark_used(cache / OLDEST)
    later = time.time() + 86400 * days
    monkeypatch.setattr(disk.time, "time", lambda: later)
    assert disk.trim_cache(4000) == 0  # all of it fits
    disk.trim_cache(0)
    assert kept(cache) == {OLDEST}
