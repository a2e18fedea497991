"""The section on what survives the assumptions: headlines of the spec with their stamps, and nothing without them."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from analyzer.errors import BadInput
from analyzer.reporting.build import report
from analyzer.reporting.topics import stamps
from analyzer.runs.stored.stamps import write_stamps
from tests.runs.directories import change_manifest


def stamp(verdict, spec, **more):
    told = {"says": f"It is {verdict}.", "where": ["README.md", f"experiments/{spec}"], "who": ["spacing"]}
    played = {"worlds": 100, "deals": 400, "share": [0.86, 0.8, 0.9], "moved_by": ["edge: 0.2 [0.1, 0.3]"]}
    return {**told, "verdict": verdict, "words": "", **played, **more}


@pytest.fixture
def spec(finished):
    return Path(finished("ladder_run").manifest.spec_file).name


def lead(results, *found):
    return stamps.build(replace(results, stamps=found)).parts[0].text


def test_the_headlines_of_this_spec_are_counted_and_others_left_out(finished, spec):
    results = finished("ladder_run")
    other = stamp("flips", "other.toml")
    assert stamps.build(results) is None
    assert stamps.build(replace(results, stamps=(other,))) is None
    told = lead(results, stamp("stable", spec), other, stamp("flips", spec), stamp("flips", spec))
    assert told == "Of 3 headlines 1 holds in every world that was played and 2 do not hold in some worlds."
    assert lead(results, stamp("open", spec)) == "The only headline is open."
    every = lead(results, stamp("stable", spec), stamp("stable", spec))
    assert every == "All 2 headlines hold in every world that was played."


def test_the_table_begins_with_what_flips_and_names_the_command(finished, spec):
    results = finished("ladder_run")
    bare = stamp("nothing assumed", spec, worlds=0)
    del bare["share"], bare["moved_by"]
    found = (bare, stamp("stable", spec), stamp("flips", spec))
    _, table, commands = stamps.build(replace(results, stamps=found)).parts
    assert list(table.frame["verdict"]) == ["Flips", "Stable", "Nothing assumed"]
    assert list(table.frame["moved"]) == ["edge: 0.2 [0.1, 0.3]"] * 2 + [""]
    assert commands.lines == (f"analyzer sensitivity tranquility --spec {spec} --report tranquility-survives",)


def test_a_report_shows_the_stamps_that_it_is_given(tiny_run, tmp_path):
    file = tmp_path / "stamps.toml"
    write_stamps(file, {"one": stamp("flips", "tranquility_tiny.toml")})
    folder = shutil.copytree(tiny_run, tmp_path / "run")
    change_manifest(folder, lambda manifest: manifest["experiment"].update(sections=["method"]))
    text = report(folder, tmp_path / "with", "md", stamps=file).markdown.read_text(encoding="utf-8")
    assert "## What survives the assumptions" in text
    assert "| It is flips. | Flips | 86 % [80, 90] | 100 | 400 | spacing | edge: 0.2 [0.1, 0.3] |" in text
    with pytest.raises(BadInput, match="there is no such file"):
        report(folder, tmp_path / "with", stamps=tmp_path / "none.toml")
