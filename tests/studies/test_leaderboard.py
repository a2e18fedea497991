"""Leaderboards: all policies on the same deals, case by case."""

import pytest

import analyzer
from analyzer.catalog import load_game
from analyzer.errors import BadInput, Interrupted
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.control import Control
from analyzer.reporting.topics.leaderboard import leaderboard_markdown
from analyzer.shell.markers import markers, put_between
from analyzer.studies.arenas import make_arena
from tests.toy import truth

compiled_only = pytest.mark.skipif(IS_PLAIN, reason="thousands of games")


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    """Give one leaderboard of rivals and teams; made once."""
    made = {}

    def make():
        if not made:
            made["it"] = analyzer.leaderboard(
                "toy",
                variants="base,together",
                policies="rock,paper",
                games=6000,
                out=tmp_path_factory.mktemp("b") / "r",
            )
        return made["it"]

    return make


def rows_of(board, setting):
    return {row["policy"]: row for row in board.standings if row["setting"] == setting}


@pytest.mark.parametrize("sets", [{"target": 9}, ["target=9"]])
def test_switches_are_a_mapping_or_texts(toy, tmp_path, sets):
    board = analyzer.leaderboard(
        "toy", variants="together", sets=sets, policies="rock,paper", games=20, out=tmp_path / "r"
    )
    assert {row["setting"] for row in board.standings} == {"together[target=9]"}


@compiled_only
@pytest.mark.statistical
def test_rivals_are_measured_by_their_share_against_the_field(toy, board):
    rows = rows_of(board(), "base")
    assert list(rows) == ["paper", "rock", "patient"]
    assert rows["paper"]["rate"].low < truth.duel_rate(beats=1, other_keep=3) < rows["paper"]["rate"].high
    assert rows["patient"]["rate"].value == 0.5, "the field against itself"
    assert rows["rock"]["ahead"].low > 0
    gap = truth.duel_rate(other_keep=3) - 0.5
    assert abs(rows["rock"]["ahead"].value - gap) < 4.5 / 1.96 * rows["rock"]["ahead"].half_width
    assert rows["patient"]["ahead"] is None


@compiled_only
@pytest.mark.statistical
def test_teams_are_measured_by_their_win_rate(toy, board):
    rows = rows_of(board(), "together")
    assert list(rows)[-1] == "patient"
    for policy, keep in (("rock", 6), ("patient", 3)):
        rate, known = rows[policy]["rate"], truth.team_rate(2, 13, keep)
        assert abs(rate.value - known) < 4.5 / 1.96 * rate.half_width
    first, second = list(rows)[:2]
    assert not rows[first]["ahead"].excludes(0.0), f"{first} and {second} do the same in a team: the negative control"
    assert rows[second]["ahead"].low > 0


@compiled_only
def test_every_policy_has_a_speed_and_the_document_is_plain(toy, board):
    document = board().as_dict()
    assert document["field"] == "patient"
    assert all(row["speed"] > 1000 for row in document["standings"])
    assert [row["place"] for row in document["standings"]] == [1, 2, 3, 1, 2, 3]
    assert all({"value", "low", "high", "n"} <= set(row["rate"]) for row in document["standings"])


@compiled_only
def test_its_table_is_written_between_markers(toy, board, tmp_path):
    file = tmp_path / "README.md"
    begin, end = markers("leaderboard:toy")
    file.write_text(f"before\n{begin}\nyesterday\n{end}\nafter\n", encoding="utf-8")
    put_between(file, "leaderboard:toy", leaderboard_markdown(board().results))
    text = file.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{begin}\n| variant | place | policy | games won |")
    assert "yesterday" not in text
    assert "| base | 1 | paper | 6" in text
    with pytest.raises(BadInput, match="leaderboard:chess:begin"):
        put_between(file, "leaderboard:chess", "")


@compiled_only
def test_its_report_has_the_leaderboard(toy, board, tmp_path):
    made = analyzer.report(board().run.folder, tmp_path / "report", "md")
    assert "leaderboard" in [section.name for section in made.document.sections]
    assert (tmp_path / "report" / "tables" / "leaderboard.csv").is_file()


@compiled_only
def test_stopped_it_goes_on(toy, tmp_path):
    control = Control()
    asked = {"policies": "rock,paper", "games": 4200, "out": tmp_path / "run"}
    with pytest.raises(Interrupted, match="Run the same command to resume"):
        analyzer.leaderboard("toy", control=control, on_games=lambda *_: control.stop(), **asked)
    again = analyzer.leaderboard("toy", **asked)
    whole = analyzer.leaderboard("toy", **asked | {"out": tmp_path / "whole"})
    assert again.run.digest == whole.run.digest is not None


BAD = {
    "variant": ({"variants": "base,togeter"}, "did you mean 'together'"),
    "variant twice": ({"variants": "base,base"}, "once"),
    "players": ({"players": "2,2"}, "once"),
    "policy": ({"policies": "rock,papr"}, "did you mean 'paper'"),
    "field": ({"field": "papr"}, "did you mean 'paper'"),
    "field of a team": ({"variants": "together", "field": "rock"}, "no field"),
}


@pytest.mark.parametrize(("options", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_told_before_anything_is_played(toy, tmp_path, monkeypatch, options, message):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=message):
        analyzer.leaderboard("toy", **options)
    assert not (tmp_path / "runs").exists()


def test_all_variants_are_those_that_go_with_the_number_of_players():
    game = load_game("tranquility")
    settings = {n: {case.setting for case in make_arena(game, "all", n).cases} for n in (2, 3)}
    assert settings[2] == set(game.variants)
    assert settings[2] - settings[3] == {"competitive"}
    with pytest.raises(BadInput, match="hand_limit"):
        make_arena(game, "all", 3, ["hand_limt=4"])
    with pytest.raises(BadInput, match="competitive is for 2 players"):
        make_arena(game, "base,competitive", 3)
