"""requirements.lock: pinned versions with hashes, for all platforms, without any address."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOCK, AUDIT = ((ROOT / f"{name}.lock").read_text(encoding="utf-8") for name in ("requirements", "requirements-audit"))
PIN = re.compile(r"([A-Za-z0-9._-]+)==([^ ;\\]+)( ; [^\\]+)? \\")


def pins(lock=LOCK):
    matches = [PIN.fullmatch(line.rstrip()) for line in lock.splitlines() if not line.startswith("    ")]
    assert all(matches), "every line that is no hash is name==version"
    return {normal(match[1]): match[2] for match in matches}


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize(("lock", "least"), [(LOCK, 50), (AUDIT, 20)], ids=["requirements", "audit"])
def test_every_pin_has_hashes(lock, least):
    assert len(pins(lock)) > least
    for block in re.split(r"\n(?=\S)", lock.strip()):
        hashes = block.splitlines()[1:]
        assert hashes, block
        assert all(re.fullmatch(r" {4}--hash=sha256:[0-9a-f]{64}( \\)?", line) for line in hashes), block


def test_there_is_no_address():
    assert not re.search(r"://|@|--index|--find-links|--extra", LOCK + AUDIT)


def test_what_is_asked_for_is_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"], "hatchling", "editables"]
    assert [name for name in asked if normal(name) not in pins()] == []
    assert [name for name in project["dependency-groups"]["audit"] if normal(name) not in pins(AUDIT)] == []


def test_what_is_installed_is_what_is_pinned():
    for name in ("numba", "numpy", "typer", "pandas"):
        assert version(name) == pins()[name]
