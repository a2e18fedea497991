"""The grid's file: written, read, found stale, and refused where it is none."""

import pytest

from analyzer.catalog import load_game
from analyzer.errors import BadInput
from analyzer.studies.fitting import filling, grid
from analyzer.studies.fitting.grid import SIGHTS, Counted, Grid, open_grid, read_grid
from tests.studies.fitting.made_up import write_grid


def wanted(**changes):
    return Grid(**{"game": "tranquility", "policy": "survival", "identity": "1", "rules_version": 2} | changes)


def filled(**changes):
    found = wanted(**changes)
    found.rows = {("base", 3, sight): Counted(100, 1, 40) for sight in SIGHTS}
    return found


def test_a_grid_is_read_as_it_was_written(tmp_path):
    found = filled(file=tmp_path / "deep" / "grid.csv")
    found.add(("storm", 3, 1.0), Counted(50, 0, 0, 41.25, 3.5, 30.0, 2.0))
    again = read_grid(found.file)
    assert again.rows == found.rows
    assert again.about() == found.about()
    assert again.places == [("base", 3)]  # storm lacks most sights
    assert again.lacks([("storm", 3)], 50) == [("storm", 3, sight) for sight in reversed(SIGHTS[:-1])]
    assert len(again.lacks([("base", 3)], 101)) == len(SIGHTS)


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"rules_version": 1}, "rules_version"), ({"policy": "good"}, "policy"), ({"identity": "2"}, "identity")],
)
def test_a_stale_grid_is_refused_where_it_was_named(tmp_path, changes, words):
    path = tmp_path / "grid.csv"
    path.write_text(filled(**changes).text())
    with pytest.raises(BadInput, match=words):
        open_grid(wanted(), path)


def test_a_stale_shipped_grid_is_played_again(monkeypatch, tmp_path):
    monkeypatch.setattr(grid, "SHIPPED", tmp_path)
    (tmp_path / "tranquility.csv").write_text(filled(rules_version=1).text())
    found, remark = open_grid(wanted(), None)
    assert found.rows == {}
    assert "rules_version" in remark
    (tmp_path / "tranquility.csv").write_text(filled().text())
    found, remark = open_grid(wanted(), None)
    assert (found.places, found.origin, remark) == ([("base", 3)], "shipped", "")


def test_a_grid_of_another_edition_is_stale(tmp_path):
    path = tmp_path / "grid.csv"
    path.write_text(filled().text().replace('"format": 1', '"format": 0'))
    with pytest.raises(BadInput, match="rules_version"):
        open_grid(wanted(), path)


@pytest.mark.parametrize(
    ("old", "new"),
    [("# {", "{{"), ('"game"', '"name"'), ("base,3", "base,three"), ("100,1,40", "100,1,140"), ("100,1,40", "0,0,0")],
)
def test_a_file_that_is_no_grid_is_refused(tmp_path, old, new):
    path = tmp_path / "grid.csv"
    path.write_text(filled().text().replace(old, new))
    with pytest.raises(BadInput, match="not a grid"):
        read_grid(path)


def test_a_made_up_grid_has_all_variants(tmp_path):
    assert len(read_grid(write_grid(tmp_path / "grid.csv")).places) == 30


def test_a_row_below_one_that_wins_little_needs_fewer_games():
    found = wanted()
    found.rows = {("base", 3, 1.0): Counted(9_600, 0, 8_000), ("base", 3, 0.93): Counted(9_600, 0, 960)}
    assert found.wanted(("base", 3, 1.0), 9_600) == 9_600
    assert found.wanted(("base", 3, 0.93), 9_600) == 9_600
    assert found.wanted(("base", 3, 0.87), 9_600) == 3_456  # 4 x 0.1 x 0.9
    found.rows["base", 3, 0.87] = Counted(3_456, 0, 0)
    assert found.wanted(("base", 3, 0.8), 9_600) == 1_000
    assert found.wanted(("base", 3, 0.8), 200) == 200


def test_a_knob_that_is_off_makes_no_grid_stale():
    game = load_game("tranquility")
    old = filling.identity_of(game, "survival")
    assert len(old) == 16
    assert old != filling.identity_of(game, "survival(unseen=0.4)")
    assert filling._without_zeros(["a", {"x": 1.0, "y": 0.0}, [{"z": 0.0}]]) == ["a", {"x": 1.0}, [{}]]


def test_of_two_grids_the_row_with_more_games_counts():
    """What a user played while a shipped grid was stale does not stand in its way afterwards."""
    few, many = Counted(2400, 0, 3), Counted(9600, 0, 10)
    played = wanted()
    played.rows |= {("base", 3, 0.8): few, ("base", 3, 0.9): many, ("own", 3, 0.8): few}
    both = played.with_rows({("base", 3, 0.8): many, ("base", 3, 0.9): few, ("storm", 3, 0.8): many})
    expected = {("base", 3, 0.8): many, ("base", 3, 0.9): many, ("own", 3, 0.8): few, ("storm", 3, 0.8): many}
    assert both.rows == expected
    assert len(played.rows) == 3
