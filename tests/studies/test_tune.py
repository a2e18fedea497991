"""Tuning: finds what is planted in the toy game, reproduces, and goes on where it stopped."""

import shutil
import tomllib
from itertools import pairwise

import pytest

import analyzer
from analyzer.errors import BadInput, Interrupted, PolicyFault
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.control import Control
from analyzer.studies.tuning.found import knob_file
from tests.toy import truth

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="a hundred thousand games")

GAP = 11  # faces of the die per point of a card: as much as the die allows
STEEP = ["edge=0", f"gap={GAP}", "hit=0"]  # nothing counts but the cards
SMALL = {"sets": STEEP, "budget": 30_000, "generations": 6, "seed": 3}


MINE = """from tests.toy.games.toy import policy


@policy(keep=3.0)
def mine(rules, table, hand, knobs, memory, choice):
    'Keep a card from a number on.'
    return 0 if table.phase == 0 else int(hand.card < knobs[0])


@policy(keep=3.0)
def fragile(rules, table, hand, knobs, memory, choice):
    'Fail as soon as the knob is turned far enough.'
    return 7 if knobs[0] > 3.1 else 0
"""


def stretched(estimate):
    """Stretch a 95 % interval to 4.5 standard errors."""
    return tuple(estimate.value + (end - estimate.value) * 4.5 / 1.96 for end in (estimate.low, estimate.high))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """Give the small tuning, done in one go; made once."""
    made = {}

    def make():
        if not made:
            made["it"] = analyzer.tune(
                "toy", "patient", jobs=3, state=tmp_path_factory.mktemp("tune") / "whole", **SMALL
            )
        return made["it"]

    return make


@pytest.mark.statistical
def test_the_planted_best_knob_is_found_within_its_interval(toy, tmp_path):
    found = analyzer.tune("toy", "patient", sets=STEEP, budget=300_000, seed=1, state=tmp_path / "state")
    low, high = found.spreads["keep"]
    assert low <= truth.BEST_KEEP, "the search ended around the cards that are kept from 6 on"
    assert high > truth.BEST_KEEP - 1
    assert not low <= 3.0 <= high, "and not where it started"
    rates = [truth.duel_rate(keep=keep, other_keep=3, gap=GAP) for keep in (found.knobs["keep"], truth.BEST_KEEP)]
    assert rates[0] == pytest.approx(rates[1], abs=0.003), "a neighbour of the best is 0.003 worse"
    low, high = stretched(found.validation.difference)
    assert low < rates[0] - 0.5 < high
    assert found.validation.difference.low > 0
    assert found.gap.value == pytest.approx(found.search_rate.value - found.validation.rate.value)


def test_a_knob_that_changes_nothing_leaves_the_start_where_it_is(toy, tmp_path):
    """The negative control: with a gap of 0 the cards do not count."""
    found = analyzer.tune("toy", "patient", sets=["gap=0"], budget=20_000, generations=5, state=tmp_path / "state")
    assert not found.is_new
    assert found.knobs == {"keep": 3.0}
    assert found.validation.difference is None
    assert found.validation.rate.value == pytest.approx(0.5)


@pytest.mark.statistical
def test_a_team_is_tuned_over_several_numbers_of_players(toy, tmp_path):
    found = analyzer.tune(
        "toy", "patient", variants="together", players="2,3", weights="3,1", budget=60_000, generations=8,
        objective="odds", state=tmp_path / "state",
    )  # fmt: skip
    rates = [truth.team_rate(players, 13, found.knobs["keep"]) for players in (2, 3)]
    for rate, known in zip(found.validation.cases, rates, strict=True):
        low, high = stretched(rate)
        assert low < known < high
    low, high = stretched(found.validation.rate)
    assert low < 0.75 * rates[0] + 0.25 * rates[1] < high
    assert found.validation.odds.low > 0


def test_the_same_seed_gives_the_same_result_whatever_the_jobs(toy, undisturbed, tmp_path):
    whole = undisturbed()
    again = analyzer.tune("toy", "patient", jobs=1, state=tmp_path / "again", **SMALL)
    assert knob_file(again) == knob_file(whole)
    assert history(again.folder) == history(whole.folder)
    other = analyzer.tune("toy", "patient", state=tmp_path / "other", **SMALL | {"seed": 4})
    assert history(other.folder) != history(whole.folder)


