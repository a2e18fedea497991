"""Stamps of all claims in one file: made once, made again when something changes, and forecast."""

import tomllib
from pathlib import Path

import pytest

import analyzer
from analyzer.errors import BadInput
from analyzer.runs.stored.stamps import read_stamps
from analyzer.studies import claim_files
from analyzer.studies.sensitivity import stamping
from analyzer.studies.sensitivity.sensitivity import looks_ahead

CLAIMS = Path(__file__).parents[1] / "toy" / "claims.toml"
FEW = {"worlds": 24, "games": 600, "jobs": 1, "claims_file": CLAIMS}


def test_every_claim_is_stamped_once_and_a_changed_question_anew(toy, tmp_path):
    file = tmp_path / "docs" / "stamps.toml"
    first = analyzer.stamps(toy, file=file, **FEW)
    assert set(first.stamped) == {"toy-flips", "toy-stable"}
    kept = tomllib.loads(file.read_text(encoding="utf-8"))["stamps"]
    assert kept["toy-stable"]["words"].startswith("holds in 24 of 24 worlds")
    assert (kept["toy-stable"]["worlds"], kept["toy-stable"]["deals"]) == (24, 600)
    assert kept["toy-stable"]["who"] == ["rock"]
    assert kept["toy-flips"]["verdict"] != "stable"
    again = analyzer.stamps(toy, file=file, **FEW)
    assert (again.games, again.stamped) == (0, kept)
    other = analyzer.stamps(toy, claim="toy-stable", file=file, **{**FEW, "games": 601})
    assert other.games == 25 * 601 + stamping.PROBE
    assert other.stamped["toy-stable"]["deals"] == 601
    assert other.stamped["toy-flips"] == kept["toy-flips"]


def test_what_stands_in_the_file_is_not_played_after_an_interruption(toy, tmp_path):
    file = tmp_path / "stamps.toml"
    analyzer.stamps(toy, claim="toy-flips", file=file, **FEW)
    rest = analyzer.stamps(toy, file=file, **FEW)
    assert rest.games == 25 * 600 + stamping.PROBE
    assert list(rest.stamped) == ["toy-flips", "toy-stable"]


def test_code_that_plays_alike_keeps_its_stamps_and_code_that_does_not_plays_anew(toy, tmp_path, monkeypatch):
    asked = {**FEW, "file": tmp_path / "stamps.toml", "claim": "toy-stable"}
    first = analyzer.stamps(toy, **asked)
    monkeypatch.setattr(stamping.manifest, "sources_of", lambda cells: {"rules.py": "another edition"})
    kept = analyzer.stamps(toy, **asked)
    assert kept.games == stamping.PROBE
    assert kept.stamped["toy-stable"]["words"] == first.stamped["toy-stable"]["words"]
    assert analyzer.stamps(toy, **asked).games == 0, "the new code is known now"
    monkeypatch.setattr(stamping.manifest, "sources_of", lambda cells: {"rules.py": "a third"})
    monkeypatch.setattr(stamping.Due, "played", lambda due, sampler: "other games")
    assert analyzer.stamps(toy, **asked).games == 25 * 600


def test_a_forecast_stamps_nothing_and_tells_what_is_missing(toy, tmp_path):
    file = tmp_path / "stamps.toml"
    told = analyzer.stamps(toy, file=file, forecast=True, **FEW)
    assert not file.exists()
    assert {one.claim.id: one.games for one in told.due} == {"toy-flips": 25 * 600, "toy-stable": 25 * 600}
    assert all(seconds > 0 for seconds in told.forecast.values())
    assert "2 have none yet" in told.words
    assert [one["id"] for one in told.as_dict()["due"]] == [one.claim.id for one in told.due]


def test_a_claim_that_rests_on_nothing_assumed_is_stamped_without_a_game(toy, tmp_path):
    (tmp_path / "docs").mkdir()
    file = tmp_path / "docs" / "claims.toml"
    sets = 'set = ["edge=10", "gap=4", "hit=30"]\npolicy = "rock"\n'
    claim = 'id = "own"\nsays = "Own."\nwhere = ["docs/claims.toml"]\ngame = "toy"\nkind = "near"\nvalue = 0.55\n'
    file.write_text(f"[[claims]]\n{claim}tolerance = 0.1\n{sets}", encoding="utf-8")
    asked = {**FEW, "claims_file": file}
    found = analyzer.stamps(toy, file=tmp_path / "stamps.toml", **asked)
    assert found.games == 0
    assert found.stamped["own"]["words"] == "rests on nothing assumed"
    result = analyzer.sensitivity(toy, file=file, worlds=12, jobs=1)
    assert result.words == "Own. This rests on nothing assumed."
    assert result.as_dict()["rest_on_nothing_assumed"] == ["own"]


def test_wrong_names_and_files_are_told(toy, tmp_path):
    with pytest.raises(BadInput, match="did you mean 'toy-flips'"):
        analyzer.stamps(toy, claim="toy-flip", **FEW)
    file = tmp_path / "stamps.toml"
    file.write_text("stamps = 3\n", encoding="utf-8")
    with pytest.raises(BadInput, match="no file of stamps"):
        analyzer.stamps(toy, file=file, **FEW)
    for wrong in ('says = "s"', 'says = "s"\nverdict = "odd"\nwords = "w"\nworlds = 1\nwho = []'):
        file.write_text(f"[stamps.one]\n{wrong}\n", encoding="utf-8")
        with pytest.raises(BadInput, match="no file of stamps"):
            read_stamps(file)
    with pytest.raises(BadInput, match="stamps"):
        analyzer.stamps(toy, file=tmp_path, **FEW)


def test_the_kept_stamps_belong_to_claims():
    known = {claim.id for claim in claim_files.chosen(None)}
    kept = read_stamps(Path(__file__).parents[2] / stamping.FILE)
    assert kept
    assert set(kept) <= known
    least = {False: 100, True: 20}  # who looks ahead takes seconds a game
    slow = {claim.id: looks_ahead(claim) for claim in claim_files.chosen(None)}
    played = {name: stamp for name, stamp in kept.items() if stamp["verdict"] != stamping.UNASSUMED}
    assert all(stamp["worlds"] >= least[slow[name]] for name, stamp in played.items())


def test_a_stamp_names_each_player_once_also_one_with_a_ban():
    claim = next(one for one in claim_files.chosen("portolano") if one.id == "portolano-no-missions")
    assert stamping._said(claim)["who"] == ["banned(good,mission)", "good"]
