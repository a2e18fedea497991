"""What a change moves: planted effects of the toy game, and nothing where there is none."""

import json

import pytest

import analyzer
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from tests.toy import truth

compiled_only = pytest.mark.skipif(IS_PLAIN, reason="thousands of games")
KEEPS = {"casual": 3, "good": 6}


def moved(**options):
    return analyzer.whatif("toy", **{"games": 4000, "jobs": 1, **options})


def is_near(estimate, expected):
    """Tell whether an interval, at a level above 95 %, stretched to more than 4.5 standard errors holds it."""
    low, high = (estimate.value + (end - estimate.value) * 4.5 / 1.96 for end in (estimate.low, estimate.high))
    return low < expected < high


@compiled_only
@pytest.mark.statistical
def test_win_rate_and_causes_of_a_team_move_as_the_curve_says_at_every_level(toy):
    found = moved(variant="together", sets={"target": 16}, players=[2, 3])
    assert [(scene.level, scene.players) for scene in found.scenes] == [(a, n) for a in KEEPS for n in (2, 3)]
    for scene in found.scenes:
        rates = [truth.team_rate(scene.players, target, KEEPS[scene.level]) for target in (13, 16)]
        rate, lost = scene.move("rate"), scene.move("cause:lost")
        assert is_near(rate.difference, rates[1] - rates[0])
        assert is_near(rate.before, rates[0])
        assert is_near(rate.after, rates[1])
        assert rate.is_certain
        assert lost.difference.value == pytest.approx(-rate.difference.value)
        assert lost.words == "the cards fell short"
        assert scene.move("turns").difference is None, "not a deal takes more turns"
    assert "games won: moved for certain at 4 of 4 tables" in found.words


@compiled_only
@pytest.mark.statistical
def test_the_advantage_of_beginning_moves_and_scores_do_not(toy):
    (scene,) = moved(sets=["edge=0"], players=2, levels="good").scenes
    assert is_near(scene.move("first").difference, 0.5 - truth.first_rate(2))
    assert scene.move("first").is_certain
    for measure in ("best", "score", "margin", "turns"):
        assert scene.move(measure).difference is None
    assert scene.move("cause:decided") is None, "all games end so"


@compiled_only
def test_a_change_without_effect_moves_nothing(toy):
    """The negative control: all take the same stance, so that hits do not count."""
    found = moved(sets=["hit=10"])
    assert not any(move.is_certain for scene in found.scenes for move in scene.moves)
    assert "no change that these games could show" in found.words


@compiled_only
def test_numbers_of_players_that_a_change_does_not_fit_are_left_out(toy):
    found = moved(variant="together", sets=["target=25"], levels="good", games=100)
    assert [scene.players for scene in found.scenes] == [3, 4]
    (left_out,) = found.skipped
    assert left_out.startswith("2 players: ")


@compiled_only
def test_the_document_is_plain_and_the_same_for_any_number_of_jobs(toy):
    one, two = (moved(sets=["edge=0"], games=500, jobs=jobs).as_dict() for jobs in (1, 2))
    assert json.loads(json.dumps(one, allow_nan=False))["change"] == ["edge=0"]
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


BAD = {
    "no change": ({"sets": ()}, "needs a change"),
    "the same": ({"sets": ["edge=20"]}, "changes nothing"),
    "switch": ({"sets": ["egde=2"]}, "did you mean 'edge'"),
    "value": ({"sets": ["edge=200"]}, "allowed: 0 to 100"),
    "impossible": ({"sets": ["edge=90"]}, "more than 100"),
    "a team": ({"sets": ["rivals=false"]}, "nothing to compare"),
    "level": ({"sets": ["edge=0"], "levels": "godo"}, "unknown policy 'godo'"),
    "level twice": ({"sets": ["edge=0"], "levels": "good,good"}, "give each once"),
    "players": ({"sets": ["edge=0"], "players": "2,9"}, "2 to 4 players"),
    "games": ({"sets": ["edge=0"], "games": 0}, "games = 0"),
}


@pytest.mark.parametrize(("options", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_told_before_anything_is_played(toy, options, message):
    with pytest.raises(BadInput, match=message):
        moved(**options)