def history(folder):
    return sorted((folder / "history.jsonl").read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("lines", [1, 30])
def test_killed_in_the_search_and_continued_it_ends_the_same(toy, undisturbed, tmp_path, lines):
    whole, folder = undisturbed(), tmp_path / "state"
    folder.mkdir()
    shutil.copy(whole.folder / "plan.json", folder)
    kept = (whole.folder / "history.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "history.jsonl").write_text("".join(kept[:lines]) + kept[lines][:20], encoding="utf-8")
    again = analyzer.tune("toy", "patient", state=folder, **SMALL)
    assert knob_file(again) == knob_file(whole)
    assert history(folder) == history(whole.folder)


@pytest.mark.parametrize("stage", ["generation 2", "final-1", "validation"])
def test_stopped_and_continued_it_ends_the_same(toy, undisturbed, tmp_path, stage):
    control, folder = Control(), tmp_path / "state"

    def stop(progress):
        if progress.stage.startswith(stage):
            control.stop()

    with pytest.raises(Interrupted, match=r"games are saved in .*Run the same command to resume"):
        analyzer.tune("toy", "patient", state=folder, control=control, on_progress=stop, **SMALL)
    again = analyzer.tune("toy", "patient", state=folder, **SMALL)
    assert knob_file(again) == knob_file(undisturbed())


def test_the_progress_tells_the_best_so_far_and_ends_near_the_budget(toy, tmp_path):
    heard = []
    analyzer.tune("toy", "patient", state=tmp_path / "state", on_progress=heard.append, **SMALL)
    assert heard[-1].stage == "validation"
    assert heard[-1].best.name == "patient"
    assert heard[-1].rate.low < heard[-1].rate.value
    assert 0.7 * SMALL["budget"] < heard[-1].games <= SMALL["budget"]
    assert all(early.games <= late.games for early, late in pairwise(heard))


def test_the_file_holds_the_knobs_the_command_and_the_figures(toy, undisturbed):
    found = undisturbed()
    content = tomllib.loads(found.file.read_text(encoding="utf-8"))
    assert (content["game"], content["policy"]) == ("toy", "patient")
    assert content["knobs"] == found.knobs
    assert content["made"]["command"] == found.plan.command
    assert content["made"]["rules_version"] == 1
    figures = content["made"]["validation"]
    assert figures["rate_low"] < figures["rate"] < figures["rate_high"]
    assert figures["rate_n"] == found.validation.deals
    assert {"difference", "winners_curse", "level", "seed"} <= set(figures)


def test_a_policy_from_a_file_is_tuned_and_the_file_of_knobs_names_it(toy, tmp_path):
    (tmp_path / "file.py").write_text(MINE, encoding="utf-8")
    found = analyzer.tune("toy", f"{tmp_path}/file.py:mine", state=tmp_path / "state", **SMALL)
    assert found.winner.startswith(f"{tmp_path}/file.py:mine(keep=")
    content = tomllib.loads(found.file.read_text(encoding="utf-8"))
    assert content["policy"] == "mine"
    assert found.file.name == "mine.toml"


def test_a_candidate_that_fails_is_named_with_a_way_out(toy, tmp_path):
    (tmp_path / "file.py").write_text(MINE, encoding="utf-8")
    with pytest.raises(PolicyFault, match=r"'fragile' .*analyzer replay .*fragile\(keep=.*--bounds"):
        analyzer.tune("toy", f"{tmp_path}/file.py:fragile", state=tmp_path / "state", **SMALL)


def test_no_stage_plays_the_deals_of_another(toy, undisturbed):
    plan = undisturbed().plan
    seeds = {plan.seed_of(stage) for stage in ("search", "final-1", "final-2", "validation")} | {plan.seed}
    assert len(seeds) == 5


def test_another_question_does_not_go_on_in_the_same_folder(toy, undisturbed):
    with pytest.raises(BadInput, match="command differs"):
        analyzer.tune("toy", "patient", state=undisturbed().folder, **SMALL | {"step": 0.2})


BAD = {
    "policy": ({"policy": "patiend"}, "did you mean 'patient'"),
    "no knobs": ({"policy": "random_legal"}, "no knobs"),
    "knob": ({"knobs": "kep"}, "did you mean 'keep'"),
    "knob twice": ({"knobs": "keep,keep"}, "each knob once"),
    "bounds": ({"bounds": "keep=1"}, "knob=low:high"),
    "bounds of nothing": ({"bounds": "kept=0:4"}, "did you mean 'keep'"),
    "bounds beside the start": ({"bounds": "keep=4:9"}, "starts at 3"),
    "bounds in words": ({"bounds": "keep=low:9"}, "not a number"),
    "weights": ({"weights": "1,2"}, "give 1 numbers"),
    "weights in words": ({"weights": "much"}, "much"),
    "objective": ({"objective": "rates"}, "did you mean 'rate'"),
    "budget": ({"budget": 500}, "2,334 or more"),
    "generations": ({"generations": 10_000}, "generations = 10000"),
    "population": ({"population": 1}, "4 to 1000"),
    "step": ({"step": 0.0}, "above 0"),
    "players": ({"players": "two"}, "whole numbers"),
    "too many players": ({"players": "2,9"}, "2 to 4 players"),
    "variant": ({"variants": "bas"}, "did you mean 'base'"),
    "field": ({"field": "rok"}, "did you mean 'rock'"),
    "field of a team": ({"variants": "together", "field": "rock"}, "no field"),
    "file": ({"out": "knobs.txt"}, "ends in .toml"),
}


@pytest.mark.parametrize(("options", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_told_before_anything_is_played(toy, tmp_path, monkeypatch, options, message):
    monkeypatch.chdir(tmp_path)
    given = {"policy": "patient", "budget": 30_000} | options
    with pytest.raises(BadInput, match=message):
        analyzer.tune("toy", **given)
    assert not (tmp_path / "runs").exists()
