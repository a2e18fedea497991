"""A policy at several places of the dial of skill, as a spec asks for it."""

import json

import pytest

from analyzer.errors import BadInput
from analyzer.runs.experiment import run
from analyzer.runs.specs.checking import load_spec
from analyzer.runs.specs.design import expand
from analyzer.runs.specs.keys import spec_text
from analyzer.runs.stored.manifest_file import read_manifest
from analyzer.runs.stored.results import load_results
from analyzer.runs.stored.verify import verify

SPEC = """# How steeply does the toy reward skill?
game = "toy"
variants = ["together"]
players = [2, 3]
skill = { policy = "good", sight = [0.2, 0.6, 1.0] }
deals = 1500
"""


@pytest.fixture
def spec(toy, tmp_path):
    def write(text=SPEC):
        path = tmp_path / "skill.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_every_sight_is_an_ordinary_cell_and_full_sight_the_policy_itself(spec):
    path = spec()
    cells = expand(load_spec(path), path).cells
    labels = ["fallible(rock,sight=0.2)", "fallible(rock,sight=0.6)", "rock"]
    assert [planned.policy for planned in cells] == [*labels, *labels]
    assert {planned.cell.seats[0].level for planned in cells} == {"", "good"}
    plain = spec(SPEC.replace("skill = {", "# skill").replace("deals", 'levels = ["good"]\ndeals'))
    assert expand(load_spec(plain), plain).cells[0].id == cells[2].id


def test_it_runs_goes_on_and_is_read_with_its_dial(spec, tmp_path):
    folder = tmp_path / "run"
    run(spec(), folder, jobs=1, quick=True)
    results = load_results(folder)
    table = results.blocks[["dial", "sight", "players"]].drop_duplicates()
    assert sorted(table["sight"]) == [0.2, 0.2, 0.6, 0.6, 1.0, 1.0]
    assert set(table["dial"]) == {"rock"}
    seats = [entry.seats[0] for entry in results.manifest.cells]
    assert {seat.sight for seat in seats} == {0.2, 0.6, 1.0}
    digest = results.manifest.digest
    run(spec(), folder, jobs=1, quick=True)
    assert load_results(folder).manifest.digest == digest
    assert verify(folder).damages == ()


def test_what_was_called_searched_is_read_as_what_is_inside(spec, tmp_path, monkeypatch):
    folder = tmp_path / "run"
    run(spec(), folder, jobs=1, quick=True)
    file = folder / "manifest.json"
    content = json.loads(file.read_text(encoding="utf-8").replace('"inside"', '"searched"'))
    monkeypatch.setattr("analyzer.runs.stored.manifest_file._seal", lambda content: content["seal"])
    monkeypatch.setattr("analyzer.runs.stored.manifest_file.is_as_written", lambda *_: True)
    file.write_text(json.dumps(content), encoding="utf-8")
    assert read_manifest(folder).cells[0].seats[0].dial == "rock"


def test_a_spec_is_written_as_it_is_read(spec):
    experiment = load_spec(spec())
    assert load_spec(spec(spec_text(experiment))) == experiment


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("0.2, 0.6", "0.2, 1.6", r"skill.sight\[1\]: Expected `float` <= 1"),
        ("0.2, 0.6", "0.6, 0.6", "skill.sight: '0.6' occurs twice"),
        ('"good"', '"roc"', "did you mean 'rock'"),
        ('"good"', '"search(rock)"', "a look-ahead finds by playing on"),
        ("sight = [0.2, 0.6, 1.0]", "sihgt = [1.0]", "skill"),
        (" }", ", memory = 0.5 }", "no field of a hand of toy is marked as memory"),
    ],
)
def test_what_is_wrong_with_it_is_said(spec, old, new, words):
    path = spec(SPEC.replace(old, new, 1))
    with pytest.raises(BadInput, match=words):
        load_spec(path)
