"""`analyzer report`: from a run directory to files, and what it refuses."""

import json
import re
import shutil
import subprocess
import sys
from collections import deque
from pathlib import Path

import pandas as pd
import pytest

import analyzer
from analyzer.errors import BadInput, DamagedRun
from analyzer.reporting.build import QUICK, report
from analyzer.reporting.gathering import ALWAYS
from analyzer.reporting.topics import section_modules
from tests.runs.directories import change_manifest

ROOT = Path(__file__).resolve().parents[2]


def command(*arguments):
    program = [sys.executable, "-m", "analyzer", *map(str, arguments)]
    return subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture
def changed_run(tiny_run, tmp_path):
    """Copy the tiny run and change its manifest."""

    def change(edit):
        folder = shutil.copytree(tiny_run, tmp_path / "changed")
        change_manifest(folder, edit)
        return folder

    return change


def test_the_command_writes_both_formats(changed_run, tmp_path):
    short = changed_run(lambda manifest: manifest["experiment"].update(sections=["answer", "ladder"]))
    result = command("report", short, "--out", tmp_path / "out", "--json")
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    assert told["html"] == str(tmp_path / "out" / "tranquility_tiny.html")
    assert told["markdown"] == str(tmp_path / "out" / "report.md")
    assert told["question"] == "Is Poseidon harder than the plain game?"
    assert told["notices"] == []
    found = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    assert found == set(told["files"])
    assert {"figures", "tables"} <= {Path(name).parts[0] for name in told["files"]}


def test_the_screen_says_where_the_report_is(changed_run, tmp_path):
    folder = tmp_path / ("deep" * 25)
    short = changed_run(lambda manifest: manifest["experiment"].update(sections=["answer"]))
    result = command("report", short, "--out", folder, "--format", "md")
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines() == ["Is Poseidon harder than the plain game?", str(folder / "report.md")]
    assert not list(folder.glob("*.html"))


def test_python_gives_the_same(changed_run, tmp_path):
    short = changed_run(lambda manifest: manifest["experiment"].update(sections=["answer", "ladder"]))
    made, other = analyzer.report(short, tmp_path / "made", ["md"]), report(short, tmp_path / "other")
    assert set(made.files) < set(other.files)
    for name in made.files:
        assert (made.folder / name).read_bytes() == (other.folder / name).read_bytes()


def test_by_default_it_lies_in_the_run(changed_run):
    folder = changed_run(lambda manifest: manifest["experiment"].update(sections=["answer"]))
    assert report(folder, formats="html").html == folder / "report" / "tranquility_tiny.html"


def test_sections_come_in_order_and_only_those_asked_for(changed_run, tmp_path):
    folder = changed_run(lambda manifest: manifest["experiment"].update(sections=["method", "answer"]))
    names = [section.name for section in report(folder, tmp_path / "out", "md").document.sections]
    assert names == ["answer", *ALWAYS, "method"]


def test_every_section_that_applies_is_there_by_default(real_report):
    names = [section.name for section in real_report.document.sections]
    assert names == [name for name in section_modules() if name in names]
    assert {"answer", "ladder", "method"} <= set(names)


WEATHER = """\"\"\"The weather: a section that only this test has.\"\"\"

from analyzer.reporting.document import Prose, Section

PLACE = 15


def build(results):
    return Section("weather", "Weather", (Prose("It rains."),))
"""
ADDED = """
import sys
from analyzer.reporting.build import report
from analyzer.reporting.topics import section_names
from analyzer.runs.specs.checking import load_spec

print(*load_spec(sys.argv[1], section_names).sections)
print(*(section.name for section in report(sys.argv[2], sys.argv[3], "md").document.sections))
"""


def test_a_new_section_is_one_file(changed_run, tmp_path):
    """Specs can ask for it and reports show it at its place, with no other file of the package touched."""
    shutil.copytree(Path(analyzer.__file__).parent, tmp_path / "analyzer")
    (tmp_path / "analyzer" / "reporting" / "topics" / "weather.py").write_text(WEATHER, encoding="utf-8")
    asked = ["method", "weather", "answer"]
    spec = tmp_path / "spec.toml"
    spec.write_text(f'# Rain?\ngame = "tranquility"\ndeals = 1\nsections = {asked}\n', encoding="utf-8")
    folder = changed_run(lambda manifest: manifest["experiment"].update(sections=asked))
    command = [sys.executable, "-c", ADDED, str(spec), str(folder), str(tmp_path / "out")]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert told.stdout.splitlines() == ["method weather answer", f"answer weather {' '.join(ALWAYS)} method"], (
        told.stderr
    )
    assert "It rains." in (tmp_path / "out" / "report.md").read_text(encoding="utf-8")


BROKEN = {
    "weather": WEATHER.replace("    return Section", "    raise RuntimeError('no sky')\n    return Section"),
    "climate": """\"\"\"A section that is made and cannot be shown.\"\"\"

from analyzer.reporting.document import Prose, Section

PLACE = 16


def build(results):
    return Section("climate", "Climate", (Prose(None),))
""",
}


