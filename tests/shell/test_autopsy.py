"""`analyzer autopsy` as a command: document, screen, pages, report, and bad input."""

import shlex

import pytest

from analyzer.kernel.jit import IS_PLAIN
from analyzer.runs.experiment import run
from tests.shell.narrow import WIDTH, written

pytestmark = pytest.mark.usefixtures("narrow")
compiled_only = pytest.mark.skipif(IS_PLAIN, reason="plays thousands of games")
SPEC = """game = "tranquility"
question = "How often is it lost?"
players = [2]
policies = ["spacing(finish_start=99)"]
deals = 60
variants = ["base"]

[switches]
rows = [3]
columns = [3]
islands = [20]
finishes = [3]
start_price = [2]
"""
QUICK = ("--games", "3", "--chances", "20", "--judge", "spacing", "--jobs", "1")


def run_of(spec, folder):
    (folder / "spec.toml").write_text(spec, encoding="utf-8")
    return run(folder / "spec.toml", folder / "run", jobs=1).folder


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    return run_of(SPEC, tmp_path_factory.mktemp("autopsy"))


@compiled_only
def test_it_prints_a_screen_with_the_command_that_shows_an_example_and_writes_nothing(analyzer, played, tmp_path):
    shown = analyzer("autopsy", played, *QUICK, cwd=tmp_path)
    assert shown.code == 0, shown.err
    text = " ".join(shown.out.split())
    assert "3 of " in text
    assert "Examples" in text
    assert "analyzer replay tranquility --players 2" in text
    commands = ("analyzer replay", "--")
    assert all(len(line) <= WIDTH or any(word in line for word in commands) for line in shown.out.splitlines())
    assert written(tmp_path) == []


@compiled_only
def test_pages_open_at_the_decision_and_a_report_can_be_made_again(analyzer, played, tmp_path):
    options = (*QUICK, "--pages", "pages", "--report", "out", "--json")
    done = analyzer("autopsy", played, *options, cwd=tmp_path)
    assert done.code == 0, done.err
    (cell,) = done.document["cells"]
    assert cell["examples"], "a planted blunder is found in three games"
    for example in cell["examples"]:
        page, _, step = example["page"].partition("#t=")
        assert int(step) == example["step"]
        content = (tmp_path / page).read_text(encoding="utf-8")
        assert "win chances: spacing plays on" in content
        assert f'"best":{{"words":"{example["better"]}"' in content, "the page names the same better answer"
    text = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert cell["words"] in text
    assert example["command"] in text
    assert f"](./../{example['page']})" in text
    html = (tmp_path / "out" / "tranquility_autopsy.html").read_text(encoding="utf-8")
    assert f'href="./../{example["page"]}"' in html
    again = text.rpartition("`analyzer ")[2].partition(" · ")[0]
    assert analyzer(*shlex.split(again), "--json", cwd=tmp_path).document["cells"][0]["kinds"] == cell["kinds"]


RIVALS = """game = "tranquility"
question = "Who loses, and by what?"
variants = ["competitive"]
players = [2]
line_ups = [["spacing", "random_legal"]]
rotate = false
deals = 60
"""


@compiled_only
def test_among_rivals_the_losses_are_those_of_a_seat_or_of_a_policy(analyzer, tmp_path):
    rivals = run_of(RIVALS, tmp_path)

    def asked(*options):
        done = analyzer("autopsy", rivals, *QUICK, "--games", "1", "--json", *options, cwd=tmp_path)
        assert done.code == 0, done.err
        (cell,) = done.document["cells"]
        return cell

    first, second = asked("--seat", "0"), asked("--seat", "1")
    assert asked()["deals"] == first["deals"], "seat 0, where nothing is said"
    assert asked("--policy", "random_legal")["kinds"] == second["kinds"]
    assert second["lost"] > first["lost"], "who plays by lot loses more"
    assert "random_legal" in second["whose"]
    assert "random_legal" not in first["whose"]


WRONG = {
    "folder": (("runn",), "runn"),
    "cell": (("RUN", "--cell", "bsae-2p"), "did you mean 'base"),
    "policy": (("RUN", "--policy", "spaicng"), "did you mean 'spacing"),
    "judge": (("RUN", "--judge", "survivl"), "did you mean 'survival'?"),
    "seat": (("RUN", "--seat", "2"), "allowed: 0 to 1"),
    "games": (("RUN", "--games", "0"), "games = 0 is out of range"),
    "chances": (("RUN", "--chances", "3"), "allowed: 10 to"),
    "seed": (("RUN", "--seed", "-1"), "seed = -1"),
    "pages": (("RUN", "--pages", "file"), "is a file"),
    "report": (("RUN", "--report", "file"), "is a file"),
}


@pytest.mark.parametrize(("arguments", "words"), WRONG.values(), ids=WRONG)
def test_wrong_input_is_told_in_one_message_and_nothing_is_written(analyzer, played, tmp_path, arguments, words):
    (tmp_path / "file").write_text("", encoding="utf-8")
    given = [str(played) if argument == "RUN" else argument for argument in arguments]
    done = analyzer("autopsy", *given, cwd=tmp_path)
    assert done.code == 2, done.err
    assert done.out == ""
    assert words in " ".join(done.err.split())
    assert "Traceback" not in done.err
    assert written(tmp_path) == ["file"]


def test_the_help_has_an_example(analyzer):
    assert "Example: analyzer autopsy" in " ".join(analyzer("autopsy", "--help").out.split())
