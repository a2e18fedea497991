"""What all tests share: who runs them, and how a further game is shown to the catalog."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from analyzer import catalog

ROOT = Path(__file__).parents[1]
BY_FILE = {"", "shell", "statistical", "stats", "studies"}  # folders whose files go to either worker


def keep_bytecode():
    """Let all processes of the tests read Python files once: bytecode is kept outside of the checkout."""
    sys.pycache_prefix = str(Path(tempfile.gettempdir(), f"analyzer-tests-{os.getuid()}-bytecode"))
    sys.dont_write_bytecode = False
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


keep_bytecode()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items):
    """Begin with the tests of games, those of the game that has most of them first: they compile most.

    The small groups come last, so that both workers end at the same time.
    """
    answer = yield
    groups = {item: group_of(item.nodeid) for item in items}
    sizes = Counter(group for group in groups.values() if group in catalog.game_names())
    items.sort(key=lambda item: (-sizes[groups[item]], "/" in groups[item]))  # all else stays as it came
    return answer


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give all tests of a group to one worker, which compiles a game once and makes what tests share once.

    `--dist loadgroup` would do it, but names groups in a way that this pytest no longer looks at.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Groups(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return group_of(nodeid)

    return Groups(config, log)


def group_of(nodeid):
    """Name the game that a test is about, by its folder or its parameters, or else the folder it lies in.

    Where the files of a folder share nothing that is dear to make, each is a group of its own.
    """
    path, _, name = nodeid.partition("::")
    values = name.partition("[")[2].removesuffix("]").split("-")
    folders = path.split("/")[1:-1]
    named = [part for part in (*folders, *values) if part in catalog.game_names()]
    folder = next(iter(folders), "")
    return named[-1] if named else path if folder in BY_FILE else folder


def short_hash(text):
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def open_same_folders():
    """Lock the folders of this checkout; None if another run of the tests has them."""
    home = Path(tempfile.gettempdir(), f"analyzer-tests-{os.getuid()}-{short_hash(str(ROOT))}")
    home.mkdir(mode=0o700, exist_ok=True)
    lock = os.open(home / os.environ.get("PYTEST_XDIST_WORKER", "lock"), os.O_CREAT | os.O_RDWR)  # until the end
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return None
    return home


@pytest.fixture(scope="session")
def same_folder(tmp_path_factory):
    """Give an empty folder that has the same path in every run: a policy's file is compiled once for its path."""
    home = open_same_folders()

    def folder(name):
        if home is None:
            return tmp_path_factory.mktemp("again")
        path = home / short_hash(name)
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir()
        return path

    return folder


@pytest.fixture
def tmp_path(request, same_folder):
    """Give each test a folder of its own, as pytest does, but the same in every run."""
    return same_folder(request.node.nodeid)


@pytest.fixture
def further_games(monkeypatch):
    """Show the games of a further package to the catalog, in this process and in those that it starts."""

    def show(package, folder=ROOT):
        path = os.pathsep.join([str(folder), str(ROOT), os.environ.get("PYTHONPATH", "")])
        monkeypatch.setenv("PYTHONPATH", path)
        monkeypatch.syspath_prepend(str(folder))
        monkeypatch.setenv("ANALYZER_GAMES", package)
        forget()

    def forget():
        for found in (catalog.load_game, catalog.policies_of, catalog._games_in):
            found.cache_clear()

    yield show
    monkeypatch.undo()
    forget()


@pytest.fixture
def stalls(further_games):
    """Show the second toy game, with planted truths of balance: see tests/stalls/truth.py."""
    further_games("tests.stalls")
    return "stalls"


@pytest.fixture
def toy(further_games):
    """Show the toy game, of which everything is known: see tests/toy/truth.py."""
    further_games("tests.toy")
    return "toy"
