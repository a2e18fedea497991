"""A process that is killed while it writes a report leaves the old report or the new one, and nothing that harms."""

import errno
import os
import signal
from pathlib import Path

import pytest

from analyzer.errors import MachineTrouble
from analyzer.reporting import build
from analyzer.runs.stored import files as stored

NAMES = ("page.html", "report.md", "figures/wins.png", "tables/wins.csv")


def made(word, *more):
    """The files of a report; its text refers to its figures and tables."""
    links = "\n".join(f"[{name}]({name})" for name in (*NAMES[2:], *more))
    content = {name: f"{word} {name}\n".encode() * 1000 for name in (*NAMES, *more)}
    return {**content, "report.md": f"{word}\n{links}\n".encode()}


OLD, NEW = made("old", "figures/dropped.png"), made("new", "figures/added.png")


def found(folder):
    """What lies in a folder, but for what a killed process leaves half written."""
    there = [path for path in folder.rglob("*") if path.is_file() and not path.name.endswith(stored.TEMPORARY)]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in there}


@pytest.fixture
def report(tmp_path):
    """A folder with an old report, and a file of somebody else."""
    build._write(tmp_path, OLD)
    (tmp_path / "notes.txt").write_text("mine")
    return tmp_path


def kill_at(step, folder, monkeypatch):
    """Write the new report in a process that is killed before its step; tell how many steps it came to."""
    process = os.fork()
    if process:
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    count = iter(range(1000))

    def before(function):
        def counted(*given, **named):
            if next(count) == step:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*given, **named)

        return counted

    for owner, name in ((stored, "_write"), (os, "fsync"), (Path, "replace"), (Path, "unlink")):
        monkeypatch.setattr(owner, name, before(getattr(owner, name)))
    build._write(folder, NEW)
    os._exit(0)


def named_last(folder, step, monkeypatch):
    """Kill a process at a step, and tell whether the folder has the old report, the new one, or parts of both."""
    code = kill_at(step, folder, monkeypatch)
    there = {name: content for name, content in found(folder).items() if name != "notes.txt"}
    assert all(content in (OLD.get(name), NEW.get(name)) for name, content in there.items())  # each file is whole
    text = made(there["report.md"].split()[0].decode()).keys()
    assert text <= there.keys()  # what the text refers to is there
    return code, "old" if there == OLD else "new" if there.items() >= NEW.items() else "both"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a copy of this process")
def test_a_report_that_was_killed_at_any_step_is_the_old_one_or_the_new_one(report, monkeypatch):
    seen = []
    for step in range(100):
        build._write(report, OLD)
        code, which = named_last(report, step, monkeypatch)
        seen.append(which)
        if code == 0:
            break
    renames = len(NEW) - 1  # between the first and the last of them, without anything that takes time, there are both
    order = ["old"] * seen.count("old") + ["both"] * renames + ["new"] * seen.count("new")
    assert seen == order
    assert seen.count("old") > 2 * len(NEW)
    assert seen.count("new") > 2
    build._write(report, NEW)
    assert found(report) == {**NEW, "notes.txt": b"mine"}
    assert not list(report.rglob(f"*{stored.TEMPORARY}"))  # the next report has cleaned up


def test_a_full_disk_leaves_the_old_report_and_no_drafts(report, monkeypatch):
    written = stored._write

    def refuse(path, content):
        if path.name == "wins.csv":
            raise OSError(errno.ENOSPC, "No space left on device")
        written(path, content)

    monkeypatch.setattr(stored, "_write", refuse)
    with pytest.raises(MachineTrouble, match="No space left on device"):
        build._write(report, NEW)
    assert found(report) == {**OLD, "notes.txt": b"mine"}
    assert not list(report.rglob(f"*{stored.TEMPORARY}"))
