"""Trouble with the disk ends in one message and a code; what is finished is kept, and the run goes on afterwards."""

import os
import resource
import shutil
import subprocess
import sys
import time

import pytest

import analyzer
from analyzer.errors import BadInput, MachineTrouble
from analyzer.play.control import Control
from analyzer.reporting.build import report
from analyzer.runs.experiment import run
from analyzer.runs.stored import files, store

SPEC = {"variants": '["base"]', "players": "[2]", "deals": "30000"}


def command(*arguments, limit=None, **options):
    """Run a command, under a limit of the size of files."""

    def below():
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    program = [sys.executable, "-m", "analyzer", *map(str, arguments)]
    options = {"stdout": subprocess.PIPE, **options}
    return subprocess.run(program, stderr=subprocess.PIPE, text=True, timeout=300, preexec_fn=below, **options)


@pytest.fixture
def undisturbed(write_spec, tmp_path):
    return run(write_spec(**SPEC), tmp_path / "undisturbed", jobs=2)


@pytest.mark.parametrize("limit", [6_000, pytest.param(60_000, marks=pytest.mark.slow), 200_000])
def test_a_file_size_limit_is_told_and_the_run_goes_on_without_it(write_spec, tmp_path, undisturbed, limit):
    """The smallest limit hits the manifest, the others the shards or the journal."""
    done = command("run", write_spec(**SPEC), "--out", tmp_path / "run", limit=limit)
    assert done.returncode == 3, done.stderr
    assert "Traceback" not in done.stderr
    assert "File too large" in done.stderr
    assert "then run the same command" in done.stderr
    assert run(write_spec(**SPEC), tmp_path / "run", jobs=2).digest == undisturbed.digest


@pytest.fixture
def small_disk(tmp_path):
    """A file system of six megabytes; skipped where none can be mounted."""
    place = tmp_path / "small"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "none", str(place)], capture_output=True)
    if mounted.returncode:
        pytest.skip("no file system can be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_is_told_and_the_run_goes_on_with_room(write_spec, tmp_path, undisturbed, small_disk):
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"0" * 6_100_000)
    spec = write_spec(**SPEC)
    done = command("run", spec, "--out", small_disk / "run")
    assert done.returncode == 3, done.stderr
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr
    ballast.unlink()
    assert run(spec, small_disk / "run", jobs=2).digest == undisturbed.digest


def test_a_complete_run_opens_on_a_disk_that_can_only_be_read(write_spec, undisturbed, small_disk):
    spec = write_spec(**SPEC)
    shutil.copytree(undisturbed.folder, small_disk / "run")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert run(spec, small_disk / "run").digest == undisturbed.digest
    assert analyzer.verify(small_disk / "run").is_whole
    with pytest.raises(BadInput, match="Read-only file system"):
        run(spec, small_disk / "other")
    with pytest.raises(BadInput, match="Read-only file system"):
        report(small_disk / "run", formats="md")


def refused_places(tmp_path):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere" / "at" / "all")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    return {
        "below a file": tmp_path / "file" / "run",
        "a file": tmp_path / "file",
        "a dangling link": tmp_path / "dangling",
        "a looping link": tmp_path / "loop",
        "too long a name": tmp_path / ("x" * 300),
        "too long a path": tmp_path / "/".join(["x" * 200] * 30),
        "a NUL": "run\0dir",
    }


PLACES = ("below a file", "a file", "a dangling link", "a looping link", "too long a name", "too long a path", "a NUL")


@pytest.mark.parametrize("place", PLACES)
def test_a_place_where_no_run_can_be_is_refused(write_spec, tmp_path, place):
    with pytest.raises(BadInput, match="--out"):
        run(write_spec(**SPEC), refused_places(tmp_path)[place])


