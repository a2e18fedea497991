"""`.plot()` of every result: pictures with what they show, who played and what they rest on; pages inline."""

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import analyzer
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.showing import Drawn
from analyzer.reporting.pictures.figures import simulation
from analyzer.reporting.pictures.plotting import DRAWN
from analyzer.reporting.spoken import is_spoken
from analyzer.runs.runner import Runner

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="thousands of games: only compiled")
CLAIMS = Path(__file__).parents[1] / "toy" / "claims.toml"
FEW = {"games": 200, "jobs": 1}
TEAM = {"variant": "together", "jobs": 1}
SPEC = """# Who wins?
game = "toy"
variants = ["together"]
players = [2, 3]
policies = ["patient", "rock"]
deals = 300
"""


def _run(folder):
    (folder / "spec.toml").write_text(SPEC)
    return analyzer.run(folder / "spec.toml", folder / "run", jobs=1)


MADE = {
    "simulate": lambda _: analyzer.simulate("toy", variant="together", **FEW),
    "simulate rivals": lambda _: analyzer.simulate("toy", **FEW),
    "compare": lambda _: analyzer.compare("toy", variant="together", sets={"target": [10, 16]}, **FEW),
    "compare rivals": lambda _: analyzer.compare("toy", policies="patient,rock", **FEW),
    "tournament": lambda folder: analyzer.tournament("toy", policies="patient,rock", out=folder / "t", **FEW),
    "leaderboard": lambda folder: analyzer.leaderboard("toy", policies="patient,rock", out=folder / "l", **FEW),
    "tune": lambda folder: analyzer.tune(
        "toy", "patient", out=folder / "x.toml", state=folder / "state", budget=4000, jobs=1
    ),
    "calibrate": lambda _: analyzer.calibrate("toy", players=2, switch="target", target="50%", budget=2000, **TEAM),
    "whatif": lambda _: analyzer.whatif("toy", sets={"target": 16}, players=[2], games=200, **TEAM),
    "luck": lambda _: analyzer.luck("toy", levels="patient", **FEW),
    "sensitivity": lambda _: analyzer.sensitivity("toy", file=CLAIMS, claim="toy-flips", worlds=24, **FEW),
    "stamps": lambda folder: analyzer.stamps("toy", claims_file=CLAIMS, file=folder / "s.toml", worlds=24, **FEW),
    "patch": lambda _: analyzer.patch(
        "toy", ["win rate 45% to 55%", "median length 1 to 9"], change="target", budget=4000, **TEAM
    ),
    "run": _run,
    "autopsy": lambda folder: analyzer.autopsy(_run(folder).folder, cells=[_cell(folder)], games=5, chances=20, jobs=1),
}


def _cell(folder):
    return analyzer.load_results(folder / "run").cells["cell"][0]


@pytest.mark.parametrize("name", MADE)
def test_every_result_has_pictures_that_make_sense_alone(toy, tmp_path, name, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pictures = MADE[name](tmp_path).plot()
    assert len(pictures) >= 1
    for figure in pictures:
        assert figure.finding
        assert re.search(r"seed \d", figure.source), figure.source
        assert re.search(r"\d[\d\u202f]* .*(games|deals)", figure.source), figure.source
        assert "_" not in figure.finding + figure.title
    files = pictures.save(tmp_path / "pictures")
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in files)
    assert pictures._repr_html_().count("<img") == len(files) == len(set(files))


def test_pictures_are_chosen_by_name(toy):
    found = analyzer.simulate(toy, variant="together", **FEW)
    assert found.plot("endings").names == ["endings"]
    assert found.plot().names == ["win_rate", "endings"]
    with pytest.raises(BadInput, match="did you mean .endings."):
        found.plot("ending")
    with pytest.raises(BadInput, match="a str cannot be drawn"):
        analyzer.plot("this")


def test_a_picture_shows_the_numbers_of_its_result(toy):
    found = analyzer.simulate(toy, **FEW)
    seats = next(figure for figure in simulation(found) if figure.name == "seats")
    assert list(seats.frame["value"]) == [share.value for share in found.win_shares]
    assert list(seats.frame["low"]) == [share.low for share in found.win_shares]


def test_the_answers_of_studies_can_be_said_aloud(toy):
    curve = MADE["calibrate"](None).plot()[0]
    moved = MADE["whatif"](None).plot()[0]
    for figure, words in ((curve, "the team wins"), (moved, "the team wins less often")):
        assert is_spoken(f"{figure.finding}.")
        assert words in figure.finding
    assert "patient" in curve.title
    assert "patient" in curve.source


def test_replays_and_reports_stand_inline(toy, tmp_path):
    story = analyzer.replay(toy, variant="together")
    page = story.plot()
    assert "<iframe" in story._repr_html_()
    assert page.save(tmp_path / "replay.html").read_text().startswith("<!doctype html>")
    assert story.ending == "", "the replay itself is not played by being shown"
    report = analyzer.report(_run(tmp_path).folder, tmp_path / "report", ["html"])
    shown = report._repr_html_()
    assert shown.startswith("<iframe")
    assert shown.count("<") == 2, "the page is escaped within its frame"


def test_tables_in_notebooks_sort_by_their_heads(toy):
    shown = analyzer.compare(toy, policies="patient,rock", **FEW)._repr_html_()
    assert shown.count("<thead onclick=") == 2
    assert shown.count("<button") == 4


def test_only_what_is_public_is_listed():
    assert dir(analyzer) == sorted(dir(analyzer)) == list(analyzer.__all__)
    assert all(hasattr(analyzer, name) for name in dir(analyzer))


FURTHER = {"plot", "report", "verify", "claims", "hindsight", "learn"}  # give nothing that has pictures of its own


@pytest.mark.parametrize("name", sorted(set(analyzer.__all__) - {"__version__", *FURTHER}))
def test_whatever_a_function_gives_can_be_drawn(name):
    """A study whose result has no `plot` is found here."""
    given = get_type_hints(Runner.play if name == "run" else getattr(analyzer, name))["return"]
    for kind in get_args(given) or (given,):
        assert issubclass(kind, Drawn), kind
        assert kind.__name__ in {*DRAWN, "Replay"}
