"""Fits to scores of rivals on a made-up grid: the dial, groups, drift, misfit, what to play next, flat curves."""

import numpy as np
import pytest

import analyzer
from analyzer.studies.fitting.words import sentences
from tests.studies.fitting import made_up

STILL = np.full(40, 0.7)


@pytest.fixture(scope="module")
def fitted(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scores")
    grid = made_up.write_rivals_grid(folder / "grid.csv")

    def fit(rows, head=made_up.SCORES_HEAD, grid=grid):
        log = folder / "log.csv"
        log.write_text("\n".join([head, *rows, ""]), encoding="utf-8")
        return analyzer.fit("portolano", log, grid=grid)

    return fit


@pytest.fixture(scope="module")
def still(fitted):
    return fitted(made_up.drawn_scores(STILL))


def test_scores_of_one_group_give_its_dial_and_nothing_else(still):
    assert not still.dial.excludes(0.7)
    assert still.dial.half_width < 0.1
    assert set(still.check.tests) == {"variant", "time"}
    assert not still.check.is_misfit
    assert not still.drift.is_certain
    assert still.drift.even_after is None
    assert (still.groups, still.flat, still.held_out) == ((), None, None)
    assert not any("counting" in text for text in sentences(still))
    assert still.as_dict()["scored"] is True


def test_marked_groups_of_rivals_are_compared(fitted):
    weak, strong = (
        made_up.drawn_scores(np.full(12, sight), "standard", 5, name) for sight, name in ((0.4, "A"), (0.9, "B"))
    )
    found = fitted([*weak, *strong], f"{made_up.SCORES_HEAD},group")
    assert [(group.name, group.plays) for group in found.groups] == [("A", 12), ("B", 12)]
    assert found.pairs[0].difference.high < 0.0
    assert set(found.check.culprits) == {"group", "time"}
    same = fitted(
        [f"{row},{'AB'[n % 2]}" for n, row in enumerate(made_up.drawn_scores(STILL))], f"{made_up.SCORES_HEAD},group"
    )
    assert not same.pairs[0].difference.excludes(0.0), "the control: one group under two names"
    assert not same.check.is_misfit


def test_a_drift_of_rivals_is_found(fitted):
    found = fitted(made_up.drawn_scores(np.linspace(0.3, 0.95, 40)))
    assert found.drift.is_certain
    assert not found.drift.change.excludes(0.65)
    assert "time" in found.check.culprits
    assert any(text.startswith("The group changes") for text in sentences(found))


def test_scores_that_no_sight_explains_are_called_misfit(fitted):
    """Many points as of the best, and many turns as of the worst."""
    rows = [f"standard,2,{60 + n % 9},{80 + n % 7}" for n in range(20)]
    found = fitted(rows)
    assert found.check.culprits == ["variant"]
    assert any("its scores and what the dial expects differ" in text for text in sentences(found))


def test_the_variant_whose_scores_scatter_less_is_to_be_played_next(fitted, still):
    assert still.advice.place == ("standard", 2)
    assert 0.0 < still.advice.width < still.advice.now
    assert fitted(made_up.drawn_scores(STILL, "still_replaces")).advice.place == ("standard", 2)
    assert still.advice.to_halve == 160  # four times the forty plays


def test_a_measure_that_is_not_noted_says_nothing(fitted, still):
    found = fitted([row.rpartition(",")[0] + "," for row in made_up.drawn_scores(STILL)])
    assert still.dial.half_width < found.dial.half_width < 0.15
    assert found.advice.width > still.advice.width


def test_flat_curves_give_no_advice(fitted, tmp_path):
    grid = made_up.write_rivals_grid(tmp_path / "flat.csv", slope=1.0)
    found = fitted(made_up.drawn_scores(STILL[:3]), grid=grid)
    assert found.flat > 100
    assert found.advice is None
    assert any("too flat to tell" in text for text in sentences(found))
