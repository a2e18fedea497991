"""What `make reports` writes, tried with a tiny house; and the reports in the repository."""

import re
from pathlib import Path

import pytest

from analyzer.catalog import game_names, load_game
from analyzer.errors import AnalyzerError
from analyzer.reporting.build import Report
from analyzer.reporting.document import Document
from analyzer.shell import shipped
from analyzer.shell.demo import demo_spec
from analyzer.shell.demo import main as demo
from analyzer.shell.markers import markers
from analyzer.shell.shipped import BEGIN, END, OVERVIEW, House, headline, ship

ROOT = Path(__file__).resolve().parents[2]
SPECS = sorted((ROOT / "experiments").glob("*.toml"))
LADDER = """# How hard are the variants?
game = "tranquility"
policies = ["spacing"]
variants = ["base", "poseidon"]
players = [2, 3]
deals = 3000
sections = ["answer", "ladder"]
"""


@pytest.fixture
def house(tmp_path, tiny_run):
    """A repository with one experiment; the tiny run has compiled what it needs."""
    (tmp_path / "experiments").mkdir()
    (tmp_path / "reports").mkdir()
    (tmp_path / "experiments" / f"{shipped.LADDER}.toml").write_text(LADDER, encoding="utf-8")
    (tmp_path / "reports" / OVERVIEW).write_text(f"# Mine\n\n{BEGIN}\nold\n{END}\n\nrest\n", encoding="utf-8")
    return House(tmp_path)


def test_reports_index_and_overview_are_written(house):
    made = ship(house)[shipped.LADDER]
    assert made.html is not None
    entrance = (house.reports / "index.html").read_text(encoding="utf-8")
    assert entrance.count("<article>") == 1
    assert f'href="{shipped.LADDER}/{shipped.LADDER}.html"' in entrance
    assert (house.reports / shipped.LADDER / f"{shipped.LADDER}.html").is_file()
    index = (house.reports / "README.md").read_text(encoding="utf-8")
    assert f"## [Tranquility: difficulty]({shipped.LADDER}/report.md)" in index
    assert "How hard are the variants?" in index
    assert headline(made.document)
    assert headline(made.document).split(" [")[0] in index
    overview = (house.reports / OVERVIEW).read_text(encoding="utf-8")
    assert overview.startswith(f"# Mine\n\n{BEGIN}\n")
    assert overview.endswith(f"\n{END}\n\nrest\n")
    assert "| Poseidon (12 Islands removed) | poseidon " in overview
    assert overview.count("a casual player") >= 1  # who played: in the title of the figure
    assert "\nold\n" not in overview
    for text in (overview, index):
        links = re.findall(r"(?<!\\)\]\(([^)]*)\)", text)
        assert links
        assert [link for link in links if not (house.reports / link).is_file() and "docs/" not in link] == []


def test_the_index_is_an_entrance_with_one_picture_and_two_sentences_for_each_report(house):
    document = ship(house)[shipped.LADDER].document
    index = (house.reports / "README.md").read_text(encoding="utf-8")
    assert f"- **Tranquility**: [difficulty]({shipped.LADDER}/report.md)\n" in index
    entry = index.partition("\n### ")[2].split("\n\n")
    assert entry[1] == "*How hard are the variants?*"
    assert entry[2].split(" [")[0] == headline(document).split(" [")[0]
    pictures = re.findall(r"^\[!\[(.+)\]\((\S+\.png)\)\]\((\S+)\)$", index, re.M)
    assert [(picture, target) for _alt, picture, target in pictures] == [
        (f"{shipped.LADDER}/figures/overview.png", f"{shipped.LADDER}/report.md")
    ]


def test_games_have_rooms_of_their_own():
    def made(title, question):
        return Report(Path(), (), Document(title, question, title.partition(":")[0], False, (), ""))

    index = shipped._index({"a": made("One: x", "Why?"), "b": made("Two: y", "How?"), "c": made("One: z", "Who?")})
    assert [line for line in index.splitlines() if line.startswith(("- **", "## ", "### "))] == [
        "- **One**: [x](a/report.md) · [z](c/report.md)",
        "- **Two**: [y](b/report.md)",
        "## One",
        "### [One: x](a/report.md)",
        "### [One: z](c/report.md)",
        "## Two",
        "### [Two: y](b/report.md)",
    ]