@pytest.fixture
def broken_report(tiny_run, tmp_path):
    """Report the tiny run where two topics have a mistake."""
    shutil.copytree(Path(analyzer.__file__).parent, tmp_path / "analyzer")
    for name, text in BROKEN.items():
        (tmp_path / "analyzer" / "reporting" / "topics" / f"{name}.py").write_text(text, encoding="utf-8")

    def make(run, *options):
        program = [sys.executable, "-m", "analyzer", "report", str(run), "--out", str(tmp_path / "out"), *options]
        return subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)

    return make


def test_a_section_that_fails_is_named_and_the_rest_is_written(changed_run, broken_report):
    asked = ["answer", "weather", "climate", "ladder"]
    result = broken_report(changed_run(lambda manifest: manifest["experiment"].update(sections=asked)), "--json")
    told = json.loads(result.stdout)
    assert result.returncode == 3
    assert told["failed"] == ["weather", "climate"]
    assert told["sections"] == ["answer", "ladder", *ALWAYS]
    assert "weather (RuntimeError: no sky), climate (" in result.stderr
    assert "Traceback" not in result.stderr
    for file in (told["html"], told["markdown"]):
        text = Path(file).read_text(encoding="utf-8")
        assert "A section is missing, because it could not be made: weather (RuntimeError: no sky)." in text
        assert "could not be made: climate" in text
        assert "Difficulty ladder" in text


def test_debug_shows_the_traceback_of_what_fails(changed_run, broken_report, tmp_path):
    folder = changed_run(lambda manifest: manifest["experiment"].update(sections=["answer", "weather"]))
    result = broken_report(folder, "--debug", "--format", "md")
    assert result.returncode == 3
    assert "Traceback (most recent call last)" in result.stderr
    assert "weather.py" in result.stderr
    assert result.stderr.rstrip().splitlines()[-1].startswith("analyzer: ")
    assert (tmp_path / "out" / "report.md").is_file()


def test_a_whole_run_has_no_notice(real_report):
    assert real_report.document.notices == ()


def test_a_try_out_says_so_at_the_top(changed_run, tmp_path):
    def try_out(manifest):
        manifest.update(quick=True)
        manifest["experiment"]["sections"] = ["answer"]

    made = report(changed_run(try_out), tmp_path / "out")
    assert made.document.notices == (QUICK,)
    assert f"> **Warning.** {QUICK}" in made.markdown.read_text(encoding="utf-8").split("## ")[0]
    assert QUICK in made.html.read_text(encoding="utf-8").split("<main")[0]


def test_what_other_sections_refer_to_is_always_there(changed_run, tmp_path):
    """A shipped report said "see Assumptions" and had none."""
    made = report(changed_run(lambda manifest: manifest["experiment"].update(sections=["answer"])), tmp_path / "out")
    text = made.markdown.read_text(encoding="utf-8")
    assert [section.name for section in made.document.sections] == ["answer", "glossary", "assumptions"]
    assert "see Assumptions" in text
    assert "## Assumptions" in text


def test_an_unfinished_run_says_so_at_the_top(changed_run, tmp_path):
    def stop(manifest):
        manifest["status"] = "interrupted"
        manifest["experiment"]["sections"] = ["answer"]
        manifest["digest"] = None
        manifest["cells"][0]["stopped_by"] = None

    made = report(changed_run(stop), tmp_path / "out")
    assert made.document.notices[0].startswith("The run is not finished: 1 of ")
    assert "The run is not finished" in made.html.read_text(encoding="utf-8").split("<main")[0]
    assert "digest open" in made.document.stamp


def test_no_path_of_this_machine_appears(real_report):
    for name in real_report.files:
        if not name.endswith(".png"):
            text = (real_report.folder / name).read_text(encoding="utf-8")
            assert not re.search(r"(?<![\w.:/])/(?:tmp|home|root|work|Users|usr)/", text), name


def test_tables_read_back_and_figures_are_pictures(real_report):
    tables = [name for name in real_report.files if name.endswith(".csv")]
    assert tables
    for name in tables:
        assert len(pd.read_csv(real_report.folder / name).columns) >= 2, name
    for name in real_report.files:
        if name.endswith(".png"):
            assert (real_report.folder / name).read_bytes().startswith(b"\x89PNG")


def test_what_an_older_report_left_goes_and_what_others_put_there_stays(changed_run, tmp_path):
    folder, tiny_run = (
        tmp_path / "out",
        changed_run(lambda manifest: manifest["experiment"].update(sections=["ladder"])),
    )
    report(tiny_run, folder, "md")
    text = (folder / "report.md").read_text(encoding="utf-8")
    (folder / "report.md").write_text(f"{text}\n![old](figures/old.png)\n", encoding="utf-8")
    for name in ("old", "mine"):
        (folder / "figures" / f"{name}.png").write_bytes(b"x")
    report(tiny_run, folder, "md")
    assert not (folder / "figures" / "old.png").exists()
    assert (folder / "figures" / "mine.png").exists()


