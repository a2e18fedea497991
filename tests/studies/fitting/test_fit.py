"""Fits on a made-up grid: the answer, other priors, groups, drift, misfit, and what is refused."""

import json

import numpy as np
import pytest

import analyzer
from analyzer.catalog import load_game
from analyzer.cells import make_cell, read_seat
from analyzer.errors import BadInput
from analyzer.reporting.document import Prose, Tone
from analyzer.reporting.fitting import fit as page
from analyzer.studies.fitting.words import sentences
from tests.studies.fitting import made_up


@pytest.fixture(scope="module")
def grid(tmp_path_factory):
    return made_up.write_grid(tmp_path_factory.mktemp("grid") / "grid.csv")


@pytest.fixture(scope="module")
def twelve(grid, tmp_path_factory):
    log = made_up.write_log(tmp_path_factory.mktemp("log") / "log.csv")
    return analyzer.fit("tranquility", log, grid=grid)


def fitted(grid, tmp_path, plays, head=made_up.HEAD, **options):
    log = tmp_path / "log.csv"
    log.write_text("\n".join([head, *plays, ""]), encoding="utf-8")
    return analyzer.fit("tranquility", log, grid=grid, **options)


def rows_of(plays, *more):
    return [",".join([variant, "3", "yes" if won else "no", *more]) for variant, won in plays]


def test_twelve_plays_give_a_dial_with_two_intervals(twelve):
    assert twelve.dial.low < twelve.dial80.low < twelve.dial.value < twelve.dial80.high < twelve.dial.high
    assert 0.7 < twelve.dial.value < 0.85
    assert twelve.dial.n == twelve.basis.plays == 12
    assert set(twelve.priors) == {"even", "low", "high", "middle"}


def test_every_variant_is_foretold_and_counted_where_it_was_played(twelve):
    assert len(twelve.predictions) == 30
    base, storm = twelve.prediction("base", 3), twelve.prediction("storm", 3)
    assert (base.wins, base.plays, base.observed.n) == (4, 5, 5)
    assert base.rate.half_width < base.observed.half_width
    assert (storm.plays, storm.observed) == (0, None)
    assert storm.rate.value < base.rate.value
    assert base.rate80.half_width < base.rate.half_width
    assert twelve.prediction("none", 3) is None


def test_the_answer_comes_first_and_the_limits_are_said(twelve):
    first, *rest = sentences(twelve)
    assert first.startswith("Your group plays like sight 0.78 [0.")
    assert "it should win 5" in first
    assert any("groups in one log" in text for text in rest)
    assert any("Left out and foretold" in text for text in rest)
    assert any(text.startswith("Next, play ") for text in rest)


def test_a_fit_is_plain_data(twelve):
    document = json.loads(json.dumps(twelve.as_dict(), allow_nan=False))
    assert document["dial"]["value"] == twelve.dial.value
    assert sum(document["posterior"]["chance"]) == pytest.approx(1.0)
    assert document["check"]["misfit"] is False
    assert len(document["held_out"]["cells"]) == 3
    assert "sight 0.78" in repr(twelve)


def test_more_plays_narrow_the_dial(grid, tmp_path, twelve):
    found = fitted(grid, tmp_path, [*rows_of(made_up.TWELVE)] * 5)
    assert found.dial.half_width < 0.6 * twelve.dial.half_width


def test_counts_are_the_same_as_single_plays_but_for_their_order(grid, tmp_path, twelve):
    counted = fitted(grid, tmp_path, ["base,3,5,4", "galateia,3,4,1", "triton,3,3,1"], "variant,players,plays,wins")
    assert counted.dial == twelve.dial
    assert set(counted.check.tests) == {"variant"}
    assert set(twelve.check.tests) == {"variant", "time"}


def test_a_prior_can_be_chosen(grid, tmp_path, twelve):
    low = fitted(grid, tmp_path, rows_of(made_up.TWELVE), prior="low")
    assert low.dial == twelve.priors["low"]
    assert low.dial.value < twelve.dial.value


def test_two_groups_of_which_each_plays_its_own_variants_are_called_misfit(grid, tmp_path):
    variants = ["base", "triton"] * 30
    plays = made_up.drawn_plays(variants, [0.6 if name == "base" else 0.97 for name in variants])
    found = fitted(grid, tmp_path, rows_of(plays))
    assert found.check.is_misfit
    assert "variant" in found.check.culprits
    assert any("One dial does not explain this log" in text and "triton" in text for text in sentences(found))
    assert any("its variants differ" in text and "name the groups in a column" in text for text in sentences(found))


