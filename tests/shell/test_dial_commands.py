"""`analyzer calibrate`, `whatif` and `claims` as commands: documents, screens that fit, reports, bad input."""

import shlex

import pytest

from analyzer.kernel.jit import IS_PLAIN
from tests.shell.narrow import WIDTH, written

pytestmark = pytest.mark.usefixtures("narrow")
compiled_only = pytest.mark.skipif(IS_PLAIN, reason="thousands of games")
CALIBRATE = ("calibrate", "toy", "--switch", "target", "--variant", "together", "--policy", "rock", "--budget", "3000")
WHATIF = ("whatif", "toy", "--set", "edge=0", "--games", "300")
CLAIM = """[[claims]]
id = "planted"
says = "The first of two wins {value} of the games."
where = ["docs/claims.toml"]
game = "toy"
kind = "near"
policy = "rock"
value = {value}
tolerance = 0.05
deals = 2000
"""


@compiled_only
@pytest.mark.parametrize(
    ("command", "keys"),
    [
        ((*CALIBRATE, "--target", "50%"), {"answers", "target", "games", "switches"}),
        (WHATIF, {"scenes", "change", "simultaneous_level", "words"}),
    ],
)
def test_they_print_a_document_and_a_screen_that_fits_and_write_nothing(analyzer, toy, tmp_path, command, keys):
    done = analyzer(*command, "--json", cwd=tmp_path)
    assert done.code == 0, done.err
    assert keys <= set(done.document)
    shown = analyzer(*command, cwd=tmp_path)
    assert shown.code == 0, shown.err
    assert all(len(line) <= WIDTH for line in shown.out.splitlines()), shown.out
    assert written(tmp_path) == []


@compiled_only
def test_a_calibration_says_value_interval_and_neighbours(analyzer, toy, tmp_path):
    shown = analyzer(*CALIBRATE, "--target", "50%", cwd=tmp_path)
    (answer,) = analyzer(*CALIBRATE, "--target", "50%", "--json", cwd=tmp_path).document["answers"]
    text = " ".join(shown.out.split())
    assert answer["words"][1:] in text
    assert all(f" {point['value']} " in text for point in answer["neighbours"])
    assert answer["where"]["ci_low"] < answer["where"]["value"] < answer["where"]["ci_high"]


@compiled_only
def test_a_table_of_wants_is_shown_with_all_that_was_tried(analyzer, toy, tmp_path):
    (tmp_path / "wants.toml").write_text('[levels]\ncasual = "40%"\ngood = "50%"\n', encoding="utf-8")
    command = (*CALIBRATE[:-4], "--budget", "4000", "--target", "wants.toml")
    shown = analyzer(*command, cwd=tmp_path)
    assert shown.code == 0, shown.err
    assert "comes nearest" in shown.out
    document = analyzer(*command, "--report", "out", "--json", cwd=tmp_path).document
    assert [want["policy"] for want in document["wanted"]] == ["casual", "good"]
    assert "Settings that were tried" in (tmp_path / "out" / "report.md").read_text(encoding="utf-8")


@compiled_only
def test_reports_hold_the_answer_its_figure_and_its_table(analyzer, toy, tmp_path):
    for command, figure in (((*CALIBRATE, "--target", "50%"), "curve"), (WHATIF, "change_first")):
        folder = tmp_path / command[0]
        done = analyzer(*command, "--report", folder, "--json", cwd=tmp_path)
        assert done.code == 0, done.err
        text = (folder / "report.md").read_text(encoding="utf-8")
        answer = done.document["answers"][0] if command[0] == "calibrate" else done.document
        assert answer["words"][1:20] in text
        again = text.rpartition("`analyzer ")[2].partition(" · ")[0]
        assert analyzer(*shlex.split(again), "--json", cwd=tmp_path).document | {"seconds": 0} == done.document | {
            "seconds": 0
        }, "the command at the end of a report makes it again"
        assert (folder / "figures" / f"{figure}.png").is_file()
        assert (folder / f"toy_{command[0]}.html").is_file()
        assert any((folder / "tables").iterdir())


@compiled_only
@pytest.mark.parametrize(("value", "code"), [(0.6, 0), (0.4, 5)])
def test_claims_that_fail_are_listed_with_a_code_of_their_own(analyzer, toy, tmp_path, value, code):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "claims.toml").write_text(CLAIM.format(value=value), encoding="utf-8")
    done = analyzer("claims", cwd=tmp_path)
    assert done.code == code
    assert ("1 of 1 claims no longer hold: planted" in done.err) == (code == 5)
    assert ("refuted" in done.out) == (code == 5)
    document = analyzer("claims", "docs/claims.toml", "--json", cwd=tmp_path).document
    assert document["failed"] == (code == 5)


WRONG = {
    "calibrate: switch": (("calibrate", "toy", "--switch", "targt", "--target", "50%"), "did you mean 'target'?"),
    "calibrate: game": (("calibrate", "toi", "--switch", "target", "--target", "50%"), "did you mean 'toy'?"),
    "calibrate: target": ((*CALIBRATE, "--target", "50 percent"), "between 0 and 100 %"),
    "calibrate: no target": (CALIBRATE, "--target"),
    "calibrate: file": ((*CALIBRATE, "--target", "wants.toml"), "wants.toml"),
    "calibrate: policy": ((*CALIBRATE, "--target", "50%", "--policy", "rokc"), "did you mean 'rock'?"),
    "calibrate: report": ((*CALIBRATE, "--target", "50%", "--report", "file"), "is a file"),
    "whatif: switch": (("whatif", "toy", "--set", "egde=0"), "did you mean 'edge'?"),
    "whatif: nothing": (("whatif", "toy"), "--set"),
    "whatif: level": ((*WHATIF, "--levels", "caual"), "caual"),
    "whatif: report": ((*WHATIF, "--report", "file"), "is a file"),
    "claims: file": (("claims", "clams.toml"), "clams.toml"),
    "claims: name": (("claims", "--only", "tranqility-solo"), "did you mean 'tranquility-solo'?"),
}


@pytest.mark.parametrize(("arguments", "words"), WRONG.values(), ids=WRONG)
def test_wrong_input_is_told_in_one_message_and_nothing_is_written(analyzer, toy, tmp_path, arguments, words):
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = analyzer(*arguments, cwd=tmp_path)
    assert done.code == 2, done.err
    assert done.out == ""
    assert words in " ".join(done.err.split())
    assert "Traceback" not in done.err
    assert written(tmp_path) == ["file"]