@pytest.mark.slow
@pytest.mark.parametrize("turn", [0, 4, 8])
def test_hostile_names_come_out_harmless(changed_run, tmp_path, hostile, turn):
    """Every hostile text is a variant, a policy or the question in one of the turns."""
    names = deque(hostile.values())
    names.rotate(-turn)
    made = report(changed_run(lambda manifest: _rename_all(manifest, names)), tmp_path / "out")
    page = made.html.read_text(encoding="utf-8")
    assert page.count("<script") == 1
    assert "<img" not in page
    text = re.sub(r"(?s)```.*?```", "", made.markdown.read_text(encoding="utf-8"))
    assert not re.search(r"<(?:script|img)", text)
    assert not re.search(r"(?<!\\)\]\(http", text)
    for path in (made.folder / "tables").glob("*.csv"):
        cells = pd.read_csv(path, dtype=str, keep_default_na=False)
        words = [cell for column in cells for cell in cells[column] if not re.fullmatch(r"-?[\d.e+-]+|-?inf", cell)]
        assert not [word for word in words if word.startswith(("=", "+", "-", "@"))], path


def _rename_all(manifest, names):
    """Give the variants, the policies and the question hostile names."""
    variants = dict(zip(dict.fromkeys(cell["variant"] for cell in manifest["cells"]), names, strict=False))
    policies = dict(zip([item["name"] for item in manifest["policies"]], list(names)[4:], strict=False))
    for cell in manifest["cells"]:
        cell["variant"] = cell["setting"] = variants[cell["variant"]]
        cell["reference"]["variant"] = {"names": [cell["variant"]]}
        cell["seats"] = [{"name": policies[seat["name"]]} for seat in cell["seats"]]
        cell["policy"] = policies[cell["policy"]]
        cell["policies"] = [policies[name] for name in cell["policies"]]
    for item in manifest["policies"]:
        item["name"] = policies[item["name"]]
    manifest["experiment"]["question"] = names[6]


def test_what_is_no_run_is_refused(tmp_path):
    with pytest.raises(BadInput, match="not a run directory"):
        report(tmp_path)
    with pytest.raises(BadInput, match="not a run directory"):
        report(tmp_path / "missing")


def test_a_run_with_nothing_played_is_refused(changed_run, tmp_path):
    def begin_again(manifest):
        manifest.update(spec_file="/home/me/specs/tranquility_tiny.toml", status="running")
        for cell in manifest["cells"]:
            cell.update(games=0, blocks=0, status="running")

    folder = changed_run(begin_again)
    shutil.rmtree(folder / "cells")
    with pytest.raises(BadInput, match="nothing has been played yet; `analyzer run tranquility_tiny.toml`"):
        report(folder)
    assert not (folder / "report").exists()


@pytest.mark.parametrize("formats", ["htm", "html,pdf", "", ["markdown"], []])
def test_an_unknown_format_is_refused(tiny_run, tmp_path, formats):
    with pytest.raises(BadInput, match="--format: unknown format .* Known: html, md"):
        report(tiny_run, tmp_path / "out", formats)
    assert not (tmp_path / "out").exists()


def test_an_unknown_section_is_refused(changed_run):
    folder = changed_run(lambda manifest: manifest["experiment"].update(sections=["ladders"]))
    with pytest.raises(BadInput, match="unknown section 'ladders'; did you mean 'ladder'"):
        report(folder)


def test_a_file_is_no_folder(tiny_run, tmp_path):
    (tmp_path / "out").write_text("mine", encoding="utf-8")
    result = command("report", tiny_run, "--out", tmp_path / "out")
    assert (result.returncode, result.stdout) == (2, "")
    assert "is a file" in result.stderr
    assert "Traceback" not in result.stderr
    with pytest.raises(BadInput, match="cannot be made"):
        report(tiny_run, tmp_path / "out" / "below")
    assert (tmp_path / "out").read_text(encoding="utf-8") == "mine"


def test_a_run_of_readings_beside_is_verified_named_and_of_the_same_rules(tiny_run, tmp_path):
    """Recommended icons are held against readings that another run has played."""
    own, other = (shutil.copytree(tiny_run, tmp_path / name) for name in ("own", "readings"))
    change_manifest(own, lambda content: content["experiment"].update(sections=["method"]))
    made = report(own, tmp_path / "out", "md", readings=other)
    assert "readings of runs/readings, digest " in made.document.stamp
    assert "--readings runs/readings" in made.markdown.read_text(encoding="utf-8")
    change_manifest(other, lambda content: content.update(rules_version={"tranquility": 1}))
    with pytest.raises(BadInput, match=r"--readings .*: played by the rules tranquility/1, and .* by tranquility/\d"):
        report(own, tmp_path / "out", "md", readings=other)
    shutil.copy(tiny_run / "manifest.json", other / "manifest.json")
    next((other / "cells").rglob("*.npz")).write_bytes(b"")
    with pytest.raises(DamagedRun):
        report(own, tmp_path / "out", "md", readings=other)
