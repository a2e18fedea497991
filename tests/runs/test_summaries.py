"""What block summaries keep beyond sums: example games, boards, words for reports."""

import json

import numpy as np
import pandas as pd
import pytest

import analyzer
from analyzer.cells import make_cell
from analyzer.play.simulation import simulate_cell
from analyzer.play.summary import is_unknown, read_line, summarise, write_line
from analyzer.runs.experiment import run
from analyzer.runs.stored.shards import bit_counts
from tests.runs.directories import change_manifest


@pytest.fixture
def tiny(write_spec, tmp_path):
    return run(write_spec(), tmp_path / "run", jobs=2)


def test_every_block_names_its_example_games(tiny):
    results = analyzer.load_results(tiny.folder)
    for block in results.blocks.to_dict("records"):
        rows = results.rows(block["cell"])
        rows = rows[rows["deal"].between(block["first_deal"], block["first_deal"] + block["games"] - 1)].set_index(
            "deal"
        )
        lost = rows[rows["cause"] != "won"]
        assert rows.loc[block["example_fastest_deal"], "turns"] == lost["turns"].min() == block["example_fastest_value"]
        typical = lost["turns"].sort_values().iloc[(len(lost) - 1) // 2]
        assert block["example_typical_value"] == typical
        assert block["example_typical_deal"] == lost.index[lost["turns"] == typical][0]
        won = rows[rows["cause"] == "won"]
        assert (block["example_narrow_deal"] == -1) == won.empty


def test_boards_are_stored_apart_and_not_as_measures(tiny):
    path = next(tiny.folder.glob("cells/*/grids-*.parquet"))
    table = pd.read_parquet(path)
    assert list(table.columns)[:3] == ["place", "empty", "lost"]  # and then the factors
    assert len(table) == 36
    results = analyzer.load_results(tiny.folder)
    assert "empty" not in set(results.counts["measure"])
    assert not [name for name in results.blocks.columns if name.startswith("empty")]


def test_the_sum_over_groups_is_that_of_the_rows(tiny):
    results = analyzer.load_results(tiny.folder)
    for cell, group in results.grids.groupby("cell"):
        rows = results.rows(cell)
        lost = rows[rows["cause"] != "won"]
        assert set(group["lost"]) == {len(lost)}
        counted = bit_counts(lost["empty"].to_numpy())[:36]
        assert list(group.sort_values("place")["empty"]) == list(counted)


def test_bits_are_counted_from_the_lowest():
    counted = bit_counts(np.array([1, 3, 1 << 63], dtype=np.uint64))
    assert list(counted[:3]) == [2, 1, 0]
    assert counted[63] == 1
    assert bit_counts(np.array([], dtype=np.uint64)).sum() == 0


def test_the_manifest_has_what_a_report_needs_without_the_game(tiny):
    manifest = json.loads((tiny.folder / "manifest.json").read_text(encoding="utf-8"))
    words = manifest["game"]["words"]
    assert set(words["deals"]) == {"start_depth", "opening_finishes"}
    assert set(words["deals"]) | set(words["ends"]) - {"turns"} | set(words["played"]) <= set(words["measures"])
    assert manifest["game"]["components"] is None
    cell = manifest["cells"][0]
    assert len(cell["places"]) == 36
    assert cell["replay"] == (
        "analyzer replay tranquility --players 2 --variant base --policy random_legal --seed 4 --deal"
    )
    assert cell["data_set"] is None
    assert "rocks_stay_cost" not in cell["relevant"]
    assert "cost_rule" in cell["relevant"]
    assert set(manifest["game"]["assumed"]) <= set(cell["assumed"])


def test_a_run_of_another_format_is_refused(tiny):
    change_manifest(tiny.folder, lambda content: content.update(format=1))
    with pytest.raises(analyzer.errors.BadInput, match="another version"):
        analyzer.load_results(tiny.folder)


def test_games_that_were_cut_off_have_a_bit_of_their_own(write_spec, tmp_path):
    tiny = run(
        write_spec(deals="5000", players="[2]", more="[switches]\nturn_limit = [30]\n"), tmp_path / "cut", jobs=2
    )
    results = analyzer.load_results(tiny.folder)
    for cell in results.manifest.cell_ids:
        cause, outcomes = results.rows(cell)["cause"], results.outcomes(cell)
        assert 0 < outcomes.is_unknown.sum() < 5000
        assert list(outcomes.is_unknown) == list(cause == "truncated")
        assert not (np.unpackbits(outcomes.won, count=5000).astype(bool) & outcomes.is_unknown).any()


def test_a_line_keeps_shares_and_turn_order():
    cell = make_cell("tranquility", variant="competitive", policy="random_legal")
    rows = simulate_cell(cell, games=300, rows=True).rows
    summary = summarise(cell, rows)
    line = write_line(cell, summary)
    back = read_line(cell, line)
    assert (back.shares, back.positions, back.unknown) == (summary.shares, summary.positions, summary.unknown)


def test_shares_of_games_that_were_cut_off_count_for_nobody():
    what = {"variant": "competitive", "policy": "random_legal"}
    turns = simulate_cell(make_cell("tranquility", **what), games=500, rows=True).rows["turns"]
    cell = make_cell("tranquility", sets=[f"turn_limit={int(np.median(turns))}"], **what)
    rows = simulate_cell(cell, games=500, rows=True).rows.copy()
    rows["share"][:, 0] = 1.0  # as a game that is scored at the cut would have it
    summary = summarise(cell, rows)
    known = int((~is_unknown(cell, rows)).sum())
    assert 0 < summary.unknown < 500
    assert summary.shares[0].total == known
    assert sum(place.total for place in summary.positions) == sum(seat.total for seat in summary.shares)
