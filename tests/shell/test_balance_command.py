"""`analyzer balance` as a command: a document, a screen that fits, a report, bad input."""

import pytest

from analyzer.kernel.jit import IS_PLAIN
from tests.shell.narrow import WIDTH

pytestmark = pytest.mark.usefixtures("narrow", "stalls")
BALANCE = ("balance", "stalls", "--budget", "6000", "--jobs", "1", "--out", "runs")


@pytest.mark.skipif(IS_PLAIN, reason="thousands of games")
def test_it_prints_a_document_and_a_screen_that_fits_and_writes_a_report(analyzer, tmp_path):
    done = analyzer(*BALANCE, "--json", cwd=tmp_path)
    assert done.code == 0, done.err
    assert {"studies", "missing", "tables", "run_dir"} <= set(done.document)
    shown = analyzer(*BALANCE, "--report", "report", cwd=tmp_path)
    assert shown.code == 0, shown.err
    assert all(len(line) <= WIDTH for line in shown.out.splitlines()), shown.out
    text = (tmp_path / "report" / "report.md").read_text(encoding="utf-8")
    for words in ("Fair turn order?", "Closest race or runaway?", "What would mend it", "Restricted play"):
        assert words in text
    assert len(list((tmp_path / "report" / "figures").glob("*.png"))) >= 4


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--only", "luk"), "unknown study 'luk'"),
        (("--players", "two"), "give whole numbers"),
        (("--levels", "goood"), "goood"),
        (("--budget", "3"), "budget"),
    ],
)
def test_bad_input_is_one_message(analyzer, tmp_path, more, words):
    done = analyzer("balance", "stalls", *more, cwd=tmp_path)
    assert done.code == 2
    assert words in done.err
    assert "Traceback" not in done.err
