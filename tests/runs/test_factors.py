"""Factors are columns: in every table of results, and in the shards, which others read without this package."""

import math

import pyarrow.parquet as pq
import pytest

import analyzer
from analyzer.errors import BadInput
from analyzer.games.written import read_policy
from analyzer.runs.experiment import run
from analyzer.runs.stored.manifest_file import _set_knobs

FACTORS = ["variant", "players", "policy", "removed", "knob_cost"]


@pytest.fixture(scope="module")
def grid(tmp_path_factory):
    folder = tmp_path_factory.mktemp("grid")
    (folder / "grid.toml").write_text(
        "# Does a dearer placement pay?\n"
        'game = "tranquility"\nplayers = [2]\ndeals = 12\n'
        'policies = ["spacing", "spacing(cost=0.8)", "random_legal"]\n'
        "[switches]\nremoved = [0, 4]\n"
    )
    return run(folder / "grid.toml", folder / "run", jobs=1)


def test_every_table_has_the_factors_as_columns(grid):
    results = analyzer.load_results(grid.folder)
    for table in (results.cells, results.blocks, results.counts, results.grids, results.rows()):
        assert set(FACTORS) <= set(table.columns)
        assert set(table["removed"]) == {0, 4}
        for cell, lines in table.groupby("cell"):
            assert set(lines["players"]) == {2}
            assert set(lines["policy"]) == {results.entry(cell).policy}
            assert set(lines["removed"]) == {results.entry(cell).rules["removed"]}


def test_the_cells_are_a_table_that_a_person_can_read(grid):
    """No structure of the program stands in it: what is set on top of a variant is text, the rest are plain values."""
    cells = analyzer.load_results(grid.folder).cells
    assert set(map(tuple, cells["sets"])) == {("removed=0",), ("removed=4",)}
    for name in cells.columns.drop("sets"):
        assert not cells[name].map(lambda value: isinstance(value, dict | list)).any(), name


def test_a_knob_that_was_not_set_has_its_default_and_a_policy_without_it_has_none(grid):
    cells = analyzer.load_results(grid.folder).cells
    costs = {policy: set(lines["knob_cost"]) for policy, lines in cells.groupby("policy")}
    assert costs["spacing"] == {0.6}
    assert costs["spacing(cost=0.8)"] == {0.8}
    assert all(math.isnan(cost) for cost in costs["random_legal"])


@pytest.mark.parametrize("kind", ["rows", "blocks", "counts", "grids"])
def test_the_shards_of_all_cells_have_the_same_factors(grid, kind):
    shards = sorted(grid.folder.glob(f"cells/*/{kind}-*.parquet"))
    assert len(shards) == 6
    types = {tuple((name, str(pq.read_schema(shard).field(name).type)) for name in FACTORS) for shard in shards}
    assert len(types) == 1
    assert {pq.read_table(shard)["removed"][0].as_py() for shard in shards} == {0, 4}


def test_shards_written_before_factors_were_kept_are_read_with_them(grid, tmp_path, monkeypatch):
    monkeypatch.setattr("analyzer.runs.stored.shards.with_factors", lambda table, factors: table)
    old = run(grid.folder.parent / "grid.toml", tmp_path / "run", jobs=1)
    assert analyzer.load_results(old.folder).blocks["removed"].notna().all()


def test_causes_are_words(grid):
    assert set(analyzer.load_results(grid.folder).rows()["cause"]) <= set(grid.manifest.game.causes)


def test_runs_and_results_show_themselves_in_one_line(grid):
    for item in (grid, analyzer.load_results(grid.folder)):
        assert repr(item).startswith(f"<{type(item).__name__}: grid, 6 cells, 72 games")
        assert item._repr_html_().count("<tr>") == 7


@pytest.mark.parametrize(
    ("label", "knobs"),
    [
        ("spacing(cost=0.8,room=9)", {"cost": 0.8, "room": 9.0}),
        ("spacing", {}),
        ("a.py:mine(cost=0.8)", {"cost": 0.8}),
        ("search(spacing,samples=400)", {}),
    ],
)
def test_the_knobs_that_were_set_are_known(label, knobs):
    assert _set_knobs(read_policy(label)) == knobs


def test_a_changed_comment_does_not_keep_a_run_from_going_on(tmp_path):
    spec = tmp_path / "spec.toml"
    spec.write_text('# Who wins?\ngame = "tranquility"\nplayers = [2]\ndeals = 4\nvariants = ["base"]\n')
    first = run(spec, tmp_path / "run", jobs=1)
    spec.write_text('# Who?\n\ngame = "tranquility"  # a team\nplayers = [2]\ndeals = 4\nvariants = ["base"]\n')
    assert run(spec, tmp_path / "run", jobs=1).digest == first.digest
    spec.write_text('# Who wins?\ngame = "tranquility"\nplayers = [2]\ndeals = 4\nseed = 5\n')
    with pytest.raises(BadInput, match=r"the spec has changed \(variants: .* now; seed: not set in the run, 5 now\)"):
        run(spec, tmp_path / "run", jobs=1)
