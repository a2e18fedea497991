"""Claims in plausible worlds: what varies, what is drawn again, stamps, what is kept, and what is refused."""

import json
import shlex
from pathlib import Path

import numpy as np
import pytest

import analyzer
from analyzer.catalog import load_game
from analyzer.cells import make_cell
from analyzer.errors import BadInput, Interrupted
from analyzer.games.ranges import plausible_values
from analyzer.reporting.robustness import sensitivity_report
from analyzer.shell import cli
from analyzer.studies.sensitivity import worlds as module
from analyzer.studies.sensitivity.stamps import FLIPS, OPEN, STABLE, Numbers, movers_of
from analyzer.studies.sensitivity.worlds import assumed_in, draw_worlds

CLAIMS = Path(__file__).parents[1] / "toy" / "claims.toml"
FEW = {"worlds": 24, "games": 1_000, "jobs": 1, "file": CLAIMS}


@pytest.fixture
def played(toy, tmp_path):
    return analyzer.sensitivity(toy, out=tmp_path / "kept", **FEW)


def test_a_claim_flips_where_it_is_known_and_another_never_does(played):
    flips, stable = played.stamps
    assert flips.verdict == FLIPS
    assert flips.movers[0].name == "edge"
    assert not flips.movers[0].flip.excludes(15.5)
    assert "flips where edge falls below" in flips.words
    assert stable.verdict == STABLE
    assert stable.words.startswith("holds in 24 of 24 worlds")
    assert "flips" not in stable.words
    assert stable.outside == []
    assert played.words == "2 claims in 24 worlds each: 1 stable, 1 flips, 0 open."


def test_the_same_question_is_answered_from_the_folder_and_other_games_are_played(played, tmp_path, toy):
    assert (played.games, played.found) == (25_000, 25_000)  # both claims look at the same cells
    again = analyzer.sensitivity(toy, out=tmp_path / "kept", **FEW)
    assert (again.games, again.found) == (0, 50_000)
    assert again.stamps[0].as_dict() == played.stamps[0].as_dict()
    other = analyzer.sensitivity(toy, claim="toy-stable", out=tmp_path / "kept", seed=1, **FEW)
    assert other.games > 20_000


def test_a_world_that_flips_is_replayed_by_its_command(toy, tmp_path, capsys, monkeypatch):
    asked = {**FEW, "claim": "toy-flips", "worlds": 40}
    kept = analyzer.sensitivity(toy, out=tmp_path / "kept", **asked).stamps[0]
    bare = analyzer.sensitivity(toy, **asked).stamps[0]
    assert kept.outside
    told = []
    for stamp in (kept, bare):
        words = shlex.split(stamp.outside[0].command)
        monkeypatch.setattr("sys.argv", [*words, "--brief", "--json"])
        with pytest.raises(SystemExit):
            cli.main()
        told.append(json.loads(capsys.readouterr().out))
    assert "worlds/toy-flips-" in kept.outside[0].command
    assert "--set edge=" in bare.outside[0].command
    assert told[0]["steps"] == told[1]["steps"]


def test_worlds_vary_all_that_is_assumed_evenly_and_what_checks_refuse_is_drawn_again(toy):
    game = load_game(toy)
    varied = plausible_values(game.switches, game.components)
    assert [one.name for one in varied] == ["edge", "gap", "hit"]
    free = draw_worlds(varied, 39, 5, lambda changes: None, ())
    assert free.rejected == 0
    assert np.bincount(free.column(0)).tolist() == [3] * 13  # a Latin hypercube
    assert free.drawn == draw_worlds(varied, 39, 5, lambda changes: None, ()).drawn
    low = draw_worlds(varied, 39, 5, lambda changes: "too much" if changes["hit"] > 30 else None, ())
    assert max(world.changes["hit"] for world in low.drawn) == 30
    assert low.rejected > 10
    assert low.reasons == (("too much", low.rejected),)


def test_worlds_that_no_check_allows_are_told(toy, monkeypatch):
    monkeypatch.setattr(module, "TRIES", 3)
    game = load_game(toy)
    with pytest.raises(BadInput, match="no plausible world of 3 passes the checks of the game: never"):
        draw_worlds(plausible_values(game.switches, None), 10, 1, lambda changes: "never", ())


def test_what_a_cell_sets_itself_is_no_assumption(toy):
    plain, fair, turned = make_cell(toy), make_cell(toy, variant="fair"), make_cell(toy, sets={"gap": 4})
    names = [[one.name for one in assumed_in([cell])[0]] for cell in (plain, fair, turned)]
    assert names == [["edge", "gap", "hit"], ["gap", "hit"], ["edge", "hit"]]


