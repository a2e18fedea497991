"""Compiled code on disk is what was written, or it is not used; where nothing can be written it is made in memory."""

import json
import os
import re
import subprocess
import sys
import traceback

import pytest

from analyzer.kernel.compiler import announcing
from analyzer.kernel.compiler import code_store as disk
from analyzer.kernel.jit import IS_PLAIN
from tests.thinning import thinned

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="nothing is compiled in plain Python")

CODE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from numba.core import event
compiled = []
class Watch(event.Listener):
    def on_start(self, event):
        compiled.append(event.data["dispatcher"].py_func.__name__)
    def on_end(self, event):
        pass
event.register("numba:compile", Watch())
from code_store_caller import total
print(json.dumps([int(total(1)), compiled]))
"""
CALLER = """from analyzer.kernel.jit import phase
from code_store_rule import worth


@phase
def total(n):
    return worth() + n
"""
RULE = "from analyzer.kernel.jit import rule\n\n\n@rule\ndef worth():\n    return {value}\n"


@pytest.fixture
def sources(tmp_path):
    """Two files, one of which calls a rule of the other."""
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "code_store_caller.py").write_text(CALLER)
    (folder / "code_store_rule.py").write_text(RULE.format(value=55))
    return folder


def call(sources, cache):
    """Call a compiled function in a process of its own: its value, what was compiled, and what was said."""
    environment = {**os.environ, "ANALYZER_CACHE_DIR": str(cache)}
    environment.pop(disk._TOLD, None)
    command = [sys.executable, "-c", CODE, str(sources)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return *json.loads(done.stdout), done.stderr


def test_code_is_found_again_and_nothing_is_said(sources, tmp_path):
    assert call(sources, tmp_path / "cache") == (56, ["total", "worth"], "")
    assert call(sources, tmp_path / "cache") == (56, [], "")


@pytest.mark.parametrize("harm", thinned([("flip",), ("truncate",), ("empty",), ("swap",)], 4))
def test_a_damaged_entry_is_dropped_with_a_word_and_made_anew(sources, tmp_path, harm):
    cache = tmp_path / "cache"
    call(sources, cache)
    files = sorted(cache.rglob("*.code"))
    assert len(files) == 2
    contents = [file.read_bytes() for file in files]
    for number, (file, content) in enumerate(zip(files, contents, strict=True)):
        middle = len(content) // 2
        harmed = {
            "flip": content[:middle] + bytes([content[middle] ^ 16]) + content[middle + 1 :],
            "truncate": content[:middle],
            "empty": b"",
            "swap": contents[number - 1],
        }
        file.write_bytes(harmed[harm])
    value, compiled, said = call(sources, cache)
    assert value == 56
    assert compiled
    assert "is damaged; it is deleted and compiled again" in said
    assert call(sources, cache)[:2] == (56, [])


def test_a_cache_that_cannot_be_written_is_not_needed_and_never_stale(sources, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    value, compiled, said = call(sources, blocked / "cache")
    assert (value, compiled) == (56, ["total", "worth"])
    assert said.count("\n") == 1
    assert "every process compiles it again" in said
    (sources / "code_store_rule.py").write_text(RULE.format(value=1044))
    assert call(sources, blocked / "cache")[:2] == (1045, ["total", "worth"])
    assert not [path for path in sources.rglob("*") if path.suffix in (".nbi", ".nbc", ".code")]


def test_a_cache_that_can_only_be_read_is_read(sources, tmp_path, monkeypatch):
    call(sources, tmp_path / "cache")
    said = []
    monkeypatch.setattr(disk, "tell", said.append)
    file = next((tmp_path / "cache").rglob("*.code"))
    assert disk.read_sealed(file)
    monkeypatch.setattr(disk.Path, "write_bytes", refuse)
    monkeypatch.delenv(disk._TOLD, raising=False)
    disk.write_sealed(file.with_name("other.code"), b"code")
    disk.write_sealed(file.with_name("another.code"), b"code")
    assert len(said) == 1
    assert not file.with_name("other.code").exists()


def refuse(*_arguments):
    raise OSError(30, "Read-only file system")


# Places where nothing can be kept


def mounted(place, *options):
    """A file system of its own; skipped where none can be mounted."""
    place.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", ",".join(options), "none", str(place)], capture_output=True)
    if done.returncode:
        pytest.skip("no file system can be mounted here")
    return place


@pytest.fixture
def trouble(tmp_path):
    """Make a place for a cache in which something is wrong."""
    mounts = []

    def make(kind):
        place = tmp_path / "place"
        if kind in ("full", "read-only"):
            mounts.append(mounted(place, "size=64k"))
        if kind == "full":
            (place / "ballast").write_bytes(b"0" * 65536)
        if kind == "read-only":
            subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        if kind == "a file":
            place.write_text("no folder")
        if kind == "below a file":
            (tmp_path / "file").write_text("no folder")
            return tmp_path / "file" / "cache"
        return tmp_path / "missing" / "place" if kind == "parent missing" else place

    yield make
    for place in mounts:
        subprocess.run(["umount", str(place)], check=True)


TROUBLE = {
    "full": "No space left on device",
    "read-only": "Read-only file system",
    "a file": "Not a directory|File exists",
    "below a file": "Not a directory",
    "parent missing": "",
}


@pytest.mark.parametrize("kind", TROUBLE)
def test_a_place_where_nothing_can_be_kept_is_told_once_and_nothing_else_fails(trouble, kind, monkeypatch):
    place, said = trouble(kind), []
    monkeypatch.setenv("ANALYZER_CACHE_DIR", str(place))
    monkeypatch.delenv(disk._TOLD, raising=False)
    monkeypatch.setattr(disk, "tell", said.append)
    monkeypatch.setattr(disk, "_used", set())
    home = disk.folder_for("a" * 64)
    disk.mark_used(home)
    for name in ("one.code", "other.code"):
        assert disk.read_sealed(home / name) is None
        disk.write_sealed(home / name, b"x" * 4096)
    assert len(said) == bool(TROUBLE[kind])
    assert all(re.search(rf"cannot store compiled code in {place} \((?:{TROUBLE[kind]})\);", text) for text in said)
    assert not [path for path in home.rglob("*") if path.suffix != ".code"]  # nothing half written stays
    assert disk.trim_cache(0) == 0
    assert bool(disk.clear_cache()) == (kind == "parent missing")


def test_a_full_cache_is_not_needed(trouble, sources):
    value, compiled, said = call(sources, trouble("full"))
    assert (value, compiled) == (56, ["total", "worth"])
    assert said.count("\n") == 1
    assert "No space left on device" in said


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a copy of this process becomes another user")
@pytest.mark.parametrize("mode", [0o000, 0o444, 0o555])
def test_a_cache_of_somebody_else_is_told_once_and_nothing_else_fails(tmp_path, monkeypatch, mode):
    """Nobody may look into it, into its folders, or write there; root may do all that, so another user tries."""
    monkeypatch.setenv("ANALYZER_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv(disk._TOLD, raising=False)
    home = disk.folder_for("a" * 64)
    disk.write_sealed(home / "one.code", b"code")
    for path in (home, home.parent):
        path.chmod(mode)
    for path in (tmp_path, *tmp_path.parents):
        if path.stat().st_uid == os.getuid() and path != path.parent:
            path.chmod(path.stat().st_mode | 0o111)
    process = os.fork()
    if not process:
        os._exit(as_another_user(home, can_read=mode == 0o555))
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0


def as_another_user(home, can_read):
    """Use a cache as somebody who may not; the number of surprises."""
    if os.getuid() == 0:  # everybody else may not as they are
        os.seteuid(65534)
    said, disk.tell = [], lambda text: said.append(text)
    try:
        disk.mark_used(home)
        found = disk.read_sealed(home / "one.code")
        disk.write_sealed(home / "other.code", b"code")
        disk.write_sealed(home / "another.code", b"code")
        wrong = [found != (b"code" if can_read else None), disk.trim_cache(0) != 0, len(said) != 1]
        return sum(wrong) + (announcing.count_missing() < 0)
    except BaseException:
        traceback.print_exc()
        return 99


def test_processes_that_are_started_later_do_not_say_it_again(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("ANALYZER_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv(disk._TOLD, raising=False)
    disk._tell_unwritable("full")
    disk._tell_unwritable("another reason")
    assert capsys.readouterr().err.count("cannot store compiled code") == 1
    code = "from analyzer.kernel.compiler import code_store; code_store._tell_unwritable('full')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