def test_a_folder_that_is_deleted_under_a_run_is_noticed(write_spec, tmp_path, monkeypatch):
    monkeypatch.setattr(store, "GROUP", 1)
    folder = tmp_path / "run"
    with pytest.raises(MachineTrouble, match="deleted or replaced"):
        run(write_spec(**SPEC), folder, jobs=1, on_games=lambda *_: shutil.rmtree(folder, ignore_errors=True))


def test_a_lock_that_is_deleted_under_a_run_is_noticed_before_the_next_write(write_spec, tmp_path, undisturbed):
    folder, heard = tmp_path / "run", []

    def delete(*games):
        heard.append(games)
        if len(heard) == 2:
            (folder / files.LOCK).unlink()

    with pytest.raises(MachineTrouble, match="lock of this run was deleted"):
        run(write_spec(**SPEC), folder, jobs=1, on_games=delete)
    assert len(heard) == 2
    again = run(write_spec(**SPEC), folder, jobs=1)
    assert again.digest == undisturbed.digest
    assert analyzer.verify(folder).is_whole


def test_a_lock_that_another_process_has_taken_over_is_noticed(write_spec, tmp_path):
    folder, runs = tmp_path / "run", []

    def take_over(*_games):
        if not runs:
            runs.append(None)
            (folder / files.LOCK).unlink()
            runs[0] = run(write_spec(**SPEC), folder, jobs=1)

    with pytest.raises(MachineTrouble):
        run(write_spec(**SPEC), folder, jobs=1, on_games=take_over)
    assert runs[0].manifest.status == "complete"
    assert analyzer.verify(folder).is_whole


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
@pytest.mark.parametrize("arguments", [("games",), ("policies", "tranquility", "--json")])
def test_an_output_that_is_full_is_told(arguments):
    with open("/dev/full", "w") as full:
        done = command(*arguments, stdout=full)
    assert done.returncode == 3
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_worker_processes_end_with_a_killed_leader(write_spec, tmp_path):
    spec = write_spec(**SPEC | {"deals": "50_000_000"}, rows="false")
    program = [sys.executable, "-m", "analyzer", "run", str(spec), "--out", str(tmp_path / "run")]
    leader = subprocess.Popen([*program, "--backend", "processes", "--jobs", "2"], stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 120
        while not list((tmp_path / "run").glob("cells/*/open.journal")) and time.monotonic() < until:
            time.sleep(0.1)
        workers = children_of(leader.pid)
        assert workers
    finally:
        leader.kill()
        leader.wait()
    until = time.monotonic() + 20
    while any(map(is_alive, workers)) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(map(is_alive, workers))


def children_of(pid):
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True).stdout
    return [int(number) for number in listed.split()]


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


FAULTY = '''from analyzer.games.tranquility import policy
from analyzer.games.tranquility.rules.options import option


@policy
def sometimes(rules, table, hand, knobs, memory, choice):
    """Answer what is illegal, in a few games of thousands."""
    if table.turn == 1 and hand.cards[0] % 79 == 3 and hand.cards[1] % 71 == 4:
        return -7
    return option(rules, table, hand, 0)
'''


def test_a_faulty_run_ends_behind_the_first_faulty_block_whatever_was_finished_after_it(write_spec, tmp_path):
    (tmp_path / "sometimes.py").write_text(FAULTY)
    spec = write_spec(**SPEC | {"deals": "60000"}, policies='["sometimes.py"]')
    found = set()
    for jobs in (1, 2, 5, 5):
        folder = tmp_path / f"{jobs}-{len(found)}-{time.monotonic_ns()}"
        with pytest.raises(analyzer.errors.PolicyFault):
            run(spec, folder, jobs=jobs)
        cells = analyzer.load_results(folder).cells
        found.add((int(cells["games"].iloc[0]), cells["digest"].iloc[0]))
    assert len(found) == 1


def test_a_stopped_pilot_ends_the_run(write_spec, tmp_path):
    control = Control()
    control.stop()
    stopped = run(write_spec(**SPEC), tmp_path / "run", control=control)
    assert stopped.was_interrupted
    assert stopped.games == 0
