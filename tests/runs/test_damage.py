"""What is stored is what is read: whatever is changed, deleted or brought from elsewhere is noticed and mended."""

import json
import shutil
import sys

import numpy as np
import pytest

import analyzer
from analyzer.errors import BadInput, DamagedRun
from analyzer.runs.experiment import run
from analyzer.runs.stored import store
from analyzer.runs.stored.manifest_file import FILE
from analyzer.shell import cli
from tests.runs.directories import change_manifest, flip, run_in_groups

SPEC = """# Is anything damaged?
game = "tranquility"
variants = ["base", "poseidon"]
players = [2]
policies = ["spacing"]
deals = 9000
seed = {seed}
rows = true
sections = ["answer"]
"""
KINDS = ("rows", "outcomes", "counts", "grids", "blocks")


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """A finished run with a group for every block."""
    specs = {f"run{seed}": SPEC.format(seed=seed) for seed in (4, 5)}
    return run_in_groups(tmp_path_factory.mktemp("damage"), specs)


@pytest.fixture
def spec(original):
    return original / "run4.toml"


@pytest.fixture
def folder(original, tmp_path):
    """A copy of the run, to be damaged."""
    return shutil.copytree(original / "run4", tmp_path / "run")


def cell_of(folder):
    return sorted(folder.glob("cells/*"))[0]


def group(cell, number=1):
    """The files of one group by kind."""
    return {path.name.partition("-")[0]: path for path in cell.glob(f"*-{number:08d}-{number:08d}.*")}


def read_all(folder):
    """Read everything that a run holds."""
    results = analyzer.load_results(folder)
    tables = [results.blocks, results.counts, results.grids, results.rows()]
    outcomes = [results.outcomes(cell) for cell in results.manifest.cell_ids]
    return [*tables, *(np.unpackbits(item.won).sum() for item in outcomes)]


def content_of(folder):
    """Give the bytes of every stored file."""
    return {path.relative_to(folder): path.read_bytes() for path in folder.glob("cells/*/*")}


def test_a_whole_run_reads_and_verifies(folder):
    assert len(read_all(folder)) == 6
    found = analyzer.verify(folder)
    assert found.is_whole
    assert found.files == 2 * 3 * (len(KINDS) + 1)


@pytest.mark.parametrize("kind", [*KINDS, "seal"])
def test_every_flipped_bit_is_noticed_by_whoever_reads(folder, kind):
    path = group(cell_of(folder))[kind]
    whole = path.read_bytes()
    for place in np.linspace(0, len(whole) - 1, 12).astype(int):
        flip(path, int(place), bit=int(place) % 8)
        with pytest.raises(DamagedRun, match="--repair"):
            read_all(folder)
        path.write_bytes(whole)
    read_all(folder)


@pytest.mark.parametrize("kind", [*KINDS, "seal"])
def test_a_deleted_file_is_noticed_by_whoever_reads_and_by_whoever_goes_on(folder, spec, kind):
    group(cell_of(folder))[kind].unlink()
    with pytest.raises(DamagedRun):
        read_all(folder)
    before = content_of(folder)
    with pytest.raises(DamagedRun, match="missing"):
        run(spec, folder)
    assert content_of(folder) == before


def test_a_deleted_end_is_noticed(folder, spec):
    for path in group(cell_of(folder), 2).values():
        path.unlink()
    with pytest.raises(DamagedRun, match=r"blocks 2 to 2 \(deals .*\): missing"):
        run(spec, folder)
    assert [(damage.first, damage.last) for damage in analyzer.verify(folder).damages] == [(2, 2)]


def test_files_of_another_cell_are_noticed(folder):
    one, other = sorted(folder.glob("cells/*"))
    for path in group(one).values():
        shutil.copy(path, other)
    with pytest.raises(DamagedRun, match=f"it belongs to blocks 1 to 1 of {one.name}"):
        read_all(folder)


