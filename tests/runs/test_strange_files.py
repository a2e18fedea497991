"""Files in a run, or named by a user, that are no plain files or not what they should be: told, never waited for."""

import os

import pytest

from analyzer.analysis.leaderboards import SPEEDS, speeds_of
from analyzer.errors import AnalyzerError, BadInput, DamagedRun
from analyzer.reporting.build import report
from analyzer.runs.experiment import run
from analyzer.runs.stored.files import LOCK
from analyzer.runs.stored.manifest_file import read_manifest
from analyzer.runs.stored.results import load_results
from analyzer.runs.stored.verify import verify
from analyzer.shell.markers import put_between
from analyzer.studies.calibration.dials import _content
from analyzer.studies.claim_files import read_claims
from analyzer.studies.tuning.trials import Ledger
from tests.runs.directories import change_manifest

SMALL = {"variants": '["base"]', "players": "[2]", "deals": "50"}
pytestmark = pytest.mark.timeout(100)


@pytest.fixture
def folder(write_spec, tmp_path):
    return run(write_spec(**SMALL), tmp_path / "run", jobs=1).folder


def first_file(folder, kind):
    return next(folder.glob(f"cells/*/{kind}-*"))


def test_a_pipe_in_the_place_of_a_stored_file_is_not_waited_for(folder):
    path = first_file(folder, "blocks")
    path.unlink()
    os.mkfifo(path)
    damages = verify(folder).damages
    assert len(damages) == 1
    assert "not a regular file" in damages[0].what


def test_a_pipe_in_the_place_of_the_lock_is_not_waited_for(folder, write_spec):
    (folder / LOCK).unlink()
    os.mkfifo(folder / LOCK)
    with pytest.raises(BadInput, match="not a regular file"):
        run(write_spec(**SMALL), folder, jobs=1, repair=True)


@pytest.mark.parametrize("name", [LOCK, "manifest.json", "cells"])
def test_a_link_inside_a_run_is_not_written_through(folder, write_spec, tmp_path, name):
    elsewhere = tmp_path / "elsewhere"
    (folder / name).rename(elsewhere)
    before = elsewhere.read_bytes() if elsewhere.is_file() else sorted(elsewhere.rglob("*"))
    (folder / name).symlink_to(elsewhere)
    with pytest.raises(BadInput, match="a link inside a run directory"):
        run(write_spec(**SMALL), folder, jobs=1, repair=True)
    assert before == (elsewhere.read_bytes() if elsewhere.is_file() else sorted(elsewhere.rglob("*")))


@pytest.mark.parametrize("change", [{"alone": 3}, {"field": [1]}, {"game": None}, {"deals": 9**99}, {"sums": {}}])
def test_a_manifest_whose_experiment_is_none_is_refused(folder, change):
    change_manifest(folder, lambda content: content["experiment"].update(change))
    with pytest.raises(BadInput, match="not a manifest: .*experiment"):
        read_manifest(folder)


@pytest.mark.parametrize("text", ["[1]", "{", '{"a": "fast"}', "[" * 100_000])
def test_speeds_that_are_none_are_told(folder, text):
    (folder / SPEEDS).write_text(text)
    with pytest.raises(DamagedRun, match="no speeds"):
        speeds_of(load_results(folder))


@pytest.mark.parametrize("line", ["3", "[]", "{}", "[" * 100_000, "\udc80", '{"hash": 1}'])
def test_a_ledger_with_a_strange_line_is_told(tmp_path, line):
    path = tmp_path / "trials.jsonl"
    path.write_bytes(line.encode("utf-8", "surrogateescape") + b"\n")
    with pytest.raises(BadInput, match="line 1"):
        Ledger(path)


READERS = {
    "claims": read_claims,
    "target": _content,
    "into": lambda path: put_between(path, "ladder", "x"),
}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS.keys())
def test_what_never_ends_or_is_no_text_is_refused(read, tmp_path):
    pipe, bytes_, deep = tmp_path / "pipe", tmp_path / "bytes", tmp_path / "deep"
    os.mkfifo(pipe)
    bytes_.write_bytes(b"\xff\x00")
    deep.write_text("a = " + "[" * 5000)
    for path in (pipe, bytes_, deep, "/dev/zero"):
        with pytest.raises(AnalyzerError):
            read(type(tmp_path)(path))


@pytest.mark.parametrize("text", ["defaults = 3", "claims = 3", "claims = [3]"])
def test_claims_of_another_form_are_refused(tmp_path, text):
    (tmp_path / "claims.toml").write_text(text)
    with pytest.raises(BadInput, match="claims"):
        read_claims(tmp_path / "claims.toml")


@pytest.mark.parametrize("change", [{"causes": ["zzz"]}, {"words": {"score": 3}}, {"title": "\x00"}])
def test_a_manifest_that_does_not_fit_the_tables_is_told_and_nothing_is_written(folder, tmp_path, change):
    change_manifest(folder, lambda content: content["game"].update(change))
    try:
        report(folder, tmp_path / "report", "md")
    except AnalyzerError as problem:
        assert str(folder) in str(problem)
        assert not (tmp_path / "report").exists()


def test_what_it_does_not_have_is_named(folder, tmp_path):
    change_manifest(folder, lambda content: content["game"].update(causes=["zzz"]))
    made = report(folder, tmp_path / "report", "md")
    assert made.trouble.exit_code == DamagedRun.exit_code
    for failure in made.failures:
        assert "cause_zzz" in failure.words
        assert failure.words in str(made.trouble)
        assert any(failure.words in notice for notice in made.document.notices)
    assert {failure.section for failure in made.failures}.isdisjoint(item.name for item in made.document.sections)