def test_a_page_warns_of_an_answer_that_does_not_hold_and_of_no_other(grid, tmp_path, twelve):
    found = fitted(grid, tmp_path, rows_of([("day-night", True)] * 15))
    lead, warning, *_ = page(found.as_dict()).sections[0].parts
    assert (lead.tone, warning.tone) == (Tone.LEAD, Tone.WARNING)
    assert warning.text.startswith("One dial does not explain this log")
    tones = [part.tone for part in page(twelve.as_dict()).sections[0].parts if isinstance(part, Prose)]
    assert tones == [Tone.LEAD]


def test_a_variant_that_no_sight_wins_so_often_asks_for_another_bot(grid, tmp_path):
    found = fitted(grid, tmp_path, rows_of([("day-night", True)] * 15))
    assert found.check.culprits == ["variant"]
    assert any("what any sight would win differ" in text and "another bot" in text for text in sentences(found))


def test_marked_groups_are_compared(grid, tmp_path):
    variants = ["base", "galateia", "triton"] * 8
    weak, strong = (made_up.drawn_plays(variants, [sight] * 24, seed=5) for sight in (0.65, 0.95))
    rows = [*rows_of(weak, "A"), *rows_of(strong, "B")]
    found = fitted(grid, tmp_path, rows, f"{made_up.HEAD},group")
    assert [(group.name, group.plays) for group in found.groups] == [("A", 24), ("B", 24)]
    assert found.pairs[0].difference.high < 0.0
    assert found.pairs[0].chance < 0.01
    assert "group" in found.check.tests
    assert any("Certainly different: A and B" in text for text in sentences(found))
    assert any("fit each group by itself (--group NAME)" in text for text in sentences(found))
    alone = fitted(grid, tmp_path, rows, f"{made_up.HEAD},group", group="B")
    assert alone.dial.value == pytest.approx(found.groups[1].dial.value, abs=0.01)
    assert alone.groups == ()


def test_a_drift_is_said_with_the_play_at_which_it_is_even(grid, tmp_path):
    plays = made_up.drawn_plays(["base", "galateia"] * 45, np.linspace(0.5, 0.98, 90))
    found = fitted(grid, tmp_path, rows_of(plays))
    assert found.drift.is_certain
    assert 30 < found.drift.even_after.value < 65
    assert any("after about" in text for text in sentences(found))
    assert any("the earlier and the later plays in a column" in text for text in sentences(found))


def test_only_what_was_asked_is_foretold_next_to_the_log(grid, tmp_path):
    found = fitted(grid, tmp_path, rows_of(made_up.TWELVE), predict="storm")
    assert {(item.variant, item.players) for item in found.predictions} == {
        ("base", 3), ("galateia", 3), ("triton", 3), ("storm", 3)
    }  # fmt: skip


def test_the_level_of_a_group_works_wherever_a_level_does(twelve, tmp_path):
    file = tmp_path / "ours.toml"
    twelve.write_level(file)
    game, seat = load_game("tranquility"), make_cell("tranquility", policy=str(file)).seats[0]
    assert seat.label == f"fallible(survival,sight={round(twelve.dial.value, 3):g})"
    assert seat.level == "ours"
    assert seat.identity == read_seat(game, seat.label).identity


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"prior": "mine"}, "even, low, high, middle"),
        ({"policy": "survivall"}, "did you mean 'survival'"),
        ({"policy": "search(survival)"}, "look-ahead"),
        ({"group": "C"}, "no plays of it"),
        ({"predict": "stormy"}, "did you mean 'storm'"),
        ({"games": 5}, "100"),
        ({"policy": "spacing"}, "another policy"),
    ],
)
def test_wrong_options_are_refused(grid, tmp_path, options, words):
    with pytest.raises(BadInput) as caught:
        fitted(grid, tmp_path, rows_of(made_up.TWELVE), **options)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("bass,3,yes", "line 2: unknown variant 'bass'; did you mean 'base'"),
        ("base,9,yes", "line 2: tranquility has 1 to 5 players, not 9"),
        ("base[removed=maybe],3,yes", "line 2:"),
        ("none.toml,3,yes", "line 2:"),
    ],
)
def test_wrong_variants_are_named_with_their_line(grid, tmp_path, row, words):
    with pytest.raises(BadInput) as caught:
        fitted(grid, tmp_path, [row])
    assert words in str(caught.value)


def test_scores_of_a_team_are_refused(grid, tmp_path):
    with pytest.raises(BadInput, match="line 2: the team wins or loses here"):
        fitted(grid, tmp_path, ["base,3,40"], "variant,players,score")