@pytest.mark.parametrize("kind", KINDS)
def test_a_single_file_of_another_cell_is_noticed(folder, kind):
    one, other = sorted(folder.glob("cells/*"))
    shutil.copy(group(one)[kind], other)
    with pytest.raises(DamagedRun, match="differs from what was written for this cell and span"):
        read_all(folder)


def test_files_of_another_span_are_noticed(folder):
    cell = cell_of(folder)
    for kind, path in group(cell, 0).items():
        shutil.copy(path, group(cell, 1)[kind])
    with pytest.raises(DamagedRun, match="it belongs to blocks 0 to 0"):
        read_all(folder)


def test_files_of_another_seed_are_noticed(folder, original):
    for path in (original / "run5").glob("cells/*/*"):
        shutil.copy(path, folder / path.relative_to(original / "run5"))
    with pytest.raises(DamagedRun, match="another seed"):
        read_all(folder)


def damage(folder):
    """Damage a run in three ways, at three places; name them."""
    one, other = sorted(folder.glob("cells/*"))
    flip(group(one, 0)["counts"], 70)
    for path in group(one, 2).values():
        path.unlink()
    group(other, 1)["rows"].unlink()
    return {(one.name, 0, 0), (one.name, 2, 2), (other.name, 1, 1)}


def test_verify_names_the_spans_to_play_again(folder):
    wanted = damage(folder)
    found = analyzer.verify(folder)
    assert {(item.cell, item.first, item.last) for item in found.damages} == wanted
    assert not found.as_dict()["verified"]
    assert {item["deals"] for item in found.as_dict()["damaged"]} == {"0 to 4,095", "4,096 to 8,191", "8,192 to 12,287"}


def test_repair_plays_just_these_and_gives_the_same_bytes(folder, original, spec, monkeypatch):
    monkeypatch.setattr(store, "GROUP", 1)
    whole = content_of(original / "run4")
    damage(folder)
    before = {path: path.stat().st_mtime_ns for path in folder.glob("cells/*/*")}
    said = []
    again = run(spec, folder, jobs=2, repair=True, say=said.append)
    assert again.digest == json.loads((original / "run4" / FILE).read_text())["digest"]
    assert content_of(folder) == whole
    written = {path for path in folder.glob("cells/*/*") if before.get(path) != path.stat().st_mtime_ns}
    assert len(written) == 3 * (len(KINDS) + 1)
    assert analyzer.verify(folder).is_whole
    assert sum("repair: " in text for text in said) == 3


def test_a_repair_that_was_stopped_leaves_the_run_unfinished(folder, spec):
    from analyzer.play.control import Control

    damage(folder)
    control = Control()
    control.stop()
    assert run(spec, folder, repair=True, control=control).was_interrupted
    assert analyzer.load_results(folder).manifest.status == "running"
    assert run(spec, folder, repair=True).manifest.status == "complete"
    assert analyzer.verify(folder).is_whole


def test_groups_of_two_writers_are_noticed_and_mended(folder, spec, original, monkeypatch):
    """As when the lock was deleted under a run: blocks are there twice, in groups of different sizes."""
    cell = cell_of(folder)
    monkeypatch.setattr(store, "GROUP", 64)
    other = run(spec, folder.parent / "other", jobs=1)
    for path in (other.folder / "cells" / cell.name).iterdir():
        shutil.copy(path, cell)
    with pytest.raises(DamagedRun, match="occur twice"):
        read_all(folder)
    run(spec, folder, repair=True)
    assert analyzer.verify(folder).is_whole
    assert analyzer.load_results(folder).manifest.digest == other.digest


def test_every_changed_manifest_is_noticed(folder):
    path = folder / FILE
    whole = path.read_bytes()
    for place in np.linspace(0, len(whole) - 1, 60).astype(int):
        flip(path, int(place), bit=int(place) % 7)
        with pytest.raises((BadInput, DamagedRun)):
            analyzer.load_results(folder)
        path.write_bytes(whole)