def test_a_second_time_changes_nothing(house):
    ship(house)
    before = {path: path.read_bytes() for path in house.root.rglob("*") if path.is_file() and "runs" not in path.parts}
    ship(house)
    assert {path: path.read_bytes() for path in before} == before


def test_a_report_that_is_too_large_is_refused(house, monkeypatch):
    monkeypatch.setattr(shipped, "MOST_BYTES", 1000)
    with pytest.raises(AnalyzerError, match="are more than the 1,000"):
        ship(house)


def test_an_overview_without_markers_is_not_touched(house):
    (house.reports / OVERVIEW).write_text("# Mine\n", encoding="utf-8")
    with pytest.raises(AnalyzerError, match="markers"):
        ship(house)
    assert (house.reports / OVERVIEW).read_text(encoding="utf-8") == "# Mine\n"


def test_the_demo_is_the_shipped_ladder_with_fewer_deals(tmp_path):
    text = demo_spec((ROOT / "experiments" / "tranquility_difficulty.toml").read_text(encoding="utf-8"), 7)
    assert "deals = 7" in text.splitlines()
    assert "until" not in text
    assert "max_deals" not in text
    assert text.splitlines()[0].endswith("?")
    assert "expert" not in text  # it asked how hard it is for experts, who do not play here
    assert "poseidon" in text
    assert 'levels = ["novice", "casual", "good"]' in text.splitlines()


def test_the_demo_prints_the_ladder_and_ends_with_the_report(tmp_path, monkeypatch, capsys, tiny_run):
    spec = tmp_path / "small.toml"
    spec.write_text(LADDER, encoding="utf-8")
    monkeypatch.setattr("analyzer.shell.demo.SHIPPED", spec)
    monkeypatch.setattr("analyzer.shell.demo.LEVELS", ("casual",))  # good takes a network to compile
    demo(tmp_path / "runs", deals=2000)
    lines = capsys.readouterr().out.splitlines()
    assert re.search(r"^poseidon +\d\S* \[\d\S*–\d\S*\] +\d", "\n".join(lines), flags=re.M)
    assert lines[-1].startswith("report: ")
    assert Path(lines[-1].removeprefix("report: ")).is_file()


@pytest.mark.parametrize("spec", SPECS, ids=lambda path: path.stem)
def test_the_repository_has_the_report_of_every_experiment(spec):
    folder = ROOT / "reports" / spec.stem
    text = (folder / "report.md").read_text(encoding="utf-8")
    links = set(re.findall(r"(?<!\\)\]\(((?:figures|tables)/[^)]*)\)", text))
    files = {path.relative_to(folder).as_posix(): path.stat().st_size for path in folder.rglob("*") if path.is_file()}
    files = {name: size for name, size in files.items() if not name.endswith(".html")}  # made by `make reports`
    assert set(files) == links | {"report.md"}
    assert sum(files.values()) <= shipped.MOST_BYTES
    assert f"({spec.stem}/report.md)" in (ROOT / "reports" / "README.md").read_text(encoding="utf-8")


def test_the_overview_has_the_ladder_and_every_leaderboard():
    text = (ROOT / "reports" / OVERVIEW).read_text(encoding="utf-8")
    ladder = text.partition(BEGIN)[2].partition(END)[0]
    assert f"({shipped.LADDER}/figures/" in ladder
    assert "| poseidon " in ladder
    for game in game_names():
        begin, end = markers(f"leaderboard:{game}")
        assert f" | {load_game(game).recommended} | " in text.partition(begin)[2].partition(end)[0]


def test_the_readme_shows_the_curves_over_skill():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    picture = "reports/tranquility_skill/figures/overview.png"
    assert f"]({picture})" in readme
    assert (ROOT / picture).is_file()


def test_a_report_draws_upon_an_experiment_of_readings_that_is_shipped():
    known = {spec.stem for spec in SPECS}
    assert shipped.READINGS
    assert {*shipped.READINGS, *shipped.READINGS.values()} <= known
