"""The smallest patch on games of known truth: what is wanted is read, searched, played on fresh deals, and resumed."""

import json
import math
import shlex

import pytest

import analyzer
from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.shell import cli
from analyzer.studies.patching.judging import MET, front
from analyzer.studies.patching.offers import offers_of
from analyzer.studies.patching.wants import read_want, read_wants
from analyzer.studies.samples import Sampler
from tests.toy.truth import team_rate
from tools.covering import patches as planted

compiled_only = pytest.mark.skipif(IS_PLAIN, reason="thousands of games")


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("positions within 2 points", -0.02, 0.02),
        ("no component above 3 points", -math.inf, 0.03),
        ("win rate 45% to 55%", 0.45, 0.55),
        ("median length 20 to 30", 20, 30),
        ("first player at most 52%", -math.inf, 0.52),
        ("winning score at least 40", 40, math.inf),
    ],
)
def test_a_want_is_read_and_written_alike(text, low, high):
    want = read_want(text)
    assert (want.low, want.high) == (pytest.approx(low), pytest.approx(high))
    assert str(want) == text
    assert read_want(str(want)) == want


def test_wants_may_be_written_otherwise():
    assert read_want("Win rate between 0.45 and 0.55") == read_want("win rate 45 to 55")
    assert read_want("positions within 2 points of fair") == read_want("positions within 2%")
    assert read_want("margin below 7") == read_want("margin at most 7")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("win rat 45% to 55%", "did you mean 'win rate'"),
        ("something nice", "not understood"),
        ("win rate 55% to 45%", "smaller"),
        ("win rate 45% to 155%", "between 0% and 100%"),
        ("median length 20% to 30%", "no share"),
        ("positions within 0 points", "more than 0"),
    ],
)
def test_a_want_that_makes_no_sense_is_refused(text, problem):
    with pytest.raises(BadInput, match=problem):
        read_want(text)


def test_wants_are_given_once_each():
    with pytest.raises(BadInput, match="twice"):
        read_wants(["median length 20 to 30", "median length 10 to 12"])
    with pytest.raises(BadInput, match="missing"):
        read_wants([])


def offered(cell, *named):
    return {offer.name: offer for offer in offers_of(cell, named, ())}


def test_a_game_offers_switches_and_its_first_resource_and_a_user_names_others(stalls):
    cell = make_cell(stalls, players=2)
    usual = offered(cell)
    switches = [switch.name for switch in cell.game.switches]
    assert list(usual) == [*switches, "position 1: faces", "position 2: faces"]
    assert 0 not in usual["edge"].values or min(usual["edge"].values) >= 0
    assert max(usual["edge"].values) <= 50
    assert list(offered(cell, "points")) == ["position 1: points", "position 2: points"]
    assert list(offered(cell, "switches", "position 2: faces")) == [*list(usual)[:-2], "position 2: faces"]
    listed = offered(cell, "edge=0,5", "position 2: faces=+3,+4")
    assert [offer.values for offer in listed.values()] == [(0, 5), ("+3", "+4")]
    assert [offer.size(value) for offer in listed.values() for value in offer.values] == [20, 15, 3, 4]
    for name, problem in (("egde", "did you mean 'edge'"), ("edge=99", "allowed: 0 to 50")):
        with pytest.raises(BadInput, match=problem):
            offered(cell, name)


@compiled_only
def test_the_smallest_of_six_patches_is_named_first_and_holds_on_fresh_deals(stalls):
    result = planted.asked(planted.WANTS, 1)
    assert result.status == "found"
    assert result.patches[0].changes == planted.SMALLEST
    assert all(planted.does(one.changes) for one in result.patches)
    assert result.now.verdict == "missed"
    assert front(result.patches) == result.patches
    document = json.loads(json.dumps(result.as_dict(), allow_nan=False))
    assert document["patches"][0]["changes"] == ["edge=2", "trade=12"]
    assert {finding["table"] for finding in document["patches"][0]["findings"]} == {
        "2 players, casual",
        "2 players, good",
    }


