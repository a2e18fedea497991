"""Tournaments: the toy game's planted circle, its mixture of thirds, and a design in which everybody sits alike."""

from collections import Counter
from itertools import permutations

import pytest

import analyzer
from analyzer.errors import BadInput, Interrupted
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.control import Control
from analyzer.runs.specs.checking import load_spec
from analyzer.studies.tournament import MOST_FULL, design_seatings
from tests.toy import truth

compiled_only = pytest.mark.skipif(IS_PLAIN, reason="thousands of games")
CIRCLE = ("rock", "paper", "scissors")
BEATS = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}


def stretched(estimate):
    """Stretch an interval of 95 % or more to more than 4.5 standard errors."""
    return tuple(estimate.value + (end - estimate.value) * 4.5 / 1.96 for end in (estimate.low, estimate.high))


@compiled_only
@pytest.mark.statistical
def test_the_planted_circle_and_its_mixture_of_thirds_are_found(toy, tmp_path):
    found = analyzer.tournament("toy", policies=[*CIRCLE, "patient"], games=5000, out=tmp_path / "run")
    assert ("rock", "scissors", "paper") in found.cycles
    assert all(set(names) in ({*CIRCLE}, {"patient", "paper", "scissors"}) for names in found.cycles)
    weights = dict(zip(found.contest.policies, found.mixture.weights, strict=True))
    for name in CIRCLE:
        assert weights[name].value == pytest.approx(1 / 3, abs=0.01)
    assert weights["patient"].high == 0.0, "patient plays rock with worse cards: dominated"
    for pair, share in found.payoffs.items():
        if set(pair) < {*CIRCLE}:
            low, high = stretched(share)
            assert low < truth.duel_rate(beats=1 if pair in BEATS else -1) < high


@compiled_only
@pytest.mark.statistical
def test_without_the_hits_of_stances_there_is_no_circle(toy, tmp_path):
    """The negative control: stances do not count, so the three are one policy and only patient is worse."""
    found = analyzer.tournament(
        "toy", policies=[*CIRCLE, "patient"], sets=["hit=0", "gap=8"], games=5000, out=tmp_path / "run"
    )
    assert found.cycles == []
    assert found.ranking[-1] == "patient"
    for pair, share in found.payoffs.items():
        assert share.excludes(0.5) == ("patient" in pair)


@compiled_only
@pytest.mark.statistical
def test_among_three_a_newcomer_wins_what_its_faces_say(toy, tmp_path):
    """Of 600 faces each of the two others gives 100, and 30 more to whoever beats it."""
    found = analyzer.tournament("toy", policies=CIRCLE, players=3, games=4000, out=tmp_path / "run")
    assert len(found.contest.cells) == 3 * 6
    for pair, share in found.payoffs.items():
        low, high = stretched(share)
        assert low < 1 / 3 + (60 if pair in BEATS else -60) / 600 < high
    assert [weight.value for weight in found.mixture.weights] == pytest.approx([1 / 3] * 3, abs=0.01)
    assert found.mixture.best_reply.value == pytest.approx(1 / 3, abs=0.01)


@compiled_only
def test_ratings_follow_what_is_won_and_have_errors(toy, tmp_path):
    found = analyzer.tournament(
        "toy", policies=["patient", "rock", "rock(keep=9)"], sets=["gap=5"], games=4000, out=tmp_path / "run"
    )
    ratings, means = found.ratings, found.means
    order = sorted(ratings, key=lambda name: -ratings[name].value)
    assert order == sorted(means, key=lambda name: -means[name].value)
    assert sum(rating.value for rating in ratings.values()) == pytest.approx(0.0, abs=1e-6)
    assert all(rating.low < rating.value < rating.high for rating in ratings.values())


