"""`analyzer fit` as a command: what lacks of the grid is played once, the screen, the report, the level, bad input."""

import pytest

from analyzer.kernel.jit import IS_PLAIN
from tests.shell.narrow import WIDTH, written

pytestmark = [pytest.mark.usefixtures("narrow"), pytest.mark.skipif(IS_PLAIN, reason="thousands of games")]
TEAM = "variant,players,won\ntogether,2,yes\ntogether,2,no\ntogether,2,yes\n"
RIVALS = "variant,players,score,turns\nbase,2,9,4\nbase,2,8,\n"
FIT = ("fit", "toy", "log.csv", "--games", "200", "--predict")


@pytest.fixture
def fit(analyzer, toy, tmp_path):
    def call(text, *more):
        (tmp_path / "log.csv").write_text(text, encoding="utf-8")
        return analyzer(*more, cwd=tmp_path)

    return call


def test_a_fit_plays_what_it_lacks_once_and_shows_the_answer_first(fit, tmp_path):
    first = fit(TEAM, *FIT, "together")
    assert first.code == 0, first.err
    assert "9 cells to play" in first.err
    lines = first.out.splitlines()
    assert lines[1].startswith("Your group plays like sight ")
    assert all(len(line) <= WIDTH for line in lines), first.out
    assert [name.partition("-skill-")[0] for name in written(tmp_path)] == ["log.csv", "runs", "runs/toy"]
    again = fit(TEAM, *FIT, "together", "--json")
    assert "cells to play" not in again.err
    assert again.document["plays"] == 3
    assert again.document["predictions"][0]["observed"]["games"] == 3


def test_a_report_and_a_level_are_written_and_the_level_plays(fit, analyzer, tmp_path):
    done = fit(TEAM, *FIT, "together", "--report", "page", "--out", "ours.toml")
    assert done.code == 0, done.err
    text = (tmp_path / "page" / "report.md").read_text(encoding="utf-8")
    assert "Your group plays like sight" in text
    assert text.count("Groups") == 0
    assert (tmp_path / "page" / "toy_fit.html").is_file()
    played = analyzer(
        "simulate", "toy", "--variant", "together", "--policy", "ours.toml", "--games", "50", "--json", cwd=tmp_path
    )
    assert played.document["policies"][0].startswith("fallible(")
    again = fit(TEAM, *FIT, "together", "--out", "ours.toml")
    assert again.code == 0, again.err


def test_scores_that_hardly_change_are_said_to_be_too_flat(fit, tmp_path):
    done = fit(RIVALS, *FIT, "base", "--report", "page", "--json")
    assert done.code == 0, done.err
    assert done.document["too_flat"] is True
    assert any("too flat to tell" in text for text in done.document["words"])
    assert "too flat to tell" in (tmp_path / "page" / "report.md").read_text(encoding="utf-8")
    assert fit(RIVALS, *FIT, "base").code == 0


def test_the_template_is_a_log_that_can_be_read(fit, analyzer, tmp_path):
    shown = analyzer("fit", "toy", "--template", cwd=tmp_path)
    assert shown.out.startswith("variant,players,won")
    done = analyzer("fit", "toy", "ours.csv", "--template", cwd=tmp_path)
    assert done.code == 0, done.err
    assert (tmp_path / "ours.csv").read_text(encoding="utf-8") == shown.out
    assert analyzer("fit", "toy", "ours.csv", "--template", cwd=tmp_path).code == 2


@pytest.mark.parametrize(
    ("text", "more", "words"),
    [
        (TEAM, ("fit", "toy"), "no log"),
        (TEAM, ("fit", "toy", "none.csv"), "No such file"),
        (TEAM, (*FIT, "togther"), "did you mean 'together'"),
        (TEAM.replace("yes", "perhaps"), (*FIT, "together"), "line 2: won = 'perhaps'"),
        (TEAM.replace("together", "tgether"), (*FIT, "together"), "line 2: unknown variant"),
        (TEAM, (*FIT, "together", "--prior", "wide"), "even, low, high, middle"),
        (TEAM, (*FIT, "together", "--out", "ours.txt"), "ends with .toml"),
        (TEAM, (*FIT, "together", "--out", "none/ours.toml"), "no such folder"),
        (TEAM, (*FIT, "together", "--report", "log.csv"), "--report"),
        (TEAM, (*FIT, "together", "--grid", "log.csv"), "not a grid"),
        (TEAM, (*FIT, "base"), "the log is of wins"),
        (TEAM.replace("together", "base"), (*FIT, "together"), "give score"),
    ],
)
def test_bad_input_is_told_in_one_message(fit, text, more, words):
    done = fit(text, *more)
    assert done.code == 2
    assert words in done.err
    assert "Traceback" not in done.err
    assert done.out == ""