@compiled_only
def test_what_cannot_be_met_has_no_patch_and_what_is_met_needs_none(stalls):
    none = planted.asked(planted.IMPOSSIBLE, 1)
    assert (none.status, none.patches) == ("none", [])
    assert "nearest" in none.words
    assert none.as_dict()["nearest"]
    enough = planted.asked(planted.MET_NOW, 1)
    assert (enough.status, enough.tried) == ("nothing to change", ())
    assert "nothing to change" in enough.words


@compiled_only
def test_a_patch_after_which_all_share_every_win_is_none(stalls, monkeypatch):
    """With equal shares all positions are even: that mends nothing."""
    play = Sampler.play

    def stalling(self, cell, deals, seed):
        sample = play(self, cell, deals, seed)
        if cell.setting.values["luck"] == 0:
            sample.rows["share"][:] = 0.5
        return sample

    asked = {"change": ["luck=0", "edge=0"], "players": 2, "budget": 30_000, "jobs": 1}
    monkeypatch.setattr(Sampler, "play", stalling)
    result = analyzer.patch(stalls, "positions within 4 points", **asked)
    assert [one.changes for one in result.patches] == [{"edge": 0}]
    undecided = [one for one in result.tried if "luck" in one.changes]
    assert all(one.verdict == "missed" for one in undecided)
    assert all("decided games" in {finding.quantity.name for finding in one.findings} for one in result.tried)


@compiled_only
def test_a_component_that_is_too_strong_is_made_weaker(stalls):
    offered = ["power=4,12", "edge=10", "trade=5"]
    result = analyzer.patch(stalls, "no component above 4 points", change=offered, players=2, budget=150_000, jobs=1)
    assert result.status == "found"
    assert result.patches[0].changes == {"power": 4}
    assert result.now.worst.quantity.name == "charm:strong"
    named = {finding.quantity.name for finding in result.patches[0].findings}
    assert sum(name.startswith("charm:") for name in named) == 8


@compiled_only
def test_a_team_gets_its_win_rate_at_two_levels(toy):
    asked = {"variant": "together", "players": 3, "levels": "patient,rock", "budget": 40_000, "jobs": 1}
    result = analyzer.patch(toy, "win rate 40% to 65%", change="target", **asked)
    assert result.status == "found"
    for one in result.patches:
        rates = [team_rate(3, int(one.changes["target"]), keep) for keep in (3.0, 6.0)]
        assert all(0.37 < rate < 0.68 for rate in rates)


@compiled_only
def test_who_asks_again_plays_nothing(stalls, tmp_path):
    asked = {"change": ["edge=0,2", "trade=12"], "players": 2, "budget": 20_000, "jobs": 1, "out": tmp_path}
    first = analyzer.patch(stalls, planted.WANTS, **asked)
    again = analyzer.patch(stalls, planted.WANTS, **asked)
    assert (first.found, again.found) == (0, again.games)
    same = {"seconds": 0, "games_found": 0}
    assert again.as_dict() | same == first.as_dict() | same


@compiled_only
def test_the_command_shows_patches_and_one_is_replayed(stalls, capsys, monkeypatch, tmp_path):
    words = "analyzer patch stalls --players 2 --budget 60000 --jobs 1 --out kept --change edge=2,10"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", [*shlex.split(words), "--want", "positions within 4 points", "--json"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 0
    document = json.loads(capsys.readouterr().out)
    assert document["patches"][0]["verdict"] in (MET, "met")
    assert "--set edge=2" in document["patches"][0]["command"]


@pytest.mark.parametrize(
    ("game", "options", "problem"),
    [
        ("stalls", {"want": "win rate 45% to 55%"}, "rivals"),
        ("stalls", {"want": "positions within 2 points", "budget": 10}, "budget"),
        ("stalls", {"want": "positions within 2 points", "levels": "good,good"}, "once"),
        ("stalls", {"want": "positions within 2 points", "change": "swiches"}, "did you mean 'switches'"),
    ],
)
def test_what_makes_no_sense_is_refused_before_the_first_game(stalls, game, options, problem):
    with pytest.raises(BadInput, match=problem):
        analyzer.patch(game, **options)