def test_readings_flip_where_they_are_named(toy):
    game = load_game(toy)
    tranquility = load_game("tranquility")
    varied = [one for one in plausible_values(tranquility.switches, None) if one.name in ("day_flip", "pyr_retrigger")]
    drawn = draw_worlds(varied, 60, 2, lambda changes: None, ())
    margins = [0.1 - 0.3 * (world.changes["day_flip"] == "never") for world in drawn.drawn]
    noise = np.random.default_rng(1).normal(0, 0.02, 60)
    first, second, *_ = movers_of(drawn, Numbers(margins + noise, 0.0, np.inf))
    assert first.words == "where day_flip=never"
    assert second.words == ""
    assert first.as_dict()["flips_at"] is None
    assert movers_of(draw_worlds([], 60, 2, lambda changes: None, ()), Numbers(np.array(margins), 0.0, np.inf)) == ()
    assert game.name == "toy"


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0.25, 1.5, "where comp_row falls below 4.1"),
        (-0.6, 0.7, "where comp_row exceeds 5.6"),
        (0.25, 0.7, "where comp_row exceeds 5.6"),
        (0.6, 0.8, ""),
        (-1.0, 2.0, ""),
    ],
)
def test_a_number_between_two_ends_flips_at_the_nearer_one(low, high, words):
    varied = [one for one in plausible_values(load_game("tranquility").switches, None) if one.name == "comp_row"]
    drawn = draw_worlds(varied, 60, 2, lambda changes: None, ())  # 5, from 3 to 7
    found = [0.5 + 0.3 * (world.changes["comp_row"] - 5) for world in drawn.drawn]
    found = np.array(found) + np.random.default_rng(1).normal(0, 0.001, 60)
    told = movers_of(drawn, Numbers(found, low, high))[0].words
    assert told.partition(" [")[0][: len(words)] == words
    assert bool(told) == bool(words)


def test_the_headlines_of_a_spec_are_the_claims_that_name_it(toy, tmp_path):
    (tmp_path / "docs").mkdir()
    spec, file = tmp_path / "mine.toml", tmp_path / "docs" / "claims.toml"
    spec.write_text('game = "toy"\n', encoding="utf-8")
    shared = 'says = "s"\ngame = "toy"\nkind = "above"\nvalue = 0.5\ntolerance = 0.5\npolicy = "rock"\n'
    texts = [
        f'[[claims]]\nid = "{place}"\nwhere = ["{place}"]\n{shared}' for place in ("mine.toml", "docs/claims.toml")
    ]
    file.write_text("\n".join(texts), encoding="utf-8")
    found = analyzer.sensitivity(toy, spec=spec, file=file, worlds=10, games=20, jobs=1)
    assert [stamp.claim.id for stamp in found.stamps] == ["mine.toml"]
    with pytest.raises(BadInput, match="no claim of .* names it in `where`"):
        analyzer.sensitivity(toy, spec=__file__, file=file)
    with pytest.raises(BadInput, match="there is no such file"):
        analyzer.stamps(toy, spec=tmp_path / "none.toml")


def test_a_claim_that_lies_at_its_edge_is_open(toy, tmp_path):
    (tmp_path / "docs").mkdir()
    file = tmp_path / "docs" / "claims.toml"
    claim = 'id = "even"\nsays = "s"\nwhere = ["docs/claims.toml"]\ngame = "toy"\nkind = "near"\nvalue = 0.5\n'
    file.write_text(f'[[claims]]\n{claim}tolerance = 0.003\nvariant = "fair"\npolicy = "rock"\n', encoding="utf-8")
    stamp = analyzer.sensitivity(toy, file=file, worlds=20, games=100, jobs=1).stamps[0]
    assert stamp.counts["for_certain"] == 0
    assert stamp.verdict in (OPEN, STABLE)
    assert stamp.smallest_effect > 0.1


def test_the_report_has_stamps_a_tornado_and_the_worlds_that_flip(played, tmp_path):
    written = sensitivity_report(played.as_dict(), tmp_path / "report")
    text = (written.folder / "report.md").read_text(encoding="utf-8")
    assert "The first player wins more than 57.75 %" in text
    assert "flips where edge falls below" in text
    assert (written.folder / "figures" / "tornado_toy_flips.png").is_file()
    assert "analyzer replay toy" in text
    assert "It holds in every world that was played." in text
    assert "analyzer sensitivity toy --claim toy-flips --claim toy-stable --claims claims.toml --worlds 24" in text


def test_what_is_interrupted_goes_on_from_where_it_was(toy, tmp_path):
    from analyzer.play.control import Control

    control = Control()

    def stop(_name, games, _expected):
        if games > 5_000:
            control.drain()

    asked = {**FEW, "claim": "toy-stable", "out": tmp_path / "kept"}
    with pytest.raises(Interrupted, match="run it again to go on"):
        analyzer.sensitivity(toy, control=control, on_games=stop, **asked)
    again = analyzer.sensitivity(toy, **asked)
    assert again.found >= 5_000
    assert again.games + again.found == 25_000


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"claim": "toy-flip"}, "did you mean 'toy-flips'"),
        ({"worlds": 3}, "--worlds"),
        ({"games": 0}, "games"),
        ({"file": "nowhere.toml"}, "nowhere.toml"),
    ],
)
def test_what_makes_no_sense_is_told(toy, given, words):
    with pytest.raises(BadInput, match=words):
        analyzer.sensitivity(toy, **{**FEW, **given})


def test_a_game_without_claims_is_told(toy):
    with pytest.raises(BadInput, match="there is no claim about rumini"):
        analyzer.sensitivity("rumini", **FEW)


def test_commands_show_luck_and_stamps(toy, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    few = ["--worlds", "24", "--games", "400", "--jobs", "1", "--claims", str(CLAIMS)]
    shown = {}
    for name, words in (("luck", ["--games", "300", "--jobs", "1"]), ("sensitivity", few)):
        monkeypatch.setattr("sys.argv", ["analyzer", name, "toy", *words])
        with pytest.raises(SystemExit) as caught:
            cli.main()
        assert not caught.value.code
        shown[name] = capsys.readouterr().out
    assert "the dice" in shown["luck"]
    assert "see it: analyzer replay toy" in shown["luck"]
    assert "toy-stable: The first player wins more than 53 %" in shown["sensitivity"]
    assert (tmp_path / "runs" / "toy-sensitivity" / "cells").is_dir()