@pytest.mark.parametrize("name", ["../../../etc", "..", "/etc", "", "a b", "a\x00b"])
def test_a_cell_name_that_leaves_the_run_is_refused(folder, name):
    def rename(content):
        content["cells"][0]["cell"] = name

    change_manifest(folder, rename)
    with pytest.raises(BadInput, match="not a manifest"):
        analyzer.load_results(folder)


@pytest.mark.parametrize(
    "change",
    [
        {"experiment": {"game": "tranquility", "deals": 10, "seed": "four"}},
        {"experiment": {"game": "tranquility"}},
        {"experiment": {"game": "tranquility", "deals": 10, "fields": "odd"}},
        {"host": {}},
        {"status": "finished"},
        {"cells": []},
        {"cells": None},
        {"game": {}},
        {"game": []},
        {"rows": 1},
        {"policies": [{}]},
        {"sources": None},
        {"skipped": [1]},
    ],
)
def test_a_manifest_of_another_shape_is_refused(folder, change):
    change_manifest(folder, lambda content: content.update(change))
    with pytest.raises(BadInput, match="not a manifest"):
        analyzer.load_results(folder)


def test_a_manifest_that_nests_for_ever_is_refused(folder):
    (folder / FILE).write_text("[" * 100_000)
    with pytest.raises(DamagedRun, match="not a manifest"):
        analyzer.load_results(folder)


def test_a_damaged_manifest_is_written_anew_and_nothing_is_played(folder, spec):
    flip(folder / FILE, 500)
    with pytest.raises(DamagedRun):
        run(spec, folder)
    before = content_of(folder)
    heard = []
    again = run(spec, folder, repair=True, on_games=lambda *games: heard.append(games))
    assert again.manifest.status == "complete"
    assert heard == []
    assert content_of(folder) == before
    assert (folder / f"{FILE}.damaged").is_file()


def test_a_damaged_manifest_of_another_run_takes_nothing_over(folder, original, tmp_path):
    flip(folder / FILE, 500)
    again = run(original / "run5.toml", folder, repair=True)
    assert again.digest == json.loads((original / "run5" / FILE).read_text())["digest"]


@pytest.fixture
def command(monkeypatch, capsys):
    """Run a command; give its code and what it said."""

    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["analyzer", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            cli.main()
        return caught.value.code, *capsys.readouterr()

    return call


def test_the_commands_tell_of_damage_with_code_three(folder, spec, command):
    damage(folder)
    code, out, _ = command("verify", folder, "--json")
    assert (code, len(json.loads(out)["damaged"])) == (3, 3)
    code, out, said = command("report", folder)
    assert (code, out) == (3, "")
    assert "analyzer verify" in said
    assert command("run", spec, "--out", folder, "--repair")[0] == 0
    assert command("verify", folder)[0] == 0


@pytest.mark.parametrize("number", [0, 1, 2, 3, 5, 10**30])
def test_a_run_of_another_version_is_told_whatever_is_asked_of_it(folder, spec, command, number):
    """A number is no way around the seals: what follows it is not looked at."""
    content = json.loads((folder / FILE).read_text())
    content["format"] = number
    del content["seal"]
    (folder / FILE).write_text(json.dumps(content))
    before = content_of(folder)
    for asked in (("verify", folder), ("report", folder), ("run", spec, "--out", folder, "--repair")):
        code, out, said = command(*asked)
        assert (code, out) == (2, "")
        assert "written by another version" in said
        assert "play it again" in said
    assert content_of(folder) == before


def test_a_manifest_without_its_seal_is_damaged(folder):
    content = json.loads((folder / FILE).read_text())
    del content["seal"]
    (folder / FILE).write_text(json.dumps(content))
    with pytest.raises(DamagedRun, match="differs from what was written"):
        analyzer.load_results(folder)


@pytest.mark.parametrize("text", ["[]", "3", "{}", '{"format": "4"}', '{"format": null}'])
def test_what_is_no_manifest_is_refused(folder, text):
    (folder / FILE).write_text(text)
    with pytest.raises(BadInput, match="not a manifest"):
        analyzer.load_results(folder)