@compiled_only
def test_a_newcomer_runs_the_gauntlet(toy, tmp_path):
    found = analyzer.tournament(
        "toy", gauntlet="rock(keep=2)", policies=CIRCLE, sets=["gap=5"], games=4000, out=tmp_path / "run"
    )
    assert [own for own, _ in found.payoffs] == ["rock(keep=2)"] * 3
    assert found.payoffs["rock(keep=2)", "rock"].high < 0.5
    assert found.payoffs["rock(keep=2)", "scissors"].low > 0.5
    assert found.mixture is None
    assert found.as_dict()["gauntlet"] == "rock(keep=2)"


@compiled_only
def test_stopped_and_continued_it_has_the_digest_of_an_undisturbed_one(toy, tmp_path):
    control = Control()

    def stop(_cell, games, _expected):
        if games > 9000:
            control.stop()

    asked = {"policies": CIRCLE, "games": 4500, "seed": 2}
    with pytest.raises(Interrupted, match="Run the same command to resume"):
        analyzer.tournament("toy", out=tmp_path / "cut", control=control, on_games=stop, **asked)
    again = analyzer.tournament("toy", out=tmp_path / "cut", jobs=1, **asked)
    whole = analyzer.tournament("toy", out=tmp_path / "whole", jobs=3, **asked)
    assert again.run.digest == whole.run.digest is not None
    assert again.as_dict()["mixture"] == whole.as_dict()["mixture"]


@compiled_only
def test_its_run_directory_is_one_like_any_other(toy, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = analyzer.tournament("toy", policies=CIRCLE, games=300)
    assert found.run.folder.parent.name == "runs"
    (tmp_path / "spec.toml").write_text(found.run.manifest.spec, encoding="utf-8")
    assert len(load_spec(tmp_path / "spec.toml").line_ups) == 6
    text = analyzer.report(found.run.folder, formats="md").markdown.read_text(encoding="utf-8")
    assert "rock beats scissors beats paper beats rock" in text
    assert "figures/tournament.png" in text
    other = analyzer.tournament("toy", policies=CIRCLE, games=301)
    assert other.run.folder != found.run.folder, "another question has another folder"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_meets_everybody_at_every_seat(players):
    names = ["a", "b", "c", "d"]
    seatings, is_full = design_seatings(names, players, None)
    assert is_full
    assert len(seatings) == len(set(seatings)) == (12 if players == 2 else 12 * players)
    met = {(line[seat], *{*line[:seat], *line[seat + 1 :]}) for line in seatings for seat in range(players)}
    assert set(permutations(names, 2)) <= met
    counts = Counter((seat, name) for line in seatings for seat, name in enumerate(line))
    assert len(set(counts.values())) == 1


def test_too_many_seatings_are_thinned_so_that_everybody_still_sits_everywhere():
    names = [f"p{number}" for number in range(16)]
    seatings, is_full = design_seatings(names, 4, None)
    assert not is_full
    assert len(seatings) == 16 * 15 <= MOST_FULL
    alone = Counter()
    for line in seatings:
        (own,) = (name for name in line if line.count(name) == 1)
        alone[own, line.index(own)] += 1
    assert {own for own, _ in alone} == set(names)
    assert set(alone.values()) <= {3, 4}, "fifteen others, four seats"


BAD = {
    "a team": ({"variant": "together"}, "analyzer leaderboard toy"),
    "one policy": ({"policies": "rock"}, "2 or more"),
    "twice": ({"policies": "rock,paper,rock"}, "twice"),
    "twice in other words": ({"policies": "rock,rock(keep=6)"}, "twice"),
    "policy": ({"policies": "rock,papr"}, "did you mean 'paper'"),
    "gauntlet": ({"gauntlet": "papr"}, "did you mean 'paper'"),
    "alone": ({"gauntlet": "rock", "policies": "rock"}, "no opponents"),
    "too many": ({"policies": [f"rock(keep={n})" for n in range(40)]}, "1,560 seatings"),
    "games": ({"games": 0}, "games = 0"),
    "players": ({"players": 9}, "2 to 4 players"),
}


@pytest.mark.parametrize(("options", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_told_before_anything_is_played(toy, tmp_path, monkeypatch, options, message):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=message):
        analyzer.tournament("toy", **options)
    assert not (tmp_path / "runs").exists()
