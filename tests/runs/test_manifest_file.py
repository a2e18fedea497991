"""A manifest is decoded once: what is read is what was written, part by part."""

import json

import pytest
from msgspec.structs import replace

from analyzer.analysis.frames import factors_of
from analyzer.errors import BadInput
from analyzer.games.written import read_policy
from analyzer.runs.experiment import run
from analyzer.runs.specs.checking import load_spec
from analyzer.runs.specs.spec import Effort
from analyzer.runs.stored.manifest_file import FILE, FORMAT, read_manifest, write_manifest
from analyzer.runs.stored.results import load_results
from tests.runs.directories import change_manifest

SMALL = {"variants": '["base"]', "players": "[2]", "deals": "20", "more": "[alone]\nremoved = [2, 4]\n"}


@pytest.fixture
def folder(write_spec, tmp_path):
    return run(write_spec(**SMALL), tmp_path / "run", jobs=1).folder


def test_a_run_keeps_the_experiment_as_it_was_read(folder, write_spec):
    manifest = read_manifest(folder)
    assert manifest.format == FORMAT
    assert manifest.experiment == load_spec(write_spec(**SMALL))


def test_what_is_written_again_is_the_same_file(folder, tmp_path):
    write_manifest(tmp_path, read_manifest(folder))
    assert (tmp_path / FILE).read_bytes() == (folder / FILE).read_bytes()


def test_an_experiment_may_have_become_longer_than_a_spec_may_be(folder):
    """Names turn into paths, sweeps into policies, and studies write as many as they play."""
    manifest = read_manifest(folder)
    many = tuple(read_policy(f"{'deep/' * 200}mine.py(cost={number})") for number in range(3000))
    asked = replace(manifest.experiment, policies=many, field=many[0], effort=((many[0], Effort(deals=3)),))
    longer = replace(manifest, experiment=replace(asked, question="Who? " * 200))
    write_manifest(folder, longer)
    assert read_manifest(folder) == longer


def test_names_that_are_no_text_are_written_so_that_they_are(folder):
    manifest = read_manifest(folder)
    write_manifest(folder, replace(manifest, spec_file="a\udc80.toml"))
    assert read_manifest(folder) == replace(manifest, spec_file="a\\udc80.toml")


def test_what_a_run_varied_is_read_from_its_experiment_and_not_from_the_text(folder):
    change_manifest(folder, lambda content: content.update(spec="no TOML ["))
    assert factors_of(load_results(folder)).alone == {"removed"}


@pytest.mark.parametrize("part", ["levels", "skipped"])
def test_a_part_that_says_nothing_may_be_missing(folder, part):
    change_manifest(folder, lambda content: content.pop(part))
    assert not getattr(read_manifest(folder), part)


def test_a_cell_that_is_there_twice_is_refused(folder):
    change_manifest(folder, lambda content: content["cells"].append(content["cells"][0]))
    with pytest.raises(BadInput, match="twice"):
        read_manifest(folder)


def test_a_manifest_can_be_read_without_this_package(folder):
    content = json.loads((folder / FILE).read_text(encoding="utf-8"))
    assert content["experiment"]["alone"] == {"removed": [2, 4]}
    assert {"name", "title", "words", "variants", "switches"} <= set(content["game"])


@pytest.mark.parametrize("field", ["spacing", "spacing(cost=.70)", "casual"])
def test_the_field_is_called_as_the_cells_call_it(write_spec, tmp_path, field):
    changes = SMALL | {"variants": '["competitive"]', "field": f'"{field}"', "more": ""}
    manifest = read_manifest(run(write_spec(**changes), tmp_path / "run", jobs=1).folder)
    assert manifest.experiment.field == read_policy(field)
    assert all(manifest.field in cell.policies for cell in manifest.cells)
