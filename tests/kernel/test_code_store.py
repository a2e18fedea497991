"""Compiled code on disk is what was written, or it is not used; where nothing can be written it is made in memory."""

import json
import os
import subprocess
import sys

import pytest

from analyzer.kernel.compiler import code_store as disk
from analyzer.kernel.jit import IS_PLAIN

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
    command = [sys.executable, "-c", CODE, str(sources)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return *json.loads(done.stdout), done.stderr


def test_code_is_found_again_and_nothing_is_said(sources, tmp_path):
    assert call(sources, tmp_path / "cache") == (56, ["total", "worth"], "")
    assert call(sources, tmp_path / "cache") == (56, [], "")


@pytest.mark.parametrize("harm", ["flip", "truncate", "empty", "swap"])
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
    disk._tell_unwritable.cache_clear()
    disk.write_sealed(file.with_name("other.code"), b"code")
    disk.write_sealed(file.with_name("another.code"), b"code")
    assert len(said) == 1
    assert not file.with_name("other.code").exists()


def refuse(*_arguments):
    raise OSError(30, "Read-only file system")
